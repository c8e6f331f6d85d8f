"""From the window: latecomers watch, guests can be sent away, running games are in the list."""

from client.system.settings import load
from net.api import AudienceChanged, LobbyChanged, Opened
from tests.client.person import wait
from tests.client.test_lobby import table  # noqa: F401  - a fixture


def begin(anna, ben):
    anna.choose("seat-2-kind", "Bot · Page")
    wait(lambda: ben.text("seat-2-kind-text") == "Bot · Page")
    ben.click("seat-1-action")
    wait(lambda: anna.text("seat-1-name") == "Ben")
    ben.click("lobby-ready")
    wait(lambda: anna.find("lobby-start").isEnabled())
    anna.click("lobby-start")
    for who in (anna, ben):
        wait(lambda who=who: who.page == "table-window")


def test_a_guest_who_comes_too_late_watches(table, person):  # noqa: F811
    anna, ben = table
    invite = anna.text("invite-code")
    begin(anna, ben)
    carla = person("Carla")
    carla.click("start-join")
    carla.type("join-code", invite)
    carla.click("join-go")
    wait(lambda: carla.page == "join-page" and carla.text("join-problem"))
    assert carla.text("join-problem") == "The game at that table has already begun. You can watch it."
    carla.click("join-watch")
    wait(lambda: carla.page == "table-window")
    assert carla.heard(Opened).watching
    wait(lambda: anna.text("links").endswith("1 spectator"))
    wait(lambda: ben.text("links").endswith("1 spectator"))
    assert anna.heard(AudienceChanged).names == ben.heard(AudienceChanged).names == ("Carla",)
    assert carla.see("chat-field") is None
    carla.click("leave")
    wait(lambda: carla.page == "start-page")
    wait(lambda: anna.heard(AudienceChanged).names == ())


def test_the_host_sends_a_guest_away(table):  # noqa: F811
    anna, ben = table
    anna.click("send-away-Ben")
    wait(lambda: ben.page == "start-page")
    assert ben.text("notice-text") == "The host has removed you from the table."
    wait(lambda: len(anna.heard(LobbyChanged).lobby.peers) == 1)


def test_the_choice_of_watchers_is_remembered(person):
    anna = person("Anna")
    anna.click("start-host")
    anna.click("host-strangers")
    anna.choose("host-spectators", "Anyone may watch")
    anna.click("host-page-start")
    wait(lambda: anna.page == "lobby-page")
    settings, problem = load(anna.home)
    assert (settings.strangers, settings.spectators, problem) == (False, "anybody", None)
