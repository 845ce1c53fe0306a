"""Games in the formats of others."""
