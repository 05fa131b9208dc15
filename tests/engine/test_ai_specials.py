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
from engine.ai import Policy, random_policy, rule_of_thumb
from engine.ai.goal import needs, tricks_there
from engine.ai.reckoning import Unseen, reckon
from engine.ai.worth import beaten_by_one, chance_of, worth
from engine.cards import WIZARD, Card, card, cards, unseen
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
    return rule_of_thumb(view(game, to_act(game)[0]), Random(number))


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
        policies = (rule_of_thumb,) if number % 2 else (rule_of_thumb, random_policy)
        _assert_legal(options, players, number, policies)


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("preset", PRESETS)
def test_it_plays_every_preset_legally(preset: str, players: int) -> None:
    options = replace(PRESETS[preset], max_rounds=3)
    for number in range(3):
        _assert_legal(options, players, number, (rule_of_thumb,))


def test_it_meets_every_kind_of_decision() -> None:
    """Else the tests above would prove little."""
    met = set()
    for options in (ALL, FOREHEAD):
        for number in range(6):
            played = steps(replace(options, max_rounds=6), 4, number, (rule_of_thumb,))
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


def test_it_does_not_lead_into_a_wizard_it_has_seen_go() -> None:
    led = {}
    for upcard in ("W", "R2"):
        game = table("R3 Y4", "B13 B2", "WEREWOLF Y2", upcard=upcard, options=TWENTY)
        led[upcard] = _played(bid(after(game, NameTrump(2, card("B1").suit)), 1, 1, 1))
    assert led == {"W": "B2", "R2": "B13"}


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
    decision = rule_of_thumb(view(play(game, "JUGGLER:R R9 R2"), 1), Random(1))
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
        assert rule_of_thumb(view(after(game, Bid(2, tricks)), 1), Random(1)) == _decided(game)


def _with_other_bids(game: Game, seat: Seat, rng: Random) -> Game:
    running = here(game)
    bids = tuple(bid if at == seat else rng.randint(0, running.size) for at, bid in enumerate(running.bids))
    return replace(game, round=replace(running, bids=bids))


def test_it_does_not_read_secret_bids() -> None:
    rng, decided = Random(1), 0
    for game, action in steps(replace(SECRET, max_rounds=8), 4, 1, (rule_of_thumb,)):
        if game.round is not None and None not in game.round.bids:
            seat = to_act(game)[0]
            decided += 1
            other = view(_with_other_bids(game, seat, rng), seat)
            assert rule_of_thumb(other, Random(1)) == rule_of_thumb(view(game, seat), Random(1)), f"{action}"
    assert decided > 100


def test_open_bids_do_make_a_difference() -> None:
    """The tests above would notice."""
    game = table("R2 Y3 Y5", "R9 Y4 Y6", "G13 W R1", upcard="B5")
    assert len({_decided(bid(game, tricks, tricks)).tricks for tricks in range(4)}) > 1


# --- what it reckons with ------------------------------------------------------------------------


def _bits(faces: Counter[Card]) -> dict[str, int]:
    ranks = {face: 1 << face.rank for face in faces.elements() if face.suit is not None}
    return {suit: sum(bit for face, bit in ranks.items() if face.suit == suit) for suit in "RYGB"}


def _not_visible(game: Game, seat: Seat) -> Counter[Card]:
    """Return the cards of the others' hands and the stock, from the whole state."""
    running = here(game)
    piles = [face for trick in running.tricks for face in trick.pile]
    turned = [face for face in (running.upcard, running.spare if running.chooser is None else None) if face]
    seen = [*running.hands[seat], *piles, *(face.bare for face in running.trick.cards), *turned]
    return unseen(seen, game.options.special_cards)


def _reckoned(options: Options) -> Iterator[tuple[Game, Seat, Unseen]]:
    for number in range(8):
        for game, _ in steps(options, 4, number, (rule_of_thumb, random_policy)):
            if game.round is not None:
                seat = to_act(game)[0]
                seen = view(game, seat)
                assert seen.round is not None
                yield game, seat, reckon(seen, seen.round, seen.round.trump)


def test_it_counts_what_it_has_not_seen_and_knows_where_cards_are() -> None:
    """Against the whole state; without the Vampire, which would be a second card of some face."""
    options = Options(special_cards=ALL.special_cards - {"VAMPIRE"}, max_rounds=5)
    known = 0
    for game, seat, others in _reckoned(options):
        hands = here(game).hands
        elsewhere = Counter(face for at, hand in enumerate(hands) if at != seat for face in hand)
        held = Counter(face for _, face in others.known)
        assert held <= elsewhere, f"{held} in {elsewhere}"
        left = _not_visible(game, seat) - held
        assert others.ranks == _bits(left)
        assert others.wizards == left[WIZARD]
        assert set(others.specials) == {face for face in left if special.of(face)}
        assert others.share == pytest.approx((elsewhere - held).total() / max(1, left.total()))
        known += held.total()
    assert known > 50


def test_it_reckons_with_a_vampire_as_what_it_copies() -> None:
    game = bid(table("R2 Y3", "R4 Y4", "VAMPIRE Y1", upcard="R9", options=ALL), 0, 0, 0)
    assert card("R9") in _reckoning(game, 1).specials
    assert card("R9") not in _reckoning(play(game, "R4 VAMPIRE"), 1).specials


def test_it_counts_the_spare_as_out_of_play() -> None:
    game = _with_spare()
    assert _reckoning(game, 0).ranks["R"] & 1 << 9
    game = after(game, NameTrump(1, None))
    assert not _reckoning(game, 0).ranks["R"] & 1 << 9
    assert _reckoning(game, 0).copied is card("R9")


def _with_spare() -> Game:
    """Return a game where seat 1 has the Werewolf and a red 9 lies below the turned-up card."""
    game = Game(ALL, 3, dealer=0)
    hands = (cards("R1"), cards("WEREWOLF"), cards("G4"))
    return after(game, Deal(hands, card("W"), card("R9")))


def test_it_knows_the_card_a_werewolf_and_a_witch_got() -> None:
    game = table("R1 Y2", "WEREWOLF WITCH", "G4 G5", upcard="W", options=TWENTY_AND_WITCH)
    game = bid(after(game, NameTrump(1, None)), 0, 0, 0)
    assert _reckoning(game, 0).known == ((1, WIZARD),)
    game = play(game, "WITCH G4 R1")
    game = after(game, Exchange(1, WIZARD, card("G4")))
    assert _reckoning(game, 0).known == ((1, card("G4")),)
    assert _reckoning(game, 1).known == ()
    assert _reckoning(game, 0).wizards == 3


def _passed_on(upcard: str) -> Game:
    """Return a game where seat 1 got this card openly, and then has passed it on unseen by seat 0."""
    hands = ("R1 Y2 Y3", "WEREWOLF G5 G6", "JUGGLER Y4 Y5", "R7 Y6 Y7")
    game = table(*hands, upcard=upcard, dealer=1, options=TWENTY)
    game = bid(after(game, NameTrump(1, None)), 0, 0, 0, 0)
    assert _reckoning(game, 0).known == ((1, card(upcard)),)
    game = play(game, "JUGGLER:B R7 R1 G5")
    passed = ("Y2", upcard, "Y4", "Y6")
    return after(game, *(PassCard(seat, card(code)) for seat, code in enumerate(passed)))


def test_it_follows_the_cards_it_saw_go_through_a_pass() -> None:
    """A Wizard may have gone on unseen; a card that is alone of its kind is still somewhere."""
    assert _reckoning(_passed_on("W"), 0).known == ((1, card("Y2")),)
    game = _passed_on("G9")
    assert _reckoning(game, 0).known == ((1, card("G9")), (1, card("Y2")))
    assert _reckoning(play(game, "G9"), 0).known == ((1, card("Y2")),)


def _reckoning(game: Game, seat: Seat) -> Unseen:
    seen = view(game, seat)
    assert seen.round is not None
    return reckon(seen, seen.round, seen.round.trump)


# --- what cards are worth ------------------------------------------------------------------------


def _before_play(upcard: str = "B1", options: Options = ALL) -> Unseen:
    """Return what seat 0 of three reckons with, two cards in hand."""
    return _reckoning(table("R2 Y3", "R4 Y4", "R5 Y5", upcard=upcard, options=options), 0)


def _chance(code: str, others: Unseen) -> float:
    return chance_of(card(code), others)


def test_the_dragon_is_worth_less_while_the_fairy_is_out() -> None:
    shown = _chance("DRAGON", _before_play("FAIRY", TWENTY))
    assert _chance("DRAGON", _before_play("BOMB", TWENTY)) < shown


def test_every_card_is_worth_less_for_the_special_cards_that_beat_it() -> None:
    others = _before_play()
    for code in ("W", "B9", "R9", "JUGGLER:B"):
        assert 0 < _chance(code, others) < _chance(code, replace(others, specials=())), code


def test_a_card_is_worth_less_for_one_that_beats_it_in_a_known_hand() -> None:
    others = _before_play()
    known = replace(others, known=((1, card("DRAGON")), (2, card("B12"))))
    for code in ("W", "B11", "R9"):
        assert _chance(code, known) < _chance(code, others), code
    assert _chance("FAIRY", known) > _chance("FAIRY", others) > _chance("J", others) == 0


def test_a_choice_and_an_exchange_leave_room() -> None:
    others = _before_play()
    assert worth(card("SHIFT"), others).low == 0 < worth(card("SHIFT"), others).high == _chance("W", others)
    assert worth(card("JUGGLER"), others).high == _chance("JUGGLER:B", others) > worth(card("JUGGLER"), others).low
    assert worth(card("WITCH"), others).low < 0 < worth(card("WITCH"), others).high


def test_what_may_beat_a_card_now() -> None:
    others = _before_play()
    assert beaten_by_one(card("DRAGON"), replace(others, specials=())) == 0 < beaten_by_one(card("DRAGON"), others)
    assert beaten_by_one(card("B3"), replace(others, specials=())) > 0.2
    assert 0 < beaten_by_one(card("W"), others) < beaten_by_one(card("B13"), others) < beaten_by_one(card("J"), others)


def test_a_bomb_leaves_a_trick_to_nobody() -> None:
    others = _before_play("BOMB", TWENTY)
    assert tricks_there(cards("R2 Y3"), others) == 2
    assert tricks_there(cards("BOMB Y3"), others) == 1
    assert 1 < tricks_there(cards("R2 Y3"), _before_play()) < 2


def test_it_takes_unknown_bids_for_usual_ones() -> None:
    game = table("R2 Y3 Y5", "G13 W R1", "R9 Y4 Y6", upcard="B5", options=SECRET)
    seen = view(after(game, Bid(0, 1), Bid(1, 3), Bid(2, 3)), 0)
    assert seen.round is not None
    assert needs(seen, seen.round) == [1, 1, 1]


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
        for game, action in steps(replace(giant, max_rounds=4), players, number, (rule_of_thumb,)):
            seat = to_act(game)[0]
            assert seat == CHANCE or action in legal_actions(game, seat)
            nodded += isinstance(action, Nod)
    assert nodded


@pytest.mark.parametrize(("tricks", "played"), [(1, "GIANT:TALL"), (0, "GIANT:SMALL")])
def test_it_plays_a_further_special_card_with_sense(giant: Options, tricks: int, played: str) -> None:
    game = play(bid(table("GIANT", "R9", "B4", upcard="B5", options=giant), 0, 0, tricks), "R9 B4")
    assert _played(game) == played


def test_it_reckons_with_the_strength_of_a_further_special_card(giant: Options) -> None:
    others = _before_play(options=giant)
    assert beaten_by_one(card("GIANT:TALL"), others) < beaten_by_one(card("B13"), others)
    assert _chance("GIANT:SMALL", others) == 0 < _chance("B13", others) < _chance("GIANT:TALL", others)


# --- strength ------------------------------------------------------------------------------------


def test_it_beats_random_players_with_all_special_cards() -> None:
    games, points = 60, [0, 0, 0, 0]
    for number in range(games):
        seat = number % 4
        policies = tuple(rule_of_thumb if at == seat else random_policy for at in range(4))
        totals = whole_game(replace(ALL, max_rounds=6), 4, number, policies).totals
        points = [sum(pair) for pair in zip(points, (*totals[seat:], *totals[:seat]), strict=True)]
    assert points[0] > max(points[1:]) + 40 * games, points


def test_its_bids_are_often_exact_with_all_special_cards() -> None:
    scores = [score for number in range(8) for score in whole_game(ALL, 4, number, (rule_of_thumb,)).scores]
    exact = [score.made(seat) for score in scores for seat in range(4)]
    assert sum(exact) / len(exact) > 0.45, sum(exact) / len(exact)
