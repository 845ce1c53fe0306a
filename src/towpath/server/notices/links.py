"""The links in notices: to the table, or to a seat, where whoever opens it may sit down.

The table knows no tokens, only what they hash to. The mark in a seat's link is made from that hash and the server's secret, so
it is void as soon as the seat's own link is made anew, and nothing has to be stored.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from litestar import Request

from towpath.server.seating import Seating

ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]{1,253}|\[[0-9a-f:]{2,45}\])(?::[0-9]{1,5})?", re.IGNORECASE)


class BadOrigin(ValueError):
    """What is no public address of a server; the message says what would be one."""


class Links:
    """``address``: the server's public one, as whoever runs it says; without it a link begins as the address did under which
    its own reader came to the table."""

    def __init__(self, seating: Seating, secret: str, address: str = "") -> None:
        self._seating = seating
        self._key = sha256(f"notice {secret}".encode()).digest()
        self.address = address

    def origin(self, request: Request[Any, Any, Any]) -> str:
        """What links for whoever makes this request begin with. It is kept for him alone: a made-up host leads only him
        astray. Empty when it is none."""
        if self.address:
            return self.address
        found = str(request.base_url).rstrip("/")
        return found if ORIGIN.fullmatch(found) else ""

    def to(self, game_id: str, seat: str, origin: str, with_seat: bool) -> str:
        """The link in a notice; empty when nobody knows how it begins."""
        begin = self.address or origin
        if not begin:
            return ""
        key = self._seating.seat_key(game_id, seat) if with_seat else None
        return begin + (
            f"/games/{game_id}/come/{seat}/{self._mark(game_id, seat, key)}" if key else f"/games/{game_id}"
        )

    def opens(self, game_id: str, seat: str, mark: str) -> bool:
        """Whether a mark is that of a seat's link."""
        key = self._seating.seat_key(game_id, seat)
        return key is not None and hmac.compare_digest(self._mark(game_id, seat, key).encode(), mark.encode())

    def _mark(self, game_id: str, seat: str, key: str) -> str:
        text = "\n".join((game_id, seat, key)).encode()
        return urlsafe_b64encode(hmac.new(self._key, text, sha256).digest()[:18]).decode()


def public_address(text: str) -> str:
    """A server's public address as given: ``https://towpath.example.org``, without a path. ``BadOrigin``."""
    whole = text.strip().rstrip("/")
    try:
        port = urlsplit(whole).port
    except ValueError:
        port = -1
    if not ORIGIN.fullmatch(whole) or port == -1:
        raise BadOrigin(f"{text!r:.100} is no address of a server; https://towpath.example.org is one")
    return whole.lower()
