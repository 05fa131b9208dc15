"""What each button and select does: find the table and the seat, check, act, answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot import failures
from bot.customid import Press
from bot.entries import Act, AddAi, Entry, Join, Leave, RemoveAi, Return, Start
from bot.failures import UnknownPress
from bot.render import hand, public, rulebook, standings, words
from bot.render.hand import Picked
from bot.table import Refusal, Refused, Table
from bot.tables import StaleDecision
from bot.tableview import TableView, public_view, seat_view
from engine.cards import Card, Suit, UnknownCard, card
from engine.state import (
    Bid,
    Decision,
    Exchange,
    IllegalAction,
    MoveBid,
    NameTrump,
    PassCard,
    Play,
    PlayBlind,
    Seat,
    Settle,
)

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]


class Presses:
    """The handlers of all interactive parts, by the operation their custom id names."""

    def __init__(self, client: WizardClient) -> None:
        self._client = client
        lobby: Mapping[str, Callable[[Interaction], Entry]] = {
            "join": lambda it: Join(it.user.id, it.user.display_name, it.id),
            "leave": lambda it: Leave(it.user.id),
            "add_ai": lambda it: AddAi(it.user.id),
            "remove_ai": lambda it: RemoveAi(it.user.id),
            "start": lambda it: Start(it.user.id, it.id),
        }
        self._lobby = lobby
        self._panel: Mapping[str, Callable[[Interaction, Press, str | None], Awaitable[None]]] = {
            "hand": self._hand,
            "refresh": self._refresh,
            "back": self._back,
            "pick": self._pick,
            "bid": self._decide,
            "play": self._decide,
            "blind": self._decide,
            "trump": self._decide,
            "move_bid": self._decide,
            "pass": self._decide,
            "exchange": self._decide,
            "settle": self._decide,
            "standings": self._standings,
            "rules": self._rules,
        }

    async def handle(self, interaction: Interaction, press: Press, value: str | None) -> None:
        """Do what was pressed and answer; raise what `failures.sentence` has words for."""
        if press.op in self._lobby:
            await self._change_lobby(interaction, press)
        elif press.op in self._panel:
            await self._panel[press.op](interaction, press, value)
        else:
            raise UnknownPress

    def _table(self, interaction: Interaction, press: Press) -> Table:
        table = self._client.tables.get(press.table)
        if table is None or table.guild_id != interaction.guild_id:
            raise Refused(Refusal.TABLE_OVER)
        return table

    # --- the lobby ------------------------------------------------------------------------------

    async def _change_lobby(self, interaction: Interaction, press: Press) -> None:
        table = self._table(interaction, press)
        # Two clicks on Add AI are one; Join, Leave and Start mean the same at any version.
        version = press.version if press.op in ("add_ai", "remove_ai") else None
        entry = self._lobby[press.op](interaction)
        try:
            table = await self._client.tables.submit(table.id, entry, interaction_id=interaction.id, version=version)
        except StaleDecision:
            table = self._table(interaction, press)
        await interaction.response.edit_message(view=public.closing(public_view(table), "lobby"))
        self._client.publisher.touch(self._client.tables.get(table.id) or table)

    # --- the private panel ----------------------------------------------------------------------

    async def _hand(self, interaction: Interaction, press: Press, _value: str | None) -> None:
        await self._client.panels.open(interaction, self._table(interaction, press))

    async def _refresh(self, interaction: Interaction, press: Press, _value: str | None) -> None:
        await self._client.panels.answer(interaction, self._table(interaction, press))

    async def _back(self, interaction: Interaction, press: Press, _value: str | None) -> None:
        await self._change_from_panel(interaction, press, lambda _table, _seat: Return(interaction.user.id))

    async def _pick(self, interaction: Interaction, press: Press, _value: str | None) -> None:
        """Show the second step of a card: what to say of it, or what to take for it. Nothing is decided yet."""
        table = self._table(interaction, press)
        picked = _picked(seat_view(table, table.require_seat(interaction.user.id)), press)
        await self._client.panels.answer(interaction, table, "" if picked else words.STALE, picked)

    async def _decide(self, interaction: Interaction, press: Press, value: str | None) -> None:
        def entry(table: Table, seat: Seat) -> Entry:
            if table.seats[seat].away:
                raise Refused(Refusal.SEAT_IS_AWAY)
            if table.decided[seat : seat + 1] != (press.version,):
                raise StaleDecision
            return Act(decision(seat_view(table, seat), seat, press, value))

        await self._change_from_panel(interaction, press, entry)

    async def _change_from_panel(
        self, interaction: Interaction, press: Press, entry: Callable[[Table, Seat], Entry]
    ) -> None:
        """Submit what a panel's button means; whatever comes of it, the panel shows the present state."""
        table = self._table(interaction, press)
        seat = table.require_seat(interaction.user.id)
        notice = ""
        async with self._client.panels.answering(table.id, interaction.user.id):
            try:
                table = await self._client.tables.submit(
                    table.id,
                    entry(table, seat),
                    interaction_id=interaction.id,
                    decision=(seat, press.version),
                )
            except (StaleDecision, Refused, IllegalAction) as error:
                notice = failures.sentence(error) or ""
                table = self._client.tables.get(table.id) or table
            await self._client.panels.answer(interaction, table, notice)

    # --- the leaderboard ------------------------------------------------------------------------

    async def _standings(self, interaction: Interaction, press: Press, _value: str | None) -> None:
        season = press.arg.partition(".")[0]
        page = await self._client.standings(interaction.guild_id or 0, season, press.version)
        await interaction.response.edit_message(view=standings.leaderboard(page, season))

    # --- the rules ------------------------------------------------------------------------------

    async def _rules(self, interaction: Interaction, press: Press, value: str | None) -> None:
        """Turn a page, or open the rules beside the message they were asked for from; it stays as it is."""
        table = self._client.tables.get(press.table)
        here = None if table is None or table.guild_id != interaction.guild_id else public_view(table)
        if press.arg == rulebook.OPEN_ANEW:
            await interaction.response.send_message(view=rulebook.book(here, 0), ephemeral=True)
            return
        at = press.version if value is None else _number(value)
        await interaction.response.edit_message(view=rulebook.book(here, at))


def decision(table: TableView, seat: Seat, press: Press, value: str | None) -> Decision:
    """Read which decision a panel's button or select means; raise `UnknownPress` for anything else."""
    match press.op:
        case "bid":
            return Bid(seat, _number(value if value is not None else press.arg))
        case "trump":
            return NameTrump(seat, None if press.arg == hand.NO_TRUMP else _suit(press.arg))
        case "play":
            return _play(table, seat, press.arg)
        case "blind":
            return PlayBlind(seat)
        case "move_bid" if press.arg in _DIRECTIONS:
            return MoveBid(seat, _DIRECTIONS[press.arg])
        case "pass":
            return PassCard(seat, _place(table, press.arg)[1])
        case "exchange":
            return _exchange(table, seat, press.arg)
        case "settle":
            return _settlement(table, value)
    raise UnknownPress


_DIRECTIONS: Final = {"more": 1, "less": -1}


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise UnknownPress
    return int(text)


def _suit(letter: str) -> Suit:
    if letter not in tuple(Suit):
        raise UnknownPress
    return Suit(letter)


def _place(table: TableView, arg: str) -> tuple[int, Card]:
    """Find a card: its place in the sorted hand, and its code to be sure it is still that card."""
    place, _, code = arg.partition(".")
    here = table.playing.round
    cards = here.hand if here is not None else ()
    at = _number(place)
    if at >= len(cards) or cards[at].code != code:
        raise StaleDecision
    return at, cards[at]


def _picked(table: TableView, press: Press) -> Picked | None:
    """Return the card somebody chose for its second step; None when there is no such choice any more."""
    try:
        at, face = _place(table, press.arg)
    except StaleDecision:
        return None
    current = press.version == table.decision and hand.needs_second_step(table, face)
    return Picked(at, face) if current else None


def _settlement(table: TableView, value: str | None) -> Settle:
    """Find what was chosen by its place among the open decisions."""
    legal = table.playing.legal
    at = _number(value or "")
    found = legal[at] if at < len(legal) else None
    if not isinstance(found, Settle):
        raise StaleDecision
    return found


def _play(table: TableView, seat: Seat, arg: str) -> Play:
    """Read ``place.code``, or ``place.code.choice`` for a card of which something is said."""
    place, code, choice = (*arg.split("."), "", "")[:3]
    face = _place(table, f"{place}.{code}")[1]
    return Play(seat, _known(f"{code}:{choice}") if choice else face)


def _exchange(table: TableView, seat: Seat, arg: str) -> Exchange:
    """Read ``keep``, or ``place.code.taken``."""
    if arg == hand.KEEP:
        return Exchange(seat)
    given, _, taken = arg.rpartition(".")
    return Exchange(seat, _place(table, given)[1], _known(taken))


def _known(code: str) -> Card:
    try:
        return card(code)
    except UnknownCard:
        raise UnknownPress from None
