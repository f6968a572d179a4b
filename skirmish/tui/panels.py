"""What the side panel says, as lines: a figure's card, a tile, odds with what they are made of.

Every line is a `Content` made from plain strings, never parsed as markup; widths are in columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from textual.content import Content

from skirmish.core.figures import Figure
from skirmish.core.gate import width as columns
from skirmish.core.geometry import Tile, metres, tile_text
from skirmish.core.state import STEPS, Objective, in_area
from skirmish.core.view import View
from skirmish.rulesets.attack import Modifier, Odds, Outcome
from skirmish.rulesets.protocol import Ruleset

Lines = list[Content]

BAR = "="
_MANY = 9
_BAR_FROM = 12


def plain(text: str, style: str = "") -> Content:
    """Text as it stands, in one style."""
    return Content.styled(text, style)


def clipped(text: str, width: int) -> str:
    """Text cut to a width, with dots where something is missing."""
    if columns(text) <= width:
        return text
    kept = text
    while kept and columns(kept) > width - 2:
        kept = kept[:-1]
    return kept + ".."


def two_ends(left: str, right: str, width: int, style: str = "", far: str = "") -> Content:
    """A line with one text at each end; the left one gives way."""
    left = clipped(left, max(0, width - columns(right) - 1))
    gap = " " * max(1, width - columns(left) - columns(right))
    return Content.assemble((left, style), gap, (right, far))


def heading(text: str, width: int) -> Content:
    """A line that begins a part."""
    text = clipped(text, width - 4)
    return plain(f"-- {text} ".ljust(width, "-"), "bold $primary")


def percent(chance: Fraction) -> str:
    """A chance in whole percent; only what must happen is 100%, only what cannot is 0%."""
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    whole = round(chance * 100)
    return "<1%" if whole < 1 else ">99%" if whole > 99 else f"{whole}%"  # noqa: PLR2004 - percent


def card(ruleset: Ruleset, view: View, figure: Figure, width: int) -> Lines:
    """A figure's card; of an enemy only what is open about him."""
    who, mine = figure.who, figure.who.side == view.side
    posture = view.state.setup.declared.postures.get(figure.posture)
    stance = f"{posture.label if posture else figure.posture}, faces {figure.facing.name}"
    lines = [plain(clipped(f"{who.id} {who.name}", width), "bold")]
    lines.append(two_ends(stance, who.side, width, "", "dim"))
    facts = [line for line in ruleset.card(view.state, figure) if mine or line.open]
    for fact in facts:
        lines += fact_lines(fact.label, fact.value, width)
    return lines


def fact_lines(label: str, value: str, width: int) -> Lines:
    """A label and its value, on two lines where one has no room for both."""
    if columns(label) + columns(value) < width:
        return [two_ends(label, value, width, "dim")]
    return [plain(label, "dim"), plain(f"  {value}")]


def last_seen(view: View, name: str, width: int) -> Lines:
    """What is remembered of an enemy out of sight."""
    contact = view.contacts.get(name)
    if contact is None:
        return []
    who = contact.figure.who
    turn = contact.point // STEPS
    return [
        two_ends(f"{who.id} {who.name}", who.side, width, "bold", "dim"),
        plain(clipped(who.kind.name, width)),
        plain(clipped(f"last seen in turn {turn}", width), "italic"),
    ]


def tile_words(view: View, tile: Tile) -> str:
    """A tile in a few words: where, what ground, how high, how much cover, whether in sight."""
    board = view.state.board
    if not board.inside(tile):
        return "off the map"
    kind = board.terrain(tile)
    words = [f"{tile_text(tile)} {kind.name}"]
    if level := board.level(tile):
        words.append(f"level {level}")
    if kind.cover:
        words.append(f"cover {kind.cover}")
    words += [_goal_words(view, goal) for goal in goals_at(view, tile)]
    words += [
        _zone_words(view, zone.kind) for zone in view.state.zones.values() if tile in zone.tiles
    ]
    if not view.seen & board.bit(tile):
        words.append("out of sight")
    return ", ".join(words)


def goals_at(view: View, tile: Tile) -> list[Objective]:
    """The objectives whose area holds a tile."""
    goals = view.state.setup.objectives
    return [goal for goal in goals if goal.area is not None and in_area(goal.area, tile)]


def _goal_words(view: View, goal: Objective) -> str:
    return f"{view.state.setup.sides[goal.side].name}: {goal.kind}"


def _zone_words(view: View, kind: str) -> str:
    return view.state.setup.declared.zones[kind].label


def tile_lines(view: View, tile: Tile, chosen: Figure | None, width: int) -> Lines:
    """All that is known of a tile, and how it lies from the chosen figure."""
    board = view.state.board
    if not board.inside(tile):
        return [plain("off the map")]
    kind = board.terrain(tile)
    passing = {0: "cannot be entered", 1: "free going"}.get(kind.cost, f"costs x{kind.cost}")
    facts = [
        ("level", str(board.level(tile))),
        ("height", str(kind.height)),
        ("cover", str(kind.cover)),
        ("going", passing),
        ("in sight", "yes" if view.seen & board.bit(tile) else "no"),
    ]
    facts += [
        ("zone", _zone_words(view, z.kind)) for z in view.state.zones.values() if tile in z.tiles
    ]
    facts += [("objective", _goal_words(view, goal)) for goal in goals_at(view, tile)]
    if chosen is not None and chosen.at is not None and chosen.at != tile:
        seen = board.sees(chosen.at, tile)
        facts.append((f"from {chosen.id}", f"{metres(chosen.at, tile)} m"))
        facts.append((f"{chosen.id} sees it", "yes" if seen else "no"))
        if seen and (cover := board.cover(chosen.at, tile)):
            facts.append((f"cover from {chosen.id}", str(cover)))
    lines = [two_ends(kind.name, tile_text(tile), width, "bold")]
    return lines + [two_ends(label, value, width, "dim") for label, value in facts]


def outcome_words(ruleset: Ruleset, outcome: Outcome) -> str:
    """An outcome in the ruleset's words: words as they are, numbers after their names."""
    parts = ruleset.result(outcome).items()
    return ", ".join(v if isinstance(v, str) else f"{k} {v}" for k, v in parts)


def odds_lines(ruleset: Ruleset, view: View, odds: Odds, width: int) -> Lines:
    """The exact odds of an order: the named target in full, others in short, what it rests on."""
    lines: Lines = []
    named = odds.named if odds.named in odds.figures else next(iter(odds.figures), "")
    if named:
        if named != odds.named:
            lines.append(plain(f"on {named}", "bold"))
        lines += chances(ruleset, odds.figures[named], width)
    else:
        lines.append(plain("nobody that is known is hit"))
    spared = ruleset.spared()
    for name, outcomes in odds.figures.items():
        if name != named:
            hit = 1 - outcomes.get(spared, Fraction(0))
            lines.append(two_ends(f"{name} {_side(view, name)}", percent(hit), width))
    lines += modifier_lines(odds.modifiers, width)
    lines += landing_lines(odds.landing, width)
    if odds.policy:
        lines.append(plain(f"policy: {odds.policy}", "dim"))
    return lines


def _side(view: View, name: str) -> str:
    figure = view.state.figures.get(name)
    return figure.who.side if figure else ""


def chances(ruleset: Ruleset, outcomes: Mapping[Outcome, Fraction], width: int) -> Lines:
    """A line for each outcome: its name, its chance, a bar; equal names are one."""
    totals: dict[str, Fraction] = {}
    for outcome, chance in outcomes.items():
        words = outcome_words(ruleset, outcome)
        totals[words] = totals.get(words, Fraction(0)) + chance
    shown = list(totals.items())
    if len(shown) > _MANY:
        shown.sort(key=lambda pair: -pair[1])
        rest = sum((chance for _, chance in shown[_MANY - 1 :]), Fraction(0))
        shown = [*shown[: _MANY - 1], ("other", rest)]
    label = min(max(columns(words) for words, _ in shown), max(8, width - _BAR_FROM))
    return [_chance_line(words, chance, label, width) for words, chance in shown]


def _chance_line(words: str, chance: Fraction, label: int, width: int) -> Content:
    room = max(0, width - label - 6)
    full = int(chance * room + Fraction(1, 2))
    words = clipped(words, label)
    pad = " " * (label - columns(words))
    return Content.assemble(words + pad, f" {percent(chance):>4} ", (BAR * full, "$primary"))


def modifier_lines(modifiers: Iterable[Modifier], width: int) -> Lines:
    """What the numbers are made of: a sum for each thing, and its parts with their rules."""
    groups: dict[tuple[str, str], list[Modifier]] = {}
    for modifier in modifiers:
        groups.setdefault((modifier.on, modifier.figure), []).append(modifier)
    lines: Lines = []
    for (on, figure), parts in groups.items():
        total = sum(part.value for part in parts)
        lines.append(two_ends(f"{on} {figure}", str(total), width, "bold", "bold"))
        for part in parts:
            lines.append(two_ends(f" {part.value:+d} {part.name}", part.rule, width, "", "dim"))
    return lines


def landing_lines(landing: Mapping[Tile | None, Fraction], width: int) -> Lines:
    """Where it may come down, the likeliest first."""
    if not landing:
        return []
    ranked = sorted(landing.items(), key=lambda pair: -pair[1])
    words = [f"{tile_text(tile) if tile else 'off'} {percent(chance)}" for tile, chance in ranked]
    text = "  ".join(words[:6]) + (" ..." if len(words) > 6 else "")  # noqa: PLR2004 - two lines of them
    return [heading("comes down at", width), plain(text)]


def roster(view: View, able: Iterable[str], chosen: str, width: int) -> Lines:
    """Own figures and the enemies known of, one line each; `*` can still act."""
    can = tuple(able)
    lines: Lines = []
    for figure in view.state.figures.values():
        if figure.who.side == view.side:
            mark = "*" if figure.id in can else "x" if figure.fate else " "
            style = "reverse" if figure.id == chosen else "dim" if figure.fate else ""
            lines.append(
                two_ends(f"{mark} {_named(figure)}", _state_words(view, figure), width, style)
            )
    for figure in view.enemies():
        lines.append(two_ends(f"  {_named(figure)}", _state_words(view, figure), width, "$error"))
    return lines


def name_of(view: View, name: str) -> str:
    """The name of a figure that the view knows; empty for anything else."""
    figure = view.state.figures.get(name)
    return figure.who.name if figure else ""


def _named(figure: Figure) -> str:
    return f"{figure.id} {figure.who.name}"


def _state_words(view: View, figure: Figure) -> str:
    """How a figure is, from what its ruleset declares: posture, and counters that say yes."""
    if figure.fate:
        return figure.fate
    if figure.at is None:
        return "to come" if figure.who.side == view.side else "gone"
    declared = view.state.setup.declared
    words = [] if figure.posture == "standing" else [figure.posture]
    for name, value in figure.counters.items():
        kept = declared.counter(name)
        if value and kept.high == 1 and kept.open:
            words.append(kept.label)
    return ", ".join(words)
