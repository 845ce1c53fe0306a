"""What titles say in data: reading their files, their rule ledgers and their options. It knows no game."""
