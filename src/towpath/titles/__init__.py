"""The rule sets, one package each, composed from the library and from each other never."""
