"""What rulesets share: plain functions over scenes and states, each mechanic written once."""
