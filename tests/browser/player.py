"""A person at the demo page, who sees text and uses mouse and keyboard."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.async_api import Locator, Page, expect

SECONDS = 20
"""How long something may take on a busy machine; on an idle one everything is there within a second."""
_MESSAGES = "#channel-message-list"
WRITTEN = "message => [...message.querySelectorAll('h3, p, img')].map(part => part.alt || part.textContent).join('\\n')"
"""What a panel says, its pictures too, without its buttons: those look different as soon as the mouse is on them."""
_CHANGED = f"""([id, before]) => {{
    const message = document.querySelector(`article[data-message-id="${{id}}"]`);
    return !message || ({WRITTEN})(message) !== before;
}}"""


@dataclass(frozen=True)
class Player:
    """One person's tab."""

    page: Page

    async def viewer(self) -> str:
        """Return who the page says this person is."""
        return await self.page.get_by_label("Viewing as").locator("option:checked").inner_text()

    def message(self, pattern: str) -> Locator:
        """Return the latest message with this text."""
        return self.page.locator(f"{_MESSAGES} article").filter(has_text=re.compile(pattern)).last

    async def sees(self, pattern: str) -> Locator:
        """Wait until a message with this text is there."""
        found = self.message(pattern)
        await expect(found).to_be_visible(timeout=SECONDS * 1000)
        return found

    async def text(self) -> str:
        """Return everything that is written in the channel."""
        return await self.page.locator(_MESSAGES).inner_text()

    async def press(self, label: str) -> None:
        """Click the last button with these words."""
        button = self.page.locator(f"{_MESSAGES} .component-button").filter(has_text=re.compile(rf"{label}$")).last
        await button.click(timeout=SECONDS * 1000)

    async def command(self, text: str, **options: str) -> None:
        """Type a slash command, fill in its options, and send it."""
        box = self.page.locator("#channel-composer-input")
        await box.click()
        await box.press_sequentially(text)
        await box.press("Enter")  # takes the command that is offered
        for name, value in options.items():
            await self.page.get_by_role("option", name=name).click()
            await self.page.keyboard.type(value)
        await self.page.get_by_role("button", name="Send", exact=True).click()

    # --- the private panel ----------------------------------------------------------------------

    async def open_hand(self) -> Locator:
        """Open the private hand."""
        await self.press("My hand")
        return await self.sees("Your hand")

    async def play_on(self) -> bool:
        """Wait for one's turn and make the first decision the panel offers; return False when the game is over."""
        await self.sees("the game is over|Your turn")
        if await self.message("the game is over").count():
            return False
        panel = await self.sees("Your turn")
        id_, before = await panel.get_attribute("data-message-id"), await panel.evaluate(WRITTEN)
        if await panel.get_by_role("combobox").count():
            await panel.get_by_role("combobox").click()
            await self.page.get_by_role("option").filter(has_text=re.compile(r"^\s*Bid \d+\s*$")).first.click()
        else:
            await panel.locator(".component-button:not([disabled])").first.click()
        await self.page.wait_for_function(_CHANGED, arg=[id_, before], timeout=SECONDS * 1000)
        return True
