"""Answers remembered: a position that is asked about again (offered, checked, replayed) is solved once."""

from towpath.routes.model import Answer, Instance
from towpath.routes.network import Bounded
from towpath.routes.solve import best

_answers: Bounded[tuple[Instance, int | None], Answer] = Bounded(256)


def recalled(instance: Instance, deadline: float | None = None, work: int | None = None) -> Answer:
    """:func:`best` of an instance, from memory where it was answered lately with the same ``work``.

    An answer that only a deadline ended is not remembered.
    """
    key = instance, work
    known = _answers.get(key)
    if known is None:
        known = best(instance, deadline, work=work)
        if known.proved or deadline is None:
            _answers.put(key, known)
    return known
