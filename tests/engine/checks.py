"""What holds at every moment of every game, whatever its options (rules.md §3 Conservation, §4.15).

The rules that are needed for it are written here a second time; nothing is asked of `engine.rules`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from engine.actions import CHANCE, Action, Bid, Decision, IllegalAction, NameTrump, Play, PlayBlind, Seat, Settle
from engine.cards import Card, Suit, deck, without
from engine.events import Event, GameOver
from engine.game import apply, legal_actions, phase, to_act
from engine.options import Bidding, Bomb, FirstDealer, NextDealer, SumRule, Tie
from engine.special import choices
from engine.specials import BidMoved, CardExchanged, CardsPassed, Exchange, MoveBid, PassCard
from engine.state import Aftermath, Ask, Game, Phase, Round, RoundScore, Trick
from tests.engine.playing import here

_FOLLOWS: Final = {
    Phase.FIRST_DEALER: {Phase.DEAL},
    Phase.DEAL: {Phase.TRUMP, Phase.BIDDING},
    Phase.TRUMP: {Phase.BIDDING},
    Phase.BIDDING: {Phase.BIDDING, Phase.PLAY},
    Phase.PLAY: {Phase.PLAY, Phase.SPECIAL, Phase.DEAL, Phase.OVER},
    Phase.SPECIAL: {Phase.SPECIAL, Phase.PLAY, Phase.DEAL, Phase.OVER},
}
_ORDER: Final[list[type[Aftermath]]] = [BidMoved, CardsPassed, CardExchanged]
"""After a trick: the Cloud, the Juggler, the Witch."""


@dataclass
class Watch:
    """What the checks remember of a game: what was said and scored so far."""

    bids: dict[Seat, int] = field(default_factory=dict)
    moves: Counter[Seat] = field(default_factory=Counter)
    totals: tuple[int, ...] = ()


# --- a state -------------------------------------------------------------------------------------


def require_state(game: Game, pack: tuple[Card, ...]) -> None:
    """Assert that somebody can act and that every card of the shuffled pack is in one place."""
    now = phase(game)
    if now in (Phase.FIRST_DEALER, Phase.DEAL):
        assert (to_act(game), legal_actions(game)) == ((CHANCE,), ())
        return
    running = here(game)
    assert to_act(game) == _to_act(game, running), "other seats can act than those who should"
    by_seat = [legal_actions(game, seat) for seat in range(game.players)]
    assert [seat for seat, legal in enumerate(by_seat) if legal] == sorted(to_act(game)), "somebody is stuck"
    assert all(len(set(legal)) == len(legal) and {it.seat for it in legal} <= {at} for at, legal in enumerate(by_seat))
    assert legal_actions(game) == tuple(decision for at in to_act(game) for decision in by_seat[at])
    require_cards(game, running, pack)


def require_cards(game: Game, running: Round, pack: tuple[Card, ...]) -> None:
    """Assert that hands, tricks, turned-up cards and stock are the deck, and that nobody has too many cards."""
    in_hands = [face for hand in running.hands for face in hand]
    in_tricks = [face for trick in running.tricks for face in trick.pile]
    turned = [face for face in (running.upcard, running.spare) if face is not None]
    stock = pack[running.size * game.players + len(turned) :]
    played = [face.bare for face in running.trick.cards]
    assert Counter([*in_hands, *in_tricks, *played, *turned, *stock]) == Counter(deck(game.options.special_cards))
    assert "WEREWOLF" not in map(str, in_hands)
    assert (running.upcard is None) == (len(pack) == running.size * game.players)
    has_spare = str(running.upcard) == "WEREWOLF" and "VAMPIRE" in game.options.special_cards
    assert (running.spare is not None) == has_spare
    behind = [(seat - running.trick.leader) % game.players < len(played) for seat in range(game.players)]
    assert [len(hand) for hand in running.hands] == [running.size - len(running.tricks) - gone for gone in behind]
    assert sum(running.taken) + sum(trick.winner is None for trick in running.tricks) == len(running.tricks)


def _to_act(game: Game, running: Round) -> tuple[Seat, ...]:
    """Return who can act: all who have not yet where all act at once, else one."""
    now, players = phase(game), game.players
    if now is Phase.TRUMP:
        return (running.dealer if running.swap is None else running.swap.seat,)
    if now is Phase.BIDDING:
        order = [(running.dealer + 1 + step) % players for step in range(players)]
        waiting = tuple(seat for seat in order if running.bids[seat] is None)
        return waiting[:1] if game.options.bidding is Bidding.OPEN else waiting
    if now is Phase.SPECIAL:
        assert running.trick.cards == ()
        return _asked(running, running.asks[0])
    return ((running.trick.leader + len(running.trick.cards)) % players,)


def _asked(running: Round, ask: Ask) -> tuple[Seat, ...]:
    trick = running.tricks[-1]
    asked = {
        "CLOUD": (trick.winner,),
        "JUGGLER": tuple(range(len(running.hands))),
        "WITCH": (ask.player,),
    }.get(ask.special, ask.seats)
    done = [decision.seat for decision in ask.settled]
    assert len(set(done)) == len(done)
    return tuple(seat for seat in asked if seat is not None and seat not in done)


def require_exactly_the_legal_actions(game: Game) -> None:
    """Assert that `apply` accepts what `legal_actions` lists, and nothing else."""
    tried = _every_decision(game, here(game))
    kinds = {type(action) for action in tried}
    listed = Counter(action for action in legal_actions(game) if type(action) in kinds)
    assert Counter(action for action in tried if _is_accepted(game, action)) == listed, "not what apply accepts"


def _every_decision(game: Game, running: Round) -> list[Decision]:
    faces = tuple(dict.fromkeys(deck(game.options.special_cards)))
    played = [face.saying(said) for face in faces for said in ("", *choices(face, running.copied))]
    last = [face.bare for face in running.tricks[-1].cards] if running.tricks else []
    decisions: list[Decision] = []
    for seat in range(-1, game.players + 1):
        hand = running.hands[seat] if seat in range(game.players) else ()
        decisions += [NameTrump(seat, suit) for suit in (*Suit, None)]
        decisions += [Bid(seat, said) for said in range(-1, running.size + 2)]
        decisions += [Play(seat, face) for face in played]
        decisions += [PlayBlind(seat), Exchange(seat), *(MoveBid(seat, by) for by in (-2, -1, 0, 1, 2))]
        decisions += [PassCard(seat, face) for face in faces]
        gives = [*dict.fromkeys(hand), next(face for face in faces if face not in hand)]
        decisions += [Exchange(seat, give, take) for give in gives for take in dict.fromkeys([*last, faces[0]])]
    return decisions


def _is_accepted(game: Game, action: Action) -> bool:
    try:
        apply(game, action)
    except IllegalAction:
        return False
    return True


# --- a step --------------------------------------------------------------------------------------


def require_step(watch: Watch, game: Game, action: Action, after: Game, events: tuple[Event, ...]) -> None:
    """Assert that phases follow each other, that the last of several to act reveals, and that scores are right."""
    assert phase(after) in _FOLLOWS[phase(game)], f"{phase(after)} follows {phase(game)}"
    if len(to_act(game)) > 1:
        _require_one_less(game, action, after, events)
    if isinstance(action, Bid):
        watch.bids[action.seat] = action.tricks
        _require_sum_rule(watch, game)
    watch.moves.update({event.seat: event.by for event in events if isinstance(event, BidMoved)})
    if len(after.scores) > len(game.scores):
        _require_score(watch, game, after)
        watch.bids.clear()
        watch.moves.clear()
    if phase(after) is Phase.OVER:
        assert isinstance(events[-1], GameOver)
        require_places(after, events[-1].places)


def _require_one_less(game: Game, action: Action, after: Game, events: tuple[Event, ...]) -> None:
    """Where several can act at once, one acts, the others still can, and only the last one changes anything."""
    assert isinstance(action, Bid | Settle)
    assert to_act(after) == tuple(seat for seat in to_act(game) if seat != action.seat)
    assert here(after).hands == here(game).hands
    assert here(after).tricks == here(game).tricks
    assert len(events) == isinstance(action, Bid)


def _require_sum_rule(watch: Watch, game: Game) -> None:
    running = here(game)
    binds = {
        SumRule.ALWAYS: True,
        SumRule.NOT_IN_1_CARD_ROUND: running.size != 1,
        SumRule.FROM_ROUND_4: running.number > 3,
        SumRule.DEALER_LEADS: len(set(watch.totals)) > 1 and watch.totals[running.dealer] == max(watch.totals),
    }
    if len(watch.bids) == game.players and binds.get(game.options.sum_rule, False):
        assert sum(watch.bids.values()) != running.size, "the sum rule was broken"


def _require_score(watch: Watch, game: Game, after: Game) -> None:
    score, options, seats = after.scores[-1], game.options, range(game.players)
    assert after.scores[:-1] == game.scores
    assert [len(trick.cards) for trick in score.tricks] == [game.players] * score.size
    bombed = [_has_bomb(trick, score) for trick in score.tricks]
    spoiled = [options.bomb is Bomb.TRICK and bomb for bomb in bombed]
    assert [trick.winner is None for trick in score.tricks] == spoiled
    assert sum(score.taken) + sum(spoiled) == score.size
    assert score.cancelled == (options.bomb is Bomb.BIDS and any(bombed))
    assert score.bids == tuple(watch.bids[seat] + watch.moves[seat] for seat in seats)
    assert all(0 <= said <= score.size for said in score.bids), "a bid out of range"
    assert score.points == tuple(_points(score, seat) for seat in seats)
    watch.totals = tuple(map(sum, zip(watch.totals or (0,) * game.players, score.points, strict=True)))
    assert after.totals == watch.totals
    _require_leads(score, game.players)
    _require_dealer(game, after)


def _has_bomb(trick: Trick, score: RoundScore) -> bool:
    played = [face.code.partition(":")[0] for face in trick.cards]
    return "BOMB" in played or ("VAMPIRE" in played and str(score.copied) == "BOMB")


def _points(score: RoundScore, seat: Seat) -> int:
    said, taken = score.bids[seat], score.taken[seat]
    if score.cancelled:
        return 10 * taken
    return 20 + 10 * taken if said == taken else -10 * abs(said - taken)


def _require_leads(score: RoundScore, players: int) -> None:
    """Each trick is led by whoever got the one before, or would have; special cards act in their order."""
    assert score.tricks[0].leader == (score.dealer + 1) % players
    assert all(later.leader == earlier.next_leader for earlier, later in pairwise(score.tricks))
    for trick in score.tricks:
        assert trick.winner in (None, trick.next_leader)
        acted = [_ORDER.index(type(happened)) for happened in trick.after if type(happened) in _ORDER]
        assert acted == sorted(acted)
        moved = [happened.seat for happened in trick.after if isinstance(happened, BidMoved)]
        assert set(moved) <= {trick.winner}
        exchanged = [happened for happened in trick.after if isinstance(happened, CardExchanged)]
        assert all((happened.seat, happened.took) not in _bare_plays(trick, players) for happened in exchanged)


def _bare_plays(trick: Trick, players: int) -> list[tuple[Seat, Card]]:
    return [(seat, face.bare) for seat, face in trick.plays(players)]


def _require_dealer(game: Game, after: Game) -> None:
    score = after.scores[-1]
    rotates = game.options.next_dealer is NextDealer.LEFT
    assert after.dealer == ((score.dealer + 1) % game.players if rotates else score.tricks[-1].next_leader)
    if len(after.scores) == 1 and game.options.first_dealer is FirstDealer.HOST:
        assert score.dealer == 0


def require_places(game: Game, places: tuple[int, ...]) -> None:
    """Assert that a higher total is a better place, and that only what the tie option compares parts equal ones."""

    def made(seat: Seat) -> int:
        return sum(score.bids[seat] == score.taken[seat] and not score.cancelled for score in game.scores)

    def result(seat: Seat) -> tuple[int, int, list[int]]:
        if game.options.tie is Tie.SHARED:
            return game.totals[seat], 0, []
        return game.totals[seat], made(seat), sorted((score.points[seat] for score in game.scores), reverse=True)

    order = sorted(range(game.players), key=result, reverse=True)
    assert places[order[0]] == 1
    for at, (better, worse) in enumerate(pairwise(order), 2):
        assert places[worse] == (places[better] if result(better) == result(worse) else at)


def require_without_gift(before: Round, after: Round, passed: CardsPassed) -> None:
    """Assert that everybody gave the card they chose and got their right neighbour's."""
    for seat, hand in enumerate(before.hands):
        gift, got = passed.given[seat], passed.given[seat - 1]
        assert gift is not None
        assert Counter(after.hands[seat]) == Counter([*without(hand, gift), got])
