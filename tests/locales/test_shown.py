"""What a table shows, in a language in which every text that was looked up is in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from discord import ui

import bot.languages
from bot import failures
from bot.commands import ended
from bot.entries import Place
from bot.failures import UnknownPress
from bot.playout import play
from bot.render import (
    aiplayers,
    audit,
    export,
    fairness,
    hand,
    history,
    leaving,
    notices,
    nudge,
    public,
    replay,
    scores,
    standings,
    stats,
    stats_words,
)
from bot.render.hand import Picked
from bot.replay import fold
from bot.rhythm import ALL_TIME, BETWEEN
from bot.store import (
    AuditLine,
    ChannelTaken,
    GameRow,
    HistoryPage,
    Mention,
    Order,
    PlayedGame,
    PlayedSeat,
    Player,
    Season,
    SeasonStatus,
    StandingPage,
    StandingRow,
    Status,
    StoreError,
)
from bot.table import Occupant, Refusal, Refused, Request, Stage, Table
from bot.tables import StaleDecision
from bot.tablesettings import TableSettings
from bot.tableview import TableView, public_view, seat_view
from engine import options as opts
from engine.actions import IllegalAction, Reason
from engine.ai import random_policy
from engine.ai.levels import Level
from engine.fairness import checks
from engine.options import SPECIAL_CARDS, Bidding, Bomb, FirstDealer, Labels, Length, Options, SumRule
from engine.record import SeatHolder
from engine.state import Game, Phase
from tests.engine.playing import act, ready, steps, whole_game, whole_record
from tests.locales.bracketed import Bracketed, outside
from tests.pictures.profiles import PROFILES

NAME = "★"
ALL = frozenset(SPECIAL_CARDS)
GAMES = [
    Options(max_rounds=3),
    Options(max_rounds=3, sum_rule=SumRule.ALWAYS, labels=Labels.FACES, first_dealer=FirstDealer.HIGH_CARD),
    Options(max_rounds=3, bidding=Bidding.HIDDEN, forehead=True),
    Options(max_rounds=2, length=Length.QUICK, bidding=Bidding.SECRET, special_cards=ALL, bomb=Bomb.BIDS),
    *[Options(max_rounds=1, length=Length.FIVE, special_cards=ALL, bomb=bomb) for bomb in Bomb],
]


@pytest.fixture(autouse=True)
def _brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.languages, "_catalogue", lambda _language: Bracketed())


# --- reading a message ---------------------------------------------------------------------------


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield part
    for inside in (*part.get("components", ()), *part.get("options", ())):
        yield from _parts(inside)


def _require_looked_up(view: ui.LayoutView) -> None:
    for top in view.to_components():
        for part in _parts(top):
            for key in ("content", "label", "placeholder", "description"):
                assert not outside(part.get(key) or "")


def _require_said(text: str | None) -> None:
    assert text
    assert "⟦" in text
    assert not outside(text)


# --- tables --------------------------------------------------------------------------------------


def _table(options: Options, game: Game | None, players: int = 3, **others: Any) -> Table:
    occupants = (
        Occupant(1, NAME),
        Occupant(None, NAME, level=Level.ARCHMAGE),
        Occupant(3, NAME, away=True),
        *(Occupant(at + 1, NAME, missed=1) for at in range(3, players)),
    )
    stage = Stage.LOBBY if game is None else Stage.PLAYING
    nothing = (None,) * players
    table = Table(1, 1, 1, options, b"secret", 1, occupants[:players], stage, game, decided=(0,) * players)
    return replace(table, chosen=nothing, **others)


def _panels(table: Table) -> Iterator[ui.LayoutView]:
    """Give everybody's panel, as if they were there, with each card they may pick at its second step."""
    here = tuple(replace(seat, user_id=at + 1, away=False) for at, seat in enumerate(table.seats))
    for seats in (table.seats, here):
        for seat in range(len(seats)):
            seen = seat_view(replace(table, seats=seats), seat)
            yield hand.panel(seen, "★")
            for timed in (None, 10**12):
                yield from (hand.panel(it) for it in _ahead(replace(seen, deadline=timed)))
            cards = () if seen.playing.round is None else seen.playing.round.hand
            for at, face in enumerate(cards):
                if hand.needs_second_step(seen, face):
                    yield hand.panel(seen, picked=Picked(at, face))


def _ahead(seen: TableView) -> Iterator[TableView]:
    """Give a view with and without a card for the coming turn."""
    cards = () if seen.playing.round is None else seen.playing.round.hand
    yield replace(seen, plays_itself=True)
    if cards:
        yield replace(seen, choosable=cards)
        for by_itself in (False, True):
            yield replace(seen, choosable=cards, chosen=cards[0], plays_itself=by_itself)


def _public(table: Table) -> Iterator[ui.LayoutView]:
    seen = public_view(table)
    yield public.current(seen)
    yield from (public.closing(seen, f"round-{at}") for at in range(1, len(table.playing.scores) + 1))
    for tab in scores.TABS:
        yield scores.scores(seen, tab, 0)
    if tricks := public.finished_tricks(seen.playing):
        yield public.trick_post(seen, tricks[-2:])
    if table.playing.round is not None:
        yield nudge.mention(seen, 1)
        yield nudge.direct(seen, "https://discord.com/channels/1/2")


# --- the lobby, and people who come and go -------------------------------------------------------


def test_the_lobby_is_looked_up() -> None:
    invited = (Place(7, NAME), Place(8, NAME))
    lobby = replace(public_view(_table(Options(), None)), invited=invited, deadline=10**12)
    alone = replace(lobby, settings=TableSettings(ai_players=False), deadline=None)
    for seen in (lobby, alone):
        for seats in (seen.seats, seen.seats[:1], seen.seats * 2, ()):
            _require_looked_up(public.lobby(replace(seen, seats=seats)))
            _require_looked_up(aiplayers.panel(replace(seen, seats=seats), NAME))
        for stage, thread in ((Stage.ENDED, None), (Stage.PLAYING, None), (Stage.PLAYING, 5)):
            _require_looked_up(public.lobby(replace(seen, stage=stage, thread_id=thread)))


def test_leaving_and_taking_over_is_looked_up() -> None:
    game = next(game for game, _ in steps(GAMES[0], 3, 1) if game.round is not None)
    seen = replace(public_view(_table(GAMES[0], game)), requests=(Request(9, NAME, 3),), too_few=True)
    for present in (1, 2):
        _require_looked_up(public.running(replace(seen, present=present)))
    _require_looked_up(leaving.confirm(seen))
    _require_looked_up(leaving.taken_over())
    for said in (leaving.KEPT, leaving.STAYED, nudge.DM_CLOSED):
        _require_said(bot.languages._(said))


# --- the game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("options", GAMES)
def test_the_whole_game_is_looked_up(options: Options, number: int) -> None:
    rng = Random(number)
    for game, _ in steps(options, 3, number):
        here = game.round
        settled = here is not None and (here.asks or here.chooser is not None)
        if here is None or settled or rng.random() < 0.2:
            table = _table(options, game)
            for view in (*_public(table), *(_panels(table) if here is not None else ())):
                _require_looked_up(view)


@pytest.mark.parametrize("options", GAMES)
def test_the_end_of_a_game_is_looked_up(options: Options) -> None:
    over = _table(options, whole_game(options, 3, 1), stage=Stage.FINISHED)
    for table in (over, replace(over, stage=Stage.ENDED), replace(over, seats=(Occupant(None, NAME),) * 3)):
        for view in _public(table):
            _require_looked_up(view)
        _require_looked_up(hand.panel(seat_view(table, 0)))


def test_rare_moments_are_looked_up() -> None:
    bomb = Options(special_cards=frozenset({"BOMB"}))
    game = act(ready("R1 R2", "BOMB R3", "Y1 Y2", options=bomb, dealer=2), "R1 BOMB Y1")
    assert game.round is not None
    assert game.round.tricks[0].winner is None
    seen = public_view(_table(bomb, game))
    for view in (
        public.running(seen),
        scores.scores(seen, scores.LAST, 0),
        hand.panel(seat_view(_table(bomb, game), 0)),
    ):
        _require_looked_up(view)
    _require_looked_up(public.running(replace(seen, stage=Stage.ENDED)))
    asked = Options(special_cards=frozenset({"WITCH", "CLOUD", "JUGGLER"}))
    for hands, played in (
        (("R1 R2", "WITCH R3", "Y1 Y2"), "R1 WITCH Y1"),
        (("R1 R2", "CLOUD R3", "Y1 Y2"), "R1 CLOUD:R Y1"),
        (("R1 R2", "JUGGLER R3", "Y1 Y2"), "R1 JUGGLER:R Y1"),
    ):
        game = act(ready(*hands, options=asked, dealer=2, bids=(0, 1, 0)), played)
        assert game.round is not None
        assert public_view(_table(asked, game)).playing.phase is Phase.SPECIAL
        for view in (*_public(_table(asked, game)), *_panels(_table(asked, game))):
            _require_looked_up(view)


def test_pages_of_the_score_sheet_are_looked_up() -> None:
    table = _table(Options(), whole_game(Options(), 3, 1), stage=Stage.FINISHED)
    score = table.playing.scores[0]
    assert table.game is not None
    long = replace(table, game=replace(table.game, scores=(score,) * 25))
    for page in range(2):
        _require_looked_up(scores.scores(public_view(long), scores.SHEET, page))


def test_the_pages_of_fair_deals_are_looked_up() -> None:
    for options, shares in ((GAMES[1], ("1", "2")), (GAMES[3], ()), (Options(max_rounds=1), ("?",))):
        played, _ = play(options, [random_policy] * 3, "1")
        seats = (SeatHolder("1", NAME),) * 3
        record = replace(played, seats=seats, seed=replace(played.seed, contributions=shares))
        found = tuple(checks(record))
        for game_id in (1, None):
            _require_looked_up(fairness.verdict(record, found, game_id, 10**12))
            _require_looked_up(fairness.verdict(record, found[1:], game_id))
            _require_looked_up(fairness.bad(3, game_id))
        for at in range(1, len(found) + 1):
            _require_looked_up(fairness.page(record, found, 1, at))


# --- finished games ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES)
def test_every_step_of_a_replay_is_looked_up(options: Options) -> None:
    record = whole_record(options, 4, 3)
    record = replace(record, seats=tuple(SeatHolder(str(seat), NAME) for seat in range(4)))
    played = fold(GameRow(1, 2, 3, 4, "", bytes(32), 1, 1, Status.FINISHED, 0), record)
    for number, starts in enumerate(played.starts, 1):
        for trick in range(len(starts) + 1):
            _require_looked_up(replay.page(played, played.step(number, trick)))
    _require_looked_up(history.game(played, 0, 0, 0))


def test_lists_of_finished_games_are_looked_up() -> None:
    seats = (PlayedSeat(0, 1, NAME, 20, 1), PlayedSeat(1, None, NAME, -10, 2, "adept"))
    games = tuple(PlayedGame(at, opts.dumps(options), 0, at, seats) for at, options in enumerate(GAMES))
    for person in (0, 1, 2):
        for page in (HistoryPage(0, 0, ()), HistoryPage(1, 0, games[:1]), HistoryPage(30, 10, games)):
            _require_looked_up(history.games(page, person))
    _require_looked_up(history.record("wizard-1.jsonl"))


# --- beside the table ----------------------------------------------------------------------------


def test_help_standings_and_the_own_panel_are_looked_up() -> None:
    _require_said(notices.help_text())
    for when in Mention:
        for on, closed in ((True, False), (False, True)):
            _require_looked_up(nudge.panel(Player(1, when, dm=on, dm_closed=closed)))
    seasons = [Season(1, key, name, 0, None, None, SeasonStatus.OPEN) for key, name in (("m1", NAME), ("m2", None))]
    rows = tuple(StandingRow(at, at, NAME, at, at - 1, 10 * at, at - 1, at - 1) for at in (1, 2))
    for page in (StandingPage(0, 0, ()), StandingPage(1, 0, rows[:1]), StandingPage(30, 10, rows)):
        own = replace(page, own=replace(rows[0], user_id=9, place=0))
        for order, season in product(Order, ("2026-07", ALL_TIME, BETWEEN, "m1", "m2")):
            _require_looked_up(standings.leaderboard(page, season, order, seasons, "2026-07"))
            _require_looked_up(standings.leaderboard(own, season, order, seasons))
            _require_looked_up(standings.final(season, seasons, dict.fromkeys(Order, page)))


def test_results_and_changes_of_the_standings_are_looked_up() -> None:
    _require_looked_up(export.answer(NAME, 3, ["results.csv", "results.json"]))
    seasons = [Season(1, "m1", None, 0, None, None, SeasonStatus.OPEN)]
    subjects = {"season start": "m1", "season end": "m1", "season rename": f"m1: {NAME}"}
    others = ("exclude game", "restore game", "exclude person", "restore person")
    lines = [
        AuditLine(1, 1, 0, 1, what, subject) for what, subject in {**subjects, **dict.fromkeys(others, "1")}.items()
    ]
    for page in ([], lines, lines * 2):
        _require_looked_up(audit.page(page, 0, seasons))


def test_statistics_are_looked_up() -> None:
    for make in PROFILES.values():
        profile = replace(make(), name=NAME, rival=NAME)
        for season in ("2026-11", ALL_TIME, "2025-01"):
            _require_looked_up(stats.page(replace(profile, season=season), "2026-11"))
            for alt in (stats_words.alt, stats_words.alt_of_specials):
                for line in alt(replace(profile, season=season)):
                    _require_said(line)


def test_whatever_cannot_be_done_is_looked_up() -> None:
    errors: list[Exception] = [*map(Refused, Refusal), *map(IllegalAction, Reason)]
    for error in (*errors, StaleDecision(), ChannelTaken(), UnknownPress(), StoreError()):
        _require_said(failures.sentence(error))
    table = _table(Options(), None)
    for said in (ended(table), ended(replace(table, stage=Stage.ENDED))):
        _require_said(said)
