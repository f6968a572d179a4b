"""The engine: values and functions that know neither a ruleset nor a screen."""
