"""Over real links: a player's program ends, the others continue with a bot, and the player takes the seat back."""

from net.api import AbsenceChanged, Advanced
from tests.net.player import Player, play_to, table_of


def test_a_vanished_player_is_replaced_and_takes_the_seat_back(tmp_path):
    players = [Player(tmp_path / name, name) for name in ("anna", "ben", "carla")]
    anna, ben, carla = players
    back = None
    try:
        table_of(players)
        for player in players:
            player.linked_with_all()
        # Carla's program ends when it is her turn, so that the others have to wait for her.
        index = anna.latest.index
        while anna.latest.position.turn != 2:
            index += 1
            play_to(index, *players)
        file = carla.opened.file
        carla.node.close()
        for player in (anna, ben):
            player.wait(AbsenceChanged, lambda event: event.absence is not None)
            player.node.replace(carla.key.hex(), True, "")
        for player in (anna, ben):
            player.until(lambda player=player: player.seats[2].kind == "bot", "a bot in Carla's place")
            assert player.noticed("replace.notice.replaced").value("name") == "carla"
        assert anna.seats[2].here
        back = Player(tmp_path / "carla", "carla")
        back.node.resume(file)
        back.wait(AbsenceChanged, lambda event: event.returnable)
        back.wait(Advanced, lambda event: event.index >= anna.latest.index)
        back.node.take_seat_back()
        for player in (anna, ben, back):
            player.until(lambda player=player: player.seats[2].kind == "person", "Carla in her place")
        index = max(player.latest.index for player in (anna, ben, back))
        play_to(index + 6, anna, ben, back)
        for player in (anna, ben, back):
            player.in_step()
    finally:
        for player in (*players, back):
            if player is not None:
                player.node.close()
