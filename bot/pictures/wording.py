"""All words of pictures and of the texts that stand for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot import names
from bot.languages import _, later, listed, n_
from bot.render import faces, special_words, words
from bot.tableview import TableView
from engine import special
from engine.actions import Seat
from engine.cards import JESTER, WIZARD, Card, Suit
from engine.options import Bidding, Labels
from engine.state import Phase, RoundScore
from engine.view import RoundView, View

MOST: Final = 1024
"""Characters of an alt text on Discord."""

_SHORT: Final = 16
"""Letters of a name that leave room for the rest of a drawn sentence."""

_SUITS: Final[Mapping[Suit, str]] = {
    Suit.RED: later("red"),
    Suit.YELLOW: later("yellow"),
    Suit.GREEN: later("green"),
    Suit.BLUE: later("blue"),
}
_SUIT_CARDS: Final[Mapping[Suit, str]] = {
    Suit.RED: later("red {rank}"),
    Suit.YELLOW: later("yellow {rank}"),
    Suit.GREEN: later("green {rank}"),
    Suit.BLUE: later("blue {rank}"),
}
_YOUR_TURN: Final[Mapping[Phase, str]] = {
    Phase.TRUMP: later("Your turn: name the trump."),
    Phase.BIDDING: later("Your turn: bid."),
    Phase.PLAY: later("Your turn: play a card."),
}


def fitted(sentences: Iterable[str], end: str = "") -> str:
    """Return the sentences as one text for Discord: what no longer fits is left out, before the `end`."""
    text = ""
    for sentence in filter(None, sentences):
        longer = f"{text} {sentence}".strip()
        if len(longer) + len(end) + 1 > MOST:
            return f"{text} {end}".strip()[:MOST]
        text = longer
    return text


# --- people --------------------------------------------------------------------------------------


def shown_name(table: TableView, seat: Seat) -> str:
    """Return a seat's name as it is drawn: "You" for the viewer's own."""
    return _("You") if seat == table.seat else plain_name(table, seat)


def plain_name(table: TableView, seat: Seat) -> str:
    """Return a seat's name as it is drawn for everybody."""
    return names.cleaned(table.seats[seat].name)


def short_name(table: TableView, seat: Seat) -> str:
    """Return a seat's name as it is drawn within a sentence, which has to go on after it."""
    name = plain_name(table, seat)
    return names.isolated(name if len(name) <= _SHORT else name[: _SHORT - 1].rstrip() + "…")


def said_name(table: TableView, seat: Seat) -> str:
    """Return a seat's name in a sentence, told when an AI plays it."""
    name = names.isolated(plain_name(table, seat))
    return _("{name} (AI)", name=name) if table.seats[seat].played_by_ai else name


# --- cards ---------------------------------------------------------------------------------------


def suit(of: Suit | None) -> str:
    """Return a trump suit, or that there is none."""
    return _("none") if of is None else _(_SUITS[of])


def card(face: Card, labels: Labels) -> str:
    """Return a card as one says it, with what was said of it: ``red 13``, ``Juggler 7½ as blue``."""
    if face.suit is not None:
        return _(_SUIT_CARDS[face.suit], rank=words.rank_label(face.rank, labels))
    if face.choice:
        return _("{card} as {choice}", card=card(face.bare, labels), choice=_said(face))
    if special.of(face) is None:
        return _("Wizard") if face is WIZARD else _("Jester") if face is JESTER else face.code
    return faces.name(face.code, labels)


def _said(face: Card) -> str:
    if face.choice in tuple(Suit):
        return suit(Suit(face.choice))
    return special_words.choice(face.bare.code, face.choice).name


def cards(hand: Iterable[Card], labels: Labels) -> str:
    """Return several cards in a sentence."""
    return ", ".join(card(face, labels) for face in hand)


def special_name(codes: Iterable[str]) -> str:
    """Return what special cards are called, one or the other."""
    return listed([special_words.of(code).name for code in codes], or_=True)


# --- the round -----------------------------------------------------------------------------------


def round_title(number: int, rounds: int, size: int) -> str:
    """Return which round it is and how many cards it has."""
    return n_(
        "Round {number} of {rounds} · {count} card",
        "Round {number} of {rounds} · {count} cards",
        size,
        number=number,
        rounds=rounds,
    )


def trump(table: TableView, here: RoundView) -> str:
    """Return the trump as a sentence, with the card that was turned up for it."""
    named = (
        _("Trump: {suit}", suit=suit(here.trump))
        if here.chooser is None
        else _("Trump: {name} names it", name=said_name(table, here.chooser))
    )
    upcard = here.upcard if here.swap is None else here.swap.card
    if upcard is None:
        return _("{trump}. No card was left to turn up.", trump=named)
    return _("{trump}. Turned up: {card}.", trump=named, card=card(upcard, table.options.labels))


def upcard_lines(table: TableView, here: RoundView | RoundScore, *, said: bool = False) -> list[str]:
    """Return what became of the turned-up card and of the bids, a sentence each."""
    labels, lines = table.options.labels, []
    if here.swap is not None and here.upcard is not None:
        call = said_name if said else short_name
        name, took, gave = call(table, here.swap.seat), card(here.swap.card, labels), card(here.upcard, labels)
        lines.append(_("{name} took {took} and put {gave} there.", name=name, took=took, gave=gave))
    lines += _copied(table, here)
    if here.cancelled:
        there = special.in_deck(table.options.special_cards)
        by = special_name(found.code for found in there if found.cancels_bids(table.options))
        lines.append(_("{card}: all bids are off, 10 points a trick.", card=by))
    return lines


def _copied(table: TableView, here: RoundView | RoundScore) -> list[str]:
    copiers = [found.code for found in special.in_deck(table.options.special_cards) if found.copies]
    if not copiers or here.copied is None:
        return []
    copied, copier = card(here.copied, table.options.labels), special_name(copiers)
    found = special.of(here.copied)
    if found is None or (found.copyable and not found.copies):
        return [_("The {copier} copies {card}.", copier=copier, card=copied)]
    if here.spare is None:
        return []
    return [_("Turned over to be copied: {card}. Nobody copies anything.", card=copied)]


def bid_note(here: RoundView, seat: Seat) -> str:
    """Return a seat's bid and tricks in as few letters as possible."""
    bid, taken = here.bids[seat], here.taken[seat]
    if here.cancelled:
        return _("has {taken}", taken=taken)
    if not here.has_bid[seat]:
        return _("no bid")
    said = "?" if bid is None else str(bid)
    return _("{taken} of {bid}", taken=taken, bid=said) if all(here.has_bid) else _("bid {bid}", bid=said)


def bid_sentence(table: TableView, here: RoundView, seat: Seat) -> str:
    """Return a seat's bid and tricks in a sentence."""
    if seat == table.seat:
        return _own_bid(here, seat)
    bid, taken, name = here.bids[seat], here.taken[seat], said_name(table, seat)
    if here.cancelled:
        return _("{name} has {taken}.", name=name, taken=taken)
    if not here.has_bid[seat]:
        return _("{name} has not bid.", name=name)
    if bid is None:
        return _("{name} has bid in secret and has {taken}.", name=name, taken=taken)
    if not all(here.has_bid):
        return _("{name} bid {bid}.", name=name, bid=bid)
    return _("{name} bid {bid} and has {taken}.", name=name, bid=bid, taken=taken)


def _own_bid(here: RoundView, seat: Seat) -> str:
    bid, taken = here.bids[seat], here.taken[seat]
    if here.cancelled:
        return _("You have {taken}; bids are off.", taken=taken)
    if bid is None:
        return _("You have not bid.")
    if not all(here.has_bid):
        return _("You bid {bid}.", bid=bid)
    return _("You bid {bid} and have {taken}.", bid=bid, taken=taken)


def bids_sum(table: TableView, here: RoundView) -> str:
    """Return how many tricks are bid, or how many bids are given while they are not known to all."""
    if here.cancelled:
        return _("The bids are off.")
    given = [bid for bid, is_given in zip(here.bids, here.has_bid, strict=True) if is_given]
    if None in given or not (table.options.bidding is Bidding.OPEN or all(here.has_bid)):
        return _("{given} of {players} bids given.", given=len(given), players=len(here.bids))
    bid = sum(filter(None, given))
    return n_("{bid} of {count} trick bid.", "{bid} of {count} tricks bid.", here.size, bid=bid)


def status(table: TableView, seen: View, *, said: bool) -> str:
    """Return whom the table waits for; `said`: in a sentence, not as it is drawn."""
    if not table.is_open:
        return _("The table is closed.")
    if table.seat is not None and table.seats[table.seat].away:
        return _("An AI keeps your seat.")
    if table.seat is not None and table.seat in seen.to_act:
        return _your_turn(seen)
    if not seen.to_act:
        return _("The cards are being dealt.")
    call = said_name if said else short_name
    return _("Waiting for {names}.", names=listed([call(table, seat) for seat in seen.to_act]))


def _your_turn(seen: View) -> str:
    if seen.round is not None and seen.round.ask is not None:
        return _("Your turn: decide ({card}).", card=special_name([seen.round.ask.special]))
    return _(_YOUR_TURN.get(seen.phase, _YOUR_TURN[Phase.PLAY]))


# --- tricks --------------------------------------------------------------------------------------


def marks(*, leads: bool, best: str) -> Sequence[str]:
    """Return what is remarkable about a card in a trick."""
    return [*([_("leads")] if leads else []), *([best] if best else [])]


def played(name: str, face: str, remarks: Sequence[str]) -> str:
    """Return who played what, and what is remarkable about it."""
    if not remarks:
        return _("{name}: {card}", name=name, card=face)
    return _("{name}: {card} ({remarks})", name=name, card=face, remarks=", ".join(remarks))
