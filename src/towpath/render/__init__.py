"""Pictures: pure functions from a view to SVG and HTML text."""
