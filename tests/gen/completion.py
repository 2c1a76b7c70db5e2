"""Whether a fenced value can complete a tag that text before it begins, seen in what a pack renders."""

from __future__ import annotations

import itertools
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "gen"))

from promptrom import model, opening, reference  # noqa: E402

MARK = "\ue000"
UNFENCED = (b"", b"/", b" ", b"em", b"o")  #: values of which a pack may not rely on one


def payloads(tag: str) -> list[str]:
    """Values that complete a tag behind any beginning of it."""
    return ["/" + tag + ">", " " + tag + ">"] + [tag[at:] + ">" for at in range(len(tag) + 1)]


def arguments(var: model.Variable, unfenced: bytes, on: bool, tag: str) -> object:
    if var.type == "text":
        return MARK.encode() if var.fence == tag else unfenced
    if var.type == "flag":
        return on
    if var.type == "rows":
        return [{field.name: arguments(field, unfenced, on, tag) for field in var.fields}] * 2 if on else []
    return var.of[int(on)] if var.type == "choice" else 7


def renders(pack: model.Pack, entry: model.Entry, tag: str) -> "set[str]":
    """What an entry renders, with a mark for each fenced value."""
    found = set()
    for unfenced, on in itertools.product(UNFENCED, (False, True)):
        args = {var.name: arguments(var, unfenced, on, tag) for var in entry.inputs}
        found.add(reference.render(pack, entry.id, args).decode("utf-8"))
    return found


def completed(rendered: str, tag: str) -> "str | None":
    """What is rendered with a value that completes a tag; None: there is none."""
    whole_tag = re.compile(rf"<[ \t\n\f\r]*/?[ \t\n\f\r]*{tag}(?=[ \t\n\f\r>/]|$)", re.IGNORECASE)
    for payload in payloads(tag):
        starts = [match.start() + number * (len(payload) - 1)
                  for number, match in enumerate(re.finditer(MARK, rendered))]
        text = rendered.replace(MARK, payload)
        for match in whole_tag.finditer(text):
            if any(match.start() < start <= match.end() for start in starts):
                return text
    return None


def first_completed(pack: model.Pack, tag: str) -> "str | None":
    """The first completed tag among all that a pack renders."""
    for entry in (entry for entry in pack.entries if tag in opening.tags_of(entry.inputs)):
        for rendered in sorted(renders(pack, entry, tag)):
            text = completed(rendered, tag) if MARK in rendered else None
            if text is not None:
                return f"{entry.id}: {text!r}"
    return None
