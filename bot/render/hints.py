"""What a coach says of a decision: what to do, and one sentence why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.languages import _, n_
from bot.render import faces, hand, words
from bot.tableview import TableView
from engine.actions import Bid, Decision, NameTrump, Play, PlayBlind, Settle
from engine.ai.advice import Advice, Reason, Why
from engine.specials import Exchange, MoveBid, PassCard


def hint(table: TableView, advice: Advice) -> str:
    """Return the line of a hand panel that answers who asked for a hint."""
    return f"💡 **{action(table, advice.decision)}.** {sentence(advice.reason)}"


def action(table: TableView, decision: Decision) -> str:
    """Return what a decision is, as something to do: ``Play 🔴 R12``."""
    match decision:
        case Bid(_seat, tricks):
            return _("Bid {tricks}", tricks=tricks)
        case NameTrump(_seat, suit):
            return _("Name no trump") if suit is None else _("Name {suit}", suit=words.suit_text(suit))
        case Play(_seat, face):
            return _("Play {card}", card=faces.played_text(face, table.options.labels))
        case PlayBlind():
            return _("Play your card")
        case Settle():
            return _settlement(table, decision)


def _settlement(table: TableView, decision: Settle) -> str:
    labels, here = table.options.labels, table.playing.round
    match decision:
        case MoveBid(_seat, by):
            return _("Bid one more") if by > 0 else _("Bid one less")
        case PassCard(_seat, face):
            return _("Pass {card} on", card=faces.card_text(face, labels))
        case Exchange(_seat, give, take) if give is not None and take is not None:
            given, taken = faces.card_text(give, labels), faces.card_text(take, labels)
            return _("Give {given} for {taken}", given=given, taken=taken)
        case Exchange():
            return _("Keep your hand")
    return hand.settle_label(table, "" if here is None or here.ask is None else here.ask.special, decision)


def sentence(reason: Reason) -> str:
    """Return why a decision is the best."""
    return _SENTENCES[reason.why](reason)


def _of_made_bid(it: Reason) -> str:
    if it.count == 0:
        return _("You want no trick, and it can't take this one.")
    return n_(
        "You have your {count} trick, and it can't take another one.",
        "You have your {count} tricks, and it can't take another one.",
        it.count,
    )


def _of_too_many(it: Reason) -> str:
    if it.times == 0:
        return _("You have more tricks than you bid, and it can't take another one.")
    return n_(
        "You have more tricks than you bid, and it takes this one at most {count} time in 10.",
        "You have more tricks than you bid, and it takes this one at most {count} times in 10.",
        it.times,
    )


_SENTENCES: Final[Mapping[Why, Callable[[Reason], str]]] = {
    Why.ONLY: lambda _it: _("Nothing else is possible."),
    Why.UNSEARCHED: lambda _it: _("That is by rules of thumb: there was no time to think ahead."),
    # bids
    Why.SURE: lambda it: n_("Your hand has {count} sure trick.", "Your hand has {count} sure tricks.", it.count),
    Why.LIKELY: lambda it: n_("Your hand has {count} likely trick.", "Your hand has {count} likely tricks.", it.count),
    # L10N: {likely} is a number of tricks, too
    Why.SURE_AND_LIKELY: lambda it: n_(
        "{count} sure trick, {likely} likely.",
        "{count} sure tricks, {likely} likely.",
        it.count,
        likely=it.times,
    ),
    Why.NO_TRICK: lambda _it: _("None of your cards is likely to take a trick."),
    # L10N: {bid} is a number of tricks that a sum rule forbids
    Why.FORBIDDEN: lambda it: n_(
        "{bid} is forbidden, and of the other bids this one comes true most often: {count} time in 10.",
        "{bid} is forbidden, and of the other bids this one comes true most often: {count} times in 10.",
        it.times,
        bid=it.count,
    ),
    # L10N: of every 10 cards that one's own, which one doesn't see, can be
    Why.UNSEEN_CARD: lambda it: _(
        "With {count} in 10 or more of the cards that yours can be, that comes true.", count=it.times
    ),
    # trump
    Why.LONGEST: lambda it: n_(
        "You hold {count} card of that suit, and of none more.",
        "You hold {count} cards of that suit, and of none more.",
        it.count,
    ),
    # cards
    Why.WINS_SURELY: lambda it: n_(
        "It takes this trick for certain, and you still need {count} trick.",
        "It takes this trick for certain, and you still need {count} tricks.",
        it.count,
    ),
    # L10N: {times} is 5 to 9
    Why.WINS: lambda it: n_(
        "It takes this trick at least {times} times in 10, and you still need {count} trick.",
        "It takes this trick at least {times} times in 10, and you still need {count} tricks.",
        it.count,
        times=it.times,
    ),
    Why.KEEPS: lambda it: n_(
        "You still need {count} trick, and the cards you keep are better for it.",
        "You still need {count} tricks, and the cards you keep are better for them.",
        it.count,
    ),
    Why.DONE_SURELY: _of_made_bid,
    Why.DONE: lambda it: n_(
        "You need no further trick, and it takes this one at most {count} time in 10.",
        "You need no further trick, and it takes this one at most {count} times in 10.",
        it.times,
    ),
    Why.RID: lambda _it: _("You need no further trick: it can't take this one, and might take a later one."),
    Why.OVER: _of_too_many,
    # L10N: {times} is 5 to 10
    Why.LOST: lambda it: _(
        "Your bid can't come true any more, but each trick saves 10 points: it takes this one {times} times in 10 or"
        " more.",
        times=it.times,
    ),
    # L10N: {times} is 5 to 10
    Why.EVERY_TRICK: lambda it: _(
        "Every trick counts, and it takes this one {times} times in 10 or more.", times=it.times
    ),
    # anything
    Why.COMES_TRUE: lambda it: n_(
        "With it your bid comes true {count} time in 10, more often than with anything else.",
        "With it your bid comes true {count} times in 10, more often than with anything else.",
        it.times,
    ),
    Why.BRINGS_MORE: lambda it: n_(
        "On average it brings {count} point more than the next best.",
        "On average it brings {count} points more than the next best.",
        it.count,
    ),
    Why.NOTHING_BETTER: lambda _it: _("Of all that was tried nothing brought more."),
}
