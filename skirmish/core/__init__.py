"""The engine: values and functions without rulesets and without a screen."""
