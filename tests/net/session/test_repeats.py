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


def test_a_peer_that_has_said_what_it_has_answers_only_the_second_repetition():
    table = Straight(3)
    table.wait(400)
    author = table.at_turn()
    table.move()
    other = (author + 1) % 3
    again = table.sessions[author].log.entries[-1]
    answers = [table.send(author, other, again).frames for _ in range(3)]
    assert [len(frames) for frames in answers] == [0, 1, 0]
    key, payload = answers[1][0]
    assert key == table.keys[author]
    assert isinstance(game_frames.decode(payload), Have)
