"""Deals follow from the committed secret exactly as engine/dealing.py describes, and evenly."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice, repeat
from random import Random

import pytest

from engine.actions import Deal, DrawDealer, IllegalAction, Reason
from engine.cards import card, cards, codes, deck
from engine.dealing import Numbers, Seed, chance, commitment, deal, first_dealer, high_card, shuffled
from engine.game import new_game
from engine.options import FirstDealer, Length, Options
from tests.engine.playing import after, ready, seed_of, steps, table, whole_game

SEED = Seed(bytes(range(32)), ("one", "two"))
NINE = "DRAGON FAIRY BOMB WEREWOLF JUGGLER CLOUD SHIFT WITCH VAMPIRE"

# --- the recipe of the docstring, written a second time without the engine -----------------------


def _stream(secret: bytes, contributions: list[str], label: str) -> Iterator[int]:
    key = hmac.new(secret, "\n".join(["wizard-deal-1", *contributions]).encode(), hashlib.sha256).digest()
    block = 0
    while True:
        digest = hmac.new(key, (label + "/" + str(block)).encode(), hashlib.sha256).hexdigest()
        yield from (int(digest[at : at + 8], 16) for at in range(0, 64, 8))
        block += 1


def _number(stream: Iterator[int], bound: int) -> int:
    word = next(stream)
    while word >= 2**32 - 2**32 % bound:
        word = next(stream)
    return word % bound


def _order(secret: bytes, contributions: list[str], label: str, specials: str = "") -> list[str]:
    pack = [suit + str(rank) for suit in "RYGB" for rank in range(1, 14)] + ["W"] * 4 + ["J"] * 4
    pack += [code for code in NINE.split() if code in specials.split()]
    stream = _stream(secret, contributions, label)
    for i in range(len(pack) - 1, 0, -1):
        j = _number(stream, i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def _high_cards(secret: bytes, contributions: list[str], players: int) -> list[dict[int, str]]:
    """Return who drew which card, draw by draw."""
    draws: list[dict[int, str]] = []
    drawing = list(range(players))
    while len(drawing) > 1:
        order = _order(secret, contributions, "dealer/" + str(len(draws) + 1))
        draws.append({seat: order[at] for at, seat in enumerate(drawing)})
        worth = {seat: {"J": 0, "W": 14}.get(code) or int(code[1:] or 0) for seat, code in draws[-1].items()}
        drawing = [seat for seat in drawing if worth[seat] == max(worth.values())]
    return draws


def _secrets(number: int) -> tuple[Random, bytes, list[str], Seed]:
    rng = Random(number)
    secret, contributions = rng.randbytes(32), [str(rng.getrandbits(60)) for _ in range(number % 4)]
    return rng, secret, contributions, Seed(secret, tuple(contributions))


@pytest.mark.parametrize("number", range(10))
def test_a_deal_can_be_recomputed_from_the_docstring(number: int) -> None:
    rng, secret, contributions, seed = _secrets(number)
    players, size = rng.randint(3, 6), rng.randint(1, 9)
    order = _order(secret, contributions, "round/" + str(number))
    hands = [order[seat * size : (seat + 1) * size] for seat in range(players)]
    made = deal(seed, number, size, players)
    assert [codes(hand).split() for hand in made.hands] == hands, f"seed {number}"
    assert made.upcard is card(order[players * size])
    assert first_dealer(seed, players) == _number(_stream(secret, contributions, "dealer"), players)


@pytest.mark.parametrize("number", range(40))
def test_a_deal_with_special_cards_can_be_recomputed_from_the_docstring(number: int) -> None:
    """Sixty cards are dealt, so that the stock is as short as it can be; the spare is the card after the turned-up."""
    rng, secret, contributions, seed = _secrets(number)
    players = rng.randint(3, 6)
    specials = " ".join(sorted(rng.sample(NINE.split(), rng.randint(1, 9))))
    order = _order(secret, contributions, "round/7", specials)
    made = deal(seed, 7, 60 // players, players, frozenset(specials.split()))
    assert " ".join(map(codes, made.hands)).split() == order[:60], f"seed {number}"
    assert made.upcard is card(order[60])
    has_spare = "VAMPIRE" in specials and "WEREWOLF" in order[:61]
    assert made.spare is (card(order[61]) if has_spare else None)


def test_the_recomputed_deals_are_with_and_without_a_spare() -> None:
    everything = frozenset(NINE.split())
    spares = [deal(seed_of(number), 1, 10, 6, everything).spare is not None for number in range(30)]
    assert 15 < sum(spares) < 30


@pytest.mark.parametrize("number", range(40))
def test_the_high_cards_can_be_recomputed_from_the_docstring(number: int) -> None:
    rng, secret, contributions, seed = _secrets(number)
    players = rng.randint(3, 6)
    draws = _high_cards(secret, contributions, players)
    drawn = high_card(seed, players)
    assert [{seat: face.code for seat, face in enumerate(draw) if face is not None} for draw in drawn.draws] == draws, (
        f"seed {number}"
    )
    assert {len(draw) for draw in drawn.draws} == {players}


def test_some_high_cards_are_tied_and_drawn_again() -> None:
    rounds = Counter(len(high_card(seed_of(number), 6).draws) for number in range(100))
    assert rounds[1] > 50
    assert rounds[2] > 5


def test_a_known_deal_stays_as_it_is() -> None:
    """Pinned: games recorded with one version are read by every later one."""
    made = deal(SEED, 3, 3, 4)
    assert [codes(hand) for hand in made.hands] == ["G8 R3 B4", "B3 G12 G5", "R8 Y10 B7", "B13 G3 Y9"]
    assert (made.upcard, first_dealer(SEED, 4)) == (card("W"), 2)


def test_a_known_deal_with_a_spare_stays_as_it_is() -> None:
    made = deal(SEED, 5, 3, 4, frozenset(NINE.split()))
    assert [codes(hand) for hand in made.hands] == ["G4 Y6 R13", "J B9 B13", "WEREWOLF G2 G12", "J B1 B5"]
    assert (made.upcard, made.spare) == (card("R10"), card("R11"))


def test_known_high_cards_stay_as_they_are() -> None:
    assert high_card(SEED, 4) == DrawDealer(2, (cards("G4 Y8 W G10"),))


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


# --- what a deal depends on ----------------------------------------------------------------------


def test_the_same_seed_deals_the_same() -> None:
    again = Seed(bytes(range(32)), ("one", "two"))
    assert deal(SEED, 5, 4, 4) == deal(again, 5, 4, 4)


@pytest.mark.parametrize(
    "other",
    [
        replace(SEED, secret=bytes(31) + b"\x01"),
        replace(SEED, secret=bytes(range(31)) + b"\x00"),
        replace(SEED, contributions=("one", "twp")),
        replace(SEED, contributions=("two", "one")),
        replace(SEED, contributions=("one", "two", "")),
        replace(SEED, contributions=("one",)),
        replace(SEED, contributions=("onetwo",)),
        replace(SEED, contributions=()),
    ],
    ids=lambda seed: repr(seed.contributions),
)
def test_any_other_secret_or_contribution_changes_the_deal(other: Seed) -> None:
    assert shuffled(other, 1) != shuffled(SEED, 1)


def test_every_round_is_another_shuffle() -> None:
    assert len({shuffled(SEED, number) for number in range(1, 40)}) == 39


def test_a_contribution_of_two_lines_is_refused() -> None:
    """It would deal like two contributions of one line."""
    with pytest.raises(ValueError, match="a contribution is one line"):
        Seed(bytes(32), ("one\ntwo",))


def test_hands_come_from_the_top_of_the_deck_and_the_next_card_is_turned_up() -> None:
    pack, made = shuffled(SEED, 2), deal(SEED, 2, 7, 5)
    assert tuple(chain(*made.hands, [made.upcard])) == pack[:36]


def test_nothing_is_turned_up_when_all_cards_are_dealt() -> None:
    made = deal(SEED, 20, 20, 3)
    assert made.upcard is None
    assert Counter(chain(*made.hands)) == Counter(deck())


# --- evenness ------------------------------------------------------------------------------------


def _words(*first: int) -> Iterator[int]:
    return chain(first, repeat(0))


@pytest.mark.parametrize(
    ("words", "bound", "number"),
    [
        ((7,), 10, 7),
        ((23,), 10, 3),
        ((2**32 - 1, 4), 10, 4),
        ((2**32 - 6, 2**32 - 1, 2**32 - 3, 8), 10, 8),
        ((2**32 - 7,), 10, 9),
        ((2**32 - 1,), 2, 1),
        ((2**32 - 1,), 1, 0),
        ((2**32 - 1, 5), 3, 2),
        ((2**32 - 2,), 3, 2),
    ],
)
def test_words_above_the_last_whole_multiple_are_skipped(words: tuple[int, ...], bound: int, number: int) -> None:
    assert Numbers(_words(*words)).below(bound) == number


def test_a_skipped_word_is_used_up() -> None:
    numbers = Numbers(_words(2**32 - 1, 1, 2, 3))
    assert [numbers.below(10), numbers.below(10), numbers.below(10)] == [1, 2, 3]


def test_every_seat_is_equally_likely_to_deal_first() -> None:
    drawn = Counter(first_dealer(seed_of(number), 5) for number in range(2_000))
    assert sorted(drawn) == [0, 1, 2, 3, 4]
    assert sum((count - 400) ** 2 / 400 for count in drawn.values()) < 25


# --- chance --------------------------------------------------------------------------------------


def test_chance_draws_the_dealer_and_then_deals() -> None:
    game = new_game(Options(), 4)
    drawn = chance(game, SEED)
    assert drawn == DrawDealer(first_dealer(SEED, 4))
    assert chance(after(game, drawn), SEED) == deal(SEED, 1, 1, 4)


def test_chance_deals_the_size_of_the_schedule() -> None:
    game = new_game(Options(length=Length.AMIGO, first_dealer=FirstDealer.HOST), 3)
    assert chance(game, SEED) == deal(SEED, 1, 2, 3)


def test_chance_deals_round_after_round() -> None:
    dealt = [action for _, action in steps(Options(max_rounds=3), 3, number=8) if isinstance(action, Deal)]
    assert dealt == [deal(seed_of(8), number, number, 3) for number in (1, 2, 3)]


def test_chance_is_refused_when_it_is_not_its_turn() -> None:
    for game in (table("R1", "R2", "R3"), ready("R1", "R2", "R3"), table("R1", "R2", "R3", upcard="W")):
        with pytest.raises(IllegalAction, match=Reason.WRONG_PHASE):
            chance(game, SEED)
    with pytest.raises(IllegalAction, match=Reason.GAME_OVER):
        chance(whole_game(Options(max_rounds=1), 3, number=1), SEED)


def test_chance_draws_high_cards_and_deals_the_special_ones() -> None:
    """The draw is from the 60 base cards, the deal from all of them."""
    specials = frozenset(NINE.split())
    game = new_game(Options(first_dealer=FirstDealer.HIGH_CARD, length=Length.FIVE, special_cards=specials), 6)
    drawn = chance(game, SEED)
    assert drawn == high_card(SEED, 6)
    assert chance(after(game, drawn), SEED) == deal(SEED, 1, 10, 6, specials)
    draws = [draw for number in range(200) for draw in high_card(seed_of(number), 6).draws]
    assert {face for draw in draws for face in draw} - {None} == set(deck())


def test_labels_give_independent_streams() -> None:
    streams = [tuple(islice(SEED.numbers(label).words, 8)) for label in ("dealer", "round/1", "round/11")]
    assert len(set(streams)) == 3
