"""The guided hand: every path through it leads to its end, and every page of it can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from discord import ui

from bot import lesson as script
from bot.customid import MAX_LENGTH, parse
from bot.lesson import NEXT, ROUNDS, SCRIPT, YOU, ImpossibleMove, Lesson, Page
from bot.lessons import Lessons
from bot.render import lesson as render
from engine import game as engine
from engine.actions import Action, Bid, DrawDealer, Play
from engine.cards import card
from engine.rules import bid_order, schedule

BEST = (NEXT, "bid.1", "play.G3", NEXT, "bid.1", "play.W", "play.J")
BEST += (NEXT, "bid.0", "play.J", "play.Y11", "play.B2", NEXT)
MOST_LINES = 9
"""Of one text, so that a page is no more than a phone shows."""


@cache
def _every_lesson() -> tuple[Lesson, ...]:
    """Return the lesson at every point that can be reached."""
    found, new = [], [Lesson()]
    while new:
        found += new
        new = [script.after(lesson, move) for lesson in new for move in lesson.choices]
    return tuple(found)


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield part
    for inside in part.get("components", ()):
        yield from _parts(inside)


def _shown(view: ui.LayoutView) -> list[Mapping[str, Any]]:
    return [part for top in view.to_components() for part in _parts(top)]


def _text(view: ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in _shown(view) if part["type"] == 10)


def _buttons(view: ui.LayoutView) -> list[Mapping[str, Any]]:
    return [part for part in _shown(view) if part["type"] == 2]


def test_every_way_through_leads_to_the_end() -> None:
    ends = [lesson for lesson in _every_lesson() if not lesson.choices]
    assert len(ends) == (2 * 1) * (3 * 2) * (4 * 4)
    for lesson in ends:
        assert lesson.page is Page.END
        assert len(lesson.game.scores) == len(ROUNDS)
        assert lesson.moves.count(NEXT) == len(ROUNDS) + 1


def test_the_best_way_takes_few_clicks_and_wins() -> None:
    lesson = script.fold(BEST)
    assert lesson.page is Page.END
    assert 12 <= len(BEST) <= 18
    assert lesson.game.totals == (80, 50, 50)
    assert all(score.made(YOU) for score in lesson.game.scores)


def test_the_best_bid_is_the_prepared_one_and_can_be_made() -> None:
    for number, prepared in enumerate(ROUNDS):
        scores = {
            lesson.game.scores[number].points[YOU]
            for lesson in _every_lesson()
            if len(lesson.game.scores) > number and lesson.game.scores[number].bids == prepared.bids
        }
        assert max(scores) > 0


def test_rounds_are_of_the_size_of_a_real_game() -> None:
    sizes = [len(prepared.deal.hands[YOU]) for prepared in ROUNDS]
    assert sizes == list(schedule(script.Lesson().game.options, script.PLAYERS))


def test_the_ai_players_keep_the_rules_whatever_is_done() -> None:
    """Played again action by action, the engine allows everything and comes to the same points."""
    for lesson in _every_lesson():
        if lesson.page is Page.END:
            begun = engine.new_game(lesson.game.options, script.PLAYERS)
            game = engine.replay(begun, [DrawDealer(lesson.game.scores[0].dealer), *_actions(lesson)])
            assert game == lesson.game


def _actions(lesson: Lesson) -> Iterator[Action]:
    for score, prepared in zip(lesson.game.scores, ROUNDS, strict=True):
        yield prepared.deal
        yield from (Bid(seat, score.bids[seat]) for seat in bid_order(score.dealer, script.PLAYERS))
        for trick in score.tricks:
            yield from (Play(seat, face) for seat, face in trick.plays(script.PLAYERS))


def test_every_page_can_be_shown_and_leads_on() -> None:
    for lesson in _every_lesson():
        view = render.page(lesson)
        buttons = _buttons(view)
        offered = {_move(button) for button in buttons if not button.get("disabled")} - {None}
        assert offered == set(lesson.choices), lesson.moves
        assert len(_shown(view)) <= 40
        assert len(_text(view)) <= 1000
        assert "[" not in _text(view)
        assert "{" not in _text(view)
        assert max(part["content"].count("\n") for part in _shown(view) if part["type"] == 10) < MOST_LINES
        ids = [button["custom_id"] for button in buttons]
        assert len(set(ids)) == len(ids)
        for custom_id in ids:
            press = parse(custom_id)
            assert press is not None
            assert press.op in Lessons.ops | {"rules"}
            assert len(custom_id) <= MAX_LENGTH


def _move(button: Mapping[str, Any]) -> str | None:
    _, _, _, op, arg = button["custom_id"].split(":")
    return {"learn_next": NEXT, "learn_bid": f"bid.{arg}", "learn_play": f"play.{arg}"}.get(op)


def test_back_and_start_again_stand_on_every_page_but_the_first() -> None:
    for lesson in _every_lesson():
        labels = {button["label"] for button in _buttons(render.page(lesson))}
        assert ({"Back", "Start again"} <= labels) == (lesson.moves != ())
        if lesson.moves:
            assert script.before(lesson) == script.fold(lesson.moves[:-1])


def test_a_locked_card_is_shown_with_the_reason() -> None:
    locked = 0
    for lesson in _every_lesson():
        if lesson.page is Page.PLAY:
            view = render.page(lesson)
            disabled = [button for button in _buttons(view) if button.get("disabled")]
            assert ("🔒" in _text(view)) == bool(disabled)
            locked += len(disabled)
    assert locked
    said = _text(render.page(script.fold(BEST[:9])))
    assert "🔵\u00a0B2: you have to **follow** 🟡 yellow (Y)" in said


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        (("bid.0",), "Trump, and you want none?"),
        (("bid.0", "play.G3"), "You bid 0 and took 1, 1 off. That costs 10: **−10**."),
        (("bid.1", "play.G3"), "**Exactly!** 20 for that, and 10 for the trick you took: **+30**."),
        (("bid.1", "play.G3", NEXT, "bid.2"), "But your Jester won't take one."),
        (("bid.1", "play.G3", NEXT, "bid.1", "play.J"), "Your Wizard beats even that."),
        ((*BEST[1:9], "play.Y11"), "**You** take it – 1 more than you said."),
        ((*BEST[1:9], "play.Y11", "play.B2"), "**You** take it – 2 more than you said."),
        ((*BEST[1:10], "play.B2"), "Your last card: 🟡\u00a0Y11 follows suit and wins, like it or not."),
        ((*BEST[1:10], "play.B2", "play.Y11"), "Go **Back** and try it."),
        ((*BEST[1:8], "bid.3", "play.J"), "your bid is out of reach"),
        (BEST[1:-1], "Well dodged."),
        (BEST[1:], "🥇 You · **80 points**"),
    ],
)
def test_choices_are_commented(moves: tuple[str, ...], says: str) -> None:
    assert says in _text(render.page(script.fold((NEXT, *moves))))


def test_a_lesson_is_read_back() -> None:
    for lesson in _every_lesson():
        assert script.loads(script.dumps(lesson)) == lesson


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "nonsense",
        "[]",
        "7",
        '{"script": 1}',
        '{"script": 1, "moves": 3}',
        '{"script": 1, "moves": ["bid.1"]}',
        f'{{"script": {SCRIPT + 1}, "moves": ["next"]}}',
        '{"script": 1, "moves": ["next", "bid.1", "play.B2"]}',
    ],
)
def test_progress_of_another_script_starts_again(kept: str) -> None:
    assert script.loads(kept) == Lesson()


@pytest.mark.parametrize("move", ["play.G3", "bid.1", "", "bid.99"])
def test_a_move_that_is_not_offered_is_refused(move: str) -> None:
    with pytest.raises(ImpossibleMove):
        script.after(Lesson(), move)


def test_no_card_of_the_others_is_shown_before_it_is_played() -> None:
    for lesson in _every_lesson():
        if lesson.page is Page.BID:
            here = engine.current_round(lesson.game)
            hidden = [face for hand in here.hands[1:] for face in hand]
            labels = _text(render.page(lesson)).split()
            assert not [face for face in hidden if face.code in labels]
    assert card("Y12").code in _text(render.page(script.fold(BEST[:2])))
