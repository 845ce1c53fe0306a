"""Which rule of 1856's ledger a reason of shared code rests on: the code of the reason -> the rule."""

CITATIONS: dict[str, str] = {}
