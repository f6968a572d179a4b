"""`tools.same_rules`: the same rules give the same answers, and a changed one is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import same_rules
from tools.same_rules import differences, main


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """One short game of each sort."""
    monkeypatch.setattr(same_rules, "SCENARIOS", {"opposed_d6": ("first_steps",)})
    monkeypatch.setattr(same_rules, "MOMENTS", 3)
    monkeypatch.setattr(same_rules, "THOUGHTS", 3)


@pytest.mark.usefixtures("short")
def test_unchanged_rules_compare_equal(tmp_path: Path) -> None:
    """A second run asks the same questions and gets the same answers."""
    said: list[object] = []
    file = str(tmp_path / "base.json")

    assert main(["dump", file], said.append) == 0
    assert main(["compare", file], said.append) == 0
    assert len(said) == 1
    assert str(said[0]).endswith("the same")


@pytest.mark.usefixtures("short")
def test_a_changed_answer_is_named(tmp_path: Path) -> None:
    """With its subject, the question and both answers."""
    said: list[object] = []
    file = tmp_path / "base.json"
    main(["dump", str(file)], said.append)
    base = json.loads(file.read_text())
    question = next(iter(base["opposed_d6"]["refusals"]))
    base["opposed_d6"]["refusals"][question] = "another answer"
    file.write_text(json.dumps(base))

    assert main(["compare", str(file)], said.append) == 1
    text = "\n".join(map(str, said))
    assert "refusals: 1 of" in text
    assert question in text
    assert "before: another answer" in text


def test_answers_of_one_side_alone_differ() -> None:
    """A question that is no longer asked, and one that is new."""
    found = list(differences({"card": {"a": "1", "b": "2"}}, {"card": {"a": "1", "c": "3"}}))

    assert found[0] == "  card: 2 of 2 differ"
    assert "      after:  not asked" in found
    assert "      before: not asked" in found


@pytest.mark.parametrize("words", [[], ["dump"], ["look", "x"], ["dump", "x", "chess"]])
def test_wrong_words_are_refused(words: list[str]) -> None:
    """Without a file being written."""
    assert main(words, lambda _: None) == 2
