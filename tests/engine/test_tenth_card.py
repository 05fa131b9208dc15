"""A tenth special card, made in this module alone, is played, copied, shown and recorded like the nine.

The Phoenix is said to be HIGH (above a Wizard, below the Dragon) or LOW (between the Jester and the Fairy).
After its trick everybody secretly says 0 or 1, and its player may take it back for a card of their hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, product
from typing import ClassVar, Self

import pytest

from engine import cards as engine_cards
from engine import options as opts
from engine import rules, special
from engine.actions import Play, Seat, Settle, with_seat
from engine.cards import Card, UnknownCard, card, cards, codes, deck, sort_key, without
from engine.dealing import deal
from engine.game import apply, legal_actions, to_act
from engine.notation import UnreadableAction, from_plain, to_plain
from engine.options import SPECIAL_CARDS, InvalidOptions, Length, Options
from engine.special import Effect, Lead, Power, Shape, Special, register
from engine.specials import Exchange
from engine.state import Aftermath, Game, Round
from engine.view import view
from tests.engine.playing import after, here, play, ready
from tests.engine.random_games import Played, play_checked, seed_named
from tests.engine.random_tables import Table, table

CODE = "PHOENIX"
HIGH, LOW = "HIGH", "LOW"
GAMES = 100


@dataclass(frozen=True, slots=True)
class Rise(Settle):
    """A seat says 0 or 1; who played the card may also give one to have it back."""

    name: ClassVar[str] = "rise"
    seat: Seat
    says: int
    give: Card | None = None


@dataclass(frozen=True, slots=True)
class Risen(Aftermath):
    """What everybody said, each known to themselves, and the cards that were exchanged."""

    said: tuple[int | None, ...]
    gave: Card | None
    took: Card

    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:  # noqa: ARG002
        return replace(self, said=tuple(said if at == seat else None for at, said in enumerate(self.said)))

    def left_of(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        return pile if self.gave is None else tuple(self.gave if face is self.took else face for face in pile)


class RiseAgain(Effect):
    order = 25
    decision = Rise

    def seats(self, here: Round, player: Seat) -> tuple[Seat, ...]:
        return tuple(range(len(here.hands))) if here.hands[player] else ()

    def decisions(self, here: Round, player: Seat, seat: Seat) -> tuple[Settle, ...]:
        gives = (None, *dict.fromkeys(here.hands[seat])) if seat == player else (None,)
        return tuple(Rise(seat, says, give) for says, give in product((0, 1), gives))

    def settle(self, here: Round, settled: tuple[Settle, ...]) -> tuple[Round, Aftermath | None]:
        rises = {it.seat: it for it in settled if isinstance(it, Rise)}
        said = tuple(rises[seat].says for seat in sorted(rises))
        player = next(seat for seat, face in here.tricks[-1].plays(len(here.hands)) if face.choice in (HIGH, LOW))
        took = next(face.bare for face in here.tricks[-1].cards if face.choice in (HIGH, LOW))
        give = rises[player].give
        if give is not None:
            hand = (*without(here.hands[player], give), took)
            here = replace(here, hands=with_seat(here.hands, player, hand))
        return here, Risen(said, give, took)


class Phoenix(Special):
    code = CODE
    names_trump = False
    choices = (HIGH, LOW)
    after = RiseAgain()

    def shape(self, choice: str) -> Shape:
        if choice == HIGH:
            return Shape(Lead.FREES, Power.WIZARD + 5, special=self.code)
        return Shape(Lead.PASSES, Power.FAIRY + 5, special=self.code)


def _known() -> tuple[object, ...]:
    """Return all that the engine knows of special cards."""
    return special.codes(), dict(special._SHAPES), set(special._COPIERS), dict(engine_cards._FACES), deck(SPECIAL_CARDS)


NINE = _known()


@pytest.fixture
def phoenix(monkeypatch: pytest.MonkeyPatch) -> Iterator[Card]:
    """Register the card; take it back afterwards."""
    with monkeypatch.context() as patch:
        for name in ("_SPECIALS", "_SHAPES", "_COPIERS"):
            patch.setattr(special, name, getattr(special, name).copy())
        for name in ("_FACES", "_SPECIAL", "_PLACE"):
            patch.setattr(engine_cards, name, getattr(engine_cards, name).copy())
        register(Phoenix())
        yield card(CODE)
    assert _known() == NINE


def _risen(game: Game) -> list[Risen]:
    tricks = [trick for score in game.scores for trick in score.tricks]
    return [happened for trick in tricks for happened in trick.after if isinstance(happened, Risen)]


def _played(number: int) -> Played:
    """Play a table with large hands; in every fifth game the Vampire is a Phoenix in the first round."""
    on = table(10, number)
    others = on.options.special_cards if number % 5 else frozenset(SPECIAL_CARDS)
    length = (Length.FIVE, Length.AMIGO)[number % 2]
    on = Table(on.players, replace(on.options, length=length, max_rounds=2, special_cards=others | {CODE}))
    names = (f"phoenix {number}/{attempt}" for attempt in count())
    return play_checked(on, next(name for name in names if number % 5 or _is_copied(on, name)))


def _is_copied(on: Table, name: str) -> bool:
    size = rules.schedule(on.options, on.players)[0]
    dealt = deal(seed_named(name), 1, size, on.players, on.options.special_cards)
    return str(dealt.upcard) == CODE and any(card("VAMPIRE") in hand for hand in dealt.hands)


@pytest.mark.usefixtures("phoenix")
def test_a_hundred_games_are_played_and_recorded_with_it() -> None:
    """Every check of the random games holds, the round trip of the record among them."""
    risen: list[Risen] = []
    with_others = set()
    for number in range(GAMES):
        played = _played(number)
        risen += _risen(played.game)
        with_others.add(played.game.options.special_cards)
    assert len(with_others) > 50
    by_itself = [it for it in risen if it.took.code == CODE]
    by_vampire = [it for it in risen if it.took.code == "VAMPIRE"]
    assert len(by_itself) > 100
    assert len(by_vampire) > 5
    assert {it.gave is None for it in by_itself} == {it.gave is None for it in by_vampire} == {True, False}


@pytest.mark.usefixtures("phoenix")
def test_it_is_between_the_jester_and_the_fairy_or_above_the_wizard() -> None:
    def wins(trick: str) -> str:
        return trick.split()[rules.winner(cards(trick), None)]

    assert wins("PHOENIX:LOW J") == "J"
    assert wins("FAIRY PHOENIX:LOW") == "PHOENIX:LOW"
    assert wins("W PHOENIX:HIGH") == "PHOENIX:HIGH"
    assert wins("PHOENIX:HIGH DRAGON") == "DRAGON"
    assert wins("DRAGON PHOENIX:HIGH FAIRY") == "FAIRY"
    assert rules.turn_up(card(CODE), opts.WizardTurnup.DEALER) == (None, False)


def test_its_place_is_behind_the_nine(phoenix: Card) -> None:
    everything = frozenset({*SPECIAL_CARDS, CODE})
    assert deck(everything)[-1] is phoenix
    assert opts.loads(opts.dumps(Options(special_cards=everything))).special_cards == everything
    assert codes(sorted(cards("J PHOENIX R1 VAMPIRE W"), key=sort_key)) == "W VAMPIRE PHOENIX R1 J"
    assert special.find(CODE).code == CODE


def _at_its_trick(*hands: str, played: str, upcard: str = "J") -> Game:
    options = Options(special_cards=frozenset({CODE, "VAMPIRE", "WITCH"}))
    return play(ready(*hands, upcard=upcard, options=options), played)


@pytest.mark.usefixtures("phoenix")
def test_it_comes_back_for_a_card_once_all_have_said_something() -> None:
    game = _at_its_trick("R1 R2", "PHOENIX Y2", "G1 G2", played="PHOENIX:LOW G1 R1")
    assert to_act(game) == (0, 1, 2)
    assert len(legal_actions(game, 1)) == 4
    game = after(game, Rise(2, 1), Rise(1, 0, card("Y2")))
    assert here(game).hands[1] == cards("Y2")
    game, events = apply(game, Rise(0, 1))
    assert events == (Risen((1, 0, 1), card("Y2"), card(CODE)),)
    assert (here(game).hands[1], here(game).tricks[0].pile) == (cards(CODE), cards("Y2 G1 R1"))


@pytest.mark.usefixtures("phoenix")
def test_the_vampire_copies_it_with_its_choices_and_its_decision() -> None:
    start = _at_its_trick("R1 R2", "VAMPIRE Y2", "G1 G2", played="", upcard=CODE)
    assert [str(action.card) for action in legal_actions(start)] == ["VAMPIRE:HIGH", "VAMPIRE:LOW", "Y2"]
    game = play(start, "VAMPIRE:HIGH G1 R1")
    assert here(game).tricks[0].winner == 1
    game = after(game, Rise(0, 0), Rise(1, 1, card("Y2")), Rise(2, 0))
    assert legal_actions(game) == (Play(1, card("VAMPIRE:HIGH")), Play(1, card("VAMPIRE:LOW")))


@pytest.mark.usefixtures("phoenix")
def test_the_witch_after_it_can_only_take_what_still_lies_in_the_trick() -> None:
    game = _at_its_trick("R1 R2", "PHOENIX Y2", "WITCH G2", played="PHOENIX:LOW WITCH R1")
    game = after(game, Rise(0, 0), Rise(1, 0, card("Y2")), Rise(2, 0))
    takes = {str(action.take) for action in legal_actions(game) if isinstance(action, Exchange)}
    assert takes == {"None", "Y2", "R1"}


@pytest.mark.usefixtures("phoenix")
def test_what_was_said_is_only_known_to_who_said_it() -> None:
    game = _at_its_trick("R1 R2", "PHOENIX Y2", "G1 G2", played="PHOENIX:HIGH G1 R1")
    some, other = after(game, Rise(0, 0)), after(game, Rise(0, 1))
    assert [view(some, seat) == view(other, seat) for seat in (None, 0, 1, 2)] == [True, False, True, True]
    rest = (Rise(1, 0), Rise(2, 0))
    some, other = after(some, *rest), after(other, *rest)
    assert [view(some, seat) == view(other, seat) for seat in (None, 0, 1, 2)] == [True, False, True, True]


@pytest.mark.usefixtures("phoenix")
def test_its_decision_is_written_and_read_like_the_others() -> None:
    plain = {"action": "rise", "seat": 1, "says": 0, "give": "Y2"}
    assert to_plain(Rise(1, 0, card("Y2"))) == plain
    assert from_plain(plain) == Rise(1, 0, card("Y2"))
    assert from_plain(plain | {"give": None}) == Rise(1, 0)


def test_without_it_nothing_knows_it() -> None:
    with pytest.raises(UnknownCard):
        card(CODE)
    with pytest.raises(InvalidOptions, match=f"no special card named {CODE}"):
        Options(special_cards=frozenset({CODE}))
    with pytest.raises(UnreadableAction, match="no action 'rise'"):
        from_plain({"action": "rise", "seat": 1, "says": 0, "give": None})
    assert len(deck((*SPECIAL_CARDS, CODE))) == 69
