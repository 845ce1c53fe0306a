"""Files of 1867: what that site has of the game that others do not."""

from towpath.interop.site import Site

SITE = Site(
    title="1867",
    rules={"grid_market": ("market", "grid")},
    fixed={
        "limited_special_trains": "off",
        "no_price_floor": "off",
        "long_game": "off",
        "left_of_auctioneer": "off",
    },
    printed={
        "B18": 1, "C17": 4, "D16": 1, "E13": 2, "E15": 3, "F8": 1, "H10": 2, "I15": 5, "M13": 3, "N12": 6, "O7": 2,
    },
    homes_chosen=True,
    national_runs=False,
    loans=72,
)  # fmt: skip
