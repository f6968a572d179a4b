"""What the computer advises and why it gave its orders."""
