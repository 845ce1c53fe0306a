"""What goes wrong, told in a sentence: pages for people, JSON for programs, never a traceback."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from sqlalchemy.exc import DataError, DBAPIError

from towpath.api import Conflict, FormatError, LogError, Reason, Refused, UnknownTitle
from towpath.kernel.reasons import Tier
from towpath.language import Text, capital, say
from towpath.server.gate import BadToken, NotAdmitted, NotYours
from towpath.server.languages import wanted
from towpath.server.security import harden
from towpath.server.shell import error_page
from towpath.server.store import NoSuchGame

log = logging.getLogger("towpath.server")

HEADINGS: dict[int, Text] = {
    400: "That cannot be read",
    401: "This link opens nothing",
    403: "Not from this page",
    404: "Not here",
    405: "Not that way",
    409: "Somebody was faster",
    413: "Too large",
    422: "Not possible",
    429: "Too many at once",
    500: "Something went wrong here",
    503: "The table is not ready",
}
SENTENCES: dict[int, Text] = {
    403: "The form did not come from a page of this table, or the page is too old. Go back, reload it and try again.",
    404: "There is nothing at this address.",
    405: "This address takes other requests than that.",
    413: "That is larger than any game; nothing was read.",
    429: "More is asked for than one browser may have at a time, or in a short time. Close a page, or wait a minute and go on.",
    500: "The table has made a note of it. What was played up to now is kept.",
    503: "The database does not answer. What was played up to now is kept; try again in a moment.",
}


class ReasonTold(msgspec.Struct, frozen=True):
    """One thing that is wrong with an action. ``code``: the kind of fault, for programs; ``rule``: in the title's ledger,
    empty for faults of shape that no rulebook speaks of; ``sentence``: what is wrong, in words; ``text``: the same in
    English before its ``values`` were filled in; ``tier``: whether it is about the shape of the action, the moment or the
    rules; ``waivable``: whether it may be set aside for an entry of an imported file."""

    code: str
    rule: str
    sentence: str
    text: str
    values: dict[str, Any]
    tier: Tier
    waivable: bool


def reasons_told(reasons: Iterable[Reason]) -> tuple[ReasonTold, ...]:
    """Reasons as programs read them."""
    return tuple(
        ReasonTold(each.code, each.rule, each.sentence, each.text, each.values, each.tier, each.waivable)
        for each in reasons
    )


class Fault(msgspec.Struct, frozen=True):
    """An error as JSON. ``status``: as in the answer's head; ``error``: a sentence; ``reasons``: why an action was refused."""

    status: int
    error: str
    reasons: tuple[ReasonTold, ...] = ()


NOT_YOURS: Text = "Not yours to do"


def fault_of(error: Exception) -> Fault:
    """Status and sentence of an exception."""
    match error:
        case NoSuchGame():
            return Fault(404, str(error))
        case NotYours() | NotAdmitted():
            return Fault(403, str(error))
        case BadToken():
            return Fault(401, str(error))
        case UnknownTitle():
            return Fault(404, f"{capital(str(error.args[0]))}.")
        case Refused():
            sentences = " ".join(reason.sentence for reason in error.reasons)
            return Fault(422, sentences, reasons_told(error.reasons))
        case Conflict():
            return Fault(409, str(error))
        case LogError():
            return Fault(400, str(error))
        case FormatError():
            text = str(error)
            return Fault(400, f"{capital(text).rstrip('.')}.")
        case RecursionError():
            # Nothing of ours goes as deep as a foreign body can be nested.
            return Fault(400, say("That is nested too deeply to be anything of this table."))
        case DataError():
            return Fault(400, say("There are signs in that which the table cannot keep."))
        case DBAPIError(connection_invalidated=True):
            return Fault(503, say(SENTENCES[503]))
        case HTTPException():
            status = error.status_code
            return Fault(status, say(SENTENCES.get(status, "")) or _phrase(status))
    log.error("unexpected", exc_info=error)
    return Fault(500, say(SENTENCES[500]))


def _phrase(status: int) -> str:
    if status == 400:
        return say("The request is not what it should be: a field is missing or of the wrong kind.")
    try:
        return f"{HTTPStatus(status).phrase}."
    except ValueError:
        return say("The request cannot be answered.")


def _is_shut(error: Exception) -> bool:
    """Whether there is no way back to the table."""
    return isinstance(error, NoSuchGame | UnknownTitle | NotAdmitted)


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The response to an exception, in the language of whoever asked: an address that leads nowhere passes no middleware."""
    languages = request.app.state["languages"]
    with languages.speaking(wanted(request, languages)):
        return _answer(request, error)


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    fault = fault_of(error)
    path = request.url.path
    if path.startswith("/api"):
        return harden(Response(fault, status_code=fault.status, media_type=MediaType.JSON))
    parts = path.split("/")
    back = "/".join(parts[:3]) if len(parts) > 3 and parts[1] == "games" and not _is_shut(error) else "/"
    heading = (
        say(NOT_YOURS)
        if isinstance(error, NotYours | NotAdmitted)
        else say(HEADINGS[fault.status])
        if fault.status in HEADINGS
        else say("That did not work")
    )
    page = error_page(fault.status, heading, fault.error, back)
    return harden(Response(page, status_code=fault.status, media_type=MediaType.HTML))
