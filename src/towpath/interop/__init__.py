"""Games of 18xx.games: reading what that site exports, writing it, and conformance with recorded traces.

``read_game`` gives a game of ours with all that differs, ``write_game`` the data of a game that loads there, ``lines`` the
conformance trace of a game, ``compare_file`` a game file against the trace beside it.
"""

from towpath.interop.comparing import IGNORED, Comparison, Mismatch, compare_file, trace_beside
from towpath.interop.document import Document, SiteAction, looks_like_game_data, read_document
from towpath.interop.imported import Applied, Difference, Diverged, Import
from towpath.interop.reading import Reader, read_game
from towpath.interop.trace import lines
from towpath.interop.writing import NotExportable, write_game

__all__ = [
    "IGNORED",
    "Applied",
    "Comparison",
    "Difference",
    "Diverged",
    "Document",
    "Import",
    "Mismatch",
    "NotExportable",
    "Reader",
    "SiteAction",
    "compare_file",
    "lines",
    "looks_like_game_data",
    "read_document",
    "read_game",
    "trace_beside",
    "write_game",
]
