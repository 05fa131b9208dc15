"""What special cards ask for: two cards each, Bo leads with the special one."""

from __future__ import annotations

from dataclasses import replace

from engine.options import SPECIAL_CARDS, Bomb
from tests.browser.screens.stage import HOST_DEALS, Shot, Stage
from tests.e2e.driver import Person


async def _lead(stage: Stage, card: str, *bids: int, lead: bool = True, choice: str = "") -> list[Person]:
    """Let Bo lead this card, if wanted; Cleo follows with the red 13."""
    stage.deal("G1 R5", f"B2 {card}", "R13 Y4", upcard="Y1")
    people = await stage.start(options=replace(HOST_DEALS, special_cards=frozenset({card})))
    await stage.bid(people, *bids)
    if lead:
        await stage.play(people[1], card, choice)
        await stage.play(people[2], "R13")
        await stage.play(people[0], "R5")
    return people


async def juggler(stage: Stage) -> Shot:
    """The suit of a Juggler, named as it is played."""
    people = await _lead(stage, "JUGGLER", 1, 0, 0, lead=False)
    await stage.press(people[1], "pick", "JUGGLER")
    return stage.shot(people[1])


async def shapeshifter(stage: Stage) -> Shot:
    """What a Shapeshifter is."""
    people = await _lead(stage, "SHIFT", 1, 0, 0, lead=False)
    await stage.press(people[1], "pick", "SHIFT")
    return stage.shot(people[1])


async def vampire(stage: Stage) -> Shot:
    """A Vampire that copies the turned-up Cloud asks for a suit, too."""
    stage.deal("G1 R5", "B2 VAMPIRE", "R9 Y4", upcard="CLOUD")
    people = await stage.start(options=replace(HOST_DEALS, special_cards=frozenset({"VAMPIRE", "CLOUD"})))
    await stage.press(people[0], "trump", "G")
    await stage.bid(people, 1, 0, 0)
    await stage.press(people[1], "pick", "VAMPIRE")
    return stage.shot(people[1])


async def cloud(stage: Stage) -> Shot:
    """Another bid after a trick with the Cloud."""
    people = await _lead(stage, "CLOUD", 0, 1, 0, choice="R")
    return stage.shot(people[2], stage.table, people[2].panel)


async def juggler_pass(stage: Stage) -> Shot:
    """A card for the left neighbour."""
    people = await _lead(stage, "JUGGLER", 1, 0, 0, choice="R")
    await stage.press(people[0], "pass")
    return stage.shot(people[1], stage.table, people[1].panel)


async def witch_give(stage: Stage) -> Shot:
    """A card to give to the trick."""
    people = await _lead(stage, "WITCH", 0, 1, 0)
    return stage.shot(people[1])


async def witch_take(stage: Stage) -> Shot:
    """A card to take from the trick."""
    people = await _lead(stage, "WITCH", 0, 1, 0)
    await stage.press(people[1], "pick", "B2")
    return stage.shot(people[1])


async def werewolf(stage: Stage) -> Shot:
    """The holder of the Werewolf names a suit or none."""
    stage.deal("G1 R5", "B2 R7", "WEREWOLF Y4", upcard="W", spare="B9")
    people = await stage.start(options=replace(HOST_DEALS, special_cards=frozenset({"WEREWOLF", "VAMPIRE"})))
    return stage.shot(people[2], stage.table, people[2].panel)


async def bomb(stage: Stage) -> Shot:
    """A Bomb has cancelled all bids."""
    stage.deal("G1 R5", "B2 BOMB", "R13 Y4", upcard="Y1")
    options = replace(HOST_DEALS, special_cards=frozenset({"BOMB"}), bomb=Bomb.BIDS)
    people = await stage.start(options=options)
    await stage.bid(people, 2, 2, 2)
    for person, card in zip((*people[1:], people[0]), ("BOMB", "R13", "R5"), strict=True):
        await stage.play(person, card)
    return stage.shot(people[2], stage.table, people[2].panel)


async def all_in_hand(stage: Stage) -> Shot:
    """Every special card on one hand."""
    mine = [code for code in SPECIAL_CARDS if code != "WEREWOLF"]
    others = [" ".join(f"{suit}{rank}" for rank in range(2, 2 + len(mine))) for suit in "RB"]
    stage.deal(others[0], " ".join(mine), others[1], upcard="Y1")
    options = replace(HOST_DEALS, special_cards=frozenset(SPECIAL_CARDS))
    people = await stage.start(options=options)
    await stage.bid(people, 3, 2, 2)
    return stage.shot(people[1])
