"""AI players with every option and every special card: legal, sensible, and blind to what they can't see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final

import pytest

from engine import cards as card_module
from engine import special
from engine.actions import CHANCE, Bid, Deal, NameTrump, Play, PlayBlind, Seat, Settle
from engine.ai import Policy, adept, random_policy
from engine.ai.adept import estimates_of, seen_by
from engine.ai.deals import Knowledge, knowledge
from engine.ai.estimates import Estimates
from engine.ai.faces import WIZARD as WIZARD_NUMBER
from engine.ai.faces import Faces, faces_of
from engine.ai.playing import bids_for
from engine.cards import WIZARD, Card, Suit, card, cards, unseen
from engine.game import legal_actions, to_act
from engine.options import (
    SPECIAL_CARDS,
    Bidding,
    Bomb,
    FirstDealer,
    Length,
    NextDealer,
    Options,
    SumRule,
    Tie,
    WizardTurnup,
)
from engine.presets import PRESETS
from engine.special import Effect, Lead, Shape, Special
from engine.specials import Exchange, PassCard
from engine.state import Game, Round
from engine.view import view
from tests.engine.playing import after, bid, here, play, steps, table, whole_game

ALL: Final = Options(special_cards=frozenset(SPECIAL_CARDS))
SECRET: Final = replace(ALL, bidding=Bidding.SECRET)
TWENTY: Final = PRESETS["jubilee-20"]
TWENTY_AND_WITCH: Final = Options(special_cards=TWENTY.special_cards | {"WITCH"})
CANCELLING: Final = replace(ALL, bomb=Bomb.BIDS)
FOREHEAD: Final = Options(forehead=True)


def _decided(game: Game, number: int = 1) -> Any:
    """Return what the AI does for the first seat that is to act; the kind is for the test to know."""
    return adept(view(game, to_act(game)[0]), Random(number))


def _played(game: Game) -> str:
    """Return the card the AI plays."""
    decision = _decided(game)
    assert isinstance(decision, Play)
    return decision.card.code


# --- legality ------------------------------------------------------------------------------------


def _assert_legal(options: Options, players: int, number: int, policies: tuple[Policy, ...]) -> None:
    for game, action in steps(options, players, number, policies):
        seat = to_act(game)[0]
        assert seat == CHANCE or action in legal_actions(game, seat), f"{action} in {options}, seed {number}"


def _random_options(rng: Random) -> Options:
    subset = {code for code in SPECIAL_CARDS[2:] if rng.random() < 0.5} | rng.choice([set(), {"DRAGON", "FAIRY"}])
    bidding = rng.choice(list(Bidding))
    return Options(
        bidding=bidding,
        sum_rule=rng.choice(list(SumRule)) if bidding is Bidding.OPEN else SumRule.OFF,
        length=rng.choice(list(Length)),
        max_rounds=rng.choice([2, 3]),
        wizard_turnup=rng.choice(list(WizardTurnup)),
        next_dealer=rng.choice(list(NextDealer)),
        first_dealer=rng.choice(list(FirstDealer)),
        tie=rng.choice(list(Tie)),
        forehead=rng.random() < 0.5,
        bomb=rng.choice(list(Bomb)),
        special_cards=frozenset(subset) if rng.random() < 0.8 else frozenset(),
    )


@pytest.mark.parametrize("players", range(3, 7))
def test_it_never_plays_illegally_whatever_the_options(players: int) -> None:
    """Also against random players, whose strange bids and passes it would not make."""
    for number in range(25):
        options = _random_options(Random(100 * players + number))
        policies = (adept,) if number % 2 else (adept, random_policy)
        _assert_legal(options, players, number, policies)


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_every_preset_legally(preset: str, players: int) -> None:
    options = replace(PRESETS[preset], max_rounds=3)
    for number in range(3):
        _assert_legal(options, players, number, (adept,))


def test_it_meets_every_kind_of_decision() -> None:
    """Else the tests above would prove little."""
    met = set()
    for options in (ALL, FOREHEAD):
        for number in range(6):
            played = steps(replace(options, max_rounds=6), 4, number, (adept,))
            met |= {type(action).__name__ for _, action in played}
    assert met == {"DrawDealer", "Deal", "NameTrump", "Bid", "Play", "PlayBlind", "MoveBid", "PassCard", "Exchange"}


# --- bids and trumps -----------------------------------------------------------------------------


def test_it_bids_the_dragon_and_not_the_fairy() -> None:
    game = table("R2 Y3", "DRAGON Y2", "FAIRY Y1", upcard="B5", options=ALL)
    game = after(game, bid_now := _decided(game))
    assert [bid_now.tricks, _decided(game).tricks] == [1, 0]


def test_it_bids_nothing_on_bomb_and_witch() -> None:
    assert _decided(table("R2 Y3", "BOMB WITCH", "R4 Y1", upcard="B5", options=ALL)).tricks == 0


@pytest.mark.parametrize(("upcard", "tricks"), [("DRAGON", 1), ("J", 0)])
def test_it_bids_the_vampire_as_the_card_it_copies(upcard: str, tricks: int) -> None:
    game = table("R2 Y3", "VAMPIRE Y1", "R4 Y2", upcard=upcard, options=ALL)
    if upcard == "DRAGON":
        game = after(game, NameTrump(0, card("B1").suit))
    assert _decided(game).tricks == tricks


@pytest.mark.parametrize("number", range(3))
def test_the_werewolf_names_its_long_suit(number: int) -> None:
    game = table("R1 Y2 B3 R4 B7", "WEREWOLF G13 G9 G8 G6", "R5 Y6 B8 Y9 R9", upcard="G4", options=TWENTY)
    decision = _decided(game, number)
    assert (to_act(game), decision) == ((1,), NameTrump(1, card("G1").suit))


def test_the_werewolf_names_no_trump_when_it_is_high_in_every_suit() -> None:
    game = table("R1 Y2 B3 R4 B7", "WEREWOLF G13 B13 R13 Y13", "R5 Y6 B8 Y9 R9", upcard="G12", options=TWENTY)
    assert _decided(game) == NameTrump(1, None)


# --- cards with a choice -------------------------------------------------------------------------


def test_the_shapeshifter_is_a_jester_when_the_bid_is_made() -> None:
    game = play(bid(table("SHIFT", "R5", "R9", upcard="B1", options=ALL), 1, 1, 0), "R5 R9")
    assert _played(game) == "SHIFT:J"


def test_the_shapeshifter_is_a_wizard_when_a_trick_is_missing() -> None:
    game = play(bid(table("SHIFT Y1", "R5 Y2", "R9 Y3", upcard="B1", options=ALL), 1, 1, 1), "R5 R9")
    assert _played(game) == "SHIFT:W"


def test_the_shapeshifter_is_kept_when_it_could_not_win() -> None:
    game = play(bid(table("SHIFT Y1", "W Y2", "R9 Y3", upcard="B1", options=ALL), 1, 1, 1), "W R9")
    assert _played(game) == "Y1"


def test_the_juggler_names_a_suit_that_wins_when_tricks_are_missing() -> None:
    game = play(bid(table("JUGGLER Y1", "R9 Y2", "R10 Y3", upcard="B1", options=ALL), 1, 1, 1), "R9 R10")
    assert _played(game) == "JUGGLER:B"


def test_the_juggler_names_a_suit_that_loses_when_none_is() -> None:
    game = play(bid(table("JUGGLER", "R9", "Y3", upcard="B1", options=ALL), 1, 0, 0), "R9 Y3")
    assert _played(game) in {"JUGGLER:R", "JUGGLER:Y", "JUGGLER:G"}


def test_the_cloud_wins_with_the_led_suit_where_there_is_no_trump() -> None:
    game = play(bid(table("CLOUD", "R9", "R4", upcard="J", options=ALL), 0, 0, 1), "R9 R4")
    assert _played(game) == "CLOUD:R"


def test_a_vampire_makes_the_choice_of_the_card_it_copies() -> None:
    game = after(table("VAMPIRE", "R5", "R9", upcard="SHIFT", options=ALL), NameTrump(0, card("B1").suit))
    assert _played(play(bid(game, 1, 1, 0), "R5 R9")) == "VAMPIRE:J"
    assert _played(play(bid(game, 0, 0, 1), "R5 R9")) == "VAMPIRE:W"


# --- cards without -------------------------------------------------------------------------------


def test_the_dragon_is_kept_when_the_fairy_lies_there() -> None:
    game = play(bid(table("DRAGON Y1", "FAIRY Y2", "R9 Y3", upcard="B1", options=ALL), 0, 0, 1), "FAIRY R9")
    assert _played(game) == "Y1"


def test_the_dragon_is_thrown_to_the_fairy_when_the_bid_is_made() -> None:
    game = play(bid(table("DRAGON Y1", "FAIRY Y2", "R9 Y3", upcard="B1", options=ALL), 0, 0, 0), "FAIRY R9")
    assert _played(game) == "DRAGON"


def test_the_fairy_takes_a_missing_trick_from_the_dragon() -> None:
    game = play(bid(table("FAIRY Y1", "DRAGON Y2", "W Y3", upcard="B1", options=ALL), 1, 1, 1), "DRAGON W")
    assert _played(game) == "FAIRY"


def test_the_bomb_saves_a_made_bid() -> None:
    game = play(bid(table("R13 BOMB", "R5 Y2", "R9 Y3", upcard="B1", options=ALL), 1, 1, 0), "R5 R9")
    assert _played(game) == "BOMB"


def test_the_bomb_is_kept_when_the_trick_is_needed() -> None:
    game = play(bid(table("R13 BOMB", "R5 Y2", "R9 Y3", upcard="B1", options=ALL), 0, 0, 1), "R5 R9")
    assert _played(game) == "R13"


def test_a_bombed_trick_is_no_place_for_a_needed_wizard() -> None:
    game = play(bid(table("W J", "R5 Y2", "BOMB Y3", upcard="B1", options=ALL), 1, 0, 1), "R5 BOMB")
    assert _played(game) == "J"


def test_a_bombed_trick_is_the_place_for_a_wizard_that_would_take_too_much() -> None:
    game = play(bid(table("W J", "R5 Y2", "BOMB Y3", upcard="B1", options=ALL), 1, 0, 0), "R5 BOMB")
    assert _played(game) == "W"


def test_the_fairy_is_sure_of_the_dragons_trick_whoever_comes_later() -> None:
    """With two good cards more that is a trick too many."""
    game = bid(table("Y1 Y2 Y3", "DRAGON R1 R2", "FAIRY R13 R12", upcard="B1", options=ALL), 1, 1, 1)
    assert _played(play(game, "DRAGON")) == "R13"


def test_the_witch_is_played_where_she_can_take_what_is_missing() -> None:
    played = {}
    for other in ("W", "R2"):
        game = table("WITCH Y1 G1", f"{other} Y2 Y4", "R3 Y3 Y5", upcard="B1", options=ALL)
        played[other] = _played(play(bid(game, 1, 1, 1), f"{other} R3"))
    assert played == {"W": "WITCH", "R2": "Y1"}


@pytest.mark.parametrize(("second", "played"), [("CLOUD:R", "R13"), ("R6", "R3")])
def test_it_may_win_with_a_made_bid_where_the_cloud_lies(second: str, played: str) -> None:
    """It can move its bid up then, and is rid of a card that would win later."""
    game = table("R13 R3", "R5 Y2", f"{second.partition(':')[0]} Y3", upcard="B1", options=ALL)
    assert _played(play(bid(game, 1, 1, 0), f"R5 {second}")) == played


# --- cancelled bids ------------------------------------------------------------------------------


def test_with_cancelled_bids_it_takes_every_trick_it_can() -> None:
    game = table("W J", "R5 Y2", "BOMB Y3", upcard="B1", options=CANCELLING)
    assert _played(play(bid(game, 1, 0, 0), "R5 BOMB")) == "W"
    game = table("R13 R1", "BOMB Y2", "R9 Y3", upcard="B1", options=CANCELLING)
    assert _played(play(bid(game, 1, 0, 0), "BOMB R9")) == "R13"


def test_it_cancels_the_bids_when_its_own_is_lost_and_not_before() -> None:
    game = table("BOMB Y1", "R5 Y2", "R9 Y3", upcard="B1", options=CANCELLING)
    assert _played(play(bid(game, 0, 0, 2), "R5 R9")) == "BOMB"
    assert _played(play(bid(game, 1, 1, 0), "R5 R9")) == "Y1"


# --- after a trick -------------------------------------------------------------------------------


def _witch(hand: str, tricks: int, other: str = "R9") -> Game:
    """Return a game where seat 1 has led the Witch, and has this card left and so many tricks to take."""
    game = table("R2 Y3", f"WITCH {hand}", f"{other} Y4", upcard="B1", options=ALL)
    return play(bid(game, tricks, 1, 0), f"WITCH {other} R2")


def test_the_witch_keeps_a_wizard_while_tricks_are_missing() -> None:
    assert _decided(_witch("W", 1)) == Exchange(1)


def test_the_witch_gives_a_wizard_away_when_the_bid_is_made() -> None:
    decision = _decided(_witch("W", 0))
    assert decision == Exchange(1, WIZARD, card("R2"))


def test_the_witch_takes_a_wizard_while_tricks_are_missing_and_leaves_it_otherwise() -> None:
    assert _decided(_witch("G2", 1, other="W")) == Exchange(1, card("G2"), WIZARD)
    assert _decided(_witch("G1", 0, other="W")) == Exchange(1)


def _cloud(rest: str, tricks: int, options: Options = ALL) -> Game:
    """Return a game where seat 1 has bid so many tricks and won with the Cloud."""
    game = table("R2 Y3 Y5", f"CLOUD {rest}", "R9 Y4 Y6", upcard="B5", options=options)
    game = after(game, *(Bid(seat, tricks if seat == 1 else 0) for seat in (1, 2, 0)))
    return play(game, "CLOUD:R R9 R2")


@pytest.mark.parametrize("options", [ALL, replace(ALL, bidding=Bidding.HIDDEN), SECRET], ids=lambda o: o.bidding)
@pytest.mark.parametrize(("rest", "tricks", "by"), [("W W", 1, 1), ("W W", 2, 1), ("R1 J", 2, -1)])
def test_the_cloud_moves_a_bid_towards_what_will_be_made(rest: str, tricks: int, by: int, options: Options) -> None:
    assert _decided(_cloud(rest, tricks, options)).by == by


def test_the_cloud_moves_a_bid_up_where_both_ways_are_as_good() -> None:
    assert _decided(_cloud("J R1", 1)).by == 1


@pytest.mark.parametrize(("tricks", "passed"), [(0, "W"), (1, "R1")])
def test_the_juggler_passes_what_hurts(tricks: int, passed: str) -> None:
    game = bid(table("R2 Y3 Y5", "JUGGLER W R1", "R9 Y4 Y6", upcard="B5", options=ALL), tricks, 1, 1)
    decision = adept(view(play(game, "JUGGLER:R R9 R2"), 1), Random(1))
    assert decision == PassCard(1, card(passed))


# --- a round on the forehead ---------------------------------------------------------------------


@pytest.mark.parametrize(("others", "tricks"), [("Y2 G1", 1), ("Y2 W", 0), ("B13 G1", 0), ("J J", 1)])
def test_on_the_forehead_it_bids_from_the_others_cards(others: str, tricks: int) -> None:
    """Seat 1 leads; its own card, which it can't see, makes no difference."""
    second, dealt = others.split()
    for mine in ("W", "R1", "J"):
        assert _decided(table(dealt, mine, second, upcard="B5", options=FOREHEAD)) == Bid(1, tricks)


def test_on_the_forehead_it_names_the_trump_under_which_it_is_surest_to_lose() -> None:
    """A shown red 13 beats nearly all it may hold itself, once red is trump."""
    for mine in ("W", "Y12", "J"):
        assert _decided(table(mine, "Y2", "R13", "J", upcard="W", options=FOREHEAD)).suit == "R"


def test_on_the_forehead_it_plays_the_card_it_cannot_see() -> None:
    assert _decided(bid(table("R1", "R2", "R3", options=FOREHEAD), 0, 0, 0)) == PlayBlind(1)


# --- what it can't see ---------------------------------------------------------------------------


def test_it_does_not_read_hidden_bids() -> None:
    game = table("R2 Y3 Y5", "G13 W R1", "R9 Y4 Y6", upcard="B5", options=Options(bidding=Bidding.HIDDEN))
    for tricks in range(4):
        assert adept(view(after(game, Bid(2, tricks)), 1), Random(1)) == _decided(game)


def _with_other_bids(game: Game, seat: Seat, rng: Random) -> Game:
    running = here(game)
    bids = tuple(bid if at == seat else rng.randint(0, running.size) for at, bid in enumerate(running.bids))
    return replace(game, round=replace(running, bids=bids))


def test_it_does_not_read_secret_bids() -> None:
    rng, decided = Random(1), 0
    for game, action in steps(replace(SECRET, max_rounds=8), 4, 1, (adept,)):
        if game.round is not None and None not in game.round.bids:
            seat = to_act(game)[0]
            decided += 1
            other = view(_with_other_bids(game, seat, rng), seat)
            assert adept(other, Random(1)) == adept(view(game, seat), Random(1)), f"{action}"
    assert decided > 100


def test_open_bids_do_make_a_difference() -> None:
    """The tests above would notice."""
    game = table("B9 Y11 R12", "R9 Y4 Y6", "G13 W R1", upcard="B5")
    assert len({_decided(bid(game, tricks, tricks)).tricks for tricks in range(4)}) > 1


# --- what it reckons with ------------------------------------------------------------------------


def _knowledge(game: Game, seat: Seat) -> tuple[Counter[Card], list[Counter[Card]], Knowledge]:
    """Return what a seat knows nowhere, and what it knows of every hand, as cards."""
    seen = view(game, seat)
    assert seen.round is not None
    faces = faces_of(game.options, seen.round.copied)
    known = knowledge(seen, seen.round, faces)
    held = [Counter(faces.all[face] for face in hand) for hand in known.held]
    return Counter(faces.all[face] for face in known.pool), held, known


def _theirs(game: Game, seat: Seat) -> list[tuple[Seat, str]]:
    """Return the cards a seat knows others to hold."""
    _, held, _ = _knowledge(game, seat)
    return [(at, face.code) for at, hand in enumerate(held) if at != seat for face in hand.elements()]


def _not_visible(game: Game, seat: Seat) -> Counter[Card]:
    """Return the cards of the others' hands and the stock, from the whole state."""
    running = here(game)
    piles = [face for trick in running.tricks for face in trick.pile]
    turned = [face for face in (running.upcard, running.spare if running.chooser is None else None) if face]
    seen = [*running.hands[seat], *piles, *(face.bare for face in running.trick.cards), *turned]
    return +unseen(seen, game.options.special_cards)


def _seats(options: Options, games: int) -> Iterator[tuple[Game, Seat]]:
    for number in range(games):
        for game, _ in steps(options, 4, number, (adept, random_policy)):
            if game.round is not None:
                yield game, to_act(game)[0]


def test_it_counts_what_it_has_not_seen_and_knows_where_cards_are() -> None:
    """Against the whole state."""
    known = 0
    for game, seat in _seats(replace(ALL, max_rounds=5), 8):
        pool, held, _ = _knowledge(game, seat)
        for hand, there in zip(held, here(game).hands, strict=True):
            assert hand <= Counter(there)
        others = sum(held[:seat] + held[seat + 1 :], Counter[Card]())
        assert pool + others == _not_visible(game, seat) - Counter([card("WEREWOLF")])
        known += others.total()
    assert known > 20


def test_it_imagines_no_card_where_it_cannot_be() -> None:
    """The voids it knows are true ones, and the hands it deals have the right number of cards and none of these."""
    voids, rng = 0, Random(1)
    for options in (Options(max_rounds=8), replace(ALL, max_rounds=8)):
        for game, seat in _seats(options, 2):
            _, held, known = _knowledge(game, seat)
            hands = known.deal(rng)
            for at, barred in enumerate(known.voids):
                new = Counter(hands[at]) - Counter(known.held[at])
                assert not any(face < WIZARD_NUMBER and face // 13 in barred for face in new)
                true = Counter(here(game).hands[at]) - held[at]
                assert not any(face.suit and list(Suit).index(face.suit) in barred for face in true)
                voids += len(barred)
            assert [len(hand) for hand in hands] == [len(hand) for hand in here(game).hands]
    assert voids > 100


def test_it_counts_the_spare_as_out_of_play() -> None:
    game = _with_spare()
    assert _knowledge(game, 0)[0][card("R9")] == 1
    game = after(game, NameTrump(1, None))
    assert _knowledge(game, 0)[0][card("R9")] == 0


def _with_spare() -> Game:
    """Return a game where seat 1 has the Werewolf and a red 9 lies below the turned-up card."""
    game = Game(ALL, 3, dealer=0)
    hands = (cards("R1"), cards("WEREWOLF"), cards("G4"))
    return after(game, Deal(hands, card("W"), card("R9")))


def test_it_knows_the_card_a_werewolf_and_a_witch_got() -> None:
    game = table("R1 Y2", "WEREWOLF WITCH", "G4 G5", upcard="W", options=TWENTY_AND_WITCH)
    game = bid(after(game, NameTrump(1, None)), 0, 0, 0)
    assert _theirs(game, 0) == [(1, "W")]
    game = play(game, "WITCH G4 R1")
    game = after(game, Exchange(1, WIZARD, card("G4")))
    assert _theirs(game, 0) == [(1, "G4")]
    assert _theirs(game, 1) == []
    assert _knowledge(game, 0)[0][WIZARD] == 3


def _passed_on(upcard: str) -> Game:
    """Return a game where seat 1 got this card openly, and then has passed it on unseen by seat 0."""
    hands = ("R1 Y2 Y3", "WEREWOLF G5 G6", "JUGGLER Y4 Y5", "R7 Y6 Y7")
    game = table(*hands, upcard=upcard, dealer=1, options=TWENTY)
    game = bid(after(game, NameTrump(1, None)), 0, 0, 0, 0)
    assert _theirs(game, 0) == [(1, upcard)]
    game = play(game, "JUGGLER:B R7 R1 G5")
    passed = ("Y2", upcard, "Y4", "Y6")
    return after(game, *(PassCard(seat, card(code)) for seat, code in enumerate(passed)))


def test_what_went_on_unseen_is_known_no_more() -> None:
    assert _theirs(_passed_on("W"), 0) == [(1, "Y2")]
    assert _theirs(_passed_on("G9"), 0) == [(1, "Y2")]


# --- what cards are worth ------------------------------------------------------------------------


def _estimates(game: Game, without: str = "", known: str = "") -> tuple[Estimates, Faces]:
    """Return what seat 0 makes of its hand, some unseen cards left out or known to be in a hand."""
    seen = view(game, 0)
    assert seen.round is not None
    at, others = seen_by(seen, seen.round)
    for face in cards(without):
        others.strike(at.faces.number[face])
    others.known = [*others.known, *(at.faces.number[face] for face in cards(known))]
    return estimates_of(at, 0, others), at.faces


def _before_play(hand: str, upcard: str = "B1", options: Options = ALL) -> Game:
    return table(hand, "R4 Y4", "R5 Y5", upcard=upcard, options=options)


def _chance(hand: str, code: str, **left: str) -> float:
    estimates, faces = _estimates(_before_play(hand), **left)
    return estimates.value[faces.number[card(code)]]


@pytest.mark.parametrize("code", ["W", "B9"])
def test_a_card_is_worth_less_for_the_special_cards_that_beat_it(code: str) -> None:
    hand = f"{code} Y3"
    rest = "DRAGON SHIFT"
    assert 0 < _chance(hand, code) < _chance(hand, code, without=rest)
    assert _chance(hand, code, known="DRAGON") < _chance(hand, code)


def test_a_choice_is_worth_most_of_the_better_one() -> None:
    better = _chance("SHIFT Y3", "SHIFT:W")
    assert _chance("SHIFT Y3", "SHIFT:J") == 0 < 0.8 * better < _chance("SHIFT Y3", "SHIFT") < better


def test_it_takes_unknown_bids_for_usual_ones() -> None:
    game = table("R2 Y3 Y5", "G13 W R1", "R9 Y4 Y6", upcard="B5", options=SECRET)
    seen = view(after(game, Bid(0, 1), Bid(1, 3), Bid(2, 3)), 0)
    assert seen.round is not None
    at, _ = seen_by(seen, seen.round)
    assert bids_for(at, 0) == [1, 1, 1]


# --- a special card it was not told of -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nod(Settle):
    """What only the card below asks for."""

    name: ClassVar[str] = "nod"
    seat: Seat
    times: int


class _Nodding(Effect):
    order = 5
    decision = Nod

    def seats(self, here: Round, player: Seat) -> tuple[Seat, ...]:  # noqa: ARG002
        return (player,)

    def decisions(self, here: Round, player: Seat, seat: Seat) -> tuple[Settle, ...]:  # noqa: ARG002
        return (Nod(seat, 1), Nod(seat, 2))

    def settle(self, here: Round, settled: tuple[Settle, ...]) -> tuple[Round, None]:  # noqa: ARG002
        return here, None


class _Giant(Special):
    """Between the trumps and the Wizards, or nothing at all."""

    code = "GIANT"
    choices = ("TALL", "SMALL")
    after = _Nodding()

    def shape(self, choice: str) -> Shape:
        return Shape(Lead.PASSES, 75 if choice == "TALL" else 5, special=self.code)


@pytest.fixture
def giant(monkeypatch: pytest.MonkeyPatch) -> Options:
    """Return options with a tenth special card, for this test only."""
    for module, names in ((card_module, ("_SPECIAL", "_FACES", "_PLACE")), (special, ("_SPECIALS", "_SHAPES"))):
        for name in names:
            monkeypatch.setattr(module, name, dict(getattr(module, name)))
    monkeypatch.setattr(special, "_COPIERS", set(special._COPIERS))
    special.register(_Giant())
    return Options(special_cards=frozenset({*SPECIAL_CARDS, "GIANT"}))


@pytest.mark.parametrize("players", [3, 6])
def test_it_plays_a_further_special_card_legally(giant: Options, players: int) -> None:
    nodded = 0
    for number in range(12):
        for game, action in steps(replace(giant, max_rounds=4), players, number, (adept,)):
            seat = to_act(game)[0]
            assert seat == CHANCE or action in legal_actions(game, seat)
            nodded += isinstance(action, Nod)
    assert nodded


@pytest.mark.parametrize(("tricks", "played"), [(1, "GIANT:TALL"), (0, "GIANT:SMALL")])
def test_it_plays_a_further_special_card_with_sense(giant: Options, tricks: int, played: str) -> None:
    game = play(bid(table("GIANT", "R9", "B4", upcard="B5", options=giant), 0, 0, tricks), "R9 B4")
    assert _played(game) == played


def test_it_reckons_with_the_strength_of_a_further_special_card(giant: Options) -> None:
    estimates, faces = _estimates(_before_play("GIANT B12", options=giant))
    chances = [estimates.value[faces.number[card(code)]] for code in ("GIANT:SMALL", "B12", "GIANT:TALL")]
    assert 0 == chances[0] < chances[1] < chances[2]


# --- strength ------------------------------------------------------------------------------------


def test_it_beats_random_players_with_all_special_cards() -> None:
    games, points = 60, [0, 0, 0, 0]
    for number in range(games):
        seat = number % 4
        policies = tuple(adept if at == seat else random_policy for at in range(4))
        totals = whole_game(replace(ALL, max_rounds=6), 4, number, policies).totals
        points = [sum(pair) for pair in zip(points, (*totals[seat:], *totals[:seat]), strict=True)]
    assert points[0] > max(points[1:]) + 40 * games, points


def test_its_bids_are_often_exact_with_all_special_cards() -> None:
    scores = [score for number in range(8) for score in whole_game(ALL, 4, number, (adept,)).scores]
    exact = [score.made(seat) for score in scores for seat in range(4)]
    assert sum(exact) / len(exact) > 0.45, sum(exact) / len(exact)
