"""Files of 1861: what that site has of the game that others do not."""

from towpath.interop.site import Site

SITE = Site(
    title="1861",
    rules={"column_market": ("market", "column")},
    fixed={
        "limited_special_trains": "off",
        "no_price_floor": "off",
        "long_game": "off",
        "left_of_auctioneer": "off",
        "train_exports": "off",
        "bundles": "off",
        "end_on_six": "off",
        "two_players": "standard",
    },
    printed={
        "A13": 1, "C9": 1, "D20": 1, "E11": 2, "E13": 3, "G13": 5, "G19": 4, "H10": 6, "H18": 1, "I13": 2,
        "I17": 7, "I19": 3, "K11": 8, "K17": 4, "L12": 5, "M7": 1, "M19": 2, "N10": 3, "P8": 6,
    },
    homes_chosen=False,
    national_runs=True,
    loans=172,
)  # fmt: skip
