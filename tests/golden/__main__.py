"""Write the golden playthroughs and move counts anew."""

from __future__ import annotations

import sys

from tests.golden import counts, playthrough
from towpath.kernel import record as records


def main(arguments: list[str]) -> None:
    """``--new``: play new games first; titles: only these."""
    named = [title for title in playthrough.PLAYS if title in arguments]
    for title in named or playthrough.PLAYS:
        game = playthrough.new_game(title) if "--new" in arguments else playthrough.stored(title)
        if game.divergence is not None:
            sys.exit(f"{title}: {game.divergence.sentence} Use --new to play another game.")
        playthrough.record_path(title).write_bytes(records.dump(game.record))
        playthrough.text_path(title).write_text("\n".join(playthrough.lines(game)) + "\n", encoding="utf-8")
        print(f"{title}: {game.number} entries, {game.state.finished}, {game.scores}")
        counts.write(title, game)


main(sys.argv[1:])
