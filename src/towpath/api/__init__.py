"""The library's front door: open, play, undo, legal actions, explain, view, save and load."""
