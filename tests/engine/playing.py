"""Hand-made tables and whole random games, driven through the public engine API only."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine.actions import CHANCE, Action, Bid, Deal, IllegalAction, NameTrump, Play, PlayBlind, Reason
from engine.ai import Policy, random_policy
from engine.cards import Card, Suit, card, cards
from engine.dealing import Seed, chance
from engine.game import apply, current_round, legal_actions, new_game, phase, sizes, to_act
from engine.options import Options
from engine.record import Record, SeatHolder
from engine.rules import bid_order, schedule
from engine.specials import Exchange, MoveBid, PassCard
from engine.state import Game, Phase, Round, RoundScore
from engine.view import view

STANDARD = Options()


def earlier_rounds(count: int, points: tuple[int, ...]) -> tuple[RoundScore, ...]:
    """Return `count` scored rounds that add up to these points."""
    nothing = (0,) * len(points)
    blank = RoundScore(1, 1, 0, None, None, bids=nothing, taken=nothing, points=nothing, tricks=())
    scored = RoundScore(1, 1, 0, None, None, bids=nothing, taken=nothing, points=points, tricks=())
    return (scored, *[blank] * (count - 1)) if count else ()


def with_specials(codes: str, **others: Any) -> Options:
    """Return options with these special cards; Dragon and Fairy bring each other."""
    wanted = set(codes.split())
    if wanted & {"DRAGON", "FAIRY"}:
        wanted |= {"DRAGON", "FAIRY"}
    return Options(special_cards=frozenset(wanted), **others)


def table(
    *hands: str,
    upcard: str | None = "J",
    dealer: int = 0,
    options: Options = STANDARD,
    points: tuple[int, ...] | None = None,
    spare: str | None = None,
    number: int | None = None,
) -> Game:
    """Return a game with these hands dealt, in the first round of their size or in that of this number."""
    size, players = len(hands[0].split()), len(hands)
    played = schedule(options, players).index(size) if number is None else number - 1
    scores = earlier_rounds(played, points or (0,) * players)
    game = Game(options, players, dealer=dealer, scores=scores)
    turned = [None if code is None else card(code) for code in (upcard, spare)]
    return after(game, Deal(tuple(map(cards, hands)), *turned))


def after(game: Game, *actions: Action) -> Game:
    """Return the game after these actions."""
    for action in actions:
        game, _ = apply(game, action)
    return game


def bid(game: Game, *tricks: int) -> Game:
    """Let the seats whose turn it is bid, one after the other."""
    for said in tricks:
        game = after(game, Bid(to_act(game)[0], said))
    return game


def play(game: Game, played: str) -> Game:
    """Let the seats whose turn it is play these cards, one after the other."""
    for face in cards(played):
        game = after(game, Play(to_act(game)[0], face))
    return game


def act(game: Game, script: str) -> Game:
    """Let those whose turn it is do what a script says, the first of them where several may act.

    ``R5`` or ``JUGGLER:B`` is played and ``blind`` plays the unseen card; ``trump=R`` and ``trump=none`` name
    a trump; ``+1`` and ``-1`` move a bid; ``pass=R5`` passes a card; ``R5>W`` exchanges a hand card for one of
    the trick and ``keep`` does not.
    """
    for word in script.split():
        game = after(game, said(word, to_act(game)[0]))
    return game


def said(word: str, seat: int) -> Action:
    """Return what a word of a script for `act` means."""
    match word.partition("="):
        case ("keep", _, _):
            return Exchange(seat)
        case ("blind", _, _):
            return PlayBlind(seat)
        case ("+1" | "-1", _, _):
            return MoveBid(seat, int(word))
        case ("trump", _, suit):
            return NameTrump(seat, None if suit == "none" else Suit(suit))
        case ("pass", _, code):
            return PassCard(seat, card(code))
    give, exchanged, take = word.partition(">")
    return Exchange(seat, card(give), card(take)) if exchanged else Play(seat, card(word))


def ready(
    *hands: str,
    dealer: int = 0,
    upcard: str | None = "J",
    options: Options = STANDARD,
    bids: tuple[int, ...] | None = None,
    trump: str = "R",
    spare: str | None = None,
) -> Game:
    """Return a table where everybody has bid 0, or these bids by seat, and the dealer's left leads.

    `trump` is what is named where somebody has to.
    """
    game = table(*hands, upcard=upcard, dealer=dealer, options=options, spare=spare)
    if phase(game) is Phase.TRUMP:
        game = act(game, f"trump={trump}")
    said = bids or (0,) * len(hands)
    return after(game, *(Bid(seat, said[seat]) for seat in bid_order(dealer, len(hands))))


def led(*hands: str, **setting: Any) -> Game:
    """Return a table where seat 0 leads: the last seat deals."""
    return ready(*hands, dealer=len(hands) - 1, **setting)


def settle_all(game: Game) -> Game:
    """Let everybody who is asked something by a special card take the first possibility."""
    while phase(game) is Phase.SPECIAL:
        game = after(game, legal_actions(game, to_act(game)[0])[0])
    return game


def refusal(game: Game, action: Action) -> Reason:
    """Return why the action is refused, having checked that the game stayed as it was."""
    before = pickle.dumps(game)
    with pytest.raises(IllegalAction) as refused:
        apply(game, action)
    assert pickle.dumps(game) == before
    return refused.value.reason


def here(game: Game) -> Round:
    """Return the running round."""
    return current_round(game)


def seed_of(number: int) -> Seed:
    """Return a reproducible seed."""
    return Seed(Random(number).randbytes(32), (f"contribution {number}",))


Step = tuple[Game, Action]
Chooser = Callable[[Game, int, Random], Action]


def _by_policy(policy: Policy) -> Chooser:
    """Return the policy on games; the random one needs no view, which makes a game of it twice as fast."""
    if policy is random_policy:
        return lambda game, seat, rng: rng.choice(legal_actions(game, seat))
    return lambda game, seat, rng: policy(view(game, seat), rng)


def steps(
    options: Options, players: int, number: int, policies: tuple[Policy, ...] = (random_policy,)
) -> Iterator[Step]:
    """Yield each state of a whole seeded game with the action taken in it; policies by seat, in turn."""
    rng, seed = Random(number), seed_of(number)
    choosers = [_by_policy(policy) for policy in policies]
    game = new_game(options, players)
    while phase(game) is not Phase.OVER:
        seat = to_act(game)[0]
        drawn = seat == CHANCE
        action = chance(game, seed) if drawn else choosers[seat % len(choosers)](game, seat, rng)
        yield game, action
        game, _ = apply(game, action)


def whole_game(options: Options, players: int, number: int, policies: tuple[Policy, ...] = (random_policy,)) -> Game:
    """Return the end of a whole seeded game."""
    game, action = list(steps(options, players, number, policies))[-1]
    return after(game, action)


def whole_record(
    options: Options, players: int, number: int, policies: tuple[Policy, ...] = (random_policy,)
) -> Record:
    """Return the record of a whole seeded game."""
    actions = tuple(action for _, action in steps(options, players, number, policies))
    holders = tuple(SeatHolder(f"account {seat}", f"Söat {seat}") for seat in range(players))
    return Record(options, holders, seed_of(number), actions)


def all_cards(game: Game) -> list[Card]:
    """Return every card that can be located in the running round, bare, the stock left out."""
    running = here(game)
    played = [face for trick in (*running.tricks, running.trick) for face in trick.pile]
    turned = [face for face in (running.upcard, running.spare) if face is not None]
    return [*played, *turned, *(face for hand in running.hands for face in hand)]


def size_now(game: Game) -> int:
    """Return the cards a player gets in the running or coming round."""
    return sizes(game)[len(game.scores)]
