// The deal once more, in another language, from the description at the top of engine/dealing.py and from nothing else.
//
// Reads one JSON object a line and answers each with one line:
//   {secret, contributions, round, size, players, specials, highCard}
//   -> {commitment, dealer, draws, hands, upcard, next}
// `draws` is the draw for the first deal, card for card in the order of those who draw; `next` the card after the
// turned-up one, which is the spare where one is turned over.

import { createHash, createHmac } from "node:crypto";
import { createInterface } from "node:readline";

const SPECIALS = ["DRAGON", "FAIRY", "BOMB", "WEREWOLF", "JUGGLER", "CLOUD", "SHIFT", "WITCH", "VAMPIRE"];
const TWO_TO_32 = 2 ** 32;

/** The 60 cards, and those special ones that the table has. */
function wholeDeck(specials) {
    const suits = ["R", "Y", "G", "B"].map((suit) => Array.from({ length: 13 }, (_, i) => `${suit}${i + 1}`));
    const fours = [Array(4).fill("W"), Array(4).fill("J")];
    return [...suits, ...fours, SPECIALS.filter((name) => specials.includes(name))].flat();
}

/** All randomness of one game: asks for a label, gets a function that draws numbers below a bound. */
class Game {
    constructor(secretHex, contributions) {
        this.secret = Buffer.from(secretHex, "hex");
        const text = ["wizard-deal-1", ...contributions].join("\n");
        this.key = createHmac("sha256", this.secret).update(text, "utf8").digest();
    }

    commitment() {
        return createHash("sha256").update(this.secret).digest("hex");
    }

    numbers(label) {
        let block = 0;
        let waiting = Buffer.alloc(0);
        const word = () => {
            if (waiting.length === 0) {
                waiting = createHmac("sha256", this.key).update(`${label}/${block++}`).digest();
            }
            const value = waiting.readUInt32BE(0);
            waiting = waiting.subarray(4);
            return value;
        };
        return (k) => {
            for (;;) {
                const value = word();
                if (value < TWO_TO_32 - (TWO_TO_32 % k)) return value % k;
            }
        };
    }

    shuffle(label, cards) {
        const below = this.numbers(label);
        for (let i = cards.length - 1; i >= 1; i--) {
            const j = below(i + 1);
            const kept = cards[i];
            cards[i] = cards[j];
            cards[j] = kept;
        }
        return cards;
    }

    /** Draw until one has the highest card: a Jester is low, a Wizard high, suits don't matter. */
    highCard(players) {
        const height = (card) => (card === "J" ? 0 : card === "W" ? 14 : Number(card.slice(1)));
        const draws = [];
        let drawing = [...Array(players).keys()];
        while (drawing.length > 1) {
            const cards = this.shuffle(`dealer/${draws.length + 1}`, wholeDeck([])).slice(0, drawing.length);
            const highest = Math.max(...cards.map(height));
            draws.push(Object.fromEntries(drawing.map((seat, i) => [seat, cards[i]])));
            drawing = drawing.filter((_, i) => height(cards[i]) === highest);
        }
        return { dealer: drawing[0], draws };
    }
}

function answer({ secret, contributions, round, size, players, specials, highCard }) {
    const game = new Game(secret, contributions);
    const cards = game.shuffle(`round/${round}`, wholeDeck(specials));
    const hands = Array.from({ length: players }, (_, seat) => cards.slice(seat * size, (seat + 1) * size));
    const after = cards.slice(players * size);
    const first = highCard ? game.highCard(players) : { dealer: game.numbers("dealer")(players), draws: [] };
    return {
        commitment: game.commitment(),
        ...first,
        hands,
        upcard: after[0] ?? null,
        next: after[1] ?? null,
    };
}

for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(answer(JSON.parse(line))));
}
