"""Trait die and Wild Die: aces and raises, fire modes, ammunition tokens, muster."""
