"""Mechanics that rulesets share: plain functions over scenes and states."""
