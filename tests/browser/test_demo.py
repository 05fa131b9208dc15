"""The demo as people use it: the command line, a browser, the mouse."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.hosting import ROOT, chromium, command, demo, open_page
from tests.browser.player import Player
from tests.processes import assert_gone, children, watch

_SCORE = re.compile(r"[✅❌] (?P<name>\w+).* · (?P<points>[+−\d]+) → (?P<total>[−\d]+)")
_FINAL = re.compile(r"(?P<place>\d)\. (?P<name>\w+).* · (?P<total>[−\d]+)\spoints")


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


async def test_one_person_plays_a_whole_game_with_the_mouse(tmp_path: Path) -> None:
    async with demo(pictures=False, folder=tmp_path) as running, chromium() as browser:
        you = Player(await open_page(browser, running.url))
        await you.command("/wizard end")
        await you.sees("The table was closed")
        await you.command("/wizard new", max_rounds="2")
        await you.sees("at most 2 rounds")
        await you.press("Start")
        await you.sees("round 1 of 2")
        await you.open_hand()
        while await you.play_on():
            pass
        await you.sees("round 2 is over")  # the table is drawn after the hand
        shown = await you.text()

        scores = [(found["name"], _number(found["points"])) for found in _SCORE.finditer(shown)]
        final = {found["name"]: _number(found["total"]) for found in _FINAL.finditer(shown)}
        assert len(scores) == 2 * 3, shown
        assert final == {name: sum(points for who, points in scores if who == name) for name in final}
        assert len(final) == 3

        await you.command("/wizard table")
        await you.sees("There is no open table in this channel")
        await you.command("/wizard leaderboard")  # a refusal leaves the message box as it was
        board = await (await you.sees("Season")).inner_text()
        assert re.search(r"You · [\d.]+ season points", board), board


async def test_two_people_follow_each_other_and_see_only_their_own_hand(tmp_path: Path) -> None:
    async with demo("--humans", "2", pictures=False, folder=tmp_path) as running, chromium() as browser:
        you = Player(await open_page(browser, running.url))
        other = Player(await open_page(browser, running.url))
        assert await you.viewer() == "Player 1"
        assert await other.viewer() == "Player 2"
        await you.sees("Player 1 · host")
        await you.press("Start")
        await other.sees("round 1 of")
        hands = []
        for person in (you, other):
            panel = await person.open_hand()
            hands.append(await panel.get_attribute("data-message-id"))
        assert hands[0] != hands[1]
        await _play_the_first_round(you, other)
        await other.sees("round 1 is over")
        for person, foreign in ((you, hands[1]), (other, hands[0])):
            assert await person.page.locator(f'[data-message-id="{foreign}"]').count() == 0
            assert foreign not in await person.page.content()
        # The hand; whoever joined, and so is new here, is offered the lesson beside it.
        for person, private in ((you, 1), (other, 2)):
            assert (await person.text()).count("Only you can see this") == private


async def test_whoever_closes_the_page_comes_back_as_the_same_person(tmp_path: Path) -> None:
    async with demo("--humans", "2", folder=tmp_path) as running, chromium() as browser:
        pages = [await open_page(browser, running.url) for _ in range(2)]
        await pages[1].close()
        again = Player(await open_page(browser, running.url))
        await expect(again.page.get_by_label("Viewing as").locator("option:checked")).to_have_text("Player 2")
        third = Player(await open_page(browser, running.url))
        assert await third.viewer() == "Player 1"
        await again.page.reload()
        await expect(again.page.get_by_label("Viewing as").locator("option:checked")).to_have_text("Player 2")


async def test_a_countdown_goes_on_while_nothing_happens(tmp_path: Path) -> None:
    async with demo(folder=tmp_path) as running, chromium() as browser:
        you = Player(await open_page(browser, running.url))
        await expect(await you.sees("if nothing happens")).to_contain_text("in 15 minutes")
        await expect(you.message("if nothing happens")).to_contain_text("in 14 minutes", timeout=50_000)


async def _play_the_first_round(*people: Player) -> None:
    """Let whoever's turn it is decide until the round is over; the others' tabs follow by themselves."""

    async def play(person: Player) -> None:
        while not await person.message("round 1 is over").count():
            await person.sees("Your turn|round 1 is over")
            if await person.message("round 1 is over").count() == 0:
                await person.play_on()

    await asyncio.gather(*map(play, people))


@pytest.mark.parametrize("wanted", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_and_leaves_nothing_behind(tmp_path: Path, wanted: signal.Signals) -> None:
    async with demo(folder=tmp_path) as running:
        workers = watch(children(running.process.pid))
        assert workers
        assert _files(tmp_path)
        os.killpg(running.process.pid, wanted)  # a terminal sends Ctrl-C to the whole group
        assert await asyncio.wait_for(running.process.wait(), 20) == 0
    assert_gone(workers)
    assert _files(tmp_path) == []


def _files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    async with demo(folder=tmp_path) as running:
        port = running.url.partition("127.0.0.1:")[2].partition("/")[0]
        second = await asyncio.create_subprocess_exec(
            *command(port),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        said, complaint = await asyncio.wait_for(second.communicate(), 60)
    assert second.returncode == 1
    assert said == b""
    assert re.fullmatch(rf"Port {port} can't be used\..*\n", complaint.decode())
