"""`/wizard verify`: whether a finished game was dealt fairly, with all that it takes to check it by hand."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import discord
import pytest
import sqlalchemy as sa

from bot.entries import Arrange
from bot.playout import play
from bot.render import fairness, words
from bot.store.schema import game, record
from bot.tablesettings import TableSettings
from engine.actions import CHANCE, Action, Deal
from engine.ai import random_policy
from engine.dealing import chance
from engine.fairness import checks
from engine.game import apply, to_act
from engine.options import SPECIAL_CARDS, FirstDealer, Length, Options
from engine.record import Record, SeatHolder, dump
from engine.view import view
from tests.e2e.driver import Person, World, control, parts, text
from tests.engine.test_dealing import _order

UNKNOWN = "There is no finished game with this number here."


async def _finished(world: World, *names: str, **options: Any) -> tuple[int, list[Person]]:
    people = await world.start_table(*names, **({"max_rounds": 2} | options))
    table_id = world.table().id
    while not world.table_over:
        await world.decide_once(people, Random(1))
    return table_id, people


async def _said(person: Person, **options: Any) -> str:
    answer = await person.slash("wizard verify", **options)
    assert answer.ephemeral
    return text(answer.response)


async def test_what_is_shown_is_enough_to_deal_the_game_again(world: World) -> None:
    people = await world.open_table("Ada", "Bo", "Cleo", max_rounds=3)
    shown = re.search(r"SHA-256 of the deck's secret `(\w{64})`", text(world.table_message()))
    assert shown
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    table_id = world.table().id
    while not world.table_over:
        await world.decide_once(people, Random(1))
    answer = await people[1].slash("wizard verify")
    assert answer.ephemeral
    said = text(answer.response)
    assert "This game was dealt fairly." in said
    assert f"Game `{table_id}`" in said
    committed, secret = re.findall(r"^`([0-9a-f]{64})`$", said, re.MULTILINE)
    assert committed == shown[1] == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    [line] = [line for line in said.splitlines() if "shares in the shuffles" in line]
    shares = re.findall(r"`(\d+)`", line)
    assert len(shares) == 4  # three people joined, one of them started
    assert "`echo -n SECRET | xxd -r -p | sha256sum`" in said
    kept = (await world.record(table_id)).actions
    dealt = [action for action in kept if isinstance(action, Deal)]
    await people[1].actor.click(answer.response, label="Next deal")
    for at in (1, 2, 3):
        await people[1].actor.click(answer.response, label="Next deal")
        page = text(answer.response)
        assert f"Round {at} of 3, computed again" in page
        assert f"`round/{at}`" in page
        order = _order(bytes.fromhex(secret), shares, f"round/{at}")
        assert _hands(page) == [order[seat * at : (seat + 1) * at] for seat in range(3)]
        assert _hands(page) == [[face.code for face in hand] for hand in dealt[at - 1].hands]
        assert "✅ The record has the same." in page
    assert control(answer.response, "Next deal")["disabled"]


def _hands(page: str) -> list[list[str]]:
    """Return the cards on a page by seat."""
    seats = [line.split(" · ")[1] for line in page.splitlines() if line.startswith("**")]
    return [[card.split(words.NO_BREAK)[1] for card in cards.split(", ")] for cards in seats]


async def test_the_pages_are_turned_both_ways(world: World) -> None:
    _, [ada] = await _finished(world, "Ada", preset="standard", max_rounds=1)
    answer = await ada.slash("wizard verify")
    verdict = text(answer.response)
    assert control(answer.response, "Back")["disabled"]
    assert "The first dealer and the deal of 1 round" in verdict
    await ada.actor.click(answer.response, label="Next deal")
    assert "The first dealer, computed again" in text(answer.response)
    assert "deals first: seat" in text(answer.response)
    await ada.actor.click(answer.response, label="Next deal")
    await ada.actor.click(answer.response, label="Back")
    assert "The first dealer, computed again" in text(answer.response)
    await ada.actor.click(answer.response, label="Verdict")
    assert text(answer.response) == verdict


async def test_without_a_number_it_is_the_last_game_of_the_channel(world: World) -> None:
    ada = world.person("Ada")
    assert await _said(ada) == "No game has been played to its end in this channel yet."
    first, _ = await _finished(world, "Bo", max_rounds=1)
    second, people = await _finished(world, "Cleo", max_rounds=1)
    assert f"Game `{second}`" in await _said(ada)
    assert f"Game `{first}`" in await _said(ada, game=f" {first} ")
    running = await world.start_table("Dan", max_rounds=1)
    assert f"Game `{second}`" in await _said(running[0])
    await people[0].slash("wizard end")


async def test_nothing_of_a_running_game_is_told(world: World) -> None:
    [ada] = await world.start_table("Ada")
    table = world.table()
    said = await _said(ada, game=str(table.id))
    assert said.startswith("That game is not over: its secret is shown when it is.")
    await ada.slash("wizard end")
    said += await _said(ada, game=str(table.id))
    assert said.endswith("That game was not played to its end, so that no record of it is kept.")
    assert table.secret.hex() not in said


@pytest.mark.parametrize("number", ["", "x", "１２", "-1", "9" * 40, str(2**63)])
async def test_a_number_that_is_none_is_one_sentence(world: World, number: str) -> None:
    said = await _said(world.person("Ada"), game=number)
    assert said == "The number of a game has only digits; /wizard verify shows it."


async def test_a_game_of_a_channel_that_somebody_cannot_see_is_not_there(world: World) -> None:
    table_id, [ada] = await _finished(world, "Ada", max_rounds=1)
    elsewhere = world.guild.create_text_channel("elsewhere")
    bo, other = world.person("Bo"), World(world.env, world.database)
    assert "dealt fairly" in await _said(bo, game=str(table_id), channel=elsewhere)
    with sa.create_engine(f"sqlite:///{world.database}").begin() as connection:
        hidden = world.guild.create_text_channel(
            "hidden", overwrites={world.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
        )
        await world.env.settle()
        connection.execute(sa.update(game).values(channel_id=hidden.id))
    assert await _said(bo, game=str(table_id), channel=elsewhere) == UNKNOWN
    assert "dealt fairly" in await _said(ada, game=str(table_id), channel=elsewhere)
    assert await _said(other.person("Cleo"), game=str(table_id)) == UNKNOWN
    assert await _said(bo, game="12") == UNKNOWN


async def test_in_a_thread_it_is_the_threads_game(world: World) -> None:
    people = await world.open_table("Ada", "Bo", "Cleo", max_rounds=1)
    table_id = world.table().id
    await world.bot.tables.submit(table_id, Arrange(people[0].id, TableSettings(thread=True)))
    await people[0].click_table("Start")
    (thread,) = world.channel.threads
    for person in people:
        person.panel = (await person.click_table("My hand", thread)).response
    while not world.table_over:
        await world.decide_once(people, Random(1))
    later, _ = await _finished(world, "Dan", max_rounds=1)
    assert f"Game `{table_id}`" in await _said(people[0], channel=thread)
    assert f"Game `{later}`" in await _said(people[0])


# --- records -------------------------------------------------------------------------------------


async def test_a_record_file_is_verified(world: World) -> None:
    table_id, [_, bo] = await _finished(world, "Ada", "Bo")
    kept = await world.bot.store.record(table_id)
    assert kept is not None
    answer = await bo.slash("wizard verify", record=("game.jsonl", kept.encode()))
    assert answer.ephemeral
    assert "This game was dealt fairly." in text(answer.response)
    assert (await world.record(table_id)).seed.secret.hex() in text(answer.response)
    assert [part for part in parts(answer.response) if part["type"] == 2] == []


def _swapped(kept: str) -> str:
    """Deal the first two seats each other's hands."""
    lines = kept.split("\n")
    at = next(at for at, line in enumerate(lines) if '"hands"' in line)
    deal = json.loads(lines[at])
    deal["hands"][:2] = deal["hands"][1::-1]
    lines[at] = json.dumps(deal)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (lambda kept: _swapped(kept).encode(), 3),
        (lambda kept: re.sub(r'"secret":"..', '"secret":"zz', kept).encode(), 1),
        (lambda kept: kept.encode() + b"\xff", None),
        (lambda _kept: b"", 1),
        (lambda _kept: b"\x00" * 10, 1),
        (lambda _kept: b"[" * 100_000, 1),
    ],
    ids=["another deal", "another secret", "no text", "empty", "zeros", "deep"],
)
async def test_a_record_that_is_not_right_names_its_line(
    world: World, spoil: Callable[[str], bytes], line: int | None
) -> None:
    played, _ = play(Options(max_rounds=2), [random_policy] * 3, "verify")
    kept = dump(played)
    answer = await world.person("Ada").slash("wizard verify", record=("game.jsonl", spoil(kept)))
    assert "This record can't be trusted." in text(answer.response)
    assert f"Its line {line or kept.count(chr(10)) + 1} is not" in text(answer.response)


async def test_a_file_that_is_too_large_is_not_fetched(world: World) -> None:
    said = await _said(world.person("Ada"), record=("game.jsonl", bytes(1_000_001)))
    assert said == "That file is too large to be the record of a game."


async def _spoil(world: World, table_id: int, body: str) -> None:
    with sa.create_engine(f"sqlite:///{world.database}").begin() as connection:
        packed = zlib.compress(body.encode())
        connection.execute(sa.update(record).where(record.c.game_id == table_id).values(body=packed))


async def test_a_kept_record_that_was_changed_is_found_out(world: World) -> None:
    table_id, [ada] = await _finished(world, "Ada")
    kept = await world.bot.store.record(table_id)
    assert kept is not None
    await _spoil(world, table_id, _swapped(kept))
    assert "This record can't be trusted." in await _said(ada)
    other, _ = play(Options(max_rounds=2), [random_policy] * 3, "verify")
    await _spoil(world, table_id, dump(other))
    assert "Its line 1 is not" in await _said(ada)  # a good record, but not with the secret of this table


def _longest(players: int, options: Options) -> Record:
    """Return a long game of people whose names are as long as Discord lets them be, and need every sign escaped."""
    played, _ = play(options, [random_policy] * players, "long")
    seats = tuple(SeatHolder(str(10**18 + at), "_*" * 16) for at in range(players))
    shares = tuple(str(10**19 + at) for at in range(players + 1))
    again = Record(options, seats, replace(played.seed, contributions=shares), ())
    return replace(again, actions=_with_deals_of(again))


def _with_deals_of(empty: Record) -> tuple[Action, ...]:
    game, actions, rng = empty.game(), [], Random(1)
    while waiting := to_act(game):
        action = chance(game, empty.seed) if waiting[0] == CHANCE else random_policy(view(game, waiting[0]), rng)
        game, _ = apply(game, action)
        actions.append(action)
    return tuple(actions)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, Options()),
        (6, Options(length=Length.FIVE, special_cards=frozenset(SPECIAL_CARDS), first_dealer=FirstDealer.HIGH_CARD)),
        (6, Options(length=Length.UPDOWN)),
    ],
)
def test_every_page_fits_into_a_message(players: int, options: Options) -> None:
    played = _longest(players, options)
    found = tuple(checks(played))
    views = [fairness.verdict(played, found, 2**63 - 1, 10**12), fairness.verdict(played, found, None)]
    views += [fairness.page(played, found, 2**63 - 1, at) for at in range(1, len(found) + 1)]
    assert len(found) > 5
    for shown in views:
        assert shown.content_length() <= 4000
        ids = [item.custom_id for item in shown.walk_children() if getattr(item, "custom_id", None)]
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    "shares", [(), ("`x`",), ("1" * 21,), ("@everyone",), tuple(map(str, range(8)))], ids=["none", *"abcd"]
)
def test_shares_that_are_none_of_ours_are_not_shown(shares: tuple[str, ...]) -> None:
    played, _ = play(Options(max_rounds=1), [random_policy] * 3, "x")
    strange = replace(played, seed=replace(played.seed, contributions=shares))
    shown = "".join(part.content for part in _texts(fairness.verdict(strange, (), None)))
    assert "the first line of the record" in shown or "Nobody gave a share" in shown
    assert not any(share in shown for share in shares if len(share) > 1)


def _texts(shown: discord.ui.LayoutView) -> list[Any]:
    return [part for part in shown.walk_children() if isinstance(part, discord.ui.TextDisplay)]
