"""What a viewer may not know, said a second time: a game with all of that changed, and the rest as it was.

Known to a viewer (None: a spectator) are their own hand, the finished tricks, the running one, the turned-up
card, the spare once the trump is named, the bids they may see and what they chose or passed themselves. In a
forehead round it is the others' cards instead of their own. All else is dealt anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from engine.actions import Seat, Settle
from engine.cards import Card, card, deck
from engine.game import legal_actions
from engine.options import Bidding, Options
from engine.specials import BidMoved, CardsPassed
from engine.state import Aftermath, Game, Round, RoundScore, Trick
from engine.view import view

WEREWOLF: Final = card("WEREWOLF")


def require_no_leak(game: Game, rng: Random) -> Counter[str]:
    """Assert that nobody's view depends on what is hidden; count the views whose secrets were changed, by kind."""
    varied: Counter[str] = Counter()
    for viewer in (None, *range(game.players)):
        other = redealt(game, viewer, rng)
        assert view(other, viewer) == view(game, viewer), f"the view of {viewer} tells something that is hidden"
        varied.update(changes(game, other, viewer))
    return varied


def redealt(game: Game, viewer: Seat | None, rng: Random) -> Game:
    """Return the game with all that the viewer cannot know dealt and chosen anew.

    That earlier plays tell of voids, and exchanges of cards, does not matter: no view may depend on the hands.
    """
    faces = deck(game.options.special_cards)
    scores = [replace(score, tricks=_tricks(score.tricks, viewer, faces, rng, secret=False)) for score in game.scores]
    game = replace(game, scores=tuple(scores))
    if game.round is None:
        return game
    here = _with_other_cards(game.options, game.round, viewer, rng)
    here = replace(
        here,
        bids=tuple(_bids(game.options.bidding, here, viewer, rng)),
        tricks=_tricks(here.tricks, viewer, faces, rng, secret=game.options.bidding is Bidding.SECRET),
    )
    return _with_other_choices(replace(game, round=here), viewer, rng)


def is_forehead(options: Options, here: Round) -> bool:
    """Return whether everybody holds their card before their forehead."""
    return options.forehead and here.size == 1 and not options.special_cards


def _with_other_cards(options: Options, here: Round, viewer: Seat | None, rng: Random) -> Round:
    known = [_knows(options, here, viewer, seat) for seat in range(len(here.hands))]
    seen = [face.bare for face in here.trick.cards]
    seen += [face for trick in here.tricks for face in trick.pile]
    seen += [face for hand, is_known in zip(here.hands, known, strict=True) if is_known for face in hand]
    seen += [face for face in (here.upcard, here.spare if here.chooser is None else None) if face is not None]
    # Nobody holds the Werewolf: everybody would have seen the exchange.
    pool = list((Counter(deck(options.special_cards)) - Counter([*seen, WEREWOLF])).elements())
    rng.shuffle(pool)
    hands = []
    for hand, is_known in zip(here.hands, known, strict=True):
        hands.append(hand if is_known else tuple(pool.pop() for _ in hand))
    spare = pool.pop() if here.spare is not None and here.chooser is not None else here.spare
    return replace(here, hands=tuple(hands), spare=spare)


def _knows(options: Options, here: Round, viewer: Seat | None, seat: Seat) -> bool:
    if is_forehead(options, here):
        return viewer is not None and seat != viewer
    return seat == viewer


def _bids(bidding: Bidding, here: Round, viewer: Seat | None, rng: Random) -> Iterator[int | None]:
    private = bidding is Bidding.SECRET or (bidding is Bidding.HIDDEN and None in here.bids)
    for seat, said in enumerate(here.bids):
        yield rng.randint(0, here.size) if private and said is not None and seat != viewer else said


def _tricks(
    tricks: tuple[Trick, ...], viewer: Seat | None, faces: tuple[Card, ...], rng: Random, *, secret: bool
) -> tuple[Trick, ...]:
    return tuple(
        replace(trick, after=tuple(_aftermath(happened, viewer, faces, rng, secret=secret) for happened in trick.after))
        if trick.after
        else trick
        for trick in tricks
    )


def _aftermath(
    happened: Aftermath, viewer: Seat | None, faces: tuple[Card, ...], rng: Random, *, secret: bool
) -> Aftermath:
    match happened:
        case CardsPassed(given):
            others = rng.sample(faces, len(given))
            to = [(seat + 1) % len(given) for seat in range(len(given))]
            return CardsPassed(tuple(given[at] if viewer in (at, to[at]) else others[at] for at in range(len(given))))
        case BidMoved(seat, _) if secret and seat != viewer:
            return BidMoved(seat, rng.choice((1, -1)))
    return happened


def _with_other_choices(game: Game, viewer: Seat | None, rng: Random) -> Game:
    """Let the others who have already settled something choose again."""
    assert game.round is not None
    if not any(ask.settled for ask in game.round.asks):
        return game
    ask, *later = game.round.asks
    anew = replace(game, round=replace(game.round, asks=(replace(ask, settled=()), *later)))
    settled = tuple(
        done if done.seat == viewer else _settlement(rng.choice(legal_actions(anew, done.seat))) for done in ask.settled
    )
    return replace(game, round=replace(game.round, asks=(replace(ask, settled=settled), *later)))


def _settlement(decision: object) -> Settle:
    assert isinstance(decision, Settle)
    return decision


def changes(game: Game, other: Game, viewer: Seat | None) -> Iterator[str]:
    """Yield the kinds of secrets in which a game differs from another."""
    if _aftermaths(game.scores) != _aftermaths(other.scores):
        yield "passes of an earlier round"
    here, there = game.round, other.round
    if here is None or there is None:
        return
    forehead = is_forehead(game.options, here) and viewer is not None
    if here.hands != there.hands:
        yield "own card" if forehead else "hands"
    if here.spare != there.spare:
        yield "spare"
    if here.bids != there.bids:
        yield f"{game.options.bidding} bids"
    if [ask.settled for ask in here.asks] != [ask.settled for ask in there.asks]:
        yield "choices"
    yield from {
        "bid moves" if isinstance(was, BidMoved) else "passes"
        for was, now in zip(_aftermaths([here]), _aftermaths([there]), strict=True)
        if was != now
    }


def _aftermaths(rounds: Iterable[Round | RoundScore]) -> list[Aftermath]:
    return [happened for part in rounds for trick in part.tricks for happened in trick.after]
