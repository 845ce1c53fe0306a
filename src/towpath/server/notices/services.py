"""The services that a notice may go through, by how their addresses begin, and how an address is shown to its owner."""

from __future__ import annotations

import re

import msgspec

from towpath.language import msg, say

LONGEST = 1000
"""Characters of an address."""
SHOWN = 3
"""Characters of a secret that its owner is shown, to know it again."""
LONG_ENOUGH = 24


class BadAddress(ValueError):
    """An address that cannot be taken; the message says why and what would go, without the address."""


class Service(msgspec.Struct, frozen=True):
    """A service. ``hosted``: its addresses name a host; ``channel``: what is sent is usually read by several people; ``mail``: it
    goes by mail."""

    label: str
    hosted: bool = False
    channel: bool = False
    mail: bool = False


_MAIL = Service(msg("E-mail"), hosted=True, mail=True)
_WEBHOOK = Service(msg("A webhook"), hosted=True, channel=True)
_MATRIX = Service("Matrix", hosted=True, channel=True)
_TEAMS = Service("Microsoft Teams", channel=True)
_MASTODON = Service("Mastodon", hosted=True, channel=True)
SERVICES: dict[str, Service] = {
    "mailto": _MAIL, "mailtos": _MAIL,
    "ntfy": Service("ntfy"), "ntfys": Service("ntfy"),
    "gotify": Service("Gotify", hosted=True), "gotifys": Service("Gotify", hosted=True),
    "tgram": Service("Telegram"), "signal": Service("Signal", hosted=True), "signals": Service("Signal", hosted=True),
    "threema": Service("Threema"), "line": Service("LINE"), "pover": Service("Pushover"), "pbul": Service("Pushbullet"),
    "prowl": Service("Prowl"), "join": Service("Join"), "spush": Service("SimplePush"), "pushy": Service("Pushy"),
    "bark": Service("Bark", hosted=True), "barks": Service("Bark", hosted=True),
    "psafer": Service("Pushsafer"), "psafers": Service("Pushsafer"),
    "discord": Service("Discord", channel=True), "slack": Service("Slack", channel=True),
    "mmost": Service("Mattermost", hosted=True, channel=True), "mmosts": Service("Mattermost", hosted=True, channel=True),
    "rocket": Service("Rocket.Chat", hosted=True, channel=True),
    "rockets": Service("Rocket.Chat", hosted=True, channel=True),
    "matrix": _MATRIX, "matrixs": _MATRIX, "zulip": Service("Zulip", channel=True),
    "nctalk": Service("Nextcloud Talk", hosted=True, channel=True),
    "nctalks": Service("Nextcloud Talk", hosted=True, channel=True),
    "revolt": Service("Revolt", channel=True), "gchat": Service("Google Chat", channel=True),
    "workflow": _TEAMS, "workflows": _TEAMS, "wxteams": Service("Webex", channel=True), "webex": Service("Webex", channel=True),
    "mastodon": _MASTODON, "mastodons": _MASTODON, "toot": _MASTODON, "toots": _MASTODON,
    "json": _WEBHOOK, "jsons": _WEBHOOK, "form": _WEBHOOK, "forms": _WEBHOOK, "xml": _WEBHOOK, "xmls": _WEBHOOK,
    "apprise": Service(msg("An Apprise server"), hosted=True, channel=True),
    "apprises": Service(msg("An Apprise server"), hosted=True, channel=True),
}  # fmt: skip
"""How addresses begin -> the service, as Apprise names them. What reads files, runs programs, speaks to this machine or needs
an account of the server's is not among them."""

EXAMPLES = "mailto://, ntfys://, discord://, tgram://, matrixs://, signals://, jsons://"


def service_of(address: str) -> Service:
    """The service that an address goes through. ``BadAddress`` for what cannot be an address, or goes through none of ours."""
    if not 0 < len(address) <= LONGEST:
        raise BadAddress(say("An address for notices has 1 to {most} characters.", most=LONGEST))
    if re.search(r"[\s\\\x00-\x20\x7f\u200b-\u200f\u2028-\u202e\ufeff]", address):
        raise BadAddress(say("An address for notices has no spaces, line breaks or backslashes in it."))
    begin, found, rest = address.partition("://")
    if not found or not rest:
        raise BadAddress(say("That is no address for notices; they begin like {examples}.", examples=EXAMPLES))
    service = SERVICES.get(begin.lower())
    if service is None:
        text = msg("Notices do not go through {begin} here; addresses begin like {examples}.")
        raise BadAddress(say(text, begin=begin[:20], examples=EXAMPLES))
    if re.split(r"[/?#]", rest, maxsplit=1)[0].count("@") > 1:
        raise BadAddress(say("There is more than one @ before the host; write the one in a name or password as %40."))
    return service


def shortened(address: str) -> str:
    """An address as its owner is shown it: the service, and where that is no secret the host, else its last characters."""
    service = SERVICES.get(address.partition("://")[0].lower())
    if service is None:
        return say("an address that is not understood any more")
    label = say(service.label)
    if service.hosted:
        authority = re.split(r"[/?#]", address.partition("://")[2], maxsplit=1)[0]
        return say("{service} at {host}", service=label, host=authority.rpartition("@")[2])
    return f"{label}, …{address[-SHOWN:]}" if len(address) >= LONG_ENOUGH else label
