"""Every message of random games: within Discord's limits, and with ranks as the labels want them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from discord import ui

from bot.languages import ENGLISH, LANGUAGES, speaking
from bot.render import hand, optionpanel, public
from bot.render.hand import Picked
from bot.render.rulebook import book, pages
from bot.table import Occupant, Stage, Table
from bot.tableview import TableView, public_view, seat_view
from engine.actions import Draw
from engine.cards import card
from engine.options import SPECIAL_CARDS, Bidding, Bomb, FirstDealer, Labels, Length, Options
from engine.state import Game
from tests.engine.playing import steps, whole_game

MOST_CHARACTERS = 4000
MOST_PARTS = 40
MOST_ON_A_BUTTON = 80
MOST_OF_A_PLACEHOLDER = 150
MOST_OF_A_CHOICE = 100
NAME = "*_" * 12
"""As long as a name is shown, and all of it is escaped."""
LARGEST = Options(
    length=Length.FIVE, max_rounds=1, labels=Labels.FACES, special_cards=frozenset(SPECIAL_CARDS), bomb=Bomb.TRICK
)
SIZES = {3: 20, 6: 10}


def _table(options: Options, game: Game | None, players: int, name: str = NAME) -> Table:
    """Return a table of people who are all away, which makes their names longest, but for the first."""
    seats = tuple(Occupant(at + 1, name, away=at > 0) for at in range(players))
    stage = Stage.LOBBY if game is None else Stage.PLAYING
    nothing = (None,) * players
    return Table(1, 1, 1, options, b"secret", 1, seats, stage, game, decided=(0,) * players, chosen=nothing)


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield part
    for inside in part.get("components", ()):
        yield from _parts(inside)


def _shown(view: ui.LayoutView) -> list[Mapping[str, Any]]:
    return [part for top in view.to_components() for part in _parts(top)]


def _characters(view: ui.LayoutView) -> int:
    """Count the text of a message as Discord does at its strictest: an emoji as two."""
    return sum(len(part["content"].encode("utf-16-le")) // 2 for part in _shown(view) if part["type"] == 10)


def _words(view: ui.LayoutView) -> str:
    """Return all that is written in a message, on its buttons and in its selects."""
    found = []
    for part in _shown(view):
        for option in (part, *part.get("options", ())):
            found += [str(option.get(key) or "") for key in ("content", "label", "placeholder", "description")]
    return "\n".join(found)


def _require_limits(view: ui.LayoutView) -> None:
    assert _characters(view) <= MOST_CHARACTERS
    assert len(_shown(view)) <= MOST_PARTS
    for part in _shown(view):
        assert part["type"] != 2 or len(part["label"]) <= MOST_ON_A_BUTTON
        assert len(part.get("placeholder") or "") <= MOST_OF_A_PLACEHOLDER
        assert all(len(option["label"]) <= MOST_OF_A_CHOICE for option in part.get("options", ()))


def _panels(table: Table) -> Iterator[ui.LayoutView]:
    """Yield everybody's panel, with each card they may pick at its second step."""
    for seat in range(len(table.seats)):
        seen = seat_view(table, seat)
        yield hand.panel(seen, "A line for this one time.")
        here = seen.playing.round
        for at, face in enumerate(here.hand if here is not None else ()):
            if hand.needs_second_step(seen, face):
                yield hand.panel(seen, picked=Picked(at, face))


def _rounds(table: Table) -> Iterator[ui.LayoutView]:
    seen = public_view(table)
    yield public.current(seen)
    yield from (public.closing(seen, f"round-{at}") for at in range(1, len(table.playing.scores) + 1))


# --- Discord's limits ----------------------------------------------------------------------------


@pytest.mark.parametrize("bidding", [Bidding.OPEN, Bidding.SECRET])
@pytest.mark.parametrize("players", SIZES)
def test_the_largest_rounds_fit_into_their_messages(players: int, bidding: Bidding) -> None:
    options = replace(LARGEST, bidding=bidding)
    for number, language in enumerate((*LANGUAGES, ENGLISH)):
        with speaking(language):
            _require_the_game_fits(options, players, number)


def _require_the_game_fits(options: Options, players: int, number: int) -> None:
    for game, _ in steps(options, players, number):
        here = game.round
        if here is not None and (here.asks or not here.trick.cards or len(here.tricks) == SIZES[players] - 1):
            table = _table(options, game, players)
            for view in (*_rounds(table), *_panels(table)):
                _require_limits(view)
    over = whole_game(options, players, number)
    assert over.scores[0].size == SIZES[players]
    for stage in (Stage.FINISHED, Stage.ENDED):
        for view in _rounds(replace(_table(options, over, players), stage=stage)):
            _require_limits(view)


def test_a_stopped_table_still_shows_the_round() -> None:
    game = next(game for game, _ in steps(LARGEST, 3, 1) if game.round is not None and len(game.round.tricks) == 19)
    _require_limits(public.running(replace(public_view(_table(LARGEST, game, 3)), stage=Stage.ENDED)))


# --- the draws for the first deal ----------------------------------------------------------------


def _drawn(draws: tuple[Draw, ...], players: int, name: str) -> TableView:
    options = replace(LARGEST, first_dealer=FirstDealer.HIGH_CARD)
    *_, (game, _) = steps(options, players, 3)
    assert game.round is not None
    assert len(game.round.tricks) >= SIZES[players] - 1
    return public_view(_table(options, replace(game, draws=draws), players, name))


def test_the_first_round_shows_every_draw_for_the_first_deal() -> None:
    draws = ((card("W"), card("R3"), card("W")), (card("Y13"), None, card("J")))
    (head, *_) = [part["content"] for part in _shown(public.current(_drawn(draws, 3, "Ada"))) if part["type"] == 10]
    first, second = [line for line in head.splitlines() if "Drawn for the first deal" in line]
    assert [text in first for text in ("🧙\u00a0W", "🔴\u00a0R4", "Ada")] == [True] * 3
    assert "🟡\u00a0YA" in second
    assert "🃏\u00a0J" in second
    assert second.count("Ada") == 2


@pytest.mark.parametrize("players", SIZES)
def test_many_tied_draws_leave_room_for_the_round(players: int) -> None:
    draws = (*[(card("W"),) * players] * 30, (card("R2"), *[card("R1")] * (players - 1)))
    view = public.current(_drawn(draws, players, NAME))
    _require_limits(view)
    said = _words(view)
    assert "more draws with equal highest cards" in said
    assert "🔴\u00a0R3" in said


# --- labels --------------------------------------------------------------------------------------

STRENGTHS = {Labels.NUMBERS: ("7½", "9¾"), Labels.FACES: ("8½", "10¾")}


def _lobby(options: Options) -> Iterator[ui.LayoutView]:
    seen = public_view(_table(options, None, 3))
    yield public.current(seen)
    yield optionpanel.overview(seen)
    yield from (optionpanel.panel(seen, page, options) for page in optionpanel.PAGES)
    yield from (book(seen, at) for at in range(len(pages(options, None))))


@pytest.mark.parametrize("labels", list(Labels))
def test_every_message_writes_ranks_as_its_table_wants(labels: Labels) -> None:
    options = Options(
        labels=labels, length=Length.QUICK, special_cards=frozenset(SPECIAL_CARDS), first_dealer=FirstDealer.HIGH_CARD
    )
    other = next(strengths for at, strengths in STRENGTHS.items() if at is not labels)
    said = [_words(view) for view in _lobby(options)]
    rng = Random(5)
    for number in range(3):
        for game, _ in steps(options, 3, number):
            asked = game.round is not None and (game.round.asks or game.round.chooser is not None)
            if game.round is not None and (asked or rng.random() < 0.2):
                table = _table(options, game, 3, "Ada")
                said += [_words(view) for view in (*_rounds(table), *_panels(table))]
        over = replace(_table(options, whole_game(options, 3, number), 3, "Ada"), stage=Stage.FINISHED)
        assert over.playing.scores
        said += [_words(view) for view in _rounds(over)]
    for text in said:
        assert not any(strength in text for strength in other)
        assert labels is Labels.NUMBERS or "R13" not in text
    every = "".join(said)
    assert all(
        f"{name} {strength}: " in every for name, strength in zip(("Juggler", "Cloud"), STRENGTHS[labels], strict=True)
    )
