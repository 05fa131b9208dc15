"""What each button and select does: find the table and the seat, check, act, answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot import failures, outcomes
from bot.aiseats import AiSeats
from bot.auditpage import AuditPage
from bot.background import Background
from bot.commands import require_allowed, require_permissions
from bot.customid import Press
from bot.decisions import chosen, decision, listed_press, number, picked
from bot.entries import Act, AddAi, Choose, Entry, Join, Leave, Return, Start
from bot.exporting import Exporting
from bot.failures import SaidToPerson, UnknownPress
from bot.finished import finished
from bot.hints import HintGiver
from bot.history import History
from bot.houserules import house_rules
from bot.languages import _, speaking
from bot.names import name_of
from bot.owndata import OwnData
from bot.ownpanel import OwnPanel
from bot.rematch import kept
from bot.render import hand, public, rulebook, scores, words
from bot.reviews import Reviews
from bot.serveradmin import ServerAdmin
from bot.servers import server_settings
from bot.statspage import StatsPage
from bot.table import Refusal, Refused, Stage, Table
from bot.tableoptions import TableOptions
from bot.tables import StaleDecision
from bot.tableview import public_view, seat_view
from bot.verifying import Verifying
from engine.actions import IllegalAction, Seat

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]


class Presses:
    """The handlers of all interactive parts, by the operation their custom id names."""

    def __init__(self, client: WizardClient, background: Background) -> None:
        self._client = client
        lobby: Mapping[str, Callable[[Interaction, Table], Entry]] = {
            "join": lambda it, _table: Join(it.user.id, name_of(it.user), it.id),
            "leave": lambda it, _table: Leave(it.user.id),
            "add_ai": lambda it, table: AddAi(it.user.id, table.settings.ai_level),
            "start": lambda it, _table: Start(it.user.id, it.id),
        }
        self._lobby = lobby
        self._options = TableOptions(client)
        self._hints = HintGiver(client)
        self._ai_seats = AiSeats(client)
        self.admin = ServerAdmin(client)
        self.audit_page = AuditPage(client)
        self.exporting = Exporting(client)
        self.own_panel = OwnPanel(client)
        self.own_data = OwnData(client, background)
        self.history = History(client)
        self.reviews = Reviews(client, background)
        self.stats_page = StatsPage(client)
        self.verifying = Verifying(client)
        self._panel: Mapping[str, Callable[[Interaction, Press, Sequence[str]], Awaitable[None]]] = {
            "hand": self._hand,
            "refresh": self._refresh,
            "back": self._back,
            "pick": self._pick,
            "choose": self._choose,
            "bid": self._decide,
            "play": self._decide,
            "blind": self._decide,
            "trump": self._decide,
            "move_bid": self._decide,
            "pass": self._decide,
            "exchange": self._decide,
            "settle": self._decide,
            "rules": self._rules,
            "scores": self._scores,
            "rematch": self._rematch,
            **dict.fromkeys(self._hints.ops, self._hints.handle),
            **dict.fromkeys(self._options.ops, self._options.handle),
            **dict.fromkeys(self._ai_seats.ops, self._ai_seats.handle),
            **dict.fromkeys(self.admin.ops, self.admin.handle),
            **dict.fromkeys(self.audit_page.ops, self.audit_page.handle),
            **dict.fromkeys(self.own_panel.ops, self.own_panel.handle),
            **dict.fromkeys(self.own_data.ops, self.own_data.handle),
            **dict.fromkeys(self.history.ops, self.history.handle),
            **dict.fromkeys(self.reviews.ops, self.reviews.handle),
            **dict.fromkeys(self.stats_page.ops, self.stats_page.handle),
            **dict.fromkeys(self.verifying.ops, self.verifying.handle),
            **dict.fromkeys(client.seating.ops, client.seating.handle),
            **dict.fromkeys(client.lessons.ops, client.lessons.handle),
            **client.league.ops,
        }

    async def handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Do what was pressed and answer; raise what `failures.sentence` has words for."""
        if press.op == hand.LISTED:
            press = listed_press(press, values)
        if press.op in self._lobby:
            await self._change_lobby(interaction, press)
        elif press.op in self._panel:
            await self._panel[press.op](interaction, press, values)
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
        if press.op == "leave" and table.stage is not Stage.LOBBY:  # the lobby it stood on is not the present
            await self._client.seating.leave(interaction, table)
            return
        if press.op == "start":
            await self._client.members.pass_host_on(table, interaction.user.id)
        # Two clicks on Add AI are one; Join, Leave and Start mean the same at any version.
        version = press.version if press.op == "add_ai" else None
        entry = self._lobby[press.op](interaction, table)
        try:
            table = await self._client.tables.submit(table.id, entry, interaction_id=interaction.id, version=version)
        except StaleDecision:
            table = self._table(interaction, press)
        with speaking(table.settings.language):
            view = public.closing(public_view(table), "lobby")
        await self._client.app_emojis.redraw(interaction, view)
        self._client.publisher.touch(self._client.tables.get(table.id) or table)
        if press.op == "join":
            self._client.lessons.offer(interaction)

    # --- the private panel ----------------------------------------------------------------------

    async def _hand(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        table = await self._client.tables.seen(self._table(interaction, press).id, interaction.user.id)
        await self._client.panels.open(interaction, table, self.own_panel.notice(interaction.user.id))
        self._client.members.look_for_others(table, interaction.user.id)

    async def _refresh(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        table = await self._client.tables.seen(self._table(interaction, press).id, interaction.user.id)
        await self._client.panels.answer(interaction, table)

    async def _back(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        await self._change_from_panel(interaction, press, lambda _table, _seat: Return(interaction.user.id))

    async def _pick(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Show the second step of a card: what to say of it, or what to take for it. Nothing is decided yet."""
        table = self._table(interaction, press)
        if interaction.user.id in table.former:
            await self._client.panels.answer(interaction, table)
            return
        second = picked(seat_view(table, table.require_seat(interaction.user.id)), press)
        await self._client.panels.answer(interaction, table, "" if second else _(words.STALE), second)

    async def _choose(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Keep the card for the person's coming turn."""

        def entry(table: Table, seat: Seat) -> Entry:
            return Choose(interaction.user.id, chosen(seat_view(table, seat), press))

        await self._change_from_panel(interaction, press, entry)

    async def _decide(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        def entry(table: Table, seat: Seat) -> Entry:
            if table.seats[seat].away:
                raise Refused(Refusal.SEAT_IS_AWAY)
            if table.decided[seat : seat + 1] != (press.version,):
                raise StaleDecision
            return Act(decision(seat_view(table, seat), seat, press, values))

        await self._change_from_panel(interaction, press, entry)

    async def _change_from_panel(
        self, interaction: Interaction, press: Press, entry: Callable[[Table, Seat], Entry]
    ) -> None:
        """Submit what a panel's button means; whatever comes of it, the panel shows the present state."""
        table = self._table(interaction, press)
        if interaction.user.id in table.former:
            await self._client.panels.answer(interaction, table)
            return
        seat = table.require_seat(interaction.user.id)
        notice, kept = "", None
        async with self._client.panels.answering(table.id, interaction.user.id):
            try:
                with outcomes.counted(press.op, stale=StaleDecision, accepted=False):
                    meant = entry(table, seat)
                clicked = self._client.panels.clicked(interaction, table)
                table = await self._client.tables.submit(
                    table.id,
                    meant,
                    interaction_id=interaction.id,
                    decision=(seat, press.version),
                    panel=clicked,
                )
                kept = clicked
            except (StaleDecision, Refused, IllegalAction) as error:
                notice = failures.sentence(error) or ""
                table = self._client.tables.get(table.id) or table
            await self._client.panels.answer(interaction, table, notice, kept=kept)

    # --- the rules ------------------------------------------------------------------------------

    async def _rules(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Turn a page, or open the rules beside the message they were asked for from; it stays as it is."""
        table = self._client.tables.get(press.table)
        here = None if table is None or table.guild_id != interaction.guild_id else public_view(table)
        house = await house_rules(self._client.store, interaction.guild_id or 0) if here is None else None
        if press.arg == rulebook.OPEN_ANEW:
            await self._client.app_emojis.reply(interaction, rulebook.book(here, 0, house), ephemeral=True)
            return
        at = number(values[0]) if values else press.version
        await self._client.app_emojis.redraw(interaction, rulebook.book(here, at, house))

    # --- tricks and scores ----------------------------------------------------------------------

    async def _scores(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Turn to another tab, or open tricks and scores beside the message they were asked for from."""
        table = self._client.tables.get(press.table)
        if table is None:
            table = await finished(self._client.store, press.table)
        if table is None or table.guild_id != interaction.guild_id:
            raise Refused(Refusal.TABLE_OVER)
        seen = public_view(table)
        tab = press.arg.partition(".")[0] or scores.LAST
        pictures = await self._client.illustrations.scores(seen, tab, interaction.user.id)
        page = partial(scores.scores, seen, tab, press.version)
        if press.arg and interaction.message is not None and interaction.message.flags.ephemeral:
            await self._client.app_emojis.redraw(interaction, page(pictures), page)
        else:
            await self._client.app_emojis.reply(interaction, page(pictures), page, ephemeral=True)

    # --- another game ---------------------------------------------------------------------------

    async def _rematch(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Open a table for another game of the same people as the public answer."""
        client, person = self._client, interaction.user
        last = await kept(client.store, press.table, interaction.guild_id or 0)
        if last is None:
            raise SaidToPerson(_("Nothing is left of that game. Open a new table with /wizard new."))
        if not last.is_for(person.id):
            raise SaidToPerson(_("Only people of that table can ask for a rematch. Open your own with /wizard new."))
        require_permissions(interaction)
        server = await server_settings(client.store, interaction.guild_id or 0)
        require_allowed(interaction, server)
        last = last.where(
            ai_players=server.tables.ai_players,
            min_humans=server.min_humans or client.settings.min_humans,
            language=server.language,
        )
        table = await client.tables.open(
            Join(person.id, name_of(person), interaction.id),
            *last.entries(person.id),
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            options=last.options,
        )
        await client.publisher.answer(interaction, table)
