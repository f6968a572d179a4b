"""What the generator can draw; a file for each place."""
