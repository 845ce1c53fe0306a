"""The table: pages and an HTTP API over the engine. It shows offers, reasons, events and drawings, and knows no rule."""
