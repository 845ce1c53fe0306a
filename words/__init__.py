"""The catalogue of all words for people: ``python -m words`` makes it of the sources, checks translations and compiles them."""
