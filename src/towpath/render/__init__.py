"""Pictures and page parts: pure functions from a composed title and a view of a position to text.

Everything returned is ``markupsafe.Markup`` (htpy takes it as it is); all text in it is escaped. No picture has an ``id``,
a ``style`` attribute or a script, so any number of them fit on a page with a strict content policy. Colours come from
``stylesheet()``, which has light and dark sets; ``standalone=True`` puts it into the picture for files of their own.
``names`` maps a seat to the name shown for it (the seat itself where it is missing).

Map (``render.map``)
    ``map_svg(rules, state, *, highlights={}, stops={}, candidate=None, routes=(), standalone=False, label="")``
        ``highlights``: hex -> kind, ``stops``: "HEX/stop" -> kind; kinds are ``lay``, ``token``, ``pick``, ``selected``,
        ``new``. Highlighted ones are buttons (``role``, ``tabindex``) with ``data-hex`` or ``data-stop``; each hex has
        ``data-hex``, each stop ``data-stop``. ``candidate``: (hex, tile, rotation) drawn in place. ``routes``:
        ``rail.actions.Run`` in the order of their colours (``data-run`` is the index).
    ``map_list(rules, state, *, hexes=None)``: the same as a list of sentences, for ``hexes`` or all that hold anything.
Tiles (``render.tiles``)
    ``tile_svg(tile, *, orientation="flat", caption="", numbered=True, standalone=False)``: one face (a ``hexmap.Tile``,
        turned as it lies), with the tile's number where ``numbered``.
    ``tile_strip(rules, hex_id, choices, *, selected=None)``: candidates of a hex as a list of buttons with ``data-tile``
        and ``data-rotation``; ``choices``: ``TileChoice(tile, rotation, cost, note)``.
    ``manifest(rules, state)``: every tile with what is left and what it may become.
Market (``render.market``)
    ``market_svg(rules, state, *, highlights={}, standalone=False)``: ``highlights``: cell -> kind. Cells have ``data-cell``,
        company tokens ``data-company`` and ``data-left``, ``-right``, ``-up``, ``-down`` (the cell each move would lead to).
Cards (``render.cards``, ``render.charter``, ``render.sheet``, ``render.trains``)
    ``charter(rules, state, company, names, *, runs=())``: one company.
    ``runs_table(rules, state, company, runs)``: runs written out stop by stop (an htpy element).
    ``players_panel(rules, state, names, *, acting=())``,
    ``spreadsheet(rules, state, names, *, history={}, sort="", href=None)``, ``trains_table(rules, state)``,
    ``privates_list(rules, state, names)``.
    ``render.tokens.company_badge(rules, company)``: the company's token as a small picture;
    ``render.routes.run_key(index)``: a run's colour and dashes.
Numbers (``render.graphs``, ``render.plots``, ``render.figures``), for every title
    ``worth_graph``, ``worth_parts``, ``measure_graphs``, ``earnings_matrix``, ``company_graphs``: page parts from a
    ``kernel.numbers.Course``; ``href`` gives the address of a position. ``figures.worth_table``, ``price_table``,
    ``earnings_table`` and ``sheet.sheet_table``: the same as plain tables, ``figures.csv_text(table)`` as a file.
Words (``render.words``)
    ``sentence(rules, event, names)``: an event as a sentence, "" for those that another one tells;
    ``story(rules, events, names)``: the sentences of a list of events; ``reason_text(rules, reason, names)``;
    ``round_name(rules, label)``; ``money(rules, amount)``; ``title_of(rules, entity, names)``.
Brass (``render.brass``)
    Board, tracks, mats, hand, scoring and words of Brass; see there.
Colours (``render.style``)
    ``stylesheet()``: the CSS of all of these. It rests on ``--tp-…`` properties, which a page may use as well.
"""
