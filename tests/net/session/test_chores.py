"""Work ahead of a shuffle: it runs in portions, and sends, writes and announces nothing."""

from tests.net.session.stage import Stage


def test_a_peer_that_works_ahead_sends_nothing(tmp_path):
    stage = Stage(3, 1, tmp_path, None)
    done = 0
    for _ in range(400):
        stage.pass_by(5)
        for session in stage.running.values():
            before = session.course.head, len(session.log), session.file.path.read_bytes()
            while session.has_chores and session.prepare():
                done += 1
            assert (session.course.head, len(session.log), session.file.path.read_bytes()) == before
        if all(session.position.turn is not None for session in stage.running.values()) and len(stage.running) == 3:
            break
    assert done
    assert stage.agree()
    assert all(not session.has_chores and not session.prepare() for session in stage.running.values())
