"""What people see and press when special cards ask for something; three at a table, two cards each, Bo leads."""

from __future__ import annotations

from random import Random

import pytest

from bot.render import words
from engine.cards import cards, codes, deck
from engine.options import SPECIAL_CARDS, Bidding, Bomb, FirstDealer, Length, Options
from engine.specials import CardsPassed
from tests.e2e.driver import Component, Person, World, control, decisions, parts, text
from tests.e2e.rigged import rig

ALL = frozenset(SPECIAL_CARDS)
NAMES = ("Ada", "Bo", "Cleo")


def quick(*special_cards: str, bidding: Bidding = Bidding.OPEN, bomb: Bomb = Bomb.TRICK) -> Options:
    """Return options that deal two cards each in round 1, the host first."""
    return Options(
        length=Length.QUICK,
        first_dealer=FirstDealer.HOST,
        special_cards=frozenset(special_cards),
        bidding=bidding,
        bomb=bomb,
    )


def labels(person: Person) -> list[str]:
    return [part["label"] for part in decisions(person.panel)]


async def bid(people: list[Person], *bids: int) -> None:
    """Let the seats after the dealer bid, one after the other."""
    for person, said in zip([*people[1:], people[0]], bids, strict=True):
        await person.press(str(said))


async def sit(world: World, options: Options, *bids: int) -> list[Person]:
    people = await world.start_table(*NAMES, chosen=options)
    if bids:
        await bid(people, *bids)
    return people


def hand(world: World, person: Person) -> str:
    seat = world.table().require_seat(person.id)
    return codes(sorted(world.table().playing.round.hands[seat], key=str))


# --- cards that say something --------------------------------------------------------------------


async def test_a_juggler_is_played_in_two_steps(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 JUGGLER", "R9 Y4")
    _, bo, _ = await sit(world, quick("JUGGLER"), 1, 0, 0)
    assert labels(bo) == ["Juggler 7½…", "B2"]
    await bo.press("Juggler 7½…")
    assert "what is your 🤹" in text(bo.panel)
    assert labels(bo) == ["Red (R)", "Yellow (Y)", "Green (G)", "Blue (B)"]
    assert hand(world, bo) == "B2 JUGGLER"
    await bo.press("Blue (B)")
    assert f"🤹{words.NO_BREAK}🔵B7½ — Bo · ahead" in text(world.table_message())


async def test_the_second_step_can_be_taken_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 SHIFT", "R9 Y4")
    _, bo, _ = await sit(world, quick("SHIFT"), 1, 0, 0)
    await bo.press("Shapeshifter…")
    assert labels(bo) == ["A Wizard (W)", "A Jester (J)"]
    await bo.press("Another card")
    assert labels(bo) == ["Shapeshifter…", "B2"]
    await bo.press("B2")
    assert hand(world, bo) == "SHIFT"


async def test_the_second_step_stays_when_something_else_happens(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 SHIFT", "R9 Y4")
    _, bo, cleo = await sit(world, quick("SHIFT"), 1, 0, 0)
    await bo.press("Shapeshifter…")
    await cleo.leave()
    assert "Cleo (away, AI plays)" in text(bo.panel)
    assert labels(bo) == ["A Wizard (W)", "A Jester (J)"]
    await bo.press("A Jester (J)")
    assert hand(world, bo) == "B2"


@pytest.mark.parametrize(("said", "winner"), [("A Wizard (W)", "Bo"), ("A Jester (J)", "Cleo")])
async def test_the_shapeshifter_is_what_was_pressed(
    world: World, monkeypatch: pytest.MonkeyPatch, said: str, winner: str
) -> None:
    rig(monkeypatch, "G1 R5", "B2 SHIFT", "R9 Y4")
    ada, bo, cleo = await sit(world, quick("SHIFT"), 1, 0, 0)
    await bo.press("Shapeshifter…")
    await bo.press(said)
    await cleo.press("R9")
    await ada.press("R5")
    assert f"→{words.NO_BREAK}**{winner}**" in text(world.table_message())


async def test_a_vampire_asks_what_the_copied_card_asks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 VAMPIRE", "R9 Y4", upcard="CLOUD")
    ada, bo, cleo = await world.start_table(*NAMES, chosen=quick("VAMPIRE", "CLOUD"))
    await ada.press("Green (G)")
    await bid([ada, bo, cleo], 1, 0, 0)
    assert f"The Vampire copies ☁️{words.NO_BREAK}Cloud 9¾" in text(bo.panel)
    await bo.press("Vampire…")
    await bo.press("Red (R)")
    await cleo.press("R9")
    await ada.press("R5")
    assert "☁️" in text(bo.panel)
    assert labels(bo) == ["More: 2 instead of 1", "Less: 0 instead of 1"]


# --- after the trick -----------------------------------------------------------------------------


async def play_first_trick(people: list[Person], *pressed: tuple[str, ...]) -> None:
    for person, buttons in zip([*people[1:], people[0]], pressed, strict=True):
        for label in buttons:
            await person.press(label)


async def test_everybody_passes_a_card_in_any_order_and_nobody_sees_another_s(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "G1 R5", "B2 JUGGLER", "R9 Y4")
    people = ada, bo, cleo = await sit(world, quick("JUGGLER"), 1, 0, 0)
    await play_first_trick(people, ("Juggler 7½…", "Red (R)"), ("R9",), ("R5",))
    assert [labels(person) for person in people] == [["G1"], ["B2"], ["Y4"]]
    assert "which card do you pass to Ada?" in text(cleo.panel)
    for person in (cleo, ada):
        await person.press(labels(person)[0])
    assert "Waiting for **Bo** to pass a card to the left" in text(world.table_message())
    assert [hand(world, person) for person in people] == ["G1", "B2", "Y4"]
    await bo.press("B2")
    assert [hand(world, person) for person in people] == ["Y4", "G1", "B2"]
    assert f"You passed 🟢{words.NO_BREAK}G1 to Bo and got 🟡{words.NO_BREAK}Y4 from Cleo" in text(ada.panel)
    assert "passed" not in text(bo.panel).replace("You passed", "").replace("Everybody passed", "")
    assert "Y4" not in text(bo.panel)
    assert "Everybody passed a card to the left" in text(world.table_message())
    assert not any(code in text(world.table_message()) for code in ("G1", "B2", "Y4"))


async def test_passes_survive_a_restart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 JUGGLER", "R9 Y4")
    people = ada, bo, cleo = await sit(world, quick("JUGGLER"), 1, 0, 0)
    await play_first_trick(people, ("Juggler 7½…", "Red (R)"), ("R9",), ("R5",))
    await cleo.press("Y4")
    await world.restart()
    assert [person.can_decide for person in people] == [True, True, False]
    await ada.press("G1")
    await bo.press("B2")
    (passed,) = world.table().playing.round.tricks[0].after
    assert passed == CardsPassed(cards("G1 B2 Y4"))


async def test_an_ai_settles_for_a_person_who_has_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 JUGGLER", "R9 Y4")
    people = ada, bo, cleo = await sit(world, quick("JUGGLER"), 1, 0, 0)
    await play_first_trick(people, ("Juggler 7½…", "Red (R)"), ("R9",), ("R5",))
    await bo.leave()
    await ada.press("G1")
    await cleo.press("Y4")
    assert world.table().playing.round.asks == ()
    assert hand(world, cleo) == "B2"


async def test_the_winner_of_a_trick_with_the_cloud_changes_the_bid(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "G1 R5", "B2 CLOUD", "R13 Y4")
    people = _, bo, cleo = await sit(world, quick("CLOUD"), 0, 1, 0)
    await play_first_trick(people, ("Cloud 9¾…", "Red (R)"), ("R13",), ("R5",))
    assert [person.can_decide for person in people] == [False, False, True]
    assert "you bid 1 and have 1" in text(cleo.panel)
    await cleo.press("More: 2 instead of 1")
    assert "Cleo changed their bid by +1" in text(world.table_message())
    assert "Cleo · bid **2**, took **1**" in text(bo.panel)


async def test_one_way_to_change_a_bid_is_taken_without_asking(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 CLOUD", "R13 Y4")
    people = await sit(world, quick("CLOUD"), 0, 0, 0)
    await play_first_trick(people, ("Cloud 9¾…", "Red (R)"), ("R13",), ("R5",))
    assert "Cleo changed their bid by +1" in text(world.table_message())
    assert people[2].can_decide
    assert labels(people[2]) == ["Y4"]


async def test_with_secret_bids_one_way_is_asked_and_only_the_fact_is_public(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "G1 R5", "B2 CLOUD", "R13 Y4")
    people = ada, bo, cleo = await sit(world, quick("CLOUD", bidding=Bidding.SECRET), 0, 0, 0)
    await play_first_trick(people, ("Cloud 9¾…", "Red (R)"), ("R13",), ("R5",))
    assert labels(cleo) == ["More: 1 instead of 0"]
    await cleo.press("More: 1 instead of 0")
    assert "Cleo changed their bid by +1" in text(cleo.panel)
    for shown in (text(world.table_message()), text(ada.panel), text(bo.panel)):
        assert "Cleo changed their bid" in shown
        assert "by +1" not in shown
        assert "Cleo · bid 🔒, took **1**" in shown
    await cleo.press("Y4")
    await ada.press("G1")
    await bo.press("B2")
    over = text(world.public()[-2])
    assert "Cleo changed their bid by +1" in over
    assert "✅ Cleo · bid 1, took 1" not in over  # Y4 took the second trick, too
    assert "Cleo · bid 1, took 2" in over


async def test_the_witch_gives_one_card_and_takes_another(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 WITCH", "W Y4")
    people = _, bo, _ = await sit(world, quick("WITCH"), 0, 1, 0)
    await play_first_trick(people, ("Witch",), ("W",), ("R5",))
    assert labels(bo) == ["B2", "Keep my hand"]
    await bo.press("B2")
    assert f"which card of the trick do you take for 🔵{words.NO_BREAK}B2?" in text(bo.panel)
    assert labels(bo) == ["W", "R5"]
    await bo.press("W")
    assert hand(world, bo) == "W"
    shown = text(world.table_message())
    assert f"Bo took 🧙{words.NO_BREAK}W for 🔵{words.NO_BREAK}B2" in shown
    assert f"→{words.NO_BREAK}**Cleo**" in shown


async def test_the_witch_may_keep_the_hand(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 WITCH", "W Y4")
    people = _, bo, cleo = await sit(world, quick("WITCH"), 0, 1, 0)
    await play_first_trick(people, ("Witch",), ("W",), ("R5",))
    await bo.press("Keep my hand")
    assert hand(world, bo) == "B2"
    assert cleo.can_decide


async def test_a_bombed_trick_is_nobody_s(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 BOMB", "W Y4")
    people = await sit(world, quick("BOMB"), 0, 1, 0)
    await people[1].press("Bomb")
    await people[2].press("W")
    assert f"🧙{words.NO_BREAK}W — Cleo · would win" in text(world.table_message())
    await people[0].press("R5")
    assert f"→{words.NO_BREAK}**nobody** (Cleo leads)" in text(world.table_message())
    assert "Cleo · bid **1**, took **0**" in text(world.table_message())


async def test_a_bomb_may_cancel_the_bids(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 BOMB", "W Y4")
    people = ada, bo, cleo = await sit(world, quick("BOMB", bomb=Bomb.BIDS), 2, 2, 2)
    await play_first_trick(people, ("Bomb",), ("W",), ("R5",))
    assert "The Bomb has cancelled all bids" in text(world.table_message())
    assert "you have 1" in text(cleo.panel)
    assert "Waiting for **Cleo** to play · the bids are off" in text(world.table_message())
    await cleo.press("Y4")
    await ada.press("G1")
    await bo.press("B2")
    over = text(world.public()[-2])
    assert "▫️ Cleo · bid 2, took 2 · **+20** → 20" in over
    assert "▫️ Ada · bid 2, took 0 · **0** → 0" in over


# --- the turn-up ---------------------------------------------------------------------------------


async def test_the_werewolf_s_holder_names_a_suit_or_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 R7", "WEREWOLF Y4", upcard="W", spare="B9")
    people = _, _, cleo = await sit(world, quick("WEREWOLF", "VAMPIRE"))
    assert [person.can_decide for person in people] == [False, False, True]
    assert labels(cleo) == ["Red (R)", "Yellow (Y)", "Green (G)", "Blue (B)", "No trump"]
    public = text(world.table_message())
    assert f"turned up 🧙{words.NO_BREAK}W" in public
    assert f"Cleo took it and put 🐺{words.NO_BREAK}Werewolf there" in public
    assert "tricks bid" not in public
    assert "B9" not in public
    await cleo.press("No trump")
    assert world.table().playing.round.trump is None
    public = text(world.table_message())
    assert "Trump: **none**" in public
    assert f"The Vampire copies 🔵{words.NO_BREAK}B9, turned over for it" in public
    assert hand(world, cleo) == "W Y4"


async def test_a_vampire_turned_over_as_the_spare_is_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 R7", "WEREWOLF Y4", upcard="Y9", spare="VAMPIRE")
    people = _, _, cleo = await sit(world, quick("WEREWOLF", "VAMPIRE"))
    assert "Vampire" not in text(cleo.panel)
    await cleo.press("Red (R)")
    line = f"Turned over to be copied: 🧛{words.NO_BREAK}Vampire, so nobody copies anything"
    assert line in text(world.table_message())
    assert all(line in text(person.panel) for person in people)
    await bid(people, 1, 0, 0)
    await play_first_trick(people, ("B2",), ("Y4",), ("G1",))
    await world.play_round(people, Random(2))
    (over,) = [text(message) for message in world.public() if "round 1 is over" in text(message)]
    assert line in over


@pytest.mark.parametrize("turned_up", ["DRAGON", "WEREWOLF", "CLOUD", "JUGGLER", "SHIFT", "VAMPIRE"])
async def test_the_dealer_names_a_suit_after_such_a_card(
    world: World, monkeypatch: pytest.MonkeyPatch, turned_up: str
) -> None:
    spare = "B9" if turned_up == "WEREWOLF" else None
    rig(monkeypatch, "G1 R5", "B2 R7", "W Y4", upcard=turned_up, spare=spare)
    people = await sit(world, quick(*SPECIAL_CARDS))
    assert [person.can_decide for person in people] == [True, False, False]
    assert labels(people[0]) == ["Red (R)", "Yellow (Y)", "Green (G)", "Blue (B)"]


# --- clicks that don't fit -----------------------------------------------------------------------


async def test_picking_a_card_that_says_nothing_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 JUGGLER", "R9 Y4")
    _, bo, cleo = await sit(world, quick("JUGGLER"), 1, 0, 0)
    play = control(bo.panel, "B2")["custom_id"]
    for custom_id in (play.replace(":play:", ":pick:"), play.replace(":play:", ":pick:").replace("B2", "B3")):
        bo.emit(bo.panel, custom_id)
        await world.env.settle()
        assert words.STALE in text(bo.panel)
        assert labels(bo) == ["Juggler 7½…", "B2"]
    foreign = cleo.emit(bo.panel, control(bo.panel, "Juggler 7½…")["custom_id"])
    await world.env.settle()
    assert foreign.acknowledged
    assert "Juggler" not in text(cleo.panel)


@pytest.mark.parametrize(
    ("arg", "sentence"),
    [("0.JUGGLER", "That can't be said of this card."), ("0.JUGGLER.W", "another version"), ("0.JUGGLER.X", "another")],
)
async def test_a_juggler_without_a_suit_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch, arg: str, sentence: str
) -> None:
    rig(monkeypatch, "G1 R5", "B2 JUGGLER", "R9 Y4")
    _, bo, _ = await sit(world, quick("JUGGLER"), 1, 0, 0)
    before = world.table()
    result = bo.emit(bo.panel, control(bo.panel, "B2")["custom_id"].rpartition(":")[0] + f":{arg}")
    await world.env.settle()
    assert result.acknowledged
    assert sentence in text(result.response or bo.panel) + text(bo.panel)
    assert world.table() == before


async def test_a_pass_can_t_be_given_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 JUGGLER", "R9 Y4")
    people = ada, _, _ = await sit(world, quick("JUGGLER"), 1, 0, 0)
    await play_first_trick(people, ("Juggler 7½…", "Red (R)"), ("R9",), ("R5",))
    custom_id = decisions(ada.panel)[0]["custom_id"]
    for _ in range(2):
        ada.emit(ada.panel, custom_id)
    await world.env.settle()
    assert len(world.table().playing.round.asks[0].settled) == 1
    assert world.table().playing.round.asks[0].waiting == (1, 2)


# --- the largest hand ----------------------------------------------------------------------------


async def test_the_largest_hand_with_every_special_card_fits_each_panel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """20 cards with all specials that can be in a hand, at every step of it."""
    pack = [face.code for face in deck(ALL) if face.code not in ALL]
    mine = [code for code in SPECIAL_CARDS if code != "WEREWOLF"] + pack[:12]
    rig(monkeypatch, " ".join(pack[12:32]), " ".join(mine), " ".join(pack[32:52]), upcard=pack[52])
    people = _, bo, _ = await world.start_table(
        *NAMES, chosen=Options(length=Length.FIVE, first_dealer=FirstDealer.HOST, special_cards=ALL)
    )
    rng, seen = Random(5), set()
    while not seen >= {"pick", "play", "pass", "exchange"}:
        assert all(len(parts(person.panel)) <= 40 for person in people)
        seen |= {_op(part) for part in decisions(bo.panel)}
        assert world.table().playing.round.number == 1, seen
        if not await _use_a_special_card(bo):
            await world.decide_once(people, rng)


async def _use_a_special_card(person: Person) -> bool:
    """Play the Juggler and the Witch as soon as possible, and pass on something else."""
    usable = decisions(person.panel)
    wanted = [part for part in usable if part.get("label") in ("Juggler 7½…", "Witch")]
    passed = [part for part in usable if _op(part) == "pass"][-1:]
    for part in [*passed, *wanted][:1]:
        await person.use(part)
        return True
    return False


def _op(part: Component) -> str:
    return part["custom_id"].split(":")[3]


# --- a card before the forehead ------------------------------------------------------------------


async def test_nobody_is_shown_the_card_before_their_own_forehead(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "G9", "B12", "R13", upcard="Y1")
    options = Options(forehead=True, first_dealer=FirstDealer.HOST, max_rounds=1)
    people = ada, bo, cleo = await world.start_table(*NAMES, chosen=options)
    for person, own, others in ((ada, "G9", ("B12", "R13")), (bo, "B12", ("G9", "R13")), (cleo, "R13", ("G9", "B12"))):
        seen = str(parts(person.panel))
        assert own not in seen
        assert all(code in seen for code in others)
    await bid(people, 1, 0, 0)
    assert labels(bo) == ["Play your card"]
    assert "B12" not in str(parts(bo.panel))
    assert not any(code in str(parts(world.table_message())) for code in ("G9", "B12", "R13"))
    await bo.press("Play your card")
    assert "B12" in text(world.table_message())
    await cleo.press("Play your card")
    await ada.press("Play your card")
    assert "Bo · bid 1, took 1" in text(world.public()[-2])


async def test_the_phase_of_a_special_card_is_named_to_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "G1 R5", "B2 WITCH", "W Y4")
    people = await sit(world, quick("WITCH"), 0, 1, 0)
    await play_first_trick(people, ("Witch",), ("W",), ("R5",))
    assert world.table().playing.round.asks[0].special == "WITCH"
    assert "Waiting for **Bo** to exchange a card or keep their hand (🧹" in text(world.table_message())
