"""The special cards in words: name, mark, rule and an example for each (rules.md §3).

In the texts ``[B7]`` stands for a card, ``[B]`` for a suit and ``[7]`` for a rank; `filled` writes them as the
table's labels want them. A sentence about something that not every table has is an `Aside`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.render import words
from engine.cards import Suit, card
from engine.options import Bidding, Bomb, Labels, Options, SumRule, WizardTurnup

EXAMPLE_PLAYERS: Final = ("Ada", "Bo", "Cleo")
"""Who plays the examples: three, because every table has at least three."""


class Opening(Enum):
    """What a card does to the suit to follow when no card before it has settled that."""

    PASSES = "leaves it to the next card"
    FREES = "frees everybody"
    NAMES = "sets the suit its player names"
    CHOOSES = "frees everybody as a Wizard, leaves it to the next card as a Jester"
    COPIES = "does what the copied card does"
    NEVER_PLAYED = "never lies in a trick"


@dataclass(frozen=True, slots=True)
class Example:
    """A trick in the order of play; the Werewolf's has no cards and tells of the turn-up instead."""

    why: str
    cards: tuple[str, ...] = ()
    trump: str | None = None
    copied: str | None = None
    """What a Vampire copies."""
    winner: int | None = None
    """Who takes the trick, as an index; None: nobody."""
    next_lead: int | None = None


@dataclass(frozen=True, slots=True)
class Aside:
    """A sentence that is true only at some tables."""

    text: str
    applies: Callable[[Options], bool]


@dataclass(frozen=True, slots=True)
class SpecialWords:
    """What people read about one special card."""

    name: str
    mark: str
    short: str
    tagline: str
    """What it does in a few words, for a list of cards to choose from."""
    rule: str
    example: Example
    opening: Opening
    dealer_names: bool
    """Turned up: whether the dealer names a suit; else there is no trump."""
    asides: tuple[Aside, ...] = ()


def _with(*codes: str) -> Callable[[Options], bool]:
    return lambda options: options.special_cards.issuperset(codes)


def _a_trick_can_blow_up(options: Options) -> bool:
    return "BOMB" in options.special_cards and options.bomb is Bomb.TRICK


def _bids_can_be_cancelled(options: Options) -> bool:
    return "BOMB" in options.special_cards and options.bomb is Bomb.BIDS


def _cards_change_hands(options: Options) -> bool:
    return not options.special_cards.isdisjoint({"JUGGLER", "WITCH"})


def _bids_are_secret(options: Options) -> bool:
    return options.bidding is Bidding.SECRET


SPECIALS: Final[Mapping[str, SpecialWords]] = {
    "DRAGON": SpecialWords(
        name="Dragon",
        mark="🐉",
        short="Dragon",
        tagline="beats everything but the Fairy; comes with her",
        rule=(
            "It beats every card, Wizards too. Only the Fairy in the same trick beats it.\n"
            "Played before the suit to follow is set, it frees everybody for the whole trick, like a Wizard."
        ),
        example=Example(
            cards=("B13", "W", "DRAGON"),
            trump="B",
            winner=2,
            next_lead=2,
            why="The Wizard beats the highest trump, and the Dragon beats the Wizard.",
        ),
        opening=Opening.FREES,
        dealer_names=True,
    ),
    "FAIRY": SpecialWords(
        name="Fairy",
        mark="🧚",
        short="Fairy",
        tagline="lowest of all, but beats the Dragon",
        rule=(
            "It is weaker than a Jester. But with the Dragon in the same trick the Fairy is the strongest card, "
            "whichever of the two came first, and whether or not there are Wizards.\n"
            "It never sets the suit to follow; that is left to the next card."
        ),
        example=Example(
            cards=("DRAGON", "FAIRY", "W"),
            trump="R",
            winner=1,
            next_lead=1,
            why="The Dragon is in the trick, so the Fairy takes it. Without the Dragon the Wizard would.",
        ),
        opening=Opening.PASSES,
        dealer_names=False,
    ),
    "BOMB": SpecialWords(
        name="Bomb",
        mark="💣",
        short="Bomb",
        tagline="destroys the trick, or the bids",
        rule=(
            "It blows up the trick: nobody gets it. Whoever would have taken it without the Bomb leads the next one.\n"
            "The bids stay as they are, so there is one trick fewer to take. "
            "When led, the Bomb leaves the suit to the next card."
        ),
        example=Example(
            cards=("R8", "BOMB", "R11"),
            trump="G",
            winner=None,
            next_lead=2,
            why="Without the Bomb, Cleo's [R11] would have taken it.",
        ),
        opening=Opening.PASSES,
        dealer_names=False,
        asides=(
            Aside(
                "With Dragon, Fairy and Bomb in one trick, whoever played the Fairy leads next.",
                _with("DRAGON", "FAIRY"),
            ),
            Aside("A Cloud in a blown-up trick changes no bid.", _with("CLOUD")),
            Aside("The cards are still passed on if a Juggler was in the trick.", _with("JUGGLER")),
            Aside(
                "The Witch's exchange still takes place. It may bring the Bomb back, and then a second trick of the "
                "round can be blown up; the first one stays lost.",
                _with("WITCH"),
            ),
        ),
    ),
    "WEREWOLF": SpecialWords(
        name="Werewolf",
        mark="🐺",
        short="Werewolf",
        tagline="takes the turned-up card's place; its holder names the trump",
        rule=(
            "It is never played. As soon as a card is turned up, whatever it is, the Werewolf in somebody's hand and "
            "that card change places. This happens by itself and everybody sees it.\n"
            "Whoever had the Werewolf then names the trump: one of the four suits, or no trump. The dealer is not "
            "asked."
        ),
        example=Example(
            why="Bo was dealt the Werewolf, and a Wizard is turned up. Bo gets the Wizard, the Werewolf lies in its "
            "place, and Bo names [B] as trump. Bo could have said that there is no trump."
        ),
        opening=Opening.NEVER_PLAYED,
        dealer_names=True,
        asides=(
            Aside(
                "Exchanged or turned up itself, it has one more card turned over: the one the Vampire copies.",
                _with("VAMPIRE"),
            ),
        ),
    ),
    "JUGGLER": SpecialWords(
        name="Juggler 7½",
        mark="🤹",
        short="Juggler",
        tagline="7½; after the trick everybody passes a card to the left",
        rule=(
            "Whoever plays it names a suit, any of the four: it counts as 7½ of that suit, between the [7] and "
            "the [8].\n"
            "After the trick everybody gives one card of their hand, any card, face down to the player on their left. "
            "All choose first, then all cards move; only giver and receiver know the card. "
            "After the last trick of a round there is nothing to give."
        ),
        example=Example(
            cards=("B7", "JUGGLER:B", "B8"),
            trump="R",
            winner=2,
            next_lead=2,
            why="The Juggler beats [B7], but not [B8]. Now each passes a card on: Ada to Bo, Bo to Cleo, Cleo to Ada.",
        ),
        opening=Opening.NAMES,
        dealer_names=True,
    ),
    "CLOUD": SpecialWords(
        name="Cloud 9¾",
        mark="☁️",
        short="Cloud",
        tagline="9¾; who takes the trick changes their bid by one",
        rule=(
            "Whoever plays it names a suit, any of the four: it counts as 9¾ of that suit, between the [9] and "
            "the [10].\n"
            "Whoever takes the trick, no matter who played the Cloud, has to change their own bid at once by exactly "
            "one, up or down, but not below 0 and not above the number of cards of the round. "
            "This holds for the last trick, too."
        ),
        example=Example(
            cards=("G9", "CLOUD:G", "G10"),
            trump="B",
            winner=2,
            next_lead=2,
            why="[G10] is just above the Cloud. So it is Cleo's bid that changes, not Bo's: a bid of 2 becomes 1 or 3.",
        ),
        opening=Opening.NAMES,
        dealer_names=True,
        asides=(
            Aside(
                "If only one way is possible it is taken without asking. Everybody sees the new bid.",
                lambda options: not _bids_are_secret(options),
            ),
            Aside(
                "You are asked privately, even if only one way is possible. The others learn that your bid has "
                "changed, not how.",
                _bids_are_secret,
            ),
            Aside(
                "After such a change the bids may add up to any number.",
                lambda options: options.sum_rule is not SumRule.OFF,
            ),
            Aside(
                "If the Bomb blows the trick up, no bid changes.",
                _a_trick_can_blow_up,
            ),
            Aside(
                "Once the Bomb has cancelled the bids, the Cloud changes nothing.",
                _bids_can_be_cancelled,
            ),
        ),
    ),
    "SHIFT": SpecialWords(
        name="Shapeshifter",
        mark="🎭",
        short="Shapeshifter",
        tagline="a Wizard or a Jester, as its player says",
        rule=(
            "Whoever plays it says whether it is a Wizard or a Jester. From then on it is one, in everything: it takes "
            "the trick as the first Wizard does and frees everybody as a Wizard does, or loses like a Jester."
        ),
        example=Example(
            cards=("R13", "SHIFT:W", "W"),
            trump="R",
            winner=1,
            next_lead=1,
            why="Bo says “Wizard”. It is the first Wizard of the trick; Cleo's comes too late.",
        ),
        opening=Opening.CHOOSES,
        dealer_names=True,
    ),
    "WITCH": SpecialWords(
        name="Witch",
        mark="🧹",
        short="Witch",
        tagline="after the trick, swaps a hand card for one of the trick",
        rule=(
            "It never takes the trick. When the trick is over, whoever played it may exchange one card of their hand "
            "for one card of this trick, except the Witch itself. Everybody sees both cards.\n"
            "The trick stays as it was: the card put in does nothing, and whoever took the trick keeps it. "
            "What was taken can be played again. Without a card left in the hand there is no exchange."
        ),
        example=Example(
            cards=("R2", "WITCH", "W"),
            winner=2,
            next_lead=2,
            why="Bo may now put [B1] from the hand into the trick and take out [R2], or even the Wizard. The trick "
            "stays Cleo's.",
        ),
        opening=Opening.PASSES,
        dealer_names=False,
        asides=(
            Aside(
                "If a Juggler was in the trick, the cards are passed on before the exchange, and the card just got "
                "may be put in.",
                _with("JUGGLER"),
            ),
            Aside(
                "A Vampire that copies the Witch may take out anything but itself.",
                _with("VAMPIRE"),
            ),
            Aside(
                "The Bomb may be taken out, too; nobody gets the trick all the same.",
                _a_trick_can_blow_up,
            ),
        ),
    ),
    "VAMPIRE": SpecialWords(
        name="Vampire",
        mark="🧛",
        short="Vampire",
        tagline="a copy of the turned-up card",
        rule=(
            "For the whole round it is a copy of the turned-up card: just as strong, with the same effect and the same "
            "choices. A turned-up suit card makes it the same suit card, a Jester a Jester, a Wizard a Wizard.\n"
            "It never has to be played, whatever suit it copies. If the Vampire itself is turned up, nobody has it in "
            "this round."
        ),
        example=Example(
            cards=("R13", "VAMPIRE", "R12"),
            trump="G",
            copied="G9",
            winner=1,
            next_lead=1,
            why="The turned-up card is [G9]: trump is [G], and the Vampire is [G9], too. Bo may play it even with a "
            "card of [R] in the hand, and as a trump it beats both others.",
        ),
        opening=Opening.COPIES,
        dealer_names=True,
        asides=(
            Aside(
                "Passed on or taken back it is still the same copy; a choice is made anew when it is played.",
                _cards_change_hands,
            ),
            Aside(
                "A turned-up Wizard means no trump here, but the Vampire still copies it.",
                lambda options: options.wizard_turnup is WizardTurnup.NONE,
            ),
            Aside(
                "A Vampire that copies the Dragon loses to the Fairy; one that copies the Fairy beats the Dragon.",
                _with("DRAGON", "FAIRY"),
            ),
            Aside(
                "A Vampire that copies the Bomb blows up its trick.",
                _a_trick_can_blow_up,
            ),
            Aside(
                "A Vampire that copies the Bomb cancels the bids when it is played.",
                _bids_can_be_cancelled,
            ),
            Aside(
                "If the Werewolf lies in the place of the turned-up card, the Vampire copies one more card, turned "
                "over for this alone: after the trump is named, before the bids, in everybody's sight. That card is "
                "out of play and leaves the trump as it is. If it is the Vampire itself, nobody copies anything.",
                _with("WEREWOLF"),
            ),
        ),
    ),
}

BOMB_OF_BIDS: Final = SpecialWords(
    name="Bomb",
    mark="💣",
    short="Bomb",
    tagline="cancels the bids",
    rule=(
        "The moment it is played, all bids of this round are cancelled: everybody gets 10 points for each trick taken "
        "in the round, and nobody loses any.\n"
        "The trick itself is taken as usual; the Bomb is its weakest card and, when led, leaves the suit to the next "
        "card. A Bomb that is turned up cancels nothing."
    ),
    example=Example(
        cards=("R8", "BOMB", "R11"),
        trump="G",
        winner=2,
        next_lead=2,
        why="No bid counts any more: if it stays Cleo's only trick of this round, "
        "Cleo gets 10 points, whatever the bid was.",
    ),
    opening=Opening.PASSES,
    dealer_names=False,
    asides=(
        Aside("From then on a Cloud changes nothing, nor does one in the Bomb's own trick.", _with("CLOUD")),
        Aside(
            "If the Witch takes the Bomb back, the bids stay cancelled, and playing it again adds nothing.",
            _with("WITCH"),
        ),
    ),
)
"""The Bomb at a table with bomb = bids."""

_STRENGTHS_AS_FACES: Final = {"7½": "8½", "9¾": "10¾"}
_BLANK: Final = re.compile(r"\[([A-Z0-9][A-Z0-9:]*)\]")


def of(code: str, options: Options) -> SpecialWords:
    """Return the words for a special card as this table plays it."""
    return BOMB_OF_BIDS if code == "BOMB" and options.bomb is Bomb.BIDS else SPECIALS[code]


def name(code: str, labels: Labels = Labels.NUMBERS) -> str:
    """Return what a special card is called; its strength fits the labels of the ranks."""
    return filled(SPECIALS[code].name, labels)


def marked(code: str, labels: Labels = Labels.NUMBERS) -> str:
    """Return mark and name of a special card."""
    return f"{SPECIALS[code].mark}{words.NO_BREAK}{name(code, labels)}"


def face_text(code: str, labels: Labels = Labels.NUMBERS) -> str:
    """Return any played card as people read it, with the choice it carries."""
    special, _, choice = code.partition(":")
    if special not in SPECIALS:
        return words.card_text(card(code), labels)
    match choice:
        case "":
            return marked(special, labels)
        case "W" | "J":
            return f"{marked(special, labels)} as a {'Wizard' if choice == 'W' else 'Jester'}"
    return f"{marked(special, labels)} as {words.suit_text(Suit(choice))}"


def filled(text: str, labels: Labels) -> str:
    """Write the cards, suits and ranks of a text as these labels want them."""
    if labels is Labels.FACES:
        for strength, as_face in _STRENGTHS_AS_FACES.items():
            text = text.replace(strength, as_face)
    return _BLANK.sub(lambda blank: _written(blank[1], labels), text)


def _written(blank: str, labels: Labels) -> str:
    if blank.isdecimal():
        return words.card_label(card(f"R{blank}"), labels).removeprefix("R")
    return words.suit_text(Suit(blank)) if blank in tuple(Suit) else face_text(blank, labels)
