"""Which keys of a battle do something now, and why the others do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from skirmish.session import order_draft
from skirmish.session.battle_session import BattleSession
from skirmish.session.mode import Mode
from skirmish.tui.keys import KEYS, Key, in_part, in_rules, usable, with_own_keys
from skirmish.tui.screen_keys import SCREEN_KEYS

_CURSOR = ("west", "east", "north_", "south_", "leap_", "jump_")
"""How the ids of keys begin that move the cursor and never act on the battle below a page."""


@frozen(eq=False)
class BattleKeys:
    """The keys of a battle; `own` are the player's own keys by id."""

    session: BattleSession
    own: Mapping[str, str]

    def table(self) -> Sequence[Key]:
        """The keys that apply under these rules in this part of the battle."""
        legal = self.session.controller.legal
        return [
            key
            for key in with_own_keys(KEYS, self.own)
            if in_part(key, legal.battle_part) and in_rules(key, legal.known_verbs)
        ]

    def _named(self, name: str) -> tuple[list[Key], list[Key]]:
        """The keys of the table with a name, and those of them that apply now."""
        mode, part = self.session.mode, self.session.controller.legal.battle_part
        keys = [key for key in self.table() if name in key.names]
        return keys, [key for key in keys if usable(key, mode, part)]

    def applies(self, action: str) -> bool:
        """Whether a key with this action does something now; True for an action without a key."""
        session, legal = self.session, self.session.controller.legal
        mine = [key for key in KEYS if key.action == action]
        if not mine or (action == "confirm" and session.ai_driver.stopped):
            return True
        return bool(session.seat) and any(
            usable(key, session.mode, legal.battle_part) and in_rules(key, legal.known_verbs)
            for key in mine
        )

    def hurries(self, name: str) -> bool:
        """Whether a key hurries or skips what is being played."""
        if self.session.mode is not Mode.WAIT:
            return False
        own = with_own_keys(KEYS, self.own)
        return any(name in key.names for key in own if key.id in ("hurry", "skip"))

    def meaning_over_panel(self, name: str) -> str:
        """The action of a key while the whole panel is a page; "" for a key of the page itself."""
        controller = self.session.controller
        keys, able = self._named(name)
        ids = {key.id for key in able}
        if "panel" in ids:
            return "close_panel"
        if "help" in ids:
            return "help"
        ready = order_draft.complete(controller.legal, controller.draft)
        if "confirm" in ids and ready and not controller.look:
            return "confirm"
        page = with_own_keys(SCREEN_KEYS["page"], self.own)
        moves = any(id_.startswith(_CURSOR) for id_ in ids)
        if not keys or moves or any(name in key.names for key in page):
            return ""
        return able[0].action if able else f"refuse({name!r})"

    def why_not(self, name: str) -> str:
        """Why a key of the battle does nothing now; "" if it does something or is not one."""
        session = self.session
        keys, able = self._named(name)
        if not keys or able:
            return ""
        back = f"{session.controller.key('back')} goes back"
        reasons = {
            Mode.ANSWER: "answer this first",
            Mode.SELECT: "only while an order is prepared",
            Mode.MENU: f"not from the list of orders; {back}",
        }
        why = reasons.get(session.mode, f"not while an order is prepared; {back}")
        if session.mode is Mode.FIELDS and any(key.id == "options" for key in keys):
            why = f"these are the options; {back}"
        return f"{keys[0].shown} ({keys[0].label}): {why}"
