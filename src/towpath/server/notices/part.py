"""A seat's notices on the page of the seats: shown to whoever holds the seat, and to nobody else."""

from __future__ import annotations

import htpy as h
from htpy import Node

from towpath.language import Texts, say, say_n
from towpath.server.notices.addresses import Shown
from towpath.server.notices.services import LONGEST
from towpath.server.shell import csrf_field

LINKS: Texts = {
    "auto": "As it fits: to my seat where I alone read the notice, to the table in a channel",
    "seat": "To my seat: whoever reads the notice can play for me",
    "table": "To the table: I play on the devices where I have opened my own link",
}
"""Which link notices bring."""
DOCUMENTS = "https://appriseit.com/services/"


def notices(path: str, seat: str, given: Shown | None, hours: int, token: str, unfolded: bool) -> Node:
    """What the seat has given, and the form. ``path``: the table's address; ``hours``: when it reminds; ``unfolded``: something
    was just done here."""
    return h.details(".more.notices", open=unfolded or (given is not None and bool(given.problem)))[
        h.summary[say("Notices"), h.span(".badge")[say("on")] if given is not None else None],
        _given(path, seat, given, token) if given is not None else None,
        h.form(method="post", action=f"{path}/notices")[
            csrf_field(token),
            h.input(type="hidden", name="seat", value=seat),
            h.p(".dim")[
                say(
                    "You are told when it is your turn, when the others ask you something, and when the game is over, unless you "
                    "have the table open. Give an address as Apprise writes it: mailto://, ntfys://, discord://, tgram://, "
                    "matrixs://, signals://, jsons:// and others."
                ),
                " ",
                h.a(href=DOCUMENTS, rel="noreferrer noopener", target="_blank")[say("How they are written")],
                ". ",
                say("Nobody else sees it, and it is shown again in short only."),
                " ",
                _reminders(hours),
            ],
            h.label[
                h.span[say("Another address") if given is not None else say("Address")],
                h.input(
                    name="address", required=given is None, maxlength=str(LONGEST), autocomplete="off", autocapitalize="none",
                    spellcheck="false", inputmode="url",
                ),
            ],
            h.fieldset[
                h.legend[say("The link in a notice")],
                [
                    h.label(".radio")[
                        h.input(
                            type="radio", name="link", value=value, checked=value == (given.link if given else "auto")
                        ),
                        h.span[say(text)],
                    ]
                    for value, text in LINKS.items()
                ],
            ],
            h.button(type="submit")[say("Save")],
        ],
    ]  # fmt: skip


def _given(path: str, seat: str, given: Shown, token: str) -> Node:
    def form(what: str, label: str) -> Node:
        return h.form(method="post", action=f"{path}/notices/{what}")[
            csrf_field(token),
            h.input(type="hidden", name="seat", value=seat),
            h.button(type="submit")[label],
        ]

    return [
        h.p[say("Notices go to: {address}.", address=given.address)],
        h.p(".notice.bad")[say("The last notice could not be delivered: {why}", why=given.problem)]
        if given.problem
        else None,
        h.div(".row")[form("test", say("Send me a test notice")), form("drop", say("Remove the address"))],
    ]


def _reminders(hours: int) -> str:
    """When this table reminds."""
    if not hours:
        return say("This table sends no reminders.")
    return say_n(
        "This table reminds you after {n} hour, and once more after as long again.",
        "This table reminds you after {n} hours, and once more after as long again.",
        hours,
    )
