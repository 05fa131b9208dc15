"""The characters: Wizard, Jester and the nine special cards, each known by its outline and its background."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.art.pieces import circle, mirrored, path, stroke

INK: Final = "#231A36"
CREAM: Final = "#FFF4DC"
GOLD: Final = "#FFC83D"
_SKIN: Final = "#F7C9A0"
_PALE: Final = "#F1EADF"


@dataclass(frozen=True, slots=True)
class Character:
    """A figure in a box of 100 × 100, and the two tones behind it."""

    figure: str
    back: str
    glow: str


def _eyes(x: float, y: float, radius: float = 3.2, colour: str = INK) -> str:
    return mirrored(circle(x, y, radius, colour))


def _star(x: float, y: float, size: float, colour: str) -> str:
    return (
        f'<path transform="translate({x:g} {y:g}) scale({size / 20:.4g})" fill="{colour}" '
        'd="M0 -10L2.9 -4L9.5 -3.1L4.8 1.6L5.9 8.1L0 5L-5.9 8.1L-4.8 1.6L-9.5 -3.1L-2.9 -4Z"/>'
    )


# --- people --------------------------------------------------------------------------------------


def _wizard() -> str:
    hat = path("M70 4C52 2 38 18 30 46H72C70 34 66 24 62 17C67 17 71 12 70 4Z", "#8F7BFF")
    shade = path("M70 4C62 3 55 5 49 10C56 20 58 32 58 46H72C70 34 66 24 62 17C67 17 71 12 70 4Z", "#6C55E8")
    brim = path("M14 50C14 42 30 40 51 40S88 42 88 50S72 57 51 57S14 58 14 50Z", "#7763F2")
    band = path("M31 39C42 35 60 35 71 39L72 46C60 42 42 42 29 46Z", GOLD)
    face = circle(50, 60, 17, _SKIN)
    beard = path("M29 56C24 74 34 90 50 99C66 90 76 74 71 56C68 64 62 68 50 68S32 64 29 56Z", "#FFFFFF")
    moustache = mirrored(path("M50 68C44 65 36 67 31 74C38 78 47 76 50 72Z", "#DDE3F5"))
    nose = circle(50, 66, 4.2, "#EFA878")
    return face + beard + moustache + nose + _eyes(42, 60) + hat + shade + brim + band + _star(46, 27, 17, GOLD)


def _jester() -> str:
    left = path("M52 32C44 12 22 8 9 26C6 32 6 38 8 44C16 34 24 38 28 54L52 52Z", GOLD)
    right = path("M48 32C56 12 78 8 91 26C94 32 94 38 92 44C84 34 76 38 72 54L48 52Z", "#2BC4B4")
    peak = path("M34 46C36 28 42 14 50 6C58 14 64 28 66 46Z", "#FF6F91") + path(
        "M50 6C58 14 64 28 66 46H50Z", "#E84C77"
    )
    bells = circle(8, 46, 7, CREAM) + circle(92, 46, 7, CREAM) + circle(50, 8, 7, CREAM)
    slots = circle(8, 48, 2.2, INK) + circle(92, 48, 2.2, INK) + circle(50, 10, 2.2, INK)
    collar = (
        path("M20 82L14 98L32 92L41 99L50 92Z", "#2BC4B4")
        + path("M80 82L86 98L68 92L59 99L50 92Z", GOLD)
        + path("M20 82C36 88 64 88 80 82L50 96Z", "#FF6F91")
    )
    face = path("M28 52C28 44 72 44 72 52C74 74 62 87 50 87S26 74 28 52Z", CREAM)
    brim = path("M26 50C34 42 66 42 74 50L72 57C62 51 38 51 28 57Z", INK)
    cheeks = mirrored(circle(35, 70, 4.5, "#FF8FA3"))
    smile = path("M37 71C42 83 58 83 63 71C56 75 44 75 37 71Z", "#B3123F")
    return collar + left + right + peak + face + brim + bells + slots + cheeks + smile + _eyes(41, 63, 3.4)


def _juggler() -> str:
    arms = mirrored(stroke("M34 82C22 82 15 74 14 60", "#2A9D8F", 11)) + mirrored(circle(14, 57, 7, _SKIN))
    shirt = path("M24 100C24 84 36 78 50 78S76 84 76 100Z", "#2A9D8F") + path("M50 78L58 84L50 92L42 84Z", CREAM)
    face = circle(50, 60, 19, _SKIN)
    hair = path("M30 60C28 42 40 36 50 36S72 42 70 60C66 54 62 51 50 51S34 54 30 60Z", "#6B3A1E")
    smile = stroke("M42 67C46 72 54 72 58 67", INK, 3)
    balls = (
        circle(13, 37, 9.5, "#E4572E")
        + circle(34, 15, 9.5, "#7B3FA0")
        + circle(66, 15, 9.5, "#E4572E")
        + circle(87, 37, 9.5, "#7B3FA0")
    )
    shine = "".join(circle(x - 3, y - 3, 2.6, "#FFFFFF") for x, y in ((13, 37), (34, 15), (66, 15), (87, 37)))
    return arms + shirt + face + hair + _eyes(43, 59) + smile + balls + shine


def _shapeshifter() -> str:
    wizard = (
        path("M50 50V64C48 68 40 68 33 60C26 74 34 90 50 99V66Z", "#FFFFFF")
        + path("M50 6C42 16 34 32 30 46L50 44Z", "#8F7BFF")
        + path("M50 40C30 40 12 42 12 50S32 57 50 57Z", "#7763F2")
        + path("M31 40C38 37 44 36 50 36V43C44 43 36 44 29 46Z", GOLD)
        + _star(42, 26, 13, GOLD)
    )
    jester = (
        path("M50 46H71C74 74 62 87 50 90Z", CREAM)
        + path("M50 6C64 4 84 10 91 28C94 34 94 40 92 46C84 36 77 40 73 54L50 50Z", "#2BC4B4")
        + path("M50 45C58 45 68 46 75 51L73 58C66 53 58 52 50 52Z", INK)
        + circle(91, 48, 7, GOLD)
        + circle(91, 50, 2.2, INK)
        + path("M50 74C56 76 60 75 64 70C62 80 56 83 50 83Z", "#B3123F")
        + circle(65, 69, 4, "#FF8FA3")
    )
    skin = path("M50 50H32C30 64 38 72 50 72Z", _SKIN)
    beard = path("M50 70C42 70 34 66 31 58C24 74 32 91 50 99Z", "#FFFFFF")
    return skin + wizard + beard + jester + _eyes(41, 62) + stroke("M50 4V98", INK, 2.4)


def _witch() -> str:
    hair = mirrored(path("M34 48C22 58 18 76 22 94C30 96 36 90 38 82Z", "#E2711D"))
    face = path("M30 50H70C72 70 66 84 50 96C34 84 28 70 30 50Z", "#8CC152")
    nose = path("M47 60C52 59 55 64 61 73C61 79 52 80 46 76C49 70 48 65 47 60Z", "#6FA23A") + circle(57, 74, 1.8, INK)
    mouth = stroke("M40 82C46 86 54 86 60 81", INK, 3)
    hat = path("M76 8C62 0 44 8 32 46H68C68 34 66 24 64 20C70 20 76 16 76 8Z", "#2B2140")
    brim = path("M4 54C8 44 28 42 50 42S92 44 96 54C84 60 68 60 50 60S16 60 4 54Z", "#2B2140")
    band = path("M35 36C46 33 56 33 68 36L68 45C56 42 44 42 32 45Z", "#B04BD9") + (
        f'<rect x="45" y="32.5" width="11" height="11" rx="2" fill="none" stroke="{GOLD}" stroke-width="3"/>'
    )
    return hair + face + nose + mouth + _eyes(41, 66, 3.4) + hat + brim + band


def _vampire() -> str:
    collar = mirrored(path("M50 100H10L4 46C16 54 28 66 40 84Z", "#1D1626"))
    lining = mirrored(path("M50 100H20L12 60C22 66 34 78 42 90Z", "#D7263D"))
    ears = mirrored(path("M28 52L16 40C16 52 20 62 30 66Z", "#DCD3C4"))
    face = path("M26 42C26 22 74 22 74 42C76 64 64 82 50 90C36 82 24 64 26 42Z", _PALE)
    hair = path(
        "M22 54C14 18 34 6 50 6S86 18 78 54C74 48 73 40 69 33C62 33 55 38 50 47C45 38 38 33 31 33C27 40 26 48 22 54Z",
        "#1D1626",
    )
    brows = mirrored(stroke("M32 49L45 54", INK, 3.4))
    eyes = mirrored(circle(40, 58, 4, "#D7263D"))
    mouth = path("M36 70C44 75 56 75 64 70C60 80 40 80 36 70Z", "#7A0F22")
    fangs = mirrored(path("M40 72.5L47 73.6L43 83Z", "#FFFFFF"))
    return collar + lining + ears + face + hair + brows + eyes + mouth + fangs


def _fairy() -> str:
    upper = mirrored(path("M50 52C42 20 16 6 6 20C-2 36 18 58 50 56Z", "#FFFFFF"))
    inner = mirrored(path("M46 50C38 30 20 18 13 26C8 38 26 50 46 50Z", "#FFB3D1"))
    lower = mirrored(path("M50 54C30 54 12 66 16 82C22 94 42 80 50 60Z", "#FFFFFF"))
    below = mirrored(path("M46 60C34 60 22 70 24 79C28 84 40 76 46 62Z", "#C9A6FF"))
    legs = mirrored(stroke("M46 80L46 95", _SKIN, 5))
    dress = path("M43 46H57L69 80C62 86 56 80 50 86C44 80 38 86 31 80Z", "#3FA34D")
    face = circle(50, 33, 13, _SKIN)
    hair = path("M36 36C32 18 42 14 50 14S68 18 64 36C62 28 56 25 50 25S38 28 36 36Z", "#F4A72C") + circle(
        50, 12, 6.5, "#F4A72C"
    )
    return (
        upper
        + inner
        + lower
        + below
        + legs
        + dress
        + face
        + hair
        + _eyes(45.5, 34, 2.2)
        + stroke("M46 39.500C48 42 52 42 54 39.5", INK, 2)
    )


# --- beasts and things ---------------------------------------------------------------------------


def _dragon() -> str:
    wing = path("M30 62C20 52 8 50 2 56C8 58 10 64 8 72C16 70 20 74 20 84L34 78Z", "#F2994A")
    spikes = path("M28 60L14 48L30 46L22 32L38 36L36 22L52 28Z", "#F2994A")
    horns = path("M50 26C40 22 32 12 34 2C42 10 52 14 60 22Z", CREAM) + path(
        "M62 24C56 16 56 8 60 1C64 10 70 16 74 24Z", CREAM
    )
    body = path(
        "M18 100C12 80 22 66 28 56C24 40 34 22 54 21C64 20 70 26 78 27C90 28 97 36 96 43C95 49 88 50 82 50L66 52"
        "C70 58 78 60 86 58C84 68 74 72 62 70C54 76 56 88 62 100Z",
        "#2FA866",
    )
    belly = path("M40 100C34 86 40 74 52 66C58 70 62 70 62 70C54 76 56 88 62 100Z", "#BFE58A")
    mouth = path("M66 52L82 50C86 50 90 49.5 92 48C90 54 88 57 86 58C78 60 70 58 66 52Z", "#7A1230")
    teeth = path("M72 51L77 50.500L75 57ZM82 50L88 49.500L86 56Z", "#FFFFFF")
    eye = path("M54 36C58 31 65 32 68 38C64 42 57 42 54 36Z", GOLD) + path("M60.5 33.500L63 33.500L62 41H60.500Z", INK)
    return wing + spikes + horns + body + belly + mouth + teeth + eye + circle(88, 38, 2.4, "#17663C")


def _bomb() -> str:
    fuse = stroke("M66 32C70 18 80 16 86 22", "#C99A5B", 5.5)
    spark = f'<g transform="translate(84 20)">{_star(0, 0, 34, "#FFE066")}{circle(0, 0, 5, "#FFFFFF")}</g>'
    neck = '<rect x="52" y="20" width="24" height="16" rx="4" fill="#4A4458" transform="rotate(28 64 28)"/>'
    ball = circle(47, 60, 37, "#231F2E")
    shine = stroke("M20 56C21 46 27 38 35 34", "#7E7890", 6)
    eyes = path("M24 52L44 60C43 68 28 70 24 52Z", "#FFFFFF") + path("M72 52L52 60C53 68 68 70 72 52Z", "#FFFFFF")
    pupils = circle(36, 60, 3.2, INK) + circle(60, 60, 3.2, INK)
    grin = path("M30 74C40 80 54 80 66 74C62 88 34 88 30 74Z", "#FFFFFF")
    return fuse + neck + ball + shine + eyes + pupils + grin + spark


def _werewolf() -> str:
    moon = circle(50, 46, 44, "#FFE9A8")
    head = mirrored(path("M50.5 24L40 22L22 2C16 16 16 30 18 40L6 58L18 60L12 74L27 75L34 88L50.5 97Z", "#6D7A92"))
    ears = mirrored(path("M24 12C21 20 21 28 23 36L34 25Z", "#3F4A63"))
    muzzle = mirrored(path("M50.5 50L40 58L35 74L43 88L50.5 92Z", "#DCE3EE"))
    brow = mirrored(path("M50.5 30L44 46L22 40C30 54 40 56 46 60L50.5 60Z", "#4D5972"))
    eyes = mirrored(path("M24 46L43 55C38 61 28 59 24 46Z", "#FFD23F")) + mirrored(circle(36, 54, 2.4, INK))
    nose = path("M42 68C44 64 56 64 58 68C57 74 53 77 50 77S43 74 42 68Z", INK)
    fangs = mirrored(path("M39 80L46 82L42 91Z", "#FFFFFF")) + stroke("M38 79C44 84 56 84 62 79", INK, 2.6)
    return moon + head + ears + muzzle + brow + eyes + nose + fangs


def _cloud() -> str:
    bolt = path("M56 66L38 88H49L43 100L66 80H55L64 66Z", GOLD)
    puffs = circle(26, 54, 20, "#FFFFFF") + circle(48, 38, 26, "#FFFFFF") + circle(74, 52, 21, "#FFFFFF")
    base = '<rect x="8" y="50" width="86" height="24" rx="12" fill="#FFFFFF"/>'
    shade = path("M8 62C20 68 80 68 94 60C94 70 88 74 82 74H20C12 74 8 68 8 62Z", "#CFE4F7")
    cheeks = mirrored(circle(31, 58, 5, "#FFB7C5"))
    smile = stroke("M43 56C46 61 54 61 57 56", INK, 3.2)
    return bolt + puffs + base + shade + cheeks + smile + _eyes(40, 48, 4)


_CHARACTERS: Final[Mapping[str, Character]] = {
    "W": Character(_wizard(), "#3B2378", "#5A3BA6"),
    "J": Character(_jester(), "#9C1F63", "#C63A83"),
    "DRAGON": Character(_dragon(), "#4A1942", "#74265A"),
    "FAIRY": Character(_fairy(), "#3DB8B3", "#7ED9D2"),
    "BOMB": Character(_bomb(), "#E2611F", "#F58B45"),
    "WEREWOLF": Character(_werewolf(), "#1E2B52", "#33457A"),
    "JUGGLER": Character(_juggler(), "#F3C98B", "#FBE3BC"),
    "CLOUD": Character(_cloud(), "#3F97E0", "#79BCF2"),
    "SHIFT": Character(_shapeshifter(), "#5E6B7D", "#8391A5"),
    "WITCH": Character(_witch(), "#C9A6EA", "#E5D2F7"),
    "VAMPIRE": Character(_vampire(), "#8E1B34", "#B93350"),
}
_UNKNOWN: Final = Character(_star(50, 52, 84, GOLD), "#3B2378", "#5A3BA6")


def character(code: str) -> Character:
    """Return who is on a card; a star for a special card that nobody has drawn yet."""
    return _CHARACTERS.get(code, _UNKNOWN)
