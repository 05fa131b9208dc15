"""Replays of finished games: trick by trick with buttons, all hands open, and nothing of a game that still runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import discord
import pytest
from simcord.results import InteractionResult, ResponseMessage

import bot.replay
from bot.items import Router
from bot.pictures.canvas import Picture
from bot.pictures.studio import Studio
from bot.playout import play
from bot.render import faces, public, special_words
from bot.render import replay as render
from bot.replay import Replay, fold
from bot.store import GameRow, Player, Status
from engine.actions import Deal
from engine.ai import random_policy
from engine.cards import Card
from engine.game import apply, new_game
from engine.options import Bidding, Bomb, FirstDealer, Length, Options
from engine.presets import PRESETS
from engine.record import Record, SeatHolder
from engine.specials import CardsPassed
from engine.state import Round
from tests.e2e.driver import Person, World, control, controls, parts, text
from tests.e2e.test_history import forge, play_a_game, said
from tests.e2e.test_leaving import start
from tests.e2e.test_pictures import pictures

ALL = PRESETS["jubilee-30"].special_cards


async def click(person: Person, message: ResponseMessage, label: str) -> InteractionResult:
    return await person.actor.click(message, label=label)


async def jump(person: Person, message: ResponseMessage, number: int, which: int = 0) -> InteractionResult:
    selects = [part for part in parts(message) if part["type"] == 3]
    return await person.actor.select(message, values=[str(number)], custom_id=selects[which]["custom_id"])


def cards_of(hand: tuple[Card, ...]) -> list[str]:
    return [faces.card_text(face) for face in hand]


def hand_lines(shown: str, name: str) -> list[str]:
    """Return the cards below somebody's line."""
    lines = shown.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith(("▶️", "▫️")) and name in line)
    return lines[at + 1].replace("\xa0· ", " · ").split(" · ")


# --- from the last message -----------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
async def test_the_last_message_has_a_replay_for_everybody(world: World, restart: bool) -> None:
    await play_a_game(world, "Ada", "Bo", ai=1)
    if restart:
        await world.restart()
    last = world.table_message()
    assert [part["label"] for part in controls(last)] == ["Rematch", "Scores", "Replay", "Review"]
    opened = await click(world.person("Dan"), last, "Replay")
    assert opened.ephemeral
    assert "Replay · round 1 of 1" in text(opened.response)
    assert text(world.table_message()) == text(last)


async def test_a_stopped_game_has_no_replay(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    game_id = world.table().id
    await people[0].slash("wizard end")
    assert "Replay" not in [part["label"] for part in controls(world.table_message())]
    assert "Nothing is left" in await forge(world, people[0], f"w1:{game_id}:1:replay:")


# --- step by step --------------------------------------------------------------------------------


# The five full rounds have many tricks and nothing that others have not.
@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "five"])
async def test_the_buttons_lead_through_a_whole_game(world: World, preset: str) -> None:
    """Every trick as it was played, everybody's hand before it, and back the same way."""
    (ada, *_), table_id = await play_a_game(world, "Ada", "Bo", "Cleo", preset=preset, max_rounds=2)
    game = (await world.record(table_id)).game()
    step = await ada.click_table("Replay")
    pages = []
    for score in game.scores:
        assert "The deal and the bids" in text(step.response)
        pages.append(text(step.response))
        for number, trick in enumerate(score.tricks, 1):
            step = await click(ada, step.response, "Next")
            shown = text(step.response)
            pages.append(shown)
            assert f"Replay · round {score.number} of 2" in shown
            _, _, played = shown.partition(f"### Trick {number}\n")
            for line, (seat, face) in zip(played.split("\n"), trick.plays(3), strict=False):
                name = ("Ada", "Bo", "Cleo")[seat]
                assert line.startswith(f"{faces.card_text(face)} — {name}")
                assert ("takes it" in line) == (seat == trick.winner)
                assert ("leads" in line) == (seat == trick.leader)
                assert faces.card_text(face.bare) in hand_lines(shown, name)
                assert len(hand_lines(shown, name)) == score.size - number + 1
        assert f"Round {score.number} is over" in text(step.response)
        if score is not game.scores[-1]:
            step = await click(ada, step.response, "Next")
    assert control(step.response, "Next")["disabled"]
    assert control(step.response, "Last")["disabled"]
    for page in reversed(pages[:-1]):
        step = await click(ada, step.response, "Back")
        assert text(step.response) == page
    assert control(step.response, "Back")["disabled"]
    assert text((await click(ada, step.response, "Last")).response) == pages[-1]
    assert text((await click(ada, step.response, "First")).response) == pages[0]


async def test_rounds_are_jumped_to(world: World) -> None:
    (ada, *_), _ = await play_a_game(world, "Ada", "Bo", ai=1, max_rounds=4)
    step = await ada.click_table("Replay")
    assert "round 2 of 4" in text((await click(ada, step.response, "Next round")).response)
    assert "round 4 of 4" in text((await jump(ada, step.response, 4)).response)
    assert control(step.response, "Next round")["disabled"]
    assert "round 1 of 4" in text((await jump(ada, step.response, 1)).response)


async def test_old_replays_work_after_a_restart(world: World) -> None:
    (ada, *_), _ = await play_a_game(world, "Ada", "Bo", ai=1, max_rounds=3)
    step = await ada.click_table("Replay")
    await world.restart(after=3 * 24 * 3600)
    assert "### Trick 1" in text((await click(ada, step.response, "Next")).response)
    await world.restart(crash=True)
    assert "round 3 of 3" in text((await jump(ada, step.response, 3)).response)


# --- what only an untrusted press says -----------------------------------------------------------


@pytest.mark.parametrize(
    ("press", "values", "says"),
    [
        ("0:replay:", None, "round 1 of 2"),
        ("999999999:replay:999.next", None, "round 2 of 2"),
        ("2:replay:1", None, "round 2 of 2"),
        ("2:replay:x.next", None, "another version of the bot"),
        ("2:replay:-1.next", None, "another version of the bot"),
        ("2:replay:9999.next", None, "another version of the bot"),
        ("0:replay:jump.0", ["R13"], "another version of the bot"),
        ("0:replay:jump.0", ["0"], "round 1 of 2"),
        ("0:replay:jump.0", ["99"], "round 2 of 2"),
        ("0:record:x", None, "wizard-bot record verify"),
    ],
)
async def test_forged_presses_are_answered_privately(
    world: World, press: str, values: list[str] | None, says: str
) -> None:
    (ada, *_), table_id = await play_a_game(world, "Ada", "Bo", ai=1, max_rounds=2)
    before = text(world.table_message())
    assert says in await forge(world, ada, f"w1:{table_id}:{press}", values)
    assert text(world.table_message()) == before


async def test_a_running_game_has_no_replay_whoever_asks(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=2)
    game_id, rng, asked = world.table().id, Random(4), 0
    while not world.table_over:
        for press in ("1:replay:", "1:replay:1.next", "0:record:"):
            shown = await forge(world, people[asked % 3], f"w1:{game_id}:{press}")
            assert shown == "This game isn't over yet: until then its cards are nobody else's business."
        asked += 1
        await world.decide_once(people, rng)


# --- seats, bids and special cards ---------------------------------------------------------------


async def test_each_trick_has_the_names_of_those_who_held_the_seats(world: World) -> None:
    people, rng = await start(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=3)), Random(6)
    await world.play_round(people, rng)
    await people[1].leave()
    zoe = world.person("Zoe")
    zoe.panel = (await zoe.click_table("Take Bo's seat")).response
    people = [people[0], zoe, people[2]]
    while not world.table_over:
        assert await world.decide_once(people, rng)
    await world.restart()
    ada = people[0]
    step = await ada.click_table("Replay")
    first = text((await click(ada, step.response, "Last")).response)
    assert "Zoe · bid" in first
    assert "Bo ·" not in first
    shown = text((await jump(ada, step.response, 1)).response)
    assert "Bo · bid" in shown
    assert "Zoe" not in shown
    sheet = await click(ada, (await ada.click_table("Scores")).response, "Score sheet")
    assert "Ada · Zoe · Cleo" in text(sheet.response)
    assert "Zoe" in said(await ada.slash("wizard history"))


@pytest.mark.parametrize("bidding", [Bidding.HIDDEN, Bidding.SECRET])
async def test_bids_that_were_secret_are_told(world: World, bidding: Bidding) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", chosen=Options(max_rounds=1, bidding=bidding))
    table_id = world.table().id
    await world.play_round(people, Random(2))
    bids = (await world.record(table_id)).game().scores[0].bids
    shown = text((await people[0].click_table("Replay")).response)
    for name, bid in zip(("Ada", "Bo", "Cleo"), bids, strict=True):
        assert f"{name} · bid **{bid}**, took **0**" in shown


async def test_cards_on_foreheads_are_shown(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", chosen=Options(max_rounds=1, forehead=True))
    table_id = world.table().id
    await world.play_round(people, Random(2))
    deal = next(action for action in (await world.record(table_id)).actions if isinstance(action, Deal))
    shown = text((await people[0].click_table("Replay")).response)
    for name, hand in zip(("Ada", "Bo", "Cleo"), deal.hands, strict=True):
        assert hand_lines(shown, name) == cards_of(hand)


def _row() -> GameRow:
    return GameRow(1, 2, 3, 4, "", bytes(32), 1, 1, Status.FINISHED, 0)


@cache
def _played(options: Options, players: int, number: int, name: str = "") -> Replay:
    record, _ = play(options, [random_policy] * players, str(number))
    if name:
        seats = tuple(SeatHolder(str(at + 1), name) for at in range(players))
        record = Record(options, seats, record.seed, record.actions)
    return fold(_row(), record)


def _content(view: discord.ui.LayoutView) -> str:
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay))


def _steps(played: Replay) -> list[tuple[int, int]]:
    return [(at, trick) for at, starts in enumerate(played.starts, 1) for trick in range(len(starts) + 1)]


@pytest.mark.parametrize("preset", ["jubilee-20", "jubilee-25", "jubilee-30"])
def test_what_special_cards_did_is_told_as_at_the_table(preset: str) -> None:
    told = set()
    for number in range(4):
        played = _played(PRESETS[preset], 4, number)
        for at, trick in _steps(played):
            step = played.step(at, trick)
            shown = _content(render.page(played, step))
            for happened in () if step.done is None else step.done.after:
                assert f"-# {special_words.told(happened, public.Teller(step.view))}" in shown
                told.add(type(happened).__name__)
            if step.done is not None and step.done.winner is None:
                assert "Nobody takes it." in shown
                told.add("Bomb")
            if step.score.swap is not None:
                assert "took it and put 🐺\xa0Werewolf there" in shown
                told.add("Werewolf")
            if step.score.spare is not None:
                told.add("spare")
                assert "turned over for it" in shown or "Turned over to be copied" in shown
    jubilee_30 = {"CardExchanged", "spare"} if preset == "jubilee-30" else set()
    assert told == {"BidMoved", "CardsPassed", "Bomb", "Werewolf", *jubilee_30}


def test_a_passed_card_is_named_with_who_got_it() -> None:
    played = _played(PRESETS["jubilee-20"], 4, 0)
    seen = 0
    for at, trick in _steps(played):
        step = played.step(at, trick)
        for happened in () if step.done is None else step.done.after:
            if isinstance(happened, CardsPassed):
                shown = _content(render.page(played, step))
                names = [seat.name for seat in step.view.seats]
                after = played.step(at, trick + 1)
                for seat, face in enumerate(happened.given):
                    left = (seat + 1) % 4
                    assert f"{names[seat]} 🤖 passed {faces.card_text(face)} to {names[left]} 🤖" in shown
                    assert face in after.hand(left)
                    seen += 1
    assert seen


def test_cancelled_bids_are_told_in_the_trick_that_cancelled_them() -> None:
    options = Options(bomb=Bomb.BIDS, special_cards=frozenset({"BOMB"}))
    played = _played(options, 3, 1)
    times = 0
    for score in played.rounds:
        if not score.cancelled:
            continue
        told = [_content(render.page(played, played.step(score.number, trick))) for trick in range(score.size + 1)]
        first = next(at for at, trick in enumerate(score.tricks, 1) if "BOMB" in [face.code for face in trick.cards])
        assert [("has cancelled all bids" in shown) for shown in told] == [at >= first for at in range(len(told))]
        times += 1
    assert times


def test_the_hands_are_those_of_the_engine() -> None:
    """Each step against the states of the game itself, found another way: a fold with an eye on each play."""
    record, _ = play(PRESETS["jubilee-30"], [random_policy] * 4, "hands")
    played = fold(_row(), record)
    game, lying = new_game(record.options, 4), list[tuple[int, int, Round]]()
    for action in record.actions:
        before, (game, _) = game.round, apply(game, action)
        if before is not None and not before.trick.cards and game.round is not None and game.round.trick.cards:
            lying.append((before.number, len(before.tricks) + 1, before))
    assert [(at, trick) for at, trick, _ in lying] == [step for step in _steps(played) if step[1]]
    for at, trick, here in lying:
        step = played.step(at, trick)
        assert [sorted(map(str, hand)) for hand in step.hands] == [sorted(map(str, hand)) for hand in here.hands]


# --- limits --------------------------------------------------------------------------------------


NAMES = {"long": "Wilhelmina von der Heide", "*": "*" * 24, "漢": "漢" * 24, "emoji": "👩\u200d🚀" * 24}


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_every_page_of_the_longest_game_fits_a_message(players: int, name: str) -> None:
    options = Options(
        length=Length.UPDOWN, bidding=Bidding.SECRET, special_cards=ALL, first_dealer=FirstDealer.HIGH_CARD
    )
    played = _played(options, players, 7, name)
    for at, trick in _steps(played):
        view = render.page(played, played.step(at, trick))
        assert len(_content(view)) <= 4000
        assert view.total_children_count <= 40
        names = [part.item.custom_id for part in view.walk_children() if isinstance(part, Router)]
        assert len(names) == len(set(names))
        assert max(map(len, names)) <= 100
        selects = [
            part.item for part in view.walk_children() if isinstance(getattr(part, "item", None), discord.ui.Select)
        ]
        assert all(len(select.options) <= 25 for select in selects)
        assert sum(len(select.options) for select in selects) == len(played.rounds)


def test_a_forgotten_person_has_a_name_but_no_account() -> None:
    record, _ = play(Options(max_rounds=1), [random_policy] * 3, "1")
    seats = (SeatHolder("forgotten", "Somebody"), *record.seats[1:])
    played = fold(_row(), Record(record.options, seats, record.seed, record.actions))
    assert [seat.user_id for seat in played.table.seats] == [0, None, None]
    assert "Somebody ·" in _content(render.page(played, played.step(1, 0)))


# --- folded once, never too long -----------------------------------------------------------------


async def test_a_game_is_folded_once_and_never_shown_after_it_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada, *_), table_id = await play_a_game(world, "Ada", "Bo", ai=1)
    folded = []

    def counted(row: GameRow, record: Record) -> Replay:
        folded.append(row.id)
        return fold(row, record)

    monkeypatch.setattr(bot.replay, "fold", counted)
    step = await ada.click_table("Replay")
    for label in ("Next", "Back", "Last"):
        await click(ada, step.response, label)
    assert folded == [table_id]
    before = await world.bot.store.record(table_id)
    changed = before.replace('"name":"Bo"', '"name":"Nobody"')

    async def record(_game_id: int) -> str:
        return changed

    monkeypatch.setattr(world.bot.store, "record", record)
    shown = text((await click(ada, step.response, "First")).response)
    assert folded == [table_id, table_id]
    assert "Nobody ·" in shown
    assert "Bo" not in shown


async def test_only_some_games_stay_in_memory(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.replay, "_KEPT", 2)
    _, first = await play_a_game(world, "Ada", "Bo", ai=1)
    text_ = await world.bot.store.record(first)

    async def record(_game_id: int) -> str:
        return text_

    monkeypatch.setattr(world.bot.store, "record", record)
    row = await world.bot.store.game(first)
    for game_id in range(5):
        assert await world.bot.replays.of(replace(row, id=game_id)) is not None
    assert list(world.bot.replays._kept) == [3, 4]


# --- pictures ------------------------------------------------------------------------------------


async def test_each_trick_has_its_picture_where_they_are_wanted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def draw(_studio: Studio, make: Callable[[], Picture | None]) -> Picture | None:
        return make()

    monkeypatch.setattr(Studio, "draw", draw)
    await world.restart(pictures=True)
    (ada, *_), _ = await play_a_game(world, "Ada", "Bo", ai=1)
    step = await ada.click_table("Replay")
    assert pictures(world, step.response) == []
    trick = await click(ada, step.response, "Next")
    [(name, alt)] = pictures(world, trick.response)
    assert name == "trick.webp"
    assert "Trick 1 is over" in alt
    assert "### Trick 1" in text(trick.response)
    await world.bot.players.save(Player(ada.id, pictures=False))
    await click(ada, trick.response, "Back")
    assert pictures(world, (await click(ada, trick.response, "Next")).response) == []
