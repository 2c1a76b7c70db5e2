"""Emit: the view of a pack as text of C. Nothing is decided here."""

from __future__ import annotations

from pathlib import Path

import jinja2

from .quote import c_bytes
from .view import PackView

TEMPLATES = Path(__file__).parent / "templates"


def c_string(text: str) -> str:
    return " ".join(c_bytes(text.encode("utf-8")))


def environment() -> jinja2.Environment:
    made = jinja2.Environment(loader=jinja2.FileSystemLoader(str(TEMPLATES)), undefined=jinja2.StrictUndefined,
                              autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    made.filters["c_string"] = c_string
    return made


def emit(view: PackView) -> dict[str, str]:
    """Contents of the generated files by name."""
    templates = environment()
    return {f"{view.file}.h": templates.get_template("pack.h.j2").render(pack=view),
            f"{view.file}.c": templates.get_template("pack.c.j2").render(pack=view)}
