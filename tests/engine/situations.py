"""The matrix of special cards and conditions: its cells, which of them are impossible, and situations.txt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.actions import Bid, NameTrump, Play
from engine.cards import codes
from engine.game import legal_actions, phase, to_act
from engine.options import SPECIAL_CARDS, Options, SumRule
from engine.state import Game, Phase, Round, RoundScore
from tests.engine.playing import act, after, table, with_specials

Cell = tuple[str, str]
"""A special card and a condition."""

LED, FOLLOWED, TURNED_UP = "led", "followed", "turned up"
LAST_TRICK, ONE_CARD_ROUND = "last trick of the round", "one-card round"
COPIED, TAKEN, PASSED = "copied by the Vampire", "taken by the Witch", "passed by the Juggler"
SECRET, SUMS, BESIDE_ITS_COPY = "secret bidding", "sum rules", "beside its own copy"
BINDING: Final = tuple(rule for rule in SumRule if rule is not SumRule.OFF)


def beside(code: str) -> str:
    """Return the condition of lying in one trick with this special card."""
    return f"with {code}"


def bound_by(rule: SumRule) -> str:
    """Return the condition of this sum rule."""
    return f"sum rule {rule}"


CELLS: Final = {
    *(
        (code, condition)
        for code in SPECIAL_CARDS
        for condition in (
            *(LED, FOLLOWED, TURNED_UP, LAST_TRICK, ONE_CARD_ROUND, COPIED, TAKEN, PASSED, SECRET, BESIDE_ITS_COPY),
            *map(bound_by, BINDING),
        )
    ),
    *((code, beside(other)) for code in SPECIAL_CARDS for other in SPECIAL_CARDS if other != code),
}

_NEVER_HELD: Final = "it goes to the trump place before anybody bids, so nobody plays, passes or takes it"
_OUT_OF_PLAY: Final = "what the Vampire copies lies turned up, out of play"
_PLAYED: Final = tuple(code for code in SPECIAL_CARDS if code != "WEREWOLF")
IMPOSSIBLE: Final[dict[Cell, str]] = {
    **{("WEREWOLF", condition): _NEVER_HELD for condition in (LED, FOLLOWED, LAST_TRICK, TAKEN, PASSED)},
    **{("WEREWOLF", beside(code)): _NEVER_HELD for code in _PLAYED},
    **{(code, beside("WEREWOLF")): _NEVER_HELD for code in _PLAYED},
    ("WEREWOLF", COPIED): "with it on the trump place the Vampire copies the spare",
    ("VAMPIRE", COPIED): "there is one Vampire: as the card to copy it is in no hand",
    ("WITCH", TAKEN): "the Witch takes any card of the trick but herself, and nobody else takes one",
    ("JUGGLER", PASSED): "it lies in the finished trick when everybody passes",
    **{(code, BESIDE_ITS_COPY): _OUT_OF_PLAY for code in SPECIAL_CARDS},
}


@dataclass(frozen=True)
class Situation:
    """One special card in one condition, or two in one trick: the table, what is done, and what comes of it."""

    cards: tuple[str, ...]
    condition: str
    hands: tuple[str, ...]
    upcard: str
    bids: tuple[int, ...]
    script: str
    want: dict[str, str]

    def __str__(self) -> str:
        return f"{' '.join(self.cards)} {self.condition}: {self.script}"

    @property
    def cells(self) -> set[Cell]:
        """Return the cells of the matrix this is an example of."""
        if len(self.cards) == 2:
            first, second = self.cards
            return {(first, beside(second)), (second, beside(first))}
        conditions = map(bound_by, BINDING) if self.condition == SUMS else [self.condition]
        return {(self.cards[0], condition) for condition in conditions}

    def options(self, **others: Any) -> Options:
        """Return these options with all special cards that are mentioned in the deck."""
        mentioned = {*" ".join(self.hands).split(), self.upcard} & set(SPECIAL_CARDS)
        return with_specials(" ".join(mentioned), **others)

    def dealt(self, options: Options, **setting: Any) -> Game:
        """Return the table right after the deal; the last seat deals."""
        return table(*self.hands, dealer=len(self.hands) - 1, upcard=self.upcard, options=options, **setting)

    def states(self, game: Game) -> Iterator[Game]:
        """Yield the game after each word of the script; the bids are given as soon as it is time."""
        for word in ("", *self.script.split()):
            game = act(game, word)
            if phase(game) is Phase.BIDDING:
                game = after(game, *(Bid(seat, said) for seat, said in enumerate(self.bids)))
            yield game


def _read() -> Iterator[Situation]:
    head = ""
    for line in (Path(__file__).parent / "situations.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            head = line.strip("[]")
        elif line and not line.startswith("#"):
            condition, hands, upcard, bids, script, want = (column.strip() for column in line.split("|"))
            both = head not in SPECIAL_CARDS
            yield Situation(
                cards=tuple(condition.split()) if both else (head,),
                condition="" if both else condition,
                hands=tuple(hands.split(" / ")),
                upcard=upcard,
                bids=tuple(map(int, bids.split())),
                script=script,
                want=dict(_wanted(part) for part in want.split("; ")),
            )


def _wanted(part: str) -> tuple[str, str]:
    name, _, value = part.partition(" ")
    return name, "" if value == "nothing" else value


SITUATIONS: Final = tuple(_read())


def outcome(game: Game) -> dict[str, str]:
    """Return all that a situation may want to know of a state, as text."""
    running = game.round
    if running is None:
        score = game.scores[-1]
        return _common(score) | {"points": _by_seat(score.points), "asked": ""}
    legal = legal_actions(game)
    suits = [action.suit or "none" for action in legal if isinstance(action, NameTrump)]
    return _common(running) | {
        "leads": str(running.trick.leader),
        "asked": f"{running.asks[0].special} {_by_seat(to_act(game))}" if running.asks else "",
        "hands": " / ".join(map(codes, running.hands)),
        "plays": codes(action.card for action in legal if isinstance(action, Play)),
        "names": f"{to_act(game)[0]}: {' '.join(suits)}" if suits else "",
    }


def _common(here: Round | RoundScore) -> dict[str, str]:
    return {
        "tricks": " ".join("-" if trick.winner is None else str(trick.winner) for trick in here.tricks),
        "pile": codes(here.tricks[-1].pile) if here.tricks else "",
        "trump": here.trump or "none",
        "bids": _by_seat(here.bids),
    }


def _by_seat(values: tuple[int | None, ...]) -> str:
    return " ".join(map(str, values))
