"""Pictures, page parts and words of Brass, by the same terms as those of ``towpath.render``.

``board.board_svg(rules, state, names, *, highlights={}, standalone=False, label="")``
    The board. ``highlights``: space or line -> kind (``lay``, ``pick``, ``selected``); highlighted ones are buttons. Every
    space and line has ``data-hex`` with its id.
``board.board_list(rules, state, names, *, places=None)``: the same as sentences.
``board.place_words(rules, state, names, place)``: one space, line or place in a sentence.
``tracks.markets(rules, state)``: coal, iron and distant market; ``tracks.income_svg(rules, state, names)``.
``mats.players_panel``, ``mats.mats``, ``mats.hand``, ``mats.scoring``: players, their mats, a hand, what scores.
``words``: ``sentence``, ``story``, ``reason_text``, ``money``, ``round_name``, ``value_name``.
"""
