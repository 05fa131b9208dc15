"""The special cards in words: all that people read about each, in one place (rules.md §3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.languages import _, later
from bot.render import words
from bot.render.wording import AfterWords, Aside, At, Choice, Example, SpecialWords, Telling, Where
from engine.actions import Settle
from engine.options import Bidding, Bomb, Options, SumRule, WizardTurnup
from engine.specials import AS_JESTER, AS_WIZARD, BidMoved, CardExchanged, CardsPassed
from engine.state import Aftermath

# --- at which tables -----------------------------------------------------------------------------


def _with(*codes: str) -> At:
    return lambda options: options.special_cards.issuperset(codes)


def _a_trick_can_blow_up(options: Options) -> bool:
    return "BOMB" in options.special_cards and options.bomb is Bomb.TRICK


def _bids_can_be_cancelled(options: Options) -> bool:
    return "BOMB" in options.special_cards and options.bomb is Bomb.BIDS


def _cards_change_hands(options: Options) -> bool:
    return not options.special_cards.isdisjoint({"JUGGLER", "WITCH"})


def _bids_are_secret(options: Options) -> bool:
    return options.bidding is Bidding.SECRET


# --- what came of it -----------------------------------------------------------------------------


def _bid_moved(happened: Aftermath, tell: Telling) -> str | None:
    if not isinstance(happened, BidMoved):
        return None
    seat = tell.seat(happened.seat)
    if happened.by is None:
        return _("{name} changed their bid", name=seat)
    # L10N: {by} is +1 or −1.
    return _("{name} changed their bid by {by}", name=seat, by=words.signed(happened.by))


def _cards_passed(happened: Aftermath, _tell: Telling) -> str | None:
    return _("Everybody passed a card to the left") if isinstance(happened, CardsPassed) else None


def _card_exchanged(happened: Aftermath, tell: Telling) -> str | None:
    if not isinstance(happened, CardExchanged):
        return None
    return _(
        "{name} took {took} for {gave}",
        name=tell.seat(happened.seat),
        took=tell.card(happened.took),
        gave=tell.card(happened.gave),
    )


# --- the cards -----------------------------------------------------------------------------------

_BOMB_OF_BIDS: Final = SpecialWords(
    name=later("Bomb"),
    mark="💣",
    tagline=later("cancels the bids"),
    rule=later(
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
        why=later(
            "No bid counts any more: if it stays Cleo's only trick of this round, "
            "Cleo gets 10 points, whatever the bid was."
        ),
    ),
    asides=(
        Aside(later("From then on a Cloud changes nothing, nor does one in the Bomb's own trick."), _with("CLOUD")),
        Aside(
            later("If the Witch takes the Bomb back, the bids stay cancelled, and playing it again adds nothing."),
            _with("WITCH"),
        ),
        Aside(later("Cancelled bids, too, stay secret until the points of the round are counted."), _bids_are_secret),
        # L10N: What can still become of a bid, in "Once made, it stays; only …": a clause, one of a list.
        Aside(later("the Bomb can cancel it"), where=Where.BID),
        Aside(
            later(
                "**The Bomb.** Once it is played in a round, the bids of that round are cancelled: everybody gets 10 "
                "points for each trick taken, nobody loses any, and nobody's bid counts as exact."
            ),
            where=Where.POINTS,
        ),
    ),
)
"""The Bomb at a table with bomb = bids."""

SPECIALS: Final[Mapping[str, SpecialWords]] = {
    "DRAGON": SpecialWords(
        name=later("Dragon"),
        mark="🐉",
        tagline=later("beats everything but the Fairy; comes with her"),
        rule=later(
            "It beats every card, Wizards too. Only the Fairy in the same trick beats it.\n"
            "Played before the suit to follow is set, it frees everybody for the whole trick, like a Wizard."
        ),
        example=Example(
            cards=("B13", "W", "DRAGON"),
            trump="B",
            winner=2,
            next_lead=2,
            why=later("The Wizard beats the highest trump, and the Dragon beats the Wizard."),
        ),
    ),
    "FAIRY": SpecialWords(
        name=later("Fairy"),
        mark="🧚",
        tagline=later("lowest of all, but beats the Dragon"),
        rule=later(
            "It is weaker than a Jester. But with the Dragon in the same trick the Fairy is the strongest card, "
            "whichever of the two came first, and whether or not there are Wizards.\n"
            "It never sets the suit to follow; that is left to the next card."
        ),
        example=Example(
            cards=("DRAGON", "FAIRY", "W"),
            trump="R",
            winner=1,
            next_lead=1,
            why=later("The Dragon is in the trick, so the Fairy takes it. Without the Dragon the Wizard would."),
        ),
    ),
    "BOMB": SpecialWords(
        name=later("Bomb"),
        mark="💣",
        tagline=later("destroys the trick, or the bids"),
        rule=later(
            "It blows up the trick: nobody gets it. Whoever would have taken it without the Bomb leads the next one.\n"
            "The bids stay as they are, so there is one trick fewer to take. "
            "When led, the Bomb leaves the suit to the next card."
        ),
        example=Example(
            cards=("R8", "BOMB", "R11"),
            trump="G",
            winner=None,
            next_lead=2,
            why=later("Without the Bomb, Cleo's [R11] would have taken it."),
        ),
        asides=(
            Aside(
                later("With Dragon, Fairy and Bomb in one trick, whoever played the Fairy leads next."),
                _with("DRAGON", "FAIRY"),
            ),
            Aside(later("A Cloud in a blown-up trick changes no bid."), _with("CLOUD")),
            Aside(later("The cards are still passed on if a Juggler was in the trick."), _with("JUGGLER")),
            Aside(
                later(
                    "The Witch's exchange still takes place. It may bring the Bomb back, and then a second trick of "
                    "the round can be blown up; the first one stays lost."
                ),
                _with("WITCH"),
            ),
            # L10N: After "Whoever takes the last trick of a round deals the next one."
            Aside(later("If that trick was blown up, it is whoever would have taken it."), where=Where.NEXT_DEALER),
            # L10N: After "Whoever takes a trick leads the next."
            Aside(later("After a blown-up trick it is whoever would have taken it."), where=Where.LEAD),
            Aside(later("**The Bomb.** A blown-up trick counts for nobody."), where=Where.POINTS),
        ),
        variant=(_bids_can_be_cancelled, _BOMB_OF_BIDS),
    ),
    "WEREWOLF": SpecialWords(
        name=later("Werewolf"),
        mark="🐺",
        tagline=later("takes the turned-up card's place; its holder names the trump"),
        rule=later(
            "It is never played. As soon as a card is turned up, whatever it is, the Werewolf in somebody's hand and "
            "that card change places. This happens by itself and everybody sees it.\n"
            "Whoever had the Werewolf then names the trump: one of the four suits, or no trump. The dealer is not "
            "asked."
        ),
        example=Example(
            why=later(
                "Bo was dealt the Werewolf, and a Wizard is turned up. Bo gets the Wizard, the Werewolf lies in its "
                "place, and Bo names [B] as trump. Bo could have said that there is no trump."
            )
        ),
        asides=(
            Aside(
                later("Exchanged or turned up itself, it has one more card turned over: the one the Vampire copies."),
                _with("VAMPIRE"),
            ),
            Aside(
                later(
                    "**The Werewolf goes first.** If somebody holds it, the Werewolf and the turned-up card change "
                    "places, and that player names a suit or no trump instead of all this."
                ),
                where=Where.TURN_UP,
            ),
            Aside(
                later(
                    "Whenever the Werewolf lies there, one more card is turned over before the bids: the Vampire "
                    "copies that one."
                ),
                _with("VAMPIRE"),
                Where.TURN_UP,
            ),
            Aside(later("Only the Werewolf is never played; it leaves its hand before the bids."), where=Where.WHEN),
        ),
        played=False,
    ),
    "JUGGLER": SpecialWords(
        name=later("Juggler"),
        mark="🤹",
        # L10N: A short line beside the name Juggler.
        tagline=later("[7½]; after the trick everybody passes a card to the left"),
        rule=later(
            "Whoever plays it names a suit, any of the four: it counts as [7½] of that suit, between the [7] and "
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
            why=later(
                "The Juggler beats [B7], but not [B8]. Now each passes a card on: Ada to Bo, Bo to Cleo, Cleo to Ada."
            ),
        ),
        after=AfterWords(
            # L10N: A step in the list of what happens after a trick.
            step=later("the Juggler has cards passed on"),
            # L10N: After "🤹 Juggler 7½: ". {left} is a name.
            ask=later("which card do you pass to {left}?"),
            waiting=later("Waiting for **{names}** to pass a card to the left ({card})"),
            turn=later("it's your turn to **pass a card to the left ({card})**"),
            told=_cards_passed,
        ),
    ),
    "CLOUD": SpecialWords(
        name=later("Cloud"),
        mark="☁️",
        tagline=later("[9¾]; who takes the trick changes their bid by one"),
        rule=later(
            "Whoever plays it names a suit, any of the four: it counts as [9¾] of that suit, between the [9] and "
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
            why=later(
                "[G10] is just above the Cloud. So it is Cleo's bid that changes, not Bo's: a bid of 2 becomes 1 or 3."
            ),
        ),
        asides=(
            Aside(
                later("If only one way is possible it is taken without asking. Everybody sees the new bid."),
                lambda options: not _bids_are_secret(options),
            ),
            Aside(
                later(
                    "You are asked privately, even if only one way is possible. The others learn that your bid has "
                    "changed, not how."
                ),
                _bids_are_secret,
            ),
            Aside(
                later("After such a change the bids may add up to any number."),
                lambda options: options.sum_rule is not SumRule.OFF,
            ),
            Aside(
                later("If the Bomb blows the trick up, no bid changes."),
                _a_trick_can_blow_up,
            ),
            Aside(
                later("Once the Bomb has cancelled the bids, the Cloud changes nothing."),
                _bids_can_be_cancelled,
            ),
            # L10N: What can still become of a bid, in "Once made, it stays; only …": a clause, one of a list.
            Aside(later("the Cloud can change it"), where=Where.BID),
            Aside(later("What the Cloud changes later is not checked again."), where=Where.SUM_RULE),
            Aside(
                later("**The Cloud.** What counts is your bid as it is at the end of the round."), where=Where.POINTS
            ),
        ),
        after=AfterWords(
            # L10N: A step in the list of what happens after a trick.
            step=later("the Cloud changes a bid"),
            # L10N: After "☁️ Cloud 9¾: ".
            ask=later("change your bid by one"),
            waiting=later("Waiting for **{names}** to change their bid by one ({card})"),
            turn=later("it's your turn to **change their bid by one ({card})**"),
            told=_bid_moved,
        ),
    ),
    "SHIFT": SpecialWords(
        name=later("Shapeshifter"),
        mark="🎭",
        tagline=later("a Wizard or a Jester, as its player says"),
        rule=later(
            "Whoever plays it says whether it is a Wizard or a Jester. From then on it is one, in everything: it takes "
            "the trick as the first Wizard does and frees everybody as a Wizard does, or loses like a Jester."
        ),
        example=Example(
            cards=("R13", "SHIFT:W", "W"),
            trump="R",
            winner=1,
            next_lead=1,
            why=later("Bo says “Wizard”. It is the first Wizard of the trick; Cleo's comes too late."),
        ),
        choices={
            # L10N: What the Shapeshifter is: "Shapeshifter as a Wizard"; on a button "A Wizard (W)".
            AS_WIZARD: Choice(later("a Wizard"), "W", words.WIZARD_MARK),
            # L10N: What the Shapeshifter is: "Shapeshifter as a Jester"; on a button "A Jester (J)".
            AS_JESTER: Choice(later("a Jester"), "J", words.JESTER_MARK),
        },
    ),
    "WITCH": SpecialWords(
        name=later("Witch"),
        mark="🧹",
        tagline=later("after the trick, swaps a hand card for one of the trick"),
        rule=later(
            "It never takes the trick. When the trick is over, whoever played it may exchange one card of their hand "
            "for one card of this trick, except the Witch itself. Everybody sees both cards.\n"
            "The trick stays as it was: the card put in does nothing, and whoever took the trick keeps it. "
            "Equal cards may be exchanged, too. What was taken can be played again. "
            "Without a card left in the hand there is no exchange."
        ),
        example=Example(
            cards=("R2", "WITCH", "W"),
            winner=2,
            next_lead=2,
            why=later(
                "Bo may now put [B1] from the hand into the trick and take out [R2], or even the Wizard. The trick "
                "stays Cleo's."
            ),
        ),
        asides=(
            Aside(
                later(
                    "If a Juggler was in the trick, the cards are passed on before the exchange, and the card just got "
                    "may be put in."
                ),
                _with("JUGGLER"),
            ),
            Aside(
                later("A Vampire that copies the Witch may take out anything but itself."),
                _with("VAMPIRE"),
            ),
            Aside(
                later("The Bomb may be taken out, too; nobody gets the trick all the same."),
                _a_trick_can_blow_up,
            ),
            Aside(
                later("A Juggler that was taken has cards passed on again when it is played again."),
                _with("JUGGLER"),
            ),
            Aside(
                later("A Cloud that was taken changes a bid again when it is played again."),
                _with("CLOUD"),
            ),
            Aside(later("A card that the Witch takes back may become something else."), where=Where.CHOICES),
        ),
        after=AfterWords(
            # L10N: A step in the list of what happens after a trick.
            step=later("the Witch may exchange a card"),
            # L10N: After "🧹 Witch: ".
            ask=later("give a card for one of the trick, or keep your hand"),
            waiting=later("Waiting for **{names}** to exchange a card or keep their hand ({card})"),
            turn=later("it's your turn to **exchange a card or keep their hand ({card})**"),
            told=_card_exchanged,
        ),
    ),
    "VAMPIRE": SpecialWords(
        name=later("Vampire"),
        mark="🧛",
        tagline=later("a copy of the turned-up card"),
        rule=later(
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
            why=later(
                "The turned-up card is [G9]: trump is [G], and the Vampire is [G9], too. Bo may play it even with a "
                "card of [R] in the hand, and as a trump it beats both others."
            ),
        ),
        asides=(
            Aside(
                later("Passed on or taken back it is still the same copy; a choice is made anew when it is played."),
                _cards_change_hands,
            ),
            Aside(
                later("A turned-up Wizard means no trump here, but the Vampire still copies it."),
                lambda options: options.wizard_turnup is WizardTurnup.NONE,
            ),
            Aside(
                later(
                    "A Vampire that copies the Dragon loses to the Fairy; one that copies the Fairy beats the Dragon."
                ),
                _with("DRAGON", "FAIRY"),
            ),
            Aside(
                later("A Vampire that copies the Bomb blows up its trick."),
                _a_trick_can_blow_up,
            ),
            Aside(
                later("A Vampire that copies the Bomb cancels the bids when it is played."),
                _bids_can_be_cancelled,
            ),
            Aside(
                later(
                    "If the Werewolf lies in the place of the turned-up card, the Vampire copies one more card, turned "
                    "over for this alone: after the trump is named, before the bids, in everybody's sight. That card "
                    "is out of play and leaves the trump as it is: whatever it is, nobody names a trump for it. If it "
                    "is the Vampire itself, nobody copies anything."
                ),
                _with("WEREWOLF"),
            ),
        ),
    ),
}


# --- finding them --------------------------------------------------------------------------------


def of(code: str, options: Options | None = None) -> SpecialWords:
    """Return the words for a special card, as this table plays it; of a card without any at least its name."""
    found = SPECIALS.get(code) or _without_words(code)
    if options is not None and found.variant is not None and found.variant[0](options):
        return found.variant[1]
    return found


def _without_words(code: str) -> SpecialWords:
    name = code.capitalize()
    rule = _("The {card} is a special card.", card=name)
    return SpecialWords(name=name, mark="✨", tagline=later("a special card"), rule=rule)


def choice(code: str, said: str) -> Choice:
    """Return the words for what was said of a card; a copy is told as the card it copies."""
    for known in (of(code), *SPECIALS.values()):
        if said in known.choices:
            return known.choices[said]
    return Choice(said.capitalize())


def step(code: str) -> str:
    """Return what a card does after its trick, as a step of the rules."""
    known = of(code)
    return _("the {card} takes effect", card=known.name) if known.after is None else known.after.step


def asked(code: str, left: str) -> str:
    """Return what a card asks of somebody after its trick; `left` sits to their left."""
    after = of(code).after
    return _("decide what is to happen") if after is None else after.ask.replace("{left}", left)


def waiting(code: str, names: str, card: str) -> str:
    """Return whom the table waits for after the trick of this card, which is `card` in words, and for what."""
    after = of(code).after
    if after is None:
        return _("Waiting for **{names}** to decide what is to happen ({card})", names=names, card=card)
    return after.waiting.format(names=names, card=card)


def your_turn(code: str, card: str) -> str:
    """Return the same, told to who is to do it; it follows their name."""
    after = of(code).after
    if after is None:
        return _("it's your turn to **decide what is to happen ({card})**", card=card)
    return after.turn.format(card=card)


def told(happened: Aftermath, tell: Telling) -> str:
    """Return what a special card did after its trick."""
    for known in SPECIALS.values():
        if known.after is not None and (line := known.after.told(happened, tell)) is not None:
            return line
    return _("A special card took effect")


def option(code: str, decision: Settle, tell: Telling) -> str | None:
    """Return a decision that a card offers after its trick; None for one without words of its own."""
    after = of(code).after
    return None if after is None or after.option is None else after.option(decision, tell)
