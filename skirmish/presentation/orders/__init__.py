"""Which orders are legal, and why another one is not."""
