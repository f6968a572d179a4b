"""An order put together step by step: figure, verb, target, details, with defaults.

An `OrderDraft` is a value and these functions return the next one. They depend only on verbs and
families, so a new ruleset needs no new screen. Nothing here gives an order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from skirmish.core.codec import Shape, encode
from skirmish.core.geometry import Facing, Tile, facing_towards, parse_path, tile_text
from skirmish.core.orders import WEAPON, Order
from skirmish.presentation.odds.target_chances import Stance
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import intended_order
from skirmish.presentation.visibility import nearest_known_enemy
from skirmish.rulesets.common.reactions import REPLY, WHEN, WORTH_FIRING
from skirmish.rulesets.families import Domain, Family, One, Routes, Spots
from skirmish.rulesets.foresight import LIMB
from skirmish.session import variants
from skirmish.session.detail_rows import (
    DetailRow,
    detail_rows,
    more_figures,
    with_first_value,
    with_next_value,
    with_shifted_share,
    with_valid_fields,
)
from skirmish.session.mode import Mode

_ON_MAP = (Shape.FIGURE, Shape.TILE, Shape.PATH)
_LISTS = (Mode.MENU, Mode.FIELDS, Mode.ANSWER)
_PAGE, _ALL = 10, 1000
"""Lines of a page in a list; more lines than a list has."""


@frozen
class OrderDraft:
    """The choices made so far.

    `row` is the marked line of a menu or of the details, `variant` the index among the families
    that hold the target, `field` the detail being chosen on the map, if any. `side_order`: the
    order belongs to the side and names no figure. `faced`: the player chose the facing; else it is
    towards the nearest known enemy. `proposal`: the variant and the fields that were proposed for
    the target, if any were. In mode SELECT a draft with a verb is the order that the cursor's tile
    proposes; the confirm key gives it.
    """

    mode: Mode = Mode.SELECT
    figure: str = ""
    verb: str = ""
    target: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    row: int = 0
    variant: int = 0
    field: str = ""
    side_order: bool = False
    faced: bool = False
    proposal: tuple[int, tuple[tuple[str, str], ...]] | None = None

    @property
    def as_proposed(self) -> bool:
        """Whether the player has not changed what was proposed for the target."""
        return self.proposal == (self.variant, self.fields)

    @property
    def order(self) -> Order:
        """The order so far, complete or not."""
        return Order(self.verb, "" if self.side_order else self.figure, self.target, self.fields)


def select(figure: str) -> OrderDraft:
    """Choose a figure and nothing else."""
    return OrderDraft(figure=figure)


def menu(draft: OrderDraft) -> OrderDraft:
    """Open the list of the figure's orders."""
    return OrderDraft(Mode.MENU, draft.figure)


def begin_verb(
    legal: LegalOrders, draft: OrderDraft, verb: str, near: Tile | None = None
) -> OrderDraft:
    """Choose a verb: a target comes next, or the details if it has no target.

    The first proposal is the target at `near`, else one of the list (`_first_listed`).
    """
    families = legal.families(draft.figure, verb)
    side_order = not legal.known_verbs[verb].figure
    if all(family.target is None for family in families):
        return _fitted(legal, OrderDraft(Mode.FIELDS, draft.figure, verb, side_order=side_order))
    target = legal.target_at(draft.figure, verb, near) if near is not None else ""
    listed = legal.listed_targets(draft.figure, verb)
    if not target and listed and not legal.target_mask(draft.figure, verb):
        target = _first_listed(legal, draft.figure, verb, listed, near)
    draft = OrderDraft(Mode.TARGET, draft.figure, verb, target, side_order=side_order)
    return with_usual_details(legal, draft) if target else draft


def _first_listed(
    legal: LegalOrders, figure: str, verb: str, listed: Sequence[str], near: Tile | None
) -> str:
    """The target of a list that is proposed: a suggestion, else the first.

    Of numbers the last, so that a key pressed twice throws nothing away. A facing is towards
    `near`, else towards the nearest known enemy; "" for neither.
    """
    if legal.target_shape(verb) is Shape.FACING:
        at = legal.position(figure)
        there = facing_towards(at, near).name if at and near and at != near else ""
        ways = (there, _facing_of_threat(legal, figure))
        return next((way for way in ways if way in listed), "")
    suggested = legal.ruleset.suggestions.actions(legal.view, figure) if legal.mustering else ()
    wanted = (one.target for one in suggested if one.verb == verb)
    last = legal.target_shape(verb) is Shape.NUMBER
    usual = (*wanted, listed[-1 if last else 0])
    return next(target for target in usual if target in listed)


def with_usual_details(legal: LegalOrders, draft: OrderDraft) -> OrderDraft:
    """The draft with the default details of its family and the default facing."""
    return _with_usual_facing(legal, _fitted(legal, draft))


def _facing_of_threat(legal: LegalOrders, figure: str) -> str:
    """The facing from a figure towards the nearest known enemy; empty if there is none."""
    at = legal.position(figure)
    threat = None if at is None else nearest_known_enemy(legal.view, at)
    return "" if at is None or threat is None else facing_towards(at, threat).name


def begin_usual(legal: LegalOrders, draft: OrderDraft) -> OrderDraft:
    """An order without a target as the ruleset suggests it: its weapon, mode and facing.

    Of several suggestions it is the one with the highest prospect, without any the default details.
    The reply keeps its default; `when` is set to the chance from which on a shot is worth it.
    """
    if draft.mode is not Mode.FIELDS or is_settled(legal, draft):
        return draft
    usual = [one for one in legal.usual_actions(draft.figure) if one.verb == draft.verb]
    usual.sort(key=lambda one: -legal.ruleset.prospect(legal.view, one))
    usual.append(evolve(draft.order, fields=()))
    made = next(filter(None, (draft_like(legal, one) for one in usual)), draft)
    order = made.order.with_field(REPLY.name, "").with_field(WHEN.name, WORTH_FIRING)
    made = _fitted(legal, evolve(made, fields=order.fields))
    return made if legal.refusal(made.order) is None else draft


def on_map(legal: LegalOrders, draft: OrderDraft) -> bool:
    """Whether the cursor chooses on the map now: a target, or a detail that is a tile."""
    if draft.mode is not Mode.TARGET:
        return False
    return bool(draft.field) or legal.target_shape(draft.verb) in _ON_MAP


def facing_part(legal: LegalOrders, draft: OrderDraft) -> str:
    """The part that a direction key sets now: "target", a field's name, or ""."""
    if draft.mode is Mode.TARGET and legal.target_shape(draft.verb) is Shape.FACING:
        return "target"
    if draft.mode is Mode.FIELDS and (row := marked_row(legal, draft)) and row.turns:
        return row.field
    return ""


def facing_of(legal: LegalOrders, draft: OrderDraft) -> str:
    """The facing in the draft, if one is asked for."""
    part = facing_part(legal, draft)
    return draft.target if part == "target" else draft.order.get(part) or ""


def only_faces(legal: LegalOrders, draft: OrderDraft) -> bool:
    """Whether the draft asks for a facing and for nothing on the map."""
    if not facing_part(legal, draft):
        return False
    return draft.mode is Mode.TARGET or not draft.target


def aimed_tile(legal: LegalOrders, order: Order) -> Tile | None:
    """The tile where an order, complete or not, ends or that it is aimed at; None for none."""
    match legal.target_shape(order.verb):
        case Shape.PATH if order.target:
            return order.target_path[-1]
        case Shape.TILE if order.target:
            return order.target_tile
        case _:
            return legal.position(order.target)


def intended_at(legal: LegalOrders, draft: OrderDraft, tile: Tile) -> Order:
    """The order that a draft means at a tile, legal or not; one at a tile keeps its weapon."""
    order = intended_order(legal, draft.figure, draft.verb, tile)
    weapon = draft.order.get(WEAPON)
    at_tile = legal.target_shape(draft.verb) is Shape.TILE
    return order.with_field(WEAPON, weapon) if weapon and at_tile else order


def standing_tile(legal: LegalOrders, draft: OrderDraft) -> Tile | None:
    """The tile where the figure stands when it turns: the end of its path, if it has one."""
    if draft.target and legal.target_shape(draft.verb) is Shape.PATH:
        return parse_path(draft.target)[-1]
    return legal.position(draft.figure)


def with_facing(legal: LegalOrders, draft: OrderDraft, facing: Facing) -> OrderDraft:
    """The draft with a facing, if one is asked for and it is allowed."""
    part = facing_part(legal, draft)
    if part == "target":
        allowed = facing.name in legal.listed_targets(draft.figure, draft.verb)
        return evolve(draft, target=facing.name) if allowed else draft
    family = family_of(legal, draft)
    domain = dict(family.fields).get(part) if family else None
    if not isinstance(domain, One) or facing.name not in domain.options:
        return draft
    return evolve(draft, fields=draft.order.with_field(part, facing).fields, faced=True)


def with_end_facing(legal: LegalOrders, draft: OrderDraft, facing: Facing) -> OrderDraft | None:
    """The move in hand with another facing at its end; None if there is no such move."""
    if not complete(legal, draft) or legal.target_shape(draft.verb) is not Shape.PATH:
        return None
    opened = with_details_open(legal, draft)
    if not facing_part(legal, opened):
        return None
    return evolve(with_facing(legal, opened, facing), mode=Mode.TARGET, row=draft.row)


USUAL_FACING = (
    "the way it faces afterwards: towards the nearest enemy known, unless you choose another; "
    "with none known, the way it went"
)


def _with_usual_facing(legal: LegalOrders, draft: OrderDraft) -> OrderDraft:
    """A draft whose move ends facing the nearest known enemy, unless the player chose a facing."""
    rows = [row for row in details(legal, draft) if row.turns and not row.variant]
    if draft.faced or not rows or legal.target_shape(draft.verb) is not Shape.PATH:
        return draft
    end = parse_path(draft.target)[-1]
    threat = nearest_known_enemy(legal.view, end)
    if threat is None:
        return evolve(draft, fields=draft.order.with_field(rows[0].field, "").fields)
    facing = facing_towards(end, threat)
    faced = evolve(draft, fields=draft.order.with_field(rows[0].field, facing).fields)
    return faced if legal.refusal(faced.order) is None else draft


def with_aim(legal: LegalOrders, draft: OrderDraft, tile: Tile) -> OrderDraft:
    """The draft aimed at a tile, for its target or for the detail chosen on the map."""
    if draft.field:
        family = family_of(legal, draft)
        domain = dict(family.fields).get(draft.field) if family else None
        text = _in_domain(legal, domain, tile)
        return (
            evolve(draft, fields=draft.order.with_field(draft.field, text).fields)
            if text
            else draft
        )
    return with_target(legal, draft, legal.target_at(draft.figure, draft.verb, tile))


def _in_domain(legal: LegalOrders, domain: Domain | None, tile: Tile) -> str:
    if not isinstance(domain, Spots | Routes) or not legal.board.inside(tile):
        return ""
    if not domain.mask & legal.board.bit(tile):
        return ""
    return encode(domain.route(tile)) if isinstance(domain, Routes) else tile_text(tile)


def with_target(legal: LegalOrders, draft: OrderDraft, target: str) -> OrderDraft:
    """The draft with a target, and its details as far as they still apply.

    A called part of the body belongs to the old target and is dropped. A proposal that the player
    has not changed is replaced by the best attack on the new target.
    """
    if target == draft.target:
        return draft
    before, as_proposed = family_of(legal, draft), draft.as_proposed
    known = best_attack(legal, evolve(draft, target=target).order) if draft.proposal else None
    best = None if known is None else exact_draft(legal, known)
    if as_proposed and best is not None:
        return evolve(best, mode=draft.mode, row=0)
    draft = evolve(draft, proposal=None if best is None else best.proposal)
    draft = evolve(draft, target=target, row=0, fields=draft.order.with_field(LIMB, "").fields)
    if not target:
        return draft
    same = variants.same_variant(variants_of(legal, draft), before)
    variant = same if same is not None else 0 if before else draft.variant
    draft = with_usual_details(legal, evolve(draft, variant=variant))
    return evolve(draft, proposal=(draft.variant, draft.fields)) if as_proposed else draft


def best_attack(legal: LegalOrders, order: Order) -> Order | None:
    """The best attack by an order's verb on its target, by the chances shown; None if unknown."""
    shown = legal.target_chances.get(Stance(order.figure), {}).get(order.target)
    return None if shown is None else shown.order_by(order.verb)


def _fitted(legal: LegalOrders, draft: OrderDraft) -> OrderDraft:
    """The draft with the fixed fields of its family and without invalid ones."""
    family = family_of(legal, draft)
    if family is None:
        return draft
    order = with_valid_fields(family, draft.order)
    for name, text in family.fixed:
        order = order.with_field(name, text)
    return evolve(draft, fields=order.fields)


def with_next_target(legal: LegalOrders, draft: OrderDraft, by: int) -> OrderDraft:
    """The draft with the next or previous target of the list."""
    listed = legal.listed_targets(draft.figure, draft.verb)
    if not listed:
        return draft
    place = listed.index(draft.target) + by if draft.target in listed else min(by - 1, 0)
    return with_target(legal, draft, listed[place % len(listed)])


def family_of(legal: LegalOrders, draft: OrderDraft) -> Family | None:
    """The family that the draft belongs to so far."""
    families = variants_of(legal, draft)
    return families[draft.variant % len(families)] if families else None


def variants_of(legal: LegalOrders, draft: OrderDraft) -> tuple[Family, ...]:
    """The families that hold the target."""
    families = legal.families(draft.figure, draft.verb, draft.target)
    if draft.target:
        return families
    return tuple(family for family in families if family.target is None)


def complete(legal: LegalOrders, draft: OrderDraft) -> bool:
    """Whether the order could be given as it is."""
    return bool(draft.verb) and family_of(legal, draft) is not None


def is_settled(legal: LegalOrders, draft: OrderDraft) -> bool:
    """Whether the order is complete and no detail leaves a choice."""
    family = family_of(legal, draft)
    if not draft.verb or family is None or len(variants_of(legal, draft)) > 1:
        return False
    return all(isinstance(one, One) and len(one.options) <= 1 for _, one in family.fields)


def confirmed(legal: LegalOrders, draft: OrderDraft) -> OrderDraft | Order:
    """The result of the confirm key: the next draft, or the order itself."""
    if draft.field:
        return evolve(draft, mode=Mode.FIELDS, field="")
    row = marked_row(legal, draft)
    if row is not None and row.on_map and not draft.order.get(row.field):
        return evolve(draft, mode=Mode.TARGET, field=row.field)
    return draft.order


def with_details_open(legal: LegalOrders, draft: OrderDraft) -> OrderDraft:
    """The draft with its details open, the facing marked if there is one."""
    rows = details(legal, draft)
    turning = [index for index, row in enumerate(rows) if row.turns]
    return evolve(draft, mode=Mode.FIELDS, row=turning[0] if turning else 0, field="")


def details(legal: LegalOrders, draft: OrderDraft) -> tuple[DetailRow, ...]:
    """The rows of the details."""
    family = family_of(legal, draft)
    verb = legal.known_verbs.get(draft.verb)
    if family is None or verb is None:
        return ()
    return variant_rows(legal, draft) + detail_rows(verb, family, draft.order)


def figures_left(legal: LegalOrders, draft: OrderDraft) -> Mapping[str, tuple[str, ...]]:
    """The figures that could still take part in the order, by detail."""
    family = family_of(legal, draft)
    return {} if family is None else more_figures(family, draft.order)


def variant_rows(legal: LegalOrders, draft: OrderDraft) -> tuple[DetailRow, ...]:
    """The rows that choose among variants."""
    held = variants_of(legal, draft)
    return variants.rows(legal, held, draft.variant % len(held), draft.order) if held else ()


def marked_row(legal: LegalOrders, draft: OrderDraft) -> DetailRow | None:
    """The marked detail."""
    rows = details(legal, draft) if draft.mode is Mode.FIELDS else ()
    return rows[draft.row % len(rows)] if rows else None


def with_next_detail_value(legal: LegalOrders, draft: OrderDraft, by: int) -> OrderDraft:
    """The draft with the next or previous value of the marked detail."""
    row, family = marked_row(legal, draft), family_of(legal, draft)
    if row is None or family is None:
        return draft
    if row.on_map:
        return evolve(draft, mode=Mode.TARGET, field=row.field)
    if row.variant:
        held = variants_of(legal, draft)
        variant = variants.next_variant(held, draft.variant % len(held), row, by)
        return _said(legal, _fitted(legal, evolve(draft, variant=variant)))
    order = with_next_value(legal.known_verbs[draft.verb], family, draft.order, row, by)
    return evolve(draft, fields=order.fields)


def with_next_variant(legal: LegalOrders, draft: OrderDraft, by: int) -> OrderDraft:
    """The draft with the next or previous variant; the proposal counts as one of them."""
    held, at = variants_of(legal, draft), draft.variant
    if not held:
        return draft
    chosen = _proposed_choices(legal, held, draft)
    plain = evolve(draft, fields=tuple(one for one in draft.fields if one not in chosen))
    ways = [_said(legal, _fitted(legal, evolve(plain, variant=n))) for n in range(len(held))]
    if draft.proposal is not None:
        variant, fields = draft.proposal
        proposed = evolve(draft, variant=variant, fields=fields)
        # A proposal without choices of its own replaces the plain variant, else it precedes it.
        ways[variant : variant + (not chosen)] = [proposed]
        at += bool(chosen) and (at > variant or (at == variant and not draft.as_proposed))
    return ways[(at + by) % len(ways)]


def _proposed_choices(
    legal: LegalOrders, held: tuple[Family, ...], draft: OrderDraft
) -> tuple[tuple[str, str], ...]:
    """The proposed fields that have a choice and differ from the default."""
    if draft.proposal is None:
        return ()
    variant, fields = draft.proposal
    verb, domains = legal.known_verbs[draft.verb], dict(held[variant].fields)
    declared = {name: verb.field(name) for name, _ in fields if name in domains}
    return tuple(
        (name, text)
        for name, text in fields
        if name in domains
        and not (isinstance(one := domains[name], One) and len(one.options) <= 1)
        and ((known := declared[name]) is None or text != known.default)
    )


def _said(legal: LegalOrders, draft: OrderDraft) -> OrderDraft:
    """The draft with the first value of each field that distinguishes its variant.

    The first of several variants with the same fixed fields is left as it is.
    """
    held, verb = variants_of(legal, draft), legal.known_verbs[draft.verb]
    at = draft.variant % len(held)
    if variants.is_plain(held, at):
        return draft
    for name in variants.own_fields(held, at):
        if not draft.order.get(name):
            order = with_first_value(verb, name, dict(held[at].fields)[name], draft.order)
            draft = evolve(draft, fields=order.fields)
    return draft


def with_more_share(legal: LegalOrders, draft: OrderDraft, by: int) -> OrderDraft:
    """The draft with a larger or smaller share for the marked part.

    A number or a long list moves by larger steps. Before the details are open, this takes the next
    variant.
    """
    if draft.mode is Mode.TARGET:
        return with_next_variant(legal, draft, by)
    row, family = marked_row(legal, draft), family_of(legal, draft)
    if row is None or family is None or row.variant:
        return draft
    verb = legal.known_verbs[draft.verb]
    return evolve(draft, fields=with_shifted_share(verb, family, draft.order, row, by).fields)


def back(draft: OrderDraft) -> OrderDraft:
    """Go one step back."""
    match draft.mode:
        case Mode.FIELDS if draft.target:
            return evolve(draft, mode=Mode.TARGET, row=0, field="")
        case Mode.TARGET if draft.field:
            return evolve(draft, mode=Mode.FIELDS, field="")
        case Mode.SELECT:
            return select(draft.figure) if draft.verb else OrderDraft()
        case _:
            return OrderDraft(figure=draft.figure)


def draft_like(legal: LegalOrders, order: Order) -> OrderDraft | None:
    """The draft whose variant and details are nearest to an order; None if none is legal."""
    mode = Mode.TARGET if order.target else Mode.FIELDS
    bare = OrderDraft(mode, order.figure, order.verb, order.target)
    made = [
        evolve(bare, variant=variant, fields=with_fields_of(family, bare.order, order).fields)
        for variant, family in enumerate(variants_of(legal, bare))
    ]
    possible = [draft for draft in made if legal.refusal(draft.order) is None]
    return max(possible, key=lambda draft: _likeness(legal, draft, order), default=None)


def exact_draft(legal: LegalOrders, order: Order) -> OrderDraft | None:
    """The draft with an order's own details, else the nearest; None if none is legal."""
    made = draft_like(legal, order)
    exact = None if made is None else evolve(made, fields=order.fields)
    if exact is None or legal.refusal(exact.order) is not None:
        return made
    return evolve(exact, proposal=(exact.variant, exact.fields))


def with_fields_of(family: Family, made: Order, like: Order) -> Order:
    """An order with the fields of another, as far as a family offers them."""
    for name, text in family.fixed:
        made = made.with_field(name, text)
    for name, domain in family.fields:
        said = like.get(name)
        if said and isinstance(domain, One) and said in domain.options:
            made = made.with_field(name, said)
    return made


def _likeness(legal: LegalOrders, draft: OrderDraft, like: Order) -> tuple[int, int]:
    """How similar a draft is to an order: shared details, then fields that its variant has."""
    family = family_of(legal, draft)
    names = [name for name, _ in family.fields] if family is not None else []
    return _alike(draft.order, like), sum(1 for name, _ in like.fields if name in names)


def _alike(order: Order, like: Order) -> int:
    """Number of details that two orders share, less the number in which they differ."""
    names = dict.fromkeys(name for name, _ in (*order.fields, *like.fields))
    return sum(1 if order.get(name) == like.get(name) else -1 for name in names)


def in_list(legal: LegalOrders, draft: OrderDraft) -> bool:
    """Whether the player chooses among lines instead of on the map."""
    if draft.mode is Mode.TARGET:
        return not on_map(legal, draft)
    return draft.mode in _LISTS


def listed_words(legal: LegalOrders, draft: OrderDraft) -> tuple[str, ...]:
    """The words or numbers to choose a target from; empty if the target is on the map."""
    words = draft.mode is Mode.TARGET and legal.target_shape(draft.verb) in (
        Shape.WORD,
        Shape.NUMBER,
    )
    return legal.listed_targets(draft.figure, draft.verb) if words else ()


def step_in_list(legal: LegalOrders, draft: OrderDraft, facing: Facing) -> OrderDraft:
    """Handle a direction key: up and down move the mark, left and right change a value.

    The diagonal keys are `home`, `end`, `page up` and `page down`, and do what these do in other
    lists.
    """
    dx, dy = facing.delta
    if dx and dy:
        return _far_in_list(legal, draft, dy * (_PAGE if dx > 0 else _ALL))
    if dy:
        return move_in_list(legal, draft, dy)
    if draft.mode is Mode.FIELDS:
        return with_next_detail_value(legal, draft, dx)
    return with_next_target(legal, draft, dx) if draft.mode is Mode.TARGET else draft


def move_in_list(legal: LegalOrders, draft: OrderDraft, by: int) -> OrderDraft:
    """Move the mark by some lines, wrapping round the ends."""
    if draft.mode is Mode.TARGET:
        return with_next_target(legal, draft, by)
    count = _lines(legal, draft)
    return evolve(draft, row=(draft.row + by) % count) if count else draft


def _far_in_list(legal: LegalOrders, draft: OrderDraft, by: int) -> OrderDraft:
    """Move the mark by some lines, as far as the first line or the last one."""
    if draft.mode is Mode.TARGET:
        listed = legal.listed_targets(draft.figure, draft.verb)
        at = listed.index(draft.target) if draft.target in listed else 0
        end = max(0, min(at + by, len(listed) - 1))
        return with_target(legal, draft, listed[end]) if listed else draft
    return evolve(draft, row=max(0, min(draft.row + by, _lines(legal, draft) - 1)))


def _lines(legal: LegalOrders, draft: OrderDraft) -> int:
    match draft.mode:
        case Mode.MENU:
            return len(menu_verbs(legal, draft))
        case Mode.FIELDS:
            return len(details(legal, draft))
        case Mode.ANSWER:
            question = legal.view.question
            return len(question.options) if question else 0
        case _:
            return 0


def menu_verbs(legal: LegalOrders, draft: OrderDraft) -> tuple[str, ...]:
    """The verbs of the menu: first the possible ones, then those not possible now."""
    return legal.verbs(draft.figure) + legal.unavailable_verbs(draft.figure)
