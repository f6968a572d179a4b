"""Before and around a battle: scenarios to choose from, the setup, opponents, saved games."""
