"""The worked examples of vectors.json, through the public engine API."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from engine import rules
from engine.actions import Bid, NameTrump, Play
from engine.cards import SUIT_CARDS, Suit, card, cards, codes
from engine.game import forbidden_bid, legal_actions, phase, to_act
from engine.options import SPECIAL_CARDS, Length, Options, SumRule, WizardTurnup
from engine.specials import MoveBid
from engine.state import Game, Phase, RoundScore
from tests.engine.playing import act, bid, here, led, play, settle_all, table, with_specials

Entry = dict[str, Any]
VECTORS: Final[list[Entry]] = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))

RUN: Final = {
    "trick": 40,
    "legal": 18,
    "score": 7,
    "schedule": 11,
    "forbidden": 8,
    "turn_up": 10,
    "cloud": 2,
    "pass": 1,
    "order": 2,
    "round": 1,
    "ranking": 2,
}


def _specials(played: Iterable[str]) -> Options:
    """Return options with the special cards among these codes, whatever was said when playing them."""
    bare = {code.partition(":")[0] for code in played}
    return with_specials(" ".join(bare & set(SPECIAL_CARDS)))


def _spare(taken: Iterable[str], suits: list[Suit], count: int) -> list[str]:
    """Return suit cards of these suits that lie nowhere yet; Wizards when all suits are in use."""
    free = [face.code for face in SUIT_CARDS if face.suit in suits and face.code not in taken]
    return (free or ["W"] * 4)[:count]


def _unused_suits(played: Iterable[str]) -> list[Suit]:
    """Return the suits of which nothing was played or announced."""
    used = {code.partition(":")[2] or code[0] for code in played}
    return [suit for suit in Suit if suit.value not in used]


def _trick(given: Entry, want: Entry) -> None:
    faces, trump = cards(" ".join(given["trick"])), Suit(given["trump"]) if given["trump"] else None
    copied = card(given["copied"]) if given["copied"] else None
    spoiled = rules.is_spoiled(faces, copied, Options())
    assert (None if spoiled else rules.winner(faces, trump, copied)) == want["winner"]
    assert rules.winner(faces, trump, copied) == want["next_lead"]
    # A table has three seats at least: a last Jester takes no trick from any of these cards.
    _trick_at_a_table([*given["trick"], *["J"] * (3 - len(faces))], trump, given["copied"], want)


def _trick_at_a_table(trick: list[str], trump: Suit | None, copied: str | None, want: Entry) -> None:
    """Play the trick as the first of a two-card round: seat 0 leads.

    Where the card to copy makes the dealer name a suit although the vector has no trump, it is one nobody plays.
    """
    upcard = copied or next((f"{trump}{rank}" for rank in range(1, 14) if trump and f"{trump}{rank}" not in trick), "J")
    unused = _unused_suits([*trick, upcard])
    rest = _spare([*trick, upcard], unused, len(trick))
    hands = [f"{first.partition(':')[0]} {second}" for first, second in zip(trick, rest, strict=True)]
    game = led(*hands, upcard=upcard, options=_specials([*trick, upcard]), trump=trump or (unused or list(Suit))[-1])
    assert here(game).trump is trump or (copied and unused)
    game = play(game, " ".join(trick))
    assert here(game).tricks[0].winner == want["winner"]
    assert here(game).tricks[0].next_leader == want["next_lead"]
    game = settle_all(game)
    assert (phase(game), to_act(game)) == (Phase.PLAY, (want["next_lead"],))


def _legal(given: Entry, want: list[str]) -> None:
    hand, trick = cards(" ".join(given["hand"])), cards(" ".join(given["trick"]))
    copied = card(given["copied"]) if given["copied"] else None
    assert codes(rules.legal_cards(hand, trick, copied)) == " ".join(want)
    if "WEREWOLF" not in given["hand"]:  # dealt at a table it goes to the trump place before anybody plays
        _legal_at_a_table(given["hand"], given["trick"], given["copied"] or "J", want)


def _legal_at_a_table(hand: list[str], trick: list[str], upcard: str, want: list[str]) -> None:
    players, size = max(3, len(trick) + 1), len(hand)
    spare = _spare([*hand, *trick, upcard], _unused_suits(trick), 60)
    hands = []
    for seat in range(players):
        begun = [trick[seat].partition(":")[0]] if seat < len(trick) else []
        fill = [spare.pop() for _ in range(size - len(begun))]
        hands.append(" ".join([*begun, *fill]))
    hands[len(trick)] = " ".join(hand)
    game = play(led(*hands, upcard=upcard, options=_specials([*hand, *trick])), " ".join(trick))
    legal = legal_actions(game)
    assert to_act(game) == (len(trick),)
    assert {action.card.bare.code for action in legal if isinstance(action, Play)} == set(want)


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
    trump, who, may_say_none = want
    code, turnup = given["card"], WizardTurnup(given["wizard"])
    assert rules.turn_up(card(code), turnup) == (trump, who == "dealer")
    options = with_specials(code if code in SPECIAL_CARDS else "", wizard_turnup=turnup)
    game = table("R1", "R2", "R3", upcard=code, dealer=2, options=options)
    named = [action.suit for action in legal_actions(game) if isinstance(action, NameTrump)]
    assert here(game).trump == trump
    assert named == ([*Suit, *([None] if may_say_none else [])] if who else [])
    assert to_act(game) == ((2,) if who else (0,))


def _cloud(given: Entry, want: list[int]) -> None:
    """Let seat 0 win the Cloud's trick with this bid; the other cards of its hand are of one suit."""
    said, size = given["bid"], given["cards"]
    hands = [f"R13 {_run('R', size - 1)}", f"CLOUD {_run('Y', size - 1)}", _run("G", size)]
    game = led(*hands, options=with_specials("CLOUD"), bids=(said, 0, 0))
    game = play(game, "R13 CLOUD:R G1")
    if len(want) == 1:
        assert (here(game).bids[0], phase(game)) == (want[0], Phase.PLAY)
        return
    moves = [action for action in legal_actions(game) if isinstance(action, MoveBid)]
    assert to_act(game) == (0,)
    assert sorted(said + move.by for move in moves) == want
    assert [here(act(game, f"{move.by:+}")).bids[0] for move in moves] == [said + move.by for move in moves]


def _run(suit: str, count: int) -> str:
    return " ".join(f"{suit}{rank}" for rank in range(1, count + 1))


def _pass(given: Entry, want: list[list[str]]) -> None:
    """Let a Juggler's trick come before the pass, of cards that lie in no hand of the vector."""
    first = ["JUGGLER", "Y2", "Y3"]
    hands = [" ".join([played, *held]) for played, held in zip(first, given["hands"], strict=True)]
    game = play(led(*hands, options=with_specials("JUGGLER")), "JUGGLER:Y Y2 Y3")
    game = act(game, " ".join(f"pass={code}" for code in given["given"]))
    assert [[face.code for face in hand] for hand in here(game).hands] == want


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
    "cloud": _cloud,
    "pass": _pass,
    "order": _order,
    "round": _round,
    "ranking": _ranking,
}


@pytest.mark.parametrize("entry", VECTORS, ids=lambda entry: f"{entry['id']}-{entry['kind']}")
def test_vector(entry: Entry) -> None:
    _CHECKS[entry["kind"]](entry["given"], entry["want"])


def test_no_vector_vanishes() -> None:
    """Every entry is run; the numbers change only on purpose."""
    assert Counter(entry["kind"] for entry in VECTORS) == RUN
    assert len({entry["id"] for entry in VECTORS}) == len(VECTORS) == 102
