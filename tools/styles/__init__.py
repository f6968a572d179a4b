"""Two simple players, camper and rusher, against a level: `python -m tools.styles`."""
