"""Files of 1856: what that site has of the game that others do not."""

from towpath.interop.site import Site

SITE = Site(
    title="1856",
    rules={
        "alternate_destinations": ("alternate_destinations", "on"),
        "unlimited_bonus_tokens": ("unlimited_bonus_tokens", "on"),
        "eight_train_variant": ("eight_train_variant", "on"),
    },
    fixed={},
    printed={
        "D17": 4, "F17": 1, "G12": 1, "I8": 2, "J11": 5, "J13": 3, "J15": 6, "K8": 7, "L13": 1, "O16": 8, "O18": 2,
        "P9": 2,
    },
    homes_chosen=False,
    national_runs=False,
    loans=110,
    names={"BBG": "BB", "CV": "CVR"},
    classes={
        "translator": "towpath.interop.t1856_reading:Translator1856",
        "writer": "towpath.interop.t1856_writing:Writer1856",
        "tracer": "towpath.interop.t1856_trace:Tracer1856",
    },
)  # fmt: skip

SECOND_ISSUE = (9, 20)
"""The first certificate of the CGR's second issue: our number of it, and the site's."""


def certificate_here(name: str) -> str:
    """A certificate of the site, by our name."""
    company, _, number = name.rpartition("_")
    ours, theirs = SECOND_ISSUE
    if company == "CGR" and number.isascii() and number.isdigit() and int(number) >= theirs:
        number = str(int(number) - theirs + ours)
    return f"{SITE.names.get(company, company)}_{number}"


def certificate_there(name: str) -> str:
    """A certificate of ours, by the site's name."""
    company, _, number = name.rpartition("_")
    ours, theirs = SECOND_ISSUE
    if company == "CGR" and int(number) >= ours:
        number = str(int(number) - ours + theirs)
    return f"{SITE.abroad.get(company, company)}_{number}"


RIGHTS = {"Bridge Token": "NFSBC", "Tunnel Token": "SCFTC"}
"""The site's word for a right -> the private that gives it."""
