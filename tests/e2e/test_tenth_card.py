"""A tenth special card reaches people without a change of the bot: its words are all it needs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.cli import main
from bot.entries import SetOptions
from bot.render import special_words
from bot.render.wording import AfterWords, Choice, Example, SpecialWords, Telling
from engine.actions import Settle
from engine.cards import Card
from engine.options import FirstDealer, Length, Options
from engine.record import load
from engine.state import Aftermath
from tests.e2e.driver import Person, World, control, controls, decisions, parts, text
from tests.e2e.rigged import rig
from tests.engine.test_tenth_card import CODE, HIGH, LOW, Rise, Risen, phoenix

__all__ = ["phoenix"]


def _with_it(*others: str) -> Options:
    codes = frozenset({CODE, *others})
    return Options(length=Length.QUICK, first_dealer=FirstDealer.HOST, special_cards=codes, max_rounds=2)


def _told(happened: Aftermath, tell: Telling) -> str | None:
    if not isinstance(happened, Risen):
        return None
    return "The Phoenix stays" if happened.gave is None else f"The Phoenix rises for {tell.card(happened.gave)}"


def _offered(decision: Settle, tell: Telling) -> str:
    assert isinstance(decision, Rise)
    gives = "" if decision.give is None else f" and give {tell.card(decision.give)}"
    return f"Say {decision.says}{gives}"


WORDS = SpecialWords(
    name="Phoenix",
    mark="🔥",
    tagline="rises again",
    rule="It is a flame or ashes.",
    example=Example(why="It rises.", cards=("R1", f"{CODE}:{HIGH}", "R2"), winner=1, next_lead=1),
    choices={HIGH: Choice("a flame"), LOW: Choice("ashes")},
    after=AfterWords(
        step="the Phoenix may rise",
        ask="say 0 or 1",
        waiting="Waiting for **{names}** to say 0 or 1 ({card})",
        turn="it's your turn to **say 0 or 1 ({card})**",
        told=_told,
        option=_offered,
    ),
)
CLASSES = ("Risen", "Rise", "PHOENIX", "HIGH", "LOW", "None", "AfterWords")
"""What no person should ever read."""


@pytest.fixture
def with_words(monkeypatch: pytest.MonkeyPatch, phoenix: Card) -> Card:
    monkeypatch.setattr(special_words, "SPECIALS", {**special_words.SPECIALS, CODE: WORDS})
    return phoenix


def _labels(person: Person) -> list[str]:
    return [part["label"] for part in decisions(person.panel)]


async def _play_its_trick(
    world: World, monkeypatch: pytest.MonkeyPatch, it: str, *others: str, **dealt: str
) -> list[Person]:
    """Let Bo lead to the first trick, up to the choice of what the Phoenix is."""
    rig(monkeypatch, "G1 R5", f"B2 {it}", "R9 Y4", **dealt)
    ada, bo, cleo = people = await world.start_table("Ada", "Bo", "Cleo", chosen=_with_it(*others))
    for person in (bo, cleo, ada):
        await person.press("1")
    return people


async def _asked(bo: Person, cleo: Person, ada: Person, *pressed: str) -> list[str]:
    """Play the trick, and return what Bo is offered afterwards."""
    for label in pressed:
        await bo.press(label)
    await cleo.press("R9")
    await ada.press("R5")
    (asked,) = [part for part in parts(bo.panel) if part["type"] == 3]
    return [option["label"] for option in asked["options"]]


async def _finish(world: World, people: list[Person]) -> list[str]:
    """Play the game to its end; return all that could be read on the way."""
    rng, read = Random(1), []
    while not world.table_over:
        read += [text(world.table_message()), *(text(person.panel) for person in people)]
        await world.decide_once(people, rng)
    return [*read, *map(text, world.public())]


@pytest.mark.usefixtures("with_words")
async def test_its_choices_and_what_it_asks_are_there_in_words(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = people = await _play_its_trick(world, monkeypatch, CODE)
    await bo.press("Phoenix…")
    assert _labels(bo) == ["A flame", "Ashes"]
    offered = await _asked(bo, cleo, ada, "A flame")
    assert offered == ["Say 0", "Say 0 and give 🔵\u00a0B2", "Say 1", "Say 1 and give 🔵\u00a0B2"]
    assert "🔥\u00a0A flame" in text(world.table_message())
    assert "Your turn: 🔥\u00a0Phoenix: say 0 or 1" in text(bo.panel)
    (asked,) = [part for part in parts(bo.panel) if part["type"] == 3]
    await bo.actor.select(bo.panel, values=["3"], custom_id=asked["custom_id"])
    assert "Waiting for **Ada, Cleo** to say 0 or 1 (🔥\u00a0Phoenix)" in text(world.table_message())
    for person in (ada, cleo):
        await person.decide(Random(1))
    assert "The Phoenix rises for 🔵\u00a0B2" in text(world.table_message())
    read = await _finish(world, people)
    assert "the game is over" in read[-1]
    assert not [line for line in read for name in CLASSES if name in line]


@pytest.mark.usefixtures("with_words")
async def test_a_vampire_that_copies_it_asks_in_its_words(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = await _play_its_trick(world, monkeypatch, "VAMPIRE", "VAMPIRE", upcard=CODE)
    assert "The Vampire copies 🔥\u00a0Phoenix" in text(world.table_message())
    await bo.press("Vampire…")
    assert _labels(bo) == ["A flame", "Ashes"]
    assert (await _asked(bo, cleo, ada, "Ashes"))[0] == "Say 0"
    assert "🧛\u00a0Ashes" in text(world.table_message())


async def _read_the_rules(person: Person) -> list[str]:
    """Return what is written on every page of the rules."""
    answer = await person.slash("wizard rules")
    read = [text(answer.response)]
    while not control(answer.response, "More").get("disabled"):
        await person.actor.click(answer.response, label="More")
        read.append(text(answer.response))
    return read


@pytest.mark.usefixtures("with_words")
async def test_the_host_chooses_it_and_everybody_can_read_of_it(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = (await ada.click_table("Options")).response
    await ada.actor.click(panel, label="Cards")
    (select,) = [part for part in controls(panel) if part["custom_id"].endswith(":special_cards")]
    (offered,) = [option for option in select["options"] if option["value"] == CODE]
    assert (offered["label"], offered["description"]) == ("Phoenix", "rises again")
    await ada.actor.select(panel, values=[CODE], custom_id=select["custom_id"])
    assert world.table().options.special_cards == {CODE}
    assert "Standard · with Phoenix" in text(world.table_message())
    assert "Standard · with Phoenix" in text(panel)
    overview = (await world.person("Bo").click_table("Options")).response
    assert "**special_cards** Phoenix" in text(overview)

    pages = await _read_the_rules(ada)
    assert len(pages) == 7
    assert [("Phoenix" in page) for page in pages] == [True, True, False, True, False, True, True]
    assert "1 special card: 🔥\u00a0Phoenix" in pages[0]
    assert "- 🔥\u00a0Phoenix: no trump" in pages[1]
    assert "The Phoenix as a flame frees everybody and as ashes leaves the suit to the next card." in pages[3]
    assert "1. the Phoenix as a flame\n2. the first Wizard\n" in pages[3]
    assert "5. the first Jester\n6. the Phoenix as ashes\n" in pages[3]
    assert "the shape of the Phoenix" in pages[5]
    assert "2. the Phoenix may rise\n" in pages[5]
    assert "It is a flame or ashes." in pages[6]
    assert "Bo plays 🔥\u00a0Phoenix as a flame" in pages[6]
    assert not [page for page in pages for name in CLASSES if name in page]


@pytest.mark.usefixtures("with_words")
async def test_beside_the_nine_it_stands_where_the_engine_puts_it(world: World) -> None:
    people = await world.open_table("Ada")
    every = Options(special_cards=frozenset(special_words.SPECIALS))
    await world.bot.tables.submit(world.table().id, SetOptions(people[0].id, every))
    pages = await _read_the_rules(people[0])
    assert len(pages) == 16
    assert "1. the Dragon; but if the Fairy is there too, the Fairy takes the trick\n2. the Phoenix as a" in pages[3]
    assert "3. the Juggler has cards passed on\n4. the Phoenix may rise\n5. the Witch" in pages[5]


@pytest.mark.usefixtures("phoenix")
async def test_without_words_it_is_called_by_its_code(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = people = await _play_its_trick(world, monkeypatch, CODE)
    assert "with Phoenix" in text(world.table_message())
    assert all("Traceback" not in page for page in await _read_the_rules(ada))
    await bo.press("Phoenix…")
    assert _labels(bo) == ["High", "Low"]
    offered = await _asked(bo, cleo, ada, "High")
    assert offered == ["0", "0 · 🔵\u00a0B2", "1", "1 · 🔵\u00a0B2"]
    assert "✨\u00a0Phoenix: decide what is to happen" in text(bo.panel)
    assert "to decide what is to happen (✨\u00a0Phoenix)" in text(world.table_message())
    read = await _finish(world, people)
    assert any("-# A special card took effect" in line for line in read)
    assert not [line for line in read for name in CLASSES if name in line]


@pytest.mark.usefixtures("phoenix")
def test_the_command_line_knows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    assert f",{CODE}" in "".join(capsys.readouterr().out.split())
    typed = ["--special_cards", "phoenix", "--length", "quick", "--max_rounds", "2"]
    assert main(["simulate", "--games", "1", "--out", str(tmp_path), *typed]) == 0
    assert "with Phoenix" in capsys.readouterr().out
    (file,) = tmp_path.iterdir()
    assert load(file.read_text(encoding="utf-8")).options.special_cards == {CODE}
