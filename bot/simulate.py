"""AI games without Discord: records and a table of how they went."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.render.options import summary
from bot.table import AI_NAMES
from engine import rules
from engine.actions import CHANCE, Action
from engine.ai import Policy, adept
from engine.dealing import Seed, chance
from engine.game import apply, new_game, to_act
from engine.options import Options
from engine.record import AI, Record, SeatHolder, dump
from engine.state import Game
from engine.view import view


def simulate(options: Options, games: int, players: int, seed: int, out: Path | None) -> str:
    """Play games among AI players and return a summary table; write each record into `out`, made if needed."""
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    ended = []
    for number in range(1, games + 1):
        record, game = play(options, [adept] * players, f"{seed}/{number}")
        ended.append(game)
        if out is not None:
            path = out / f"{players}p-seed{seed}-{number:0{len(str(games))}}.jsonl"
            path.write_text(dump(record), encoding="utf-8")
    return _summary(options, ended)


def play(options: Options, policies: Sequence[Policy], seed: str) -> tuple[Record, Game]:
    """Play one game; equal seeds give equal games."""
    game = new_game(options, len(policies))
    deals = Seed(hashlib.sha256(f"simulate/{seed}".encode()).digest(), ())
    rng = Random(f"ai/{seed}")
    actions: list[Action] = []
    while waiting := to_act(game):
        seat = waiting[0]
        action = chance(game, deals) if seat == CHANCE else policies[seat](view(game, seat), rng)
        game, _ = apply(game, action)
        actions.append(action)
    seats = tuple(SeatHolder(AI, name) for name in AI_NAMES[: len(policies)])
    return Record(options, seats, deals, tuple(actions)), game


def _summary(options: Options, games: Sequence[Game]) -> str:
    """Return what was played, then a line for each seat: mean points, share of games won, exact bids."""
    played = f"{len(games)} games" if options == Options() else f"{len(games)} games · {summary(options)}"
    lines = [played, f"{'seat':<10}{'points':>8}{'won':>8}{'exact':>8}"]
    for seat in range(games[0].players):
        points = sum(game.totals[seat] for game in games) / len(games)
        won = sum(rules.ranking(game)[seat] == 1 for game in games) / len(games)
        rounds = sum(len(game.scores) for game in games)
        exact = sum(rules.exact_bids(game.scores, seat) for game in games) / rounds
        lines.append(f"{AI_NAMES[seat]:<10}{points:>8.1f}{won:>8.1%}{exact:>8.1%}")
    return "\n".join(lines)
