"""The worked examples of vectors.json, through the public engine API."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from engine import rules
from engine.cards import SUIT_CARDS, Card, Suit, card, codes
from engine.game import forbidden_bid, legal_actions, to_act
from engine.options import Length, Options, SumRule, WizardTurnup
from engine.state import Bid, Game, NameTrump, Play, RoundScore
from tests.engine.playing import bid, here, play, ready, table

Entry = dict[str, Any]
VECTORS: Final[list[Entry]] = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
_SPECIAL: Final = re.compile("DRAGON|FAIRY|BOMB|WEREWOLF|JUGGLER|CLOUD|SHIFT|WITCH|VAMPIRE")

RUN: Final = {
    "trick": 16,
    "legal": 9,
    "score": 7,
    "schedule": 11,
    "forbidden": 8,
    "turn_up": 3,
    "order": 2,
    "round": 1,
    "ranking": 2,
}
SKIPPED: Final = {"trick": 24, "legal": 9, "turn_up": 7, "cloud": 2, "pass": 1}


def _needs_specials(entry: Entry) -> bool:
    return entry["kind"] in ("cloud", "pass") or bool(_SPECIAL.search(json.dumps(entry["given"])))


def _spare(taken: list[str], suits: list[Suit], count: int) -> list[str]:
    """Return suit cards of these suits that lie nowhere yet; Wizards when all suits are in use."""
    free = [face.code for face in SUIT_CARDS if face.suit in suits and face.code not in taken]
    return (free or ["W"] * 4)[:count]


def _unused_suits(faces: list[Card]) -> list[Suit]:
    return [suit for suit in Suit if suit not in {face.suit for face in faces}]


def _trick(given: Entry, want: Entry) -> None:
    faces = [card(code) for code in given["trick"]]
    trump = Suit(given["trump"]) if given["trump"] else None
    assert rules.winner(faces, trump) == want["winner"]
    if len(faces) >= 3:
        _trick_at_a_table(given["trick"], trump, want)


def _trick_at_a_table(trick: list[str], trump: Suit | None, want: Entry) -> None:
    """Play the trick as the first of a two-card round: seat 0 leads."""
    upcard = next(face.code for face in SUIT_CARDS if face.suit is trump and face.code not in trick) if (trump) else "J"
    rest = _spare([*trick, upcard], _unused_suits([card(code) for code in trick]), len(trick))
    hands = [f"{first} {second}" for first, second in zip(trick, rest, strict=True)]
    game = play(ready(*hands, dealer=len(trick) - 1, upcard=upcard), " ".join(trick))
    assert here(game).trump is trump
    assert here(game).tricks[0].winner == want["winner"]
    assert to_act(game) == (want["next_lead"],)


def _legal(given: Entry, want: list[str]) -> None:
    hand, trick = [card(code) for code in given["hand"]], [card(code) for code in given["trick"]]
    assert codes(rules.legal_cards(hand, trick)) == " ".join(want)
    _legal_at_a_table(given["hand"], given["trick"], want)


def _legal_at_a_table(hand: list[str], trick: list[str], want: list[str]) -> None:
    players, size = max(3, len(trick) + 1), len(hand)
    used = [*hand, *trick]
    suits = _unused_suits([card(code) for code in trick])
    spare = _spare(used, suits, 60)
    hands = []
    for seat in range(players):
        begun = [trick[seat]] if seat < len(trick) else []
        fill = [spare.pop() for _ in range(size - len(begun))]
        hands.append(" ".join([*begun, *fill]))
    hands[len(trick)] = " ".join(hand)
    game = play(ready(*hands, dealer=players - 1), " ".join(trick))
    assert set(legal_actions(game)) == {Play(len(trick), card(code)) for code in want}


def _score(given: Entry, want: int) -> None:
    assert rules.score(given["bid"], given["taken"]) == want


def _schedule(given: Entry, want: list[int]) -> None:
    assert list(rules.schedule(Options(length=Length(given["mode"])), given["players"])) == want


def _forbidden(given: Entry, want: int | None) -> None:
    players, size = given["players"], given["cards"]
    pack = [face.code for face in SUIT_CARDS]
    hands = [" ".join(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
    points = (10 if given.get("dealer_leading", True) else -10, *[0] * (players - 1))
    game = table(*hands, options=Options(sum_rule=SumRule(given["rule"])), points=points)
    assert here(game).number == given.get("round_no", size)
    game = bid(game, *given["earlier"])
    seat = to_act(game)[0]
    assert forbidden_bid(game, seat) == want
    assert set(legal_actions(game)) == {Bid(seat, said) for said in range(size + 1) if said != want}


def _turn_up(given: Entry, want: list[Any]) -> None:
    options = Options(wizard_turnup=WizardTurnup(given["wizard"]))
    game = table("R1", "R2", "R3", upcard=given["card"], dealer=2, options=options)
    who = None if here(game).chooser is None else {2: "dealer"}[to_act(game)[0]]
    named = [action for action in legal_actions(game) if isinstance(action, NameTrump)]
    assert [here(game).trump, who, len(named) > len(Suit)] == want
    assert [action.suit for action in named] == (list(Suit) if who else [])


def _order(given: Entry, want: Entry) -> None:
    dealer, players = given["dealer"], given["players"]
    game = table(*[f"R{seat + 1}" for seat in range(players)], dealer=dealer)
    assert to_act(game) == (want["first_bidder"],)
    game = bid(game, *[0] * (players - 1))
    assert to_act(game) == (want["last_bidder"],)
    game = bid(game, 0)
    assert to_act(game) == (want["first_leader"],)
    order = rules.bid_order(dealer, players)
    game = play(game, " ".join(f"R{seat + 1}" for seat in order))
    assert game.dealer == want["next_dealer"]


def _round(given: Entry, want: Entry) -> None:
    order = rules.bid_order(given["dealer"], given["players"])
    assert given["leaders"] == [order[0]]
    dealt = dict(zip(order, given["plays"][0], strict=True))
    game = table(*[dealt[seat] for seat in sorted(dealt)], dealer=given["dealer"])
    assert here(game).trump is given["trump"]
    game = bid(game, *[given["bids"][str(seat)] for seat in order])
    score = play(game, " ".join(given["plays"][0])).scores[-1]
    assert [list(score.taken), list(score.points)] == [want["taken"], want["points"]]


def _ranking(given: Entry, want: Entry) -> None:
    seats = [given["rounds"][key] for key in sorted(given["rounds"])]
    scores = []
    for pairs in zip(*seats, strict=True):
        bids, taken = zip(*pairs, strict=True)
        points = tuple(map(rules.score, bids, taken))
        scores.append(RoundScore(1, 1, 0, None, None, bids=bids, taken=taken, points=points, tricks=()))
    game = Game(Options(), len(seats), scores=tuple(scores))
    places = rules.places(game.totals)
    assert list(game.totals) == want["totals"]
    assert [seat for seat, place in enumerate(places) if place == 1] == want["leader"]


_CHECKS: Final[dict[str, Callable[..., None]]] = {
    "trick": _trick,
    "legal": _legal,
    "score": _score,
    "schedule": _schedule,
    "forbidden": _forbidden,
    "turn_up": _turn_up,
    "order": _order,
    "round": _round,
    "ranking": _ranking,
}


def _param(entry: Entry) -> Any:
    waits = pytest.mark.skip(reason="special cards are not implemented yet")
    name = f"{entry['id']}-{entry['kind']}"
    return pytest.param(entry, id=name, marks=[waits] if _needs_specials(entry) else [])


@pytest.mark.parametrize("entry", [_param(entry) for entry in VECTORS])
def test_vector(entry: Entry) -> None:
    _CHECKS[entry["kind"]](entry["given"], entry["want"])


def test_no_vector_vanishes() -> None:
    """Every entry is run or skipped by name; the numbers change only on purpose."""
    run = Counter(entry["kind"] for entry in VECTORS if not _needs_specials(entry))
    skipped = Counter(entry["kind"] for entry in VECTORS if _needs_specials(entry))
    assert (run, skipped) == (RUN, SKIPPED)
    assert len({entry["id"] for entry in VECTORS}) == len(VECTORS) == 102
