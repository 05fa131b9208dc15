"""The guided hand of `/wizard learn`: three rounds with prepared cards on the real engine, against two AI players.

A lesson is folded from its moves, which are all that is kept of it: what the learner decided, and where they went on.
The AI players bid what is prepared and play the first card of their prepared hand that the rules allow, so every
choice of the learner has an answer and the same moves always lead to the same lesson.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from bot.table import AI_NAMES, Occupant, Stage, Table
from bot.tableview import TableView, seat_view
from engine import game as engine
from engine.actions import Bid, Deal, Decision, DrawDealer, Play, Seat
from engine.cards import card, cards
from engine.options import Options
from engine.state import Game, Phase

SCRIPT: Final = 1
"""Raised when anything prepared changes: whoever is in the middle of another script starts again."""
YOU: Final[Seat] = 0
"""The learner's seat; the AI players follow clockwise."""
PLAYERS: Final = 3
NEXT: Final = "next"
_DEALER: Final[Seat] = 1
"""Of the first round. So the learner plays second, then leads, and sees everything before the last round's cards."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A round as it is dealt, each hand in the order in which an AI player plays it, and what everybody bids."""

    deal: Deal
    bids: tuple[int, ...]
    """By seat; the learner's own is the one that is sure to work."""


def _prepared(hands: tuple[str, ...], upcard: str, bids: tuple[int, ...]) -> Prepared:
    return Prepared(Deal(tuple(map(cards, hands)), card(upcard)), bids)


ROUNDS: Final = (
    _prepared(("G3", "Y13", "Y12"), "G8", (1, 1, 1)),
    _prepared(("W J", "R8 B10", "R5 Y4"), "B6", (1, 1, 0)),
    _prepared(("Y11 B2 J", "Y6 G11 Y3", "Y9 G8 Y5"), "R10", (0, 1, 2)),
)
"""The size of a hand is that of the same round in a real game."""


def bid_move(tricks: int) -> str:
    """Return the move of a bid."""
    return f"bid.{tricks}"


def play_move(code: str) -> str:
    """Return the move of playing the card with this code."""
    return f"play.{code}"


KNOWN: Final = frozenset(
    {
        NEXT,
        *(bid_move(tricks) for tricks in range(len(ROUNDS) + 1)),
        *(play_move(face.code) for prepared in ROUNDS for face in prepared.deal.hands[YOU]),
    }
)
"""Every move there ever is."""


class ImpossibleMove(Exception):
    """A move that this point of the lesson doesn't offer."""


class Page(Enum):
    """What the learner is shown."""

    WELCOME = auto()
    BID = auto()
    PLAY = auto()
    RESULT = auto()
    END = auto()


_PAGES: Final = {Phase.BIDDING: Page.BID, Phase.PLAY: Page.PLAY, Phase.DEAL: Page.RESULT, Phase.OVER: Page.RESULT}


def _begin() -> Game:
    game, _ = engine.apply(engine.new_game(Options(max_rounds=len(ROUNDS)), PLAYERS), DrawDealer(_DEALER))
    return game


@dataclass(frozen=True, slots=True)
class Lesson:
    """How far somebody is."""

    moves: tuple[str, ...] = ()
    game: Game = field(default_factory=_begin)

    @property
    def page(self) -> Page:
        """Return what the learner is shown now."""
        if not self.moves:
            return Page.WELCOME
        phase = engine.phase(self.game)
        return Page.END if phase is Phase.OVER and self.moves[-1] == NEXT else _PAGES[phase]

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the moves that lead on; none at the end."""
        if self.page is Page.END:
            return ()
        if self.game.round is None:
            return (NEXT,)
        return tuple(map(_move, engine.legal_actions(self.game, YOU)))


def _move(decision: Decision) -> str:
    match decision:
        case Bid(_, tricks):
            return bid_move(tricks)
        case Play(_, face):
            return play_move(face.code)
    raise TypeError(f"{decision!r} is nothing a lesson asks for")


def after(lesson: Lesson, move: str) -> Lesson:
    """Return the lesson after a move and all that the AI players do then; raise `ImpossibleMove`."""
    if move not in lesson.choices:
        raise ImpossibleMove(move)
    moves = (*lesson.moves, move)
    if move != NEXT:
        decision = next(it for it in engine.legal_actions(lesson.game, YOU) if _move(it) == move)
        return Lesson(moves, _until_asked(engine.replay(lesson.game, [decision])))
    if engine.phase(lesson.game) is Phase.OVER:
        return Lesson(moves, lesson.game)
    deal = ROUNDS[len(lesson.game.scores)].deal
    return Lesson(moves, _until_asked(engine.replay(lesson.game, [deal])))


def before(lesson: Lesson) -> Lesson:
    """Return the lesson without its last move."""
    return fold(lesson.moves[:-1])


def fold(moves: tuple[str, ...]) -> Lesson:
    """Return the lesson after all these moves; raise `ImpossibleMove` for any it doesn't offer."""
    lesson = Lesson()
    for move in moves:
        lesson = after(lesson, move)
    return lesson


def _until_asked(game: Game) -> Game:
    """Let the AI players act until it is the learner's turn or the round is over."""
    while game.round is not None and YOU not in (acting := engine.to_act(game)):
        game = engine.replay(game, [_of_ai(game, acting[0])])
    return game


def _of_ai(game: Game, seat: Seat) -> Decision:
    if engine.phase(game) is Phase.BIDDING:
        return Bid(seat, ROUNDS[len(game.scores)].bids[seat])
    return engine.legal_actions(game, seat)[0]  # in the order of the hand


# --- keeping and showing it ----------------------------------------------------------------------


def dumps(lesson: Lesson) -> str:
    """Return the text that `loads` reads back."""
    return json.dumps({"script": SCRIPT, "moves": lesson.moves}, separators=(",", ":"))


def loads(text: str) -> Lesson:
    """Read a lesson that was kept; what belongs to another script, or to none, is a new lesson."""
    try:
        plain = json.loads(text)
        if plain["script"] == SCRIPT:
            return fold(tuple(map(str, plain["moves"])))
    except (ValueError, TypeError, LookupError, RecursionError, ImpossibleMove):
        pass
    return Lesson()


def seen(lesson: Lesson, you: str) -> TableView:
    """Return the lesson as a table's view, so that it is drawn as every table is; `you` is the learner's name."""
    seats = (Occupant(1, you), *(Occupant(None, name) for name in AI_NAMES[: PLAYERS - 1]))
    table = Table(
        id=0,
        guild_id=0,
        channel_id=0,
        options=lesson.game.options,
        secret=b"",
        host_id=1,
        seats=seats,
        stage=Stage.PLAYING,
        game=lesson.game,
        version=len(lesson.moves),
        decided=(len(lesson.moves),) * PLAYERS,
        chosen=(None,) * PLAYERS,
    )
    return seat_view(table, YOU)
