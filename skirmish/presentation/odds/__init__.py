"""What an order would bring: odds, forecasts, chances at the enemies, hints."""
