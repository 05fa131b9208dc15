"""AI games without Discord: records and a table of how they went."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.playout import play
from bot.render.options import summary
from bot.table import AI_NAMES
from engine import rules
from engine.ai import adept
from engine.options import Options
from engine.record import dump
from engine.state import Game


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
