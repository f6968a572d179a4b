"""Faulty behaviour in finished games: each case, and counts over many games.

To and fro: a move back to where the figure's last move began. Poor shot: an attack with a chance
under 5% of any effect, while another attack of the figure had more. Exposed: a figure that ends a
bound in the open before two guns, with cover in reach and nothing gained. Ignored: an uncontested
objective without any of the side's figures in it or on the way for two turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from skirmish.analysis.intervals import Share
from skirmish.core.text import pluralize

KINDS = ("to and fro", "poor shot", "exposed", "ignored")
OF = (("move", "moves"), ("shot", "shots"), ("end of a bound", "ends of bounds"), ("turn", "turns"))


@frozen
class Finding:
    """One case of faulty behaviour: its kind, time and figure, and a sentence about it."""

    kind: str
    seed: int
    turn: int
    side: str
    figure: str
    text: str

    def __str__(self) -> str:
        """`exposed: seed 3, turn 4, blue b2: at 4,5 before r1, r2`."""
        who = f"{self.side} {self.figure}".strip()
        return f"{self.kind}: seed {self.seed}, turn {self.turn}, {who}: {self.text}"


@frozen
class Findings:
    """The findings of many games; `of` counts the occasions for each kind."""

    games: int = 0
    of: Mapping[str, int] = field(factory=dict)
    findings: tuple[Finding, ...] = ()

    def share(self, kind: str) -> Share:
        """Share of the occasions with a finding of this kind."""
        count = sum(finding.kind == kind for finding in self.findings)
        return Share(count, self.of.get(kind, 0))

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "games": self.games,
            "kinds": {kind: self.share(kind).data for kind in KINDS},
            "lapses": [str(finding) for finding in self.findings],
        }

    @property
    def text(self) -> str:
        """For reading: shares by kind, then every finding."""
        lines = []
        for kind, words in zip(KINDS, OF, strict=True):
            share = self.share(kind)
            lines.append(f"  {kind:<12}{share.count} of {pluralize(share.of, *words)}, {share}")
        return "\n".join([*lines, *(f"  {finding}" for finding in self.findings)])


def merged(parts: Iterable[Findings]) -> Findings:
    """The findings of all these games together."""
    known = tuple(parts)
    of: Counter[str] = Counter()
    for part in known:
        of.update(part.of)
    findings = tuple(finding for part in known for finding in part.findings)
    return Findings(sum(part.games for part in known), dict(sorted(of.items())), findings)
