"""What notices say: the table, what is asked of the seat, and the link."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from towpath.kernel.moments import UndoRequest
from towpath.language import say
from towpath.server import wording
from towpath.server.clocks import spoken
from towpath.server.games import OpenGame, summary
from towpath.server.notices.outbox import Claim


class Letter(msgspec.Struct, frozen=True):
    """What a notice says."""

    title: str
    body: str


def letter(opened: OpenGame, claim: Claim, link: str) -> Letter | None:
    """What a seat is told; ``None`` when there is nothing to tell any more. Call it under the game's lock."""
    match claim.kind:
        case "turn":
            return _turn(opened, claim, link)
        case "over":
            return _over(opened, link)
    return _question(opened, claim, link)


def trial(opened: OpenGame, seat: str, link: str) -> Letter:
    """A notice to see whether notices arrive."""
    text = say("Notices for {who} arrive here. You asked for this one, to try it.", who=_name(opened, seat))
    return _letter(say("A test: {table}", table=tame(opened.name)), text, link)


def _letter(title: str, text: str, link: str) -> Letter:
    return Letter(title, f"{text}\n\n{link}" if link else text)


def _turn(opened: OpenGame, claim: Claim, link: str) -> Letter | None:
    game, names, table = opened.game, opened.names, tame(opened.name)
    if game.is_over or claim.seat not in game.to_move:
        return None
    moment = wording.moment_of(game.rules, game.state)
    entity = next((entity for entity, seat in moment.actors if seat == claim.seat), claim.seat)
    said = {
        "game": ", ".join(part for part in (game.rules.title, moment.round) if part),
        "who": tame(wording.Moment.who(game.rules, (entity, claim.seat), names)),
        "step": moment.step,
    }
    if claim.stage == 0:
        return _letter(say("Your turn: {table}", table=table), say("{game}. {who}: {step}.", **said), link)
    waited = spoken(int((datetime.now(UTC) - claim.since).total_seconds()))
    text = say("{game}. {who}: {step}. The others have been waiting for {waited}.", **said, waited=waited)
    return _letter(say("Still your turn: {table}", table=table), text, link)


def _over(opened: OpenGame, link: str) -> Letter | None:
    if not opened.game.is_over:
        return None
    title, result = opened.game.rules.title, tame(summary(opened).turn)
    text = f"{title}. {result}" if result else f"{title}."
    return _letter(say("The game is over: {table}", table=tame(opened.name)), text, link)


def _question(opened: OpenGame, claim: Claim, link: str) -> Letter | None:
    timeline = opened.game.timeline
    if claim.kind == "end":
        if timeline.agreement is None or claim.seat not in timeline.agreement.missing:
            return None
        who = _name(opened, timeline.agreement.agreed[0])
        text = say("{who} would end the game as it stands. Do you agree?", who=who)
    else:
        request = timeline.request
        if request is None or request.number != claim.about or claim.seat not in request.missing:
            return None
        text = _wants_undo(request, _name(opened, request.by))
    return _letter(say("A question: {table}", table=tame(opened.name)), text, link)


def _wants_undo(request: UndoRequest, who: str) -> str:
    if request.what == "redo":
        return say("{who} asks to bring back what was taken back. Do you agree?", who=who)
    if request.to is None:
        return say("{who} asks to take back the last action. Do you agree?", who=who)
    return say("{who} asks to take back everything after entry {n}. Do you agree?", who=who, n=request.to)


def _name(opened: OpenGame, seat: str) -> str:
    return tame(opened.names.get(seat, seat))


def tame(text: str) -> str:
    """A text with names that others chose in it, such that no service takes a part of it for a link, a mark-up or a call to
    everybody."""
    quiet = text.translate(
        {ord("@"): "@\u200b", ord("<"): "‹", ord(">"): "›", ord("`"): "'", ord("["): "(", ord("]"): ")"}
    )
    return " ".join(quiet.replace("://", ":\u200b//").split())
