"""Every message of the game has a sentence, and everything named in it has a name."""

from __future__ import annotations

from client.messages import catalogue
from rules.burgenland import Burgenland
from tests.contract.wording import check_key, check_words
from tests.rules.burgenland.table import Table, begin
from tests.rules.burgenland.test_refusals import TEXTS
from tests.rules.dealing import Dealer


def test_everything_that_happens_in_games_has_a_sentence() -> None:
    met = set()
    for seed in range(9):
        dealer = Dealer(seed)
        seats = 2 + seed % 3
        state = begin(seats)
        said = [state.prompt(), *dealer.deal(state)]
        while state.turn is not None:
            moves = state.moves()
            said += [state.prompt(), *state.play(moves[dealer.below(len(moves))])]
            said += [state.prompt(), *dealer.deal(state)]
        for one in [*said, state.prompt(), *(line.reason for line in state.score_trace())]:
            check_words(one, seats)
            met.add(one.key)
    rare = {
        "no-jokers",
        "no-more-cards",
        "passed",
        "act-no-cards",
        "build",
        "buy-joker",
        "pass",
        "pay-minus-ten",
        "minus-ten",
        "all-passed",
    }
    written = {key for key in TEXTS if key.split(".")[1] in ("event", "score", "prompt")}
    assert {key.rpartition(".")[2] for key in written - met} <= rare


def test_rare_events_have_sentences() -> None:
    table = Table(hands={0: "red1"})
    table.pile_left("")
    assert catalogue().text(table.state.prompt(), ["Anna", "Ben"]).startswith("Anna: you can neither draw nor build")
    (passed,) = table.play("pass")
    assert catalogue().text(passed, ["Anna", "Ben"]) == "Anna can neither build nor draw, and passes."
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, tiles={0: "minus-ten"})
    events = table.play("wall 4 1", "minus-ten")
    assert catalogue().text(events[-1], ["Anna"]).startswith("Anna uses a −10 tile")
    assert catalogue().text(table.state.prompt(), ["Anna"]) == (
        "Anna: pay 10 more coins for the −10 tile. Colours do not matter."
    )


def test_titles_options_ends_and_bots_have_their_texts() -> None:
    check_words(Burgenland.title, 0)
    for key in ("about", "help", *(f"end.{end}" for end in Burgenland.ends)):
        check_key(f"burgenland.{key}")
    for option in Burgenland.options:
        for part in ("", ".about", *(f".{choice}" for choice in option.choices)):
            check_key(f"burgenland.option.{option.name}{part}")
    for level in Burgenland.bots:
        check_key(f"burgenland.bot.{level}")
        check_key(f"burgenland.bot.{level}.about")
    for number in range(1, 9):
        check_key(f"burgenland.colour.{number}")
        check_key(f"burgenland.crest.{number}")
    for number in range(1, 5):
        check_key(f"burgenland.tile.{number}.about")
    names = [TEXTS[f"burgenland.{kind}.{number}"] for kind in ("colour", "crest") for number in range(1, 9)]
    assert len(set(names)) == 16
