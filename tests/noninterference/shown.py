"""All that a viewer gets of a game, as bytes: messages, pictures, what an AI on their seat decides, what is printed."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from bot.pictures.hand import hand as hand_picture
from bot.pictures.pad import pad
from bot.pictures.race import race
from bot.pictures.table import table as table_picture
from bot.pictures.trick import last_trick
from bot.render import hand, hints, leaving, nudge, public, scores
from bot.render.hand import Picked
from bot.table import Table
from bot.tablesettings import Hints, TableSettings
from bot.tableview import TableView, public_view, seat_view
from engine.actions import Seat
from engine.ai.judgement import Budget
from engine.ai.levels import Level, decide
from engine.game import to_act
from engine.state import Game
from tests.pictures.samples import table

Shown = tuple[str, bytes]
_DEALS: Final = 2
_SETTINGS: Final = TableSettings(pre_moves=True, hints=Hints.ON)


def at_table(game: Game, rng: Random, viewer: Seat | None) -> Table:
    """Return a table with this game, a secret of its own, and cards chosen by others that nobody else knows of."""
    here = game.round
    chosen = (
        [None] * game.players if here is None else [_chosen(game, seat, rng, viewer) for seat in range(game.players)]
    )
    return replace(table(game), secret=rng.randbytes(32), settings=_SETTINGS, chosen=tuple(chosen), deadline=1)


def _chosen(game: Game, seat: Seat, rng: Random, viewer: Seat | None) -> Any:
    """Return a card that somebody else has chosen for their coming turn, or none."""
    held = game.round.hands[seat] if game.round is not None else ()
    if seat == viewer or seat in to_act(game) or not held or rng.random() < 0.5:
        return None
    return rng.choice(held)


def everything(of: Table, viewer: Seat | None, *, pictures: bool = False, search: bool = False) -> Iterator[Shown]:
    """Yield all that the viewer, a seat or None for a spectator, gets to see."""
    yield from _to_all(public_view(of), pictures=pictures)
    if viewer is not None:
        yield from _to_seat(seat_view(of, viewer), search=search)
        if pictures:
            yield from _drawn("hand", hand_picture(seat_view(of, viewer)))
        yield "printed for the seat", _printed(seat_view(of, viewer))
    yield "printed for all", _printed(public_view(of))


def _to_all(seen: TableView, *, pictures: bool) -> Iterator[Shown]:
    yield "table", _bytes(public.current(seen))
    if rounds := len(seen.playing.scores):
        yield "end of a round", _bytes(public.closing(seen, f"round-{rounds}"))
    for tab in scores.TABS:
        yield f"scores, {tab}", _bytes(scores.scores(seen, tab, 99))
    if tricks := public.finished_tricks(seen.playing):
        yield "tricks", _bytes(public.trick_post(seen, tricks))
    if seen.playing.to_act:
        yield "mention", _bytes(nudge.mention(seen, 1))
        yield "direct message", _bytes(nudge.direct(seen, "link"))
    if pictures:
        for draw in (table_picture, last_trick, pad, race):
            yield from _drawn(draw.__module__, draw(seen))


def _to_seat(seen: TableView, *, search: bool) -> Iterator[Shown]:
    yield "hand", _bytes(hand.panel(seen))
    yield "hand as a list", _bytes(hand.panel(seen, as_list=True))
    yield "leaving", _bytes(leaving.confirm(seen))
    game, here = seen.playing, seen.playing.round
    for at, face in enumerate(() if here is None else here.hand):
        if hand.needs_second_step(seen, face):
            yield f"second step {at}", _bytes(hand.panel(seen, picked=Picked(at, face)))
    if not game.legal:
        return
    for level in (Level.APPRENTICE, Level.ADEPT, *([Level.ARCHMAGE] if search else [])):
        decision = decide(level, game, Random(1), Budget(_DEALS))
        yield f"{level} decides", (repr(decision) + hints.action(seen, decision)).encode()


def _printed(seen: TableView) -> bytes:
    return repr(seen).encode() + pickle.dumps(seen)


def _bytes(view: Any) -> bytes:
    return json.dumps(view.to_components()).encode()


def _drawn(name: str, picture: Any) -> Iterator[Shown]:
    if picture is not None:
        yield f"picture of {name}", picture.data + picture.alt.encode()
