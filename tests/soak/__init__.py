"""Hours of what an attacker, a clumsy player and a bad disk would do: `python -m tests.soak`."""
