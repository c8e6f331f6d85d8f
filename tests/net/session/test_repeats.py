"""What peers send each other twice: the newest entries, in case one overtakes another, and little else."""

from net.session.format.wire import Entries, Have, Want, game_frames
from tests.net.session.straight import Straight


class Watched(Straight):
    """Keeps the frames that went out."""

    def __init__(self, *given, **named):
        self.frames = []
        super().__init__(*given, **named)

    def take(self, place, out):
        self.frames += [game_frames.decode(payload) for _, payload in out.frames]
        return super().take(place, out)

    def sent(self, kind):
        return [frame for frame in self.frames if isinstance(frame, kind)]


def test_only_the_last_entry_of_another_author_goes_out_with_the_next_one():
    table = Watched(5)
    table.wait(400)
    table.frames.clear()
    before = len(table.sessions[0].log)
    table.play(20)
    authors = {signed.entry.author for signed in table.sessions[0].log.entries[before:]}
    assert authors == set(table.keys)
    assert max(len(frame.entries) for frame in table.sent(Entries)) == 2
    assert not table.sent(Want)
    assert {session.course.head for session in table.sessions} == {table.sessions[0].course.head}


def test_entries_that_others_should_have_sent_are_asked_for():
    table = Watched(5)
    table.wait(400)
    before, misses = len(table.sessions[0].log), (table.at_turn() - 1) % 5
    while len({signed.entry.author for signed in table.sessions[0].log.entries[before:]}) < 3:
        place = table.at_turn()
        assert place != misses
        table.act(place, (table.sessions[place].position.moves()[0],))
        for frame in [frame for frame in table.queue if frame[1] == misses]:
            table.queue.remove(frame)
        table.settle()
    table.play(1)
    assert table.sent(Want)
    assert {len(session.log) for session in table.sessions} == {len(table.sessions[0].log)}


def test_a_repeated_entry_is_answered_with_the_news_for_all_if_there_are_any():
    table = Straight(3)
    table.wait(400)
    author = table.at_turn()
    table.move()
    other, third = (author + 1) % 3, (author + 2) % 3
    again = table.sessions[author].log.entries[-1]

    def told(frames):
        assert all(isinstance(game_frames.decode(payload), Have) for _, payload in frames)
        return sorted(table.keys.index(key) for key, _ in frames)

    assert told(table.sessions[third].tell_news().frames) == [other], "the author has heard it"
    assert told(table.send(author, other, again).frames) == []
    assert told(table.sessions[other].tell_news().frames) == sorted([author, third])
    assert told(table.send(author, other, again).frames) == [author]
