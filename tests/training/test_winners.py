"""Weights from who wins: a fit finds the weights that decided made-up games, and equal seeds give equal games."""

from __future__ import annotations

import json
import sys

import pytest

np = pytest.importorskip("numpy")

from tests.training import big_boss, burgenland, winners  # noqa: E402
from tests.training.alcazar import NAMES  # noqa: E402

GAMES, SEATS = 400, 3


def made_up(weights: list[float]) -> winners.Positions:
    """One position a game, which the seat with the largest weighted sum of features wins more often than others."""
    chance = np.random.default_rng(1)
    features = np.zeros((GAMES, SEATS, 2 * len(NAMES) + SEATS - 1), np.float32)
    features[:, :, : len(weights)] = chance.normal(size=(GAMES, SEATS, len(weights)))
    strength = features[:, :, : len(weights)] @ np.array(weights)
    won = np.zeros((GAMES, SEATS))
    for game, row in enumerate(winners.softmax(strength)):
        won[game, chance.choice(SEATS, p=row)] = 1
    mean = (strength.sum(axis=1, keepdims=True) - strength) / (SEATS - 1)
    return winners.Positions(features, won, 5 * (strength - mean), np.arange(GAMES))


def test_the_fit_finds_what_decided_the_games(tmp_path, monkeypatch, capsys) -> None:
    file, out = tmp_path / "games.npz", tmp_path / "weights.json"
    np.savez_compressed(file, **made_up([2.0, -1.0, 0.0])._asdict())
    arguments = ["winners", "fit", "alcazar", "--seats", str(SEATS), "--games", str(file), "--out", str(out)]
    monkeypatch.setattr(sys, "argv", arguments)
    assert winners.main() == 0
    entry = json.loads(out.read_text("utf-8"))["seats"][str(SEATS)]
    first, second, third, *rest = entry["weights"]
    assert first / second == pytest.approx(-2, abs=0.4)
    assert abs(third) < abs(second) / 3
    assert not any(rest), "a feature that is the same for all seats tells nothing"
    assert entry["origin"]["error"] < entry["origin"]["equal"] / 1.5
    assert json.loads(capsys.readouterr().out)["games"] == GAMES


@pytest.mark.parametrize(
    ("game", "names"), [("alcazar", NAMES), ("big-boss", big_boss.NAMES), ("burgenland", burgenland.NAMES)]
)
def test_equal_seeds_note_equal_positions(game, names) -> None:
    found = winners.collected(game, 2, 1, 7)
    again = winners.collected(game, 2, 1, 7)
    assert len(found.game) > 20
    assert found.features.shape[1:] == (2, 2 * len(names) + 1)
    assert (found.features == again.features).all()
    assert (found.won.sum(axis=1) == 1).all()
    assert np.allclose(found.lead.sum(axis=1), 0)
