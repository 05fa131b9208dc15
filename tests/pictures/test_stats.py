"""The picture of statistics, and the words that stand for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.languages import LANGUAGES, speaking
from bot.pictures import wording
from bot.pictures.stats import special_cards, stats
from bot.profile import Duel, Profile, Share, SpecialCard
from bot.render import stats_words
from bot.render.stats import page
from bot.store import Count, Kind, Statistics
from tests.pictures.profiles import PROFILES, SEASON


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROFILES)
def test_all_of_it_is_said_in_every_language(name: str, language: str) -> None:
    profile = PROFILES[name]()
    with speaking(language):
        drawn = ((stats(profile), stats_words.alt(profile)), (special_cards(profile), _specials(profile)))
    assert drawn[0][0] is not None
    for picture, said in drawn:
        assert (picture is None) == (not said)
        if picture is not None:
            assert picture.alt == " ".join(said), "nothing is left out"
            assert len(picture.alt) <= wording.MOST


def _specials(profile: Profile) -> list[str]:
    return stats_words.alt_of_specials(profile) if profile.specials else []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROFILES)
def test_the_page_fits_into_a_message(name: str, language: str) -> None:
    with speaking(language):
        view = page(PROFILES[name](), SEASON)
    assert view.content_length() <= 4_000
    assert view.total_children_count <= 40


def test_nothing_is_drawn_of_nothing() -> None:
    empty = Profile(1, "Ada", SEASON, Statistics())
    assert (stats(empty), special_cards(empty)) == (None, None)


# --- figures -------------------------------------------------------------------------------------


def _profile(*counts: Count, rival: int | None = None) -> Profile:
    return Profile(1, "Ada", SEASON, Statistics(counts), rival, "Bo")


def test_shares_are_whole_numbers_of_per_cent() -> None:
    assert [Share(*it).percent for it in ((1, 3), (2, 3), (0, 5), (5, 5), (0, 0))] == [
        "33 %",
        "67 %",
        "0 %",
        "100 %",
        "–",
    ]


def test_bids_too_high_and_too_low() -> None:
    misses = [Count(Kind.MISS, key, count) for key, count in (("-2", 3), ("-1", 4), ("0", 10), ("1", 2), ("3", 1))]
    profile = _profile(Count(Kind.ROUNDS, "", 25, 10), *misses)
    assert (profile.over, profile.under, profile.exact) == (Share(7, 25), Share(3, 25), Share(10, 25))
    assert profile.net == 2 * 3 + 4 - 2 - 3


def test_the_favourite_bid_is_the_most_frequent_and_of_several_the_lowest() -> None:
    bids = [Count(Kind.BID, key, count, 1) for key, count in (("10", 4), ("2", 4), ("0", 1))]
    favourite = _profile(*bids).favourite
    assert favourite is not None
    assert (favourite.key, favourite.count) == ("2", 4)
    assert _profile().favourite is None


def test_the_best_round_took_the_fewest_cards() -> None:
    sizes = [Count(Kind.SIZE, key, 1, 0, 0, best) for key, best in (("9", 60), ("12", 60), ("2", 40))]
    assert _profile(*sizes).best_round == (60, 9)


def test_sizes_are_in_the_order_of_numbers() -> None:
    profile = _profile(*(Count(Kind.SIZE, key, 4, hits) for key, hits in (("10", 1), ("2", 2), ("1", 3))))
    assert profile.by_size == ((1, Share(3, 4)), (2, Share(2, 4)), (10, Share(1, 4)))


def test_special_cards_are_in_the_order_of_the_deck() -> None:
    counts = [Count(Kind.HELD, "WEREWOLF", 2), Count(Kind.PLAYED, "DRAGON", 3, 2)]
    assert _profile(*counts).specials == (SpecialCard("DRAGON", 0, 3, 2), SpecialCard("WEREWOLF", 2, 0, 0))


def test_games_of_two_people() -> None:
    profile = _profile(Count(Kind.AGAINST, "2", 9, 4, -30), Count(Kind.LEVEL, "2", 2), rival=2)
    assert profile.duel == Duel(games=9, ahead=4, level=2, points=-30)
    assert profile.duel.behind == 3
    assert replace(profile, rival_id=None).duel is None
