"""The ruleset d20: action points, bursts shot by shot, armour that subtracts and divides, limbs."""
