"""People who leave a running game and come back; AI players; panels and their tokens."""

from __future__ import annotations

import asyncio
from random import Random

import discord
import pytest

from bot.render import words
from engine.actions import Deal, DrawDealer
from engine.cards import WIZARD, Suit, cards
from engine.dealing import Seed, chance
from engine.game import to_act
from engine.state import Game
from tests.e2e.driver import Person, World, controls, decisions, parts, text


async def test_an_ai_keeps_the_seat_and_the_person_comes_back(world: World) -> None:
    rng = Random(1)
    people = await world.start_table("Ada", "Bo", "Cleo")
    await people[1].leave()
    assert "Bo (away, AI plays)" in text(world.table_message())
    hand = world.table().playing.round.hands[1]
    assert "I'm back" in [part.get("label") for part in controls(people[1].panel)]
    await world.play_round([people[0], people[2]], rng)
    assert not people[1].can_decide
    assert hand is not None
    await people[1].press("I'm back")
    assert "away" not in text(world.table_message())
    await world.play_round(people, rng)


async def test_join_brings_a_person_back_with_their_hand(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    await people[1].leave()
    back = await people[1].slash("wizard join")
    assert back.ephemeral
    assert "Your hand" in text(back.response)
    assert not world.table().seats[1].away


async def test_ai_players_finish_when_everybody_has_left(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=3)
    for person in people:
        await person.leave()
    assert "the game is over" in text(world.public()[-1])
    board = await people[0].slash("wizard leaderboard")
    assert "Nobody has finished a game yet." in text(board.response)


async def test_one_person_against_ai_does_not_count_by_default(world: World) -> None:
    people = await world.start_table("Ada", max_rounds=1)
    await world.play_round(people, Random(3))
    assert "the game is over" in text(world.public()[-1])
    assert "Nobody has finished" in text((await people[0].slash("wizard leaderboard")).response)


async def test_an_ai_plays_on_in_worker_processes(world: World) -> None:
    await world.restart(ai_workers=1)
    people = await world.start_table("Ada", max_rounds=2)
    await world.play_round(people, Random(5))
    await world.play_round(people, Random(5))
    assert "the game is over" in text(world.public()[-1])


# --- panels --------------------------------------------------------------------------------------


async def test_a_hand_is_private(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", "Dan", length="quick")
    for person in people:
        assert person.panel.ephemeral
        seen = {message.id for message in world.channel.history(viewer=person.actor)}
        assert person.panel.id in seen
        assert not seen & {other.panel.id for other in people if other is not person}
    hands = world.table().playing.round.hands
    assert not [message for message in world.public() if ":play:" in str(message.components)]
    public = "\n".join(text(message) for message in world.public())
    upcard = world.table().playing.round.upcard
    assert not [card for hand in hands for card in hand if words.card_text(card) in public and card != upcard]
    assert upcard is None or words.card_text(upcard) in public


async def test_a_new_panel_takes_the_place_of_the_old_one(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    old = people[0].panel
    await people[0].open_hand()
    assert old.id not in {message.id for message in world.channel.history(viewer=people[0].actor)}


async def test_a_click_on_an_older_panel_makes_it_current(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    old = people[0].panel
    await world.env.advance_time(15 * 60 + 1)
    await people[0].open_hand()
    newer = people[0].panel
    assert old.id in {message.id for message in world.channel.history(viewer=people[0].actor)}
    people[0].panel = old
    await people[0].press("Refresh")
    seen = {message.id for message in world.channel.history(viewer=people[0].actor)}
    assert old.id in seen
    assert newer.id not in seen


async def test_an_expired_panel_still_plays(world: World) -> None:
    """After 15 minutes a panel does not follow any more, but its buttons work and bring a new token."""
    rng = Random(2)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    while world.table().playing.round.chooser is not None:
        await world.decide_once(people, rng)
    await world.env.advance_time(15 * 60 + 1)
    assert await world.decide_once(people, rng)
    second = next(person for person in people if _is_next(world, person))
    assert not second.can_decide
    await second.press("Refresh")
    assert second.can_decide
    await second.decide(rng)


def _is_next(world: World, person: Person) -> bool:
    return world.table().seats[to_act(world.table().playing)[0]].user_id == person.id


async def test_a_twenty_card_hand_fits_with_every_control(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    rng = Random(7)
    while world.table().playing.round.chooser is not None:
        await world.decide_once(people, rng)
    bidding = next(person for person in people if person.can_decide)
    bids = decisions(bidding.panel)
    assert [part["type"] for part in bids] == [3]
    assert [option["value"] for option in bids[0]["options"]] == [str(bid) for bid in range(21)]
    while any(bid is None for bid in world.table().playing.round.bids):
        await world.decide_once(people, rng)
    for person in people:
        buttons = [part for part in parts(person.panel) if part["type"] == 2]
        assert len(buttons) == 24  # the cards, Refresh, Rules, Scores and Leave
        assert len({part["custom_id"] for part in buttons}) == 24
        assert len(parts(person.panel)) <= 40


async def test_the_dealer_names_the_trump_with_buttons(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal with a Wizard turned up: four suits, for the dealer alone, before anybody bids."""

    def wizard_up(game: Game, seed: Seed) -> DrawDealer | Deal:
        action = chance(game, seed)
        if isinstance(action, DrawDealer):
            return action
        return Deal(tuple((face,) for face in cards("R1 Y2 G3")), WIZARD)

    monkeypatch.setattr("bot.tables.chance", wizard_up)
    people = await world.start_table("Ada", "Bo", "Cleo")
    (dealer,) = [person for person in people if person.can_decide]
    assert people.index(dealer) == world.table().playing.round.dealer
    labels = [part["label"] for part in decisions(dealer.panel)]
    assert labels == ["Red (R)", "Yellow (Y)", "Green (G)", "Blue (B)"]
    await dealer.press("Green (G)")
    assert world.table().playing.round.trump is Suit.GREEN
    assert "green (G)" in text(world.table_message())
    assert [person.can_decide for person in people].count(True) == 1
    assert not dealer.can_decide


async def test_an_ai_waits_its_pace_before_it_moves(world: World) -> None:
    await world.restart(pace=30)
    (ada,) = await world.start_table("Ada")
    while ada.can_decide:
        await ada.decide(Random(1))
    waiting = world.table()
    assert waiting.automatic() is not None
    await world.env.advance_time(29)
    assert world.table() == waiting
    await world.env.advance_time(2)
    assert world.table().version == waiting.version + 1


async def test_every_panel_says_at_the_end_that_it_is_over(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the panel that was being edited when the table was put away."""
    rng = Random(4)
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=1)
    edit, under_way = discord.Webhook.edit_message, asyncio.Event()
    archived, archive = asyncio.Event(), world.bot.store.archive

    async def slow(self: discord.Webhook, *args: object, **kwargs: object) -> object:
        if world.table_over and not under_way.is_set():
            under_way.set()
            await archived.wait()
        return await edit(self, *args, **kwargs)

    async def told(table_id: int) -> None:
        await archive(table_id)
        archived.set()

    monkeypatch.setattr(discord.Webhook, "edit_message", slow)
    monkeypatch.setattr(world.bot.store, "archive", told)
    await world.play_round(people, rng)
    assert under_way.is_set()
    assert ["This table is over." in text(person.panel) for person in people] == [True] * 3


async def test_no_token_outlives_its_table(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last click's answer comes back only after the table was put away."""
    rng = Random(4)
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=1)
    table_id, edit = world.table().id, discord.InteractionResponse.edit_message
    archived, archive = asyncio.Event(), world.bot.store.archive

    async def late(self: discord.InteractionResponse, *args: object, **kwargs: object) -> object:
        answer = await edit(self, *args, **kwargs)
        if world.table_over:
            await archived.wait()
        return answer

    async def told(game_id: int) -> None:
        await archive(game_id)
        archived.set()

    monkeypatch.setattr(discord.InteractionResponse, "edit_message", late)
    monkeypatch.setattr(world.bot.store, "archive", told)
    await world.play_round(people, rng)
    assert archived.is_set()
    assert await world.bot.store.panels(table_id) == ()
    assert not world.bot.panels._slots
