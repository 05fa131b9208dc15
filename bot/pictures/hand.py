"""The viewer's hand below the running trick."""

from __future__ import annotations

from typing import Final

from bot.languages import _
from bot.pictures import head, sprites, tricks, wording
from bot.pictures.canvas import GOLD, INK, MARGIN, SOFT, WIDTH, Canvas, Picture
from bot.tableview import TableView
from engine.actions import Play
from engine.cards import Card
from engine.specials import Exchange, PassCard
from engine.view import RoundView

CARD: Final = 148
_RAISED: Final = 20
_SHOWN: Final = 142
"""How much is seen of a card that another row lies on."""
_FILENAME: Final = "hand.webp"


def hand(table: TableView) -> Picture | None:
    """Draw what the person on the viewer's seat has before them; None where no cards are dealt."""
    seen = table.game
    if seen is None or seen.round is None or table.seat is None:
        return None
    here = seen.round
    top = head.height(table, here)
    below = top + tricks.row_height(seen.players, notes=True) + 8
    canvas = Canvas(sprites.felt(WIDTH, below + _hand_height(table, here)).copy())
    head.draw(canvas, table, here)
    tricks.draw_row(canvas, table, tricks.present(table, here), top, notes=here)
    _draw_hand(canvas, table, here, below)
    return Picture(canvas.lossy(), _FILENAME, _alt(table, here))


# --- the cards -----------------------------------------------------------------------------------


def usable(table: TableView) -> frozenset[Card] | None:
    """Return which cards of the hand can be used now; None when it is not about cards."""
    if table.seat is None or table.seats[table.seat].away:
        return None
    found = set()
    for decision in table.playing.legal:
        match decision:
            case Play(card=face):
                found.add(face.bare)
            case PassCard(card=face) | Exchange(give=Card() as face):
                found.add(face)
    return frozenset(found) or None


def _rows(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return the cards in rows of about the same length, few enough to be read on a phone."""
    count = 1 if len(cards) <= 7 else 2 if len(cards) <= 14 else 3
    longest = -(-len(cards) // count) or 1
    return [cards[at : at + longest] for at in range(0, len(cards), longest)]


def _hand_height(table: TableView, here: RoundView) -> int:
    if here.forehead:
        return tricks.row_height(len(table.seats), notes=False) + 2 * MARGIN + 34
    rows = max(1, len(_rows(here.hand)))
    return _RAISED + 2 * MARGIN + (rows - 1) * _SHOWN + sprites.card_height(CARD)


def _draw_hand(canvas: Canvas, table: TableView, here: RoundView, top: int) -> None:
    height = canvas.height - top
    canvas.lay(sprites.plate(WIDTH, height + 20, "#0b261bd0"), 0, top)
    if here.forehead:
        _draw_foreheads(canvas, table, here, top + MARGIN)
        return
    if not here.hand:
        canvas.write(_("No cards left"), WIDTH // 2, top + height // 2 - 20, 30, SOFT, anchor="middle")
    can, chosen = usable(table), table.chosen
    rows = _rows(here.hand)
    steps = max(map(len, rows), default=1) - 1
    step = min(CARD + 10, (WIDTH - 2 * MARGIN - CARD) // max(1, steps))
    left = (WIDTH - step * steps - CARD) // 2
    for row, cards in enumerate(rows):
        for at, face in enumerate(cards):
            y = top + MARGIN + _RAISED + row * _SHOWN
            is_chosen = face is chosen
            _draw_card(canvas, table, face, (left + at * step, y), usable=can, chosen=is_chosen)
            if is_chosen:
                chosen = None  # of several Wizards one is marked


def _draw_card(
    canvas: Canvas,
    table: TableView,
    face: Card,
    at: tuple[int, int],
    *,
    usable: frozenset[Card] | None,
    chosen: bool,
) -> None:
    left, top = at
    labels = table.options.labels
    if usable is not None and face not in usable:
        canvas.lay(sprites.dim_card(face, labels, CARD), left, top)
    else:
        top -= _RAISED if usable is not None or chosen else 0
        canvas.lay(sprites.card(face, labels, CARD), left, top)
    if chosen:
        frame = sprites.plate(CARD + 8, sprites.card_height(CARD) + 8, "none", GOLD)
        canvas.lay(frame, left - 4, top - 4)
        canvas.lay(sprites.badge(sprites.CHECK, 40, GOLD, INK), left + 8, top + 88)


def _draw_foreheads(canvas: Canvas, table: TableView, here: RoundView, top: int) -> None:
    """Draw what each of the others holds before their forehead, and the viewer's own card face down."""
    canvas.write(_("On the foreheads"), WIDTH // 2, top, 24, SOFT, anchor="middle")
    slot = (WIDTH - 2 * MARGIN) // len(table.seats)
    width = min(116, slot - 12)
    for seat in range(len(table.seats)):
        middle = MARGIN + seat * slot + slot // 2
        at = (middle - width // 2, top + 40)
        if seat == table.seat and here.left[seat]:
            canvas.lay(sprites.back(width), *at)
        else:
            tricks.lay_card(canvas, next(iter(here.others[seat]), None), table.options.labels, at, width)
        y = at[1] + sprites.card_height(width) + 4
        canvas.write(wording.shown_name(table, seat), middle, y, 23, anchor="middle", width=slot - 6)


# --- in words ------------------------------------------------------------------------------------


def _alt(table: TableView, here: RoundView) -> str:
    seen, labels, seat = table.playing, table.options.labels, table.seat or 0
    shown = tricks.present(table, here)
    said = [
        f"{wording.round_title(here.number, len(seen.sizes), here.size)}.",
        *_hand_sentences(table, here),
        wording.bid_sentence(table, here, seat),
        wording.status(table, seen, said=True),
        *tricks.sentences(table, shown),
        wording.trump(table, here),
        *wording.upcard_lines(table, here, said=True),
        *(wording.bid_sentence(table, here, other) for other in range(seen.players) if other != seat),
    ]
    can = usable(table)
    if can is not None and any(face not in can for face in here.hand):
        able = [face for face in dict.fromkeys(here.hand) if face in can]
        said.insert(2, _("You can use: {cards}.", cards=wording.cards(able, labels)))
    return wording.fitted(said)


def _hand_sentences(table: TableView, here: RoundView) -> list[str]:
    labels = table.options.labels
    if here.forehead:
        return _forehead_sentences(table, here)
    if not here.hand:
        return [_("You have no cards left.")]
    said = [_("Your hand: {cards}.", cards=wording.cards(here.hand, labels))]
    if table.chosen is not None:
        said.append(_("Chosen for your turn: {card}.", card=wording.card(table.chosen, labels)))
    return said


def _forehead_sentences(table: TableView, here: RoundView) -> list[str]:
    held = [
        wording.played(wording.said_name(table, seat), wording.cards(cards, table.options.labels), ())
        for seat, cards in enumerate(here.others)
        if cards
    ]
    said = [_("On the foreheads: {cards}.", cards="; ".join(held))] if held else []
    if here.left[table.seat or 0]:
        said.append(_("Your own card is face down."))
    return said
