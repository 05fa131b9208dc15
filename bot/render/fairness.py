"""Whether a finished game was dealt fairly: what was committed to, what is revealed, and every deal computed again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.customid import Press
from bot.items import button
from bot.languages import _, n_, p_
from bot.render import faces, words
from bot.render.notices import GREEN, GREY, message, rule, text
from engine.actions import Deal, DrawDealer
from engine.cards import Card
from engine.dealing import commitment
from engine.fairness import Check
from engine.record import Record

OP: Final = "verify"
_MOST_SHARES: Final = 7
"""One a person and one of the start: a record with more of them is none of ours."""
_LONGEST_SHARE: Final = 20
"""A number of Discord's."""


def verdict(record: Record, checks: Sequence[Check], game_id: int | None, ended_at: int | None = None) -> ui.LayoutView:
    """Return what was shown before, what is revealed now, and what came of it.

    A record that `engine.record.load` has read is right, so this only tells it; ``game_id`` is None for a record that
    somebody sent, which has no pages to turn to. ``ended_at``: milliseconds since the epoch.
    """
    parts: list[ui.Item[Any]] = [
        text(_head(record, game_id, ended_at)),
        rule(),
        text("\n".join([*_secret(record), *_shares(record)])),
        rule(),
        text("\n".join([_dealt(checks), *_by_hand(record)])),
    ]
    if game_id is not None:
        parts.append(_turner(game_id, 0, len(checks)))
    return message(*parts, colour=GREEN)


def bad(line: int, game_id: int | None) -> ui.LayoutView:
    """Return that a record is not right, from this line of it on."""
    head = "## ❌ " + _("This record can't be trusted.")
    wrong = _("Its line {line} is not what the rules and the secret allow.", line=line)
    more = "-# " + _("Whoever has the file finds out why with `wizard-bot record verify FILE`.")
    lines = [head, wrong, more] if game_id is None else [head, _game(game_id), wrong, more]
    return message(text("\n".join(lines)), colour=GREY)


def page(record: Record, checks: Sequence[Check], game_id: int, at: int) -> ui.LayoutView:
    """Return one deal, computed again: what each seat got under which label; ``at`` counts from 1, the nearest one."""
    at = min(max(1, at), len(checks))
    check = checks[at - 1]
    # L10N: a technical word: the text that, with secret and shares, gives this deal
    label = "-# " + _("Label: `{label}`", label=check.label)
    dealt, rounds = check.recomputed, _rounds(checks)
    number = rounds - (len(checks) - at)
    lines = _deal(record, dealt, number, rounds) if isinstance(dealt, Deal) else _draw(record, dealt)
    return message(text("\n".join([*lines, label, _equal(check)])), _turner(game_id, at, len(checks)), colour=GREEN)


def _head(record: Record, game_id: int | None, ended_at: int | None) -> str:
    who = ", ".join(words.person_name(holder.name) for holder in record.seats)
    ended = "" if ended_at is None else f"<t:{ended_at // 1000}:f>"
    about = " · ".join(part for part in ("" if game_id is None else _game(game_id), ended, who) if part)
    return "\n".join(["## ✅ " + _("This game was dealt fairly."), "-# " + about])


def _game(game_id: int) -> str:
    # L10N: {number} is a long number that names the game
    return _("Game `{number}`", number=game_id)


def _secret(record: Record) -> list[str]:
    secret = record.seed.secret
    return [
        _("**Before anybody joined** the lobby showed this, the SHA-256 of the deck's secret:"),
        f"`{commitment(secret)}`",
        _("**Now the secret is no secret any more:**"),
        f"`{secret.hex()}`",
        "✅ " + _("Its SHA-256 is what was shown: the secret was not changed afterwards."),
    ]


def _shares(record: Record) -> list[str]:
    shares = record.seed.contributions
    if not shares:
        return [_("Nobody gave a share to the shuffles: no person had sat down.")]
    if len(shares) > _MOST_SHARES or not all(share.isalnum() and len(share) <= _LONGEST_SHARE for share in shares):
        return [_("The shares in the shuffles stand in the first line of the record.")]
    given = ", ".join(f"`{share}`" for share in shares)
    return [
        _(
            "**The players' shares in the shuffles**, the numbers of their clicks on Join and Start: {shares}",
            shares=given,
        ),
        # L10N: “them” are the shares
        "-# " + _("The bot could not know them when it chose the secret, so that nobody alone decides a deal."),
    ]


def _rounds(checks: Sequence[Check]) -> int:
    return sum(isinstance(check.recorded, Deal) for check in checks)


def _dealt(checks: Sequence[Check]) -> str:
    rounds = _rounds(checks)
    if rounds == len(checks):
        return "✅ " + n_(
            "The deal of {count} round, computed again from these values, is the one that was played.",
            "The deals of all {count} rounds, computed again from these values, are those that were played.",
            rounds,
        )
    return "✅ " + n_(
        "The first dealer and the deal of {count} round, computed again from these values, are those of the game.",
        "The first dealer and the deals of {count} rounds, computed again from these values, are those of the game.",
        rounds,
    )


def _by_hand(record: Record) -> list[str]:
    secret = record.seed.secret.hex()
    return [
        _("To check it yourself, this prints the first value again:"),
        f"```sh\necho -n {secret} | xxd -r -p | sha256sum\n```",
        "-# "
        + _("How a deal follows from secret and shares stands at the top of `engine/dealing.py`, for any language."),
    ]


def _deal(record: Record, dealt: Deal, number: int, rounds: int) -> list[str]:
    lines = ["### " + _("Round {round} of {rounds}, computed again", round=number, rounds=rounds)]
    for holder, hand in zip(record.seats, dealt.hands, strict=True):
        lines.append(f"**{words.person_name(holder.name)}** · {_cards(hand)}")
    if dealt.upcard is None:
        lines.append(_("Nothing was left to turn up."))
    else:
        lines.append(_("Turned up: {card}", card=faces.card_text(dealt.upcard)))
    if dealt.spare is not None:
        lines.append(_("Turned over to be copied: {card}", card=faces.card_text(dealt.spare)))
    return lines


def _draw(record: Record, dealt: DrawDealer) -> list[str]:
    lines = ["### " + _("The first dealer, computed again")]
    for draw in dealt.draws:
        drawn = zip(record.seats, draw, strict=True)
        lines.append(
            " · ".join(
                f"{words.person_name(holder.name)} {faces.card_text(face)}"
                for holder, face in drawn
                if face is not None
            )
        )
    name = words.person_name(record.seats[dealt.dealer].name)
    # L10N: {seat} is a number, counted from 0
    return [*lines, _("**{name}** deals first: seat {seat}, counted from 0.", name=name, seat=dealt.dealer)]


def _equal(check: Check) -> str:
    if check.is_equal:
        return "✅ " + _("The record has the same.")
    return "❌ " + _("The record has something else.")


def _cards(hand: Sequence[Card]) -> str:
    return ", ".join(map(faces.card_text, hand))


def _turner(game_id: int, at: int, last: int) -> ui.ActionRow[Any]:
    """Return the buttons that turn from the verdict, page 0, to the deals and back."""

    def turn(to: int, where: str, label: str, *, possible: bool) -> Any:  # noqa: ANN401 - a button of any view
        return button(Press(game_id, max(0, to), OP, where), label, disabled=not possible)

    return ui.ActionRow(
        turn(at - 1, "back", p_("pages of a game's deals", "Back"), possible=at > 0),
        turn(at + 1, "more", p_("pages of a game's deals", "Next deal"), possible=at < last),
        turn(0, "first", p_("pages of a game's deals", "Verdict"), possible=at > 0),
    )
