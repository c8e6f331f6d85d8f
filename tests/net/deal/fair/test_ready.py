"""What is the same in every game is computed before the first one."""

from net.deal import get_ready
from net.deal.fair import card
from net.deal.fair.ahead import generators
from net.deal.fair.card import card_places
from net.deal.fair.group import hashed_point


def test_no_point_has_to_be_hashed_for_the_first_pile():
    for cached in (card.get_ready, card_places, generators, hashed_point):
        cached.cache_clear()
    get_ready()
    hashed = hashed_point.cache_info().misses
    assert len(card_places(72)) == 72
    assert len(generators(72)[1]) == 72
    assert hashed_point.cache_info().misses == hashed
