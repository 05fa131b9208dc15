"""What holds in every state of every game with special cards (rules.md §3 General, §4.15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Final

import pytest

from engine import rules
from engine.actions import CHANCE, Action, Bid, Decision, IllegalAction, NameTrump, Play, PlayBlind
from engine.cards import Card, Suit, card, cards, deck
from engine.dealing import shuffled
from engine.game import apply, legal_actions, new_game, phase, replay, to_act
from engine.notation import from_plain, to_plain
from engine.options import SPECIAL_CARDS, Bidding, Bomb, FirstDealer, Length, NextDealer, Options, SumRule, Tie
from engine.presets import PRESETS
from engine.record import dump, load
from engine.specials import BidMoved, CardsPassed, Exchange, MoveBid, PassCard
from engine.state import Aftermath, Ask, Game, Phase, Trick
from engine.view import View, view
from tests.engine.playing import all_cards, here, seed_of, steps, whole_record

ALL: Final = frozenset(SPECIAL_CARDS)
TABLES: Final = {
    "jubilee-20": PRESETS["jubilee-20"],
    "jubilee-25": PRESETS["jubilee-25"],
    "jubilee-30": PRESETS["jubilee-30"],
    "five": Options(length=Length.FIVE, special_cards=ALL),
    "secret": Options(special_cards=ALL, bidding=Bidding.SECRET, next_dealer=NextDealer.LAST_TRICK_WINNER),
    "hidden": Options(special_cards=ALL, bidding=Bidding.HIDDEN, first_dealer=FirstDealer.HIGH_CARD),
    "bids cancelled": Options(special_cards=ALL, bomb=Bomb.BIDS, tie=Tie.CASCADE),
    "sum rule": Options(special_cards=ALL, sum_rule=SumRule.ALWAYS, next_dealer=NextDealer.LAST_TRICK_WINNER),
}
_FACES: Final = tuple(dict.fromkeys(deck(ALL)))
_SAID: Final = cards(
    " ".join(
        [
            *(f"{code}:{suit}" for code in ("JUGGLER", "CLOUD", "VAMPIRE") for suit in "RYGB"),
            *("SHIFT:W", "SHIFT:J", "VAMPIRE:W", "VAMPIRE:J"),
        ]
    )
)


def _short(options: Options, players: int) -> Options:
    """Return the options with the last rounds cut off, so that a game takes no longer with three players."""
    changed = {name: getattr(options, name) for name in Options.__slots__}
    return Options(**changed | {"max_rounds": 1 if options.length is Length.FIVE else min(7, 60 // players)})


# --- every state ---------------------------------------------------------------------------------


def _require_all_cards_once(game: Game, number: int) -> None:
    """Hands, tricks, what is turned up and the stock of the shuffle are the deck."""
    running = here(game)
    pack = shuffled(seed_of(number), running.number, game.options.special_cards)
    turned = 1 if running.spare is None else 2
    stock = pack[running.size * game.players + turned :]
    assert Counter([*all_cards(game), *stock]) == Counter(deck(game.options.special_cards))


def _require_equal_hands_between_tricks(game: Game) -> None:
    running = here(game)
    behind = [(seat - running.trick.leader) % game.players < len(running.trick.cards) for seat in range(game.players)]
    assert [len(hand) for hand in running.hands] == [running.size - len(running.tricks) - played for played in behind]


def _require_possible_bids(game: Game) -> None:
    running = here(game)
    assert all(said is None or 0 <= said <= running.size for said in running.bids)
    assert running.trump is None or running.chooser is None


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(("name", "players"), list(product(TABLES, range(3, 7))))
def test_15_in_every_state_each_card_is_there_once_hands_are_equal_and_somebody_can_act(
    name: str, players: int, number: int
) -> None:
    for at, (game, action) in enumerate(steps(_short(TABLES[name], players), players, number)):
        assert to_act(game), f"seed {number}, step {at}"
        if to_act(game) == (CHANCE,):
            continue
        _require_all_cards_once(game, number)
        _require_equal_hands_between_tricks(game)
        _require_possible_bids(game)
        assert all(legal_actions(game, seat) for seat in to_act(game)), f"seed {number}, step {at}"
        assert action in legal_actions(game), f"seed {number}, step {at}"
        assert from_plain(to_plain(action)) == action


# --- the legal actions ---------------------------------------------------------------------------


def _every_decision(game: Game, rng: Random) -> Iterator[Decision]:
    """Yield what a seat could say, all of it but for the exchanges, of which a part is drawn."""
    there = [face.bare for trick in here(game).tricks[-1:] for face in trick.cards]
    for seat in range(game.players):
        yield PlayBlind(seat)
        yield Exchange(seat)
        yield from (NameTrump(seat, suit) for suit in (*Suit, None))
        yield from (Bid(seat, said) for said in range(-1, here(game).size + 2))
        yield from (Play(seat, face) for face in (*_FACES, *_SAID))
        yield from (MoveBid(seat, by) for by in range(-2, 3))
        yield from (PassCard(seat, face) for face in _FACES)
        faces = dict.fromkeys([*here(game).hands[seat], *there, *rng.sample(_FACES, 3)])
        yield from (Exchange(seat, give, take) for give in (*faces, None) for take in (*faces, None) if give or take)


def _accepted(game: Game, action: Action) -> bool:
    try:
        apply(game, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("name", TABLES)
def test_what_is_listed_as_legal_is_what_is_accepted(name: str) -> None:
    rng, phases = Random(1), Counter[Phase]()
    for players, number in ((3, 3), (3, 4), (6, 6)):
        for at, (game, _) in enumerate(steps(_short(TABLES[name], players), players, number)):
            if game.round is None or (at % 9 and phases[phase(game)] > 25):
                continue
            listed = legal_actions(game)
            accepted = [action for action in _every_decision(game, rng) if _accepted(game, action)]
            assert Counter(listed) == Counter(accepted), f"seed {number}, step {at}"
            phases[phase(game)] += 1
    assert min(phases[now] for now in (Phase.TRUMP, Phase.BIDDING, Phase.PLAY, Phase.SPECIAL)) > 0


# --- every end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [3, 4])
@pytest.mark.parametrize(("name", "players"), list(product(TABLES, range(3, 7))))
def test_15_at_every_end_tricks_points_and_totals_add_up(name: str, players: int, number: int) -> None:
    options = _short(TABLES[name], players)
    record = whole_record(options, players, number)
    game = replay(new_game(options, players), record.actions)
    assert (phase(game), to_act(game)) == (Phase.OVER, ())
    assert [score.size for score in game.scores] == list(rules.schedule(options, players))
    for score in game.scores:
        void = [trick.winner for trick in score.tricks].count(None)
        assert sum(score.taken) + void == len(score.tricks) == score.size, f"seed {number}, round {score.number}"
        assert not (void and options.bomb is Bomb.BIDS)
        assert score.upcard is not None
        by_bid = tuple(map(rules.score, score.bids, score.taken))
        assert score.points == (tuple(10 * taken for taken in score.taken) if score.cancelled else by_bid)
    assert list(game.totals) == [sum(score.points[seat] for score in game.scores) for seat in range(players)]
    assert load(dump(record)) == record


def test_the_random_games_have_bombed_tricks_and_cancelled_bids() -> None:
    """The two tests above would say nothing about a Bomb that is never played."""
    ends = {name: whole_record(_short(TABLES[name], 6), 6, 3).game() for name in ("five", "bids cancelled")}
    assert None in [trick.winner for score in ends["five"].scores for trick in score.tricks]
    assert any(score.cancelled for score in ends["bids cancelled"].scores)


@pytest.mark.parametrize("name", TABLES)
def test_an_absent_seats_choices_are_decisions_like_any_other_made_from_its_view(name: str) -> None:
    """A policy that gets nothing but views plays such a game to its end."""
    options = _short(TABLES[name], 4)
    asked = Counter[Phase]()

    def policy(seen: View, rng: Random) -> Decision:
        asked[seen.phase] += 1
        return rng.choice(seen.legal)

    for number in (1, 2, 3):
        record = whole_record(options, 4, number, policies=(policy,))
        assert phase(record.game()) is Phase.OVER
    assert min(asked[now] for now in (Phase.TRUMP, Phase.BIDDING, Phase.PLAY, Phase.SPECIAL)) > 0


# --- what is private -----------------------------------------------------------------------------


def _known(seen: View) -> set[Card]:
    """Return the cards a view names: those of the hand, the tricks and the trump place, and the passed ones."""
    assert seen.round is not None
    named = {*seen.round.hand, *(face.bare for face in seen.round.trick.cards)}
    for trick in seen.round.tricks:
        named |= {*(face.bare for face in trick.cards), *trick.pile}
        named |= {face for happened in trick.after for face in getattr(happened, "given", ()) if face is not None}
    return named


@pytest.mark.parametrize("name", ["jubilee-30", "secret"])
@pytest.mark.parametrize("players", [3, 6])
def test_no_view_names_a_card_in_a_hand_that_the_viewer_never_had_or_gave(name: str, players: int) -> None:
    """Unique cards only: those played, passed by or to the viewer, exchanged or turned up may be known."""
    twins = {card("W"), card("J")}
    for game, _ in steps(_short(TABLES[name], players), players, number=5):
        if game.round is None:
            continue
        lay_open = {face.bare for trick in (*here(game).tricks, here(game).trick) for face in trick.cards}
        lay_open |= {face for trick in here(game).tricks for face in trick.pile}
        for seat in (None, *range(players)):
            given = set() if seat is None else _passed(game, seat)
            mine = set() if seat is None else set(here(game).hands[seat])
            assert _known(view(game, seat)) - twins <= lay_open | mine | given


def _passed(game: Game, seat: int) -> set[Card]:
    """Return what this seat gave and got in the passes of the round."""
    giver = (seat - 1) % game.players
    passes = [happened.given for trick in here(game).tricks for happened in trick.after if hasattr(happened, "given")]
    return {face for given in passes for face in (given[seat], given[giver])}


def _disguised(game: Game, seat: int | None, rng: Random) -> Game:
    """Return the game with everything else that this viewer may not know: hands, bids, passed cards, the spare."""
    running = here(game)
    others = [at for at in range(game.players) if at != seat]
    pool = [face for at in others for face in running.hands[at]]
    rng.shuffle(pool)
    hands, bids = list(running.hands), list(running.bids)
    for at in others:
        hands[at] = tuple(pool.pop() for _ in running.hands[at])
        if bids[at] is not None:
            bids[at] = rng.randint(0, running.size)
    return replace(
        game,
        round=replace(
            running,
            hands=tuple(hands),
            bids=tuple(bids),
            tricks=tuple(_disguised_trick(trick, seat, rng) for trick in running.tricks),
            asks=tuple(_disguised_ask(ask, seat, rng) for ask in running.asks),
            spare=running.spare and (running.spare if running.chooser is None else rng.choice(_FACES)),
        ),
    )


def _disguised_trick(trick: Trick, seat: int | None, rng: Random) -> Trick:
    after: list[Aftermath] = []
    for happened in trick.after:
        match happened:
            case BidMoved(mover, by) if mover != seat and by is not None:
                after.append(BidMoved(mover, -by))
            case CardsPassed(given):
                known = () if seat is None else (seat, (seat - 1) % len(given))
                after.append(
                    CardsPassed(tuple(face if at in known else rng.choice(_FACES) for at, face in enumerate(given)))
                )
            case _:
                after.append(happened)
    return replace(trick, after=tuple(after))


def _disguised_ask(ask: Ask, seat: int | None, rng: Random) -> Ask:
    settled = [
        decision if decision.seat == seat else PassCard(decision.seat, rng.choice(_FACES)) for decision in ask.settled
    ]
    return replace(ask, settled=tuple(settled))


@pytest.mark.parametrize("players", range(3, 7))
def test_with_secret_bids_no_view_depends_on_what_the_viewer_may_not_know(players: int) -> None:
    rng, differing = Random(players), 0
    for number in (1, 2):
        for game, _ in steps(_short(TABLES["secret"], players), players, number):
            for seat in (None, *range(players)) if game.round is not None else ():
                other = _disguised(game, seat, rng)
                differing += other != game
                assert view(other, seat) == view(game, seat), f"seed {number}, seat {seat}"
                assert repr(view(other, seat)) == repr(view(game, seat))
    assert differing > 300
