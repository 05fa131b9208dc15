"""A game: bids, cards, tricks and what comes of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from bot.pace import Pace, TurnClock
from bot.tablesettings import Posts, TableSettings
from engine.cards import deck
from engine.options import SPECIAL_CARDS, Bidding, SumRule
from tests.browser.screens.stage import HOST_DEALS, Shot, Stage
from tests.e2e.driver import Person

_LIVE = TableSettings(TurnClock(Pace.LIVE))
_HANDS = ("G1 R5 B7", "B2 R7 W", "R9 Y4 J")
_SIX = ("Ada", "Wilhelmina van Dijk", "Bo", "xX_DragonSlayer_Xx", "Zoë", "Maximilian")
_LARGEST = 20


def _mixed(players: int, size: int, upcard: str, special_cards: Collection[str] = ()) -> list[str]:
    """Return hands from the whole deck but the card turned up, mixed and always the same."""
    codes = [face.code for face in deck(special_cards)]
    codes.remove(upcard)
    Random(7).shuffle(codes)
    return [" ".join(codes[at * size : (at + 1) * size]) for at in range(players)]


# --- bids ----------------------------------------------------------------------------------------


async def bidding(stage: Stage) -> Shot:
    """A bid of few tricks: a button each."""
    stage.deal(*_HANDS, upcard="R1")
    ada, bo, cleo = await stage.start(settings=_LIVE, options=replace(HOST_DEALS, sum_rule=SumRule.ALWAYS))
    await stage.bid([ada, bo, cleo], 1, 0)
    return stage.shot(ada)


async def bidding_ten(stage: Stage) -> Shot:
    """The most tricks that are bid with buttons."""
    stage.deal(*_mixed(3, 10, "W"), upcard="W")
    people = await stage.start()
    await stage.press(people[0], "trump", "G")
    return stage.shot(people[1])


async def bidding_select(stage: Stage) -> Shot:
    """More tricks than there is room for buttons."""
    stage.deal(*_mixed(3, 12, "J"))
    _, bo, _ = await stage.start()
    return stage.shot(bo)


async def hidden_bids(stage: Stage) -> Shot:
    """Bids that everybody gives at once."""
    stage.deal(*_HANDS)
    people = await stage.start(settings=_LIVE, options=replace(HOST_DEALS, bidding=Bidding.HIDDEN))
    await stage.press(people[1], "bid", "1")
    return stage.shot(people[1], stage.table, people[1].panel)


async def trump(stage: Stage) -> Shot:
    """The dealer names the trump after a Wizard."""
    stage.deal(*_HANDS, upcard="W")
    ada, _, _ = await stage.start(settings=_LIVE)
    return stage.shot(ada, stage.table, ada.panel)


async def forehead(stage: Stage) -> Shot:
    """One sees every card but one's own."""
    stage.deal("G9", "B12", "R13", upcard="Y1")
    ada, bo, cleo = await stage.start(options=replace(HOST_DEALS, forehead=True))
    await stage.bid([ada, bo, cleo], 1, 0, 0)
    return stage.shot(bo)


# --- cards ---------------------------------------------------------------------------------------


async def hand(stage: Stage) -> Shot:
    """One's turn in a running trick."""
    people = await _to_play(stage)
    await stage.play(people[1], "R7")
    return stage.shot(people[2])


async def hand_out_of_turn(stage: Stage) -> Shot:
    """Cards that can't be played yet."""
    people = await _to_play(stage)
    return stage.shot(people[0])


async def largest_hand(stage: Stage) -> Shot:
    """Twenty cards, to bid and to lead."""
    special_cards = frozenset(SPECIAL_CARDS) - {"WEREWOLF"}
    stage.deal(*_mixed(3, _LARGEST, "R1", special_cards), upcard="R1")
    people = await stage.start(options=replace(HOST_DEALS, special_cards=special_cards))
    await stage.bid(people, 7, 6, 6)
    return stage.shot(people[1])


async def pre_move(stage: Stage) -> Shot:
    """A card chosen for the coming turn."""
    people = await _to_play(stage, replace(_LIVE, pre_moves=True))
    await stage.press(people[0], "choose", "R5")
    return stage.shot(people[0])


async def table(stage: Stage) -> Shot:
    """The table in the channel in the middle of a trick."""
    people = await _to_play(stage)
    await stage.play(people[1], "R7")
    await stage.play(people[2], "R9")
    await stage.play(people[0], "R5")
    await stage.play(people[2], "Y4")
    return stage.public_shot()


async def table_of_ai(stage: Stage) -> Shot:
    """A table with AI players, who have bid."""
    people = await stage.start("Ada", ai=3)
    return stage.shot(people[0], stage.table)


async def table_of_six(stage: Stage) -> Shot:
    """Six people with long names, seven cards each, some tricks on."""
    await _six(stage)
    return stage.public_shot()


async def hand_of_six(stage: Stage) -> Shot:
    """A hand at such a table."""
    people = await _six(stage)
    return stage.shot(people[0])


async def trick_posts(stage: Stage) -> Shot:
    """Tricks as messages of their own."""
    people = await _to_play(stage, replace(_LIVE, posts=Posts.TRICK))
    await stage.play(people[1], "R7")
    await stage.play(people[2], "R9")
    await stage.play(people[0], "R5")
    return stage.public_shot(2)


async def _to_play(stage: Stage, settings: TableSettings = _LIVE) -> list[Person]:
    stage.deal(*_HANDS, upcard="R1")
    people = await stage.start(settings=settings)
    await stage.bid(people, 1, 1, 0)
    return people


async def _six(stage: Stage) -> list[Person]:
    stage.deal(*_mixed(6, 7, "Y12"), upcard="Y12", rounds=3, first=1)
    people = await stage.start(*_SIX, settings=_LIVE)
    await stage.play_rounds(people, 1)
    rng, three_tricks_and_two_cards = Random(3), 3 * len(people) + 2
    with stage.no_pictures():
        for _ in range(len(people) + three_tricks_and_two_cards - 1):
            await stage.play_on(people, rng)
    await stage.play_on(people, rng)
    return people


# --- what comes of it ----------------------------------------------------------------------------


async def round_result(stage: Stage) -> Shot:
    """A round that is over, and the next one below it."""
    stage.deal(*_HANDS, upcard="R1")
    people = await stage.start(settings=_LIVE)
    await stage.play_rounds(people, 1)
    return stage.public_shot(2)


async def final(stage: Stage) -> Shot:
    """The end of a game."""
    stage.deal(*_mixed(6, 4, "J"), rounds=2)
    people = await stage.start(*_SIX)
    await stage.play_rounds(people, 2)
    return stage.public_shot(2)


async def ended(stage: Stage) -> Shot:
    """A game that was stopped."""
    stage.deal(*_HANDS)
    people = await stage.start()
    await stage.play_rounds(people, 1)
    await stage.command(people[0], "wizard end")
    return stage.public_shot()


async def last_trick(stage: Stage) -> Shot:
    """The first tab of the scores."""
    people = await _six(stage)
    return stage.shot(people[0], await stage.press(people[0], "scores", on=stage.table))


async def this_round(stage: Stage) -> Shot:
    """The second tab of the scores."""
    people = await _six(stage)
    panel = await stage.press(people[0], "scores", on=stage.table)
    return stage.shot(people[0], await stage.press(people[0], "scores", "round", on=panel))


async def sheet(stage: Stage) -> Shot:
    """The score sheet of six people."""
    stage.deal(*_mixed(6, 1, "J"), rounds=14)
    people = await stage.start(*_SIX)
    await stage.play_rounds(people, 6)
    panel = await stage.press(people[0], "scores", on=stage.table)
    return stage.shot(people[0], await stage.press(people[0], "scores", "sheet", on=panel))
