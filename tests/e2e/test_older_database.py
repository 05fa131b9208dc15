"""A database of the first version in the hands of the client: its tables are shown and played on."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random

from bot.table import Stage
from tests.e2e.driver import Person, World, new_bot, text

OLD = Path(__file__).parents[1] / "fixtures" / "version-1" / "wizard.db"
LOBBY, RUNNING = 101, 103
"""The channels of the open tables in it."""
PEOPLE = {11: "Ada", 12: "Bo", 13: "Cleo"}


async def _take_over(world: World) -> list[Person]:
    """Put the old database in the place of the bot's, with this server, its channel and its people in it."""
    people = [world.person(name) for name in PEOPLE.values()]
    await world.bot.close()
    shutil.copy(OLD, world.database)
    with sqlite3.connect(world.database) as database:
        database.execute("UPDATE game SET guild_id = ?", (world.guild.id,))
        for old, new in ((RUNNING, world.channel.id), (LOBBY, world.guild.create_text_channel("lobby").id)):
            database.execute(
                "UPDATE game SET channel_id = ?, open_channel_id = ?, post_channel_id = ? WHERE channel_id = ?",
                (new, new, new, old),
            )
        for user_id, person in zip(PEOPLE, people, strict=True):
            ids = (f'"user_id":{user_id}', f'"user_id":{person.id}')
            database.execute("UPDATE entry SET body = replace(body, ?, ?)", ids)
    await world.env.restart_bot(new_bot(world.database))
    return people


async def test_a_game_of_the_first_version_is_played_to_its_end(world: World) -> None:
    people = await _take_over(world)
    assert "round 3 of 15" in text(world.table_message())
    table = world.table()
    assert (table.stage, table.playing.totals) == (Stage.PLAYING, (30, 10, -30, 40))
    for person in people:
        await person.open_hand()
    rng = Random(1)
    await world.play_round(people, rng)
    await world.play_round(people, rng)
    assert "round 5 of 15" in text(world.table_message())
    assert world.table().playing.scores[:2] == table.playing.scores[:2]


async def test_a_lobby_of_the_first_version_can_still_be_joined(world: World) -> None:
    await _take_over(world)
    lobby = world.bot.tables.get(1000)
    assert lobby is not None
    assert [seat.name for seat in lobby.seats] == ["Ada", "Bo", "Alma"]
