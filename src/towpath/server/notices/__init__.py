"""Notices: "your turn", questions of the others, the end of a game and reminders, sent to an address of each seat's own."""
