from net.api import Opened
from tests.client.person import wait


def test_offline_setup_leads_to_the_table_with_these_seats(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-big-boss")
    anna.click("seats-3")
    anna.choose("seat-1-kind", "Person here")
    anna.type("seat-1-name", "Ben")
    anna.choose("seat-2-kind", "Bot · Random")
    anna.click("option-hidden_money")
    anna.click("offline-page-start")
    opened = anna.heard(Opened)
    assert [(seat.kind, seat.name, seat.level) for seat in opened.seats] == [
        ("person", "Anna", ""),
        ("person", "Ben", ""),
        ("bot", opened.seats[2].name, "random"),
    ]
    assert opened.options["hidden_money"] == "on"
    assert opened.file is not None
    assert opened.file.is_file()
    wait(lambda: anna.page == "table-window")


def test_two_players_of_one_name_cannot_start(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.choose("seat-1-kind", "Person here")
    anna.type("seat-1-name", "anna")
    assert "anna" in anna.text("offline-page-blocked")
    assert not anna.find("offline-page-start").isEnabled()
    anna.type("seat-1-name", "Ben")
    assert anna.find("offline-page-start").isEnabled()


def test_another_number_of_seats_keeps_who_sits_there(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("seats-4")
    anna.choose("seat-3-kind", "Person here")
    anna.type("seat-3-name", "Mei")
    anna.click("seats-2")
    assert anna.see("seat-2-name") is None
    anna.click("seats-5")
    assert anna.text("seat-0-name") == "Anna"
    assert anna.text("seat-4-kind").startswith("Bot")


def test_a_name_taken_away_gives_way_to_a_neutral_one(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.type("seat-0-name", "")
    assert anna.text("seat-0-name") == "Player 1"
