"""`promptrom list`: what a pack holds, for people and for machines."""

from __future__ import annotations

import json

from . import model
from .facts import Facts, facts_of
from .view import PackView


def kind(entry: model.Entry) -> str:
    return type(entry).__name__.lower()


def rows(pack: model.Pack) -> list[tuple[str, str, model.Entry, Facts]]:
    facts = facts_of(pack)
    found = []
    for entry in pack.entries:
        found.append((entry.id, kind(entry), entry, facts[entry.id]))
        for output in getattr(entry, "outputs", ()):
            name = f"{entry.id}.{output.name}"
            found.append((name, "output", entry, facts[name]))
    return found


def as_text(pack: model.Pack, made: PackView) -> str:
    lines = [f"pack {pack.name} {pack.version}".rstrip() + f": {len(pack.entries)} entries, {made.flash} bytes of "
             f"tables, {made.shared} saved by sharing, fingerprint {made.fingerprint}", ""]
    flash = {entry.id: entry.flash for entry in made.entries}
    table = [("name", "kind", "literal", "max", "max json", "tokens", "stable", "flash", "placeholders")]
    for name, what, entry, facts in rows(pack):
        table.append((name, what, str(facts.literal), bound(facts.longest), bound(facts.longest_json),
                      bound(facts.tokens), str(facts.prefix), str(flash[name].own),
                      ", ".join(var.name for var in entry.inputs)))
    widths = [max(len(row[column]) for row in table) for column in range(8)]
    for row in table:
        cells = [cell.ljust(width) if column < 2 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        lines.append("  ".join([*cells, row[8]]).rstrip())
    for overlay in pack.overlays:
        replaced = len(overlay.replaced)
        lines += ["", f"overlay {overlay.name}" + (f" on {overlay.fallback}" if overlay.fallback else "")
                  + f": {replaced} of {len(slots(pack))} slots replaced",
                  f"at default: {', '.join(at_default(pack, overlay)) or '(none)'}"]
    return "\n".join(lines)


def slots(pack: model.Pack) -> list[str]:
    return [entry.id for entry in pack.entries if isinstance(entry, model.Slot)]


def at_default(pack: model.Pack, overlay: model.Overlay) -> list[str]:
    """Ids of the slots whose text an overlay, and what it stands on, leave as it is."""
    return [name for name in slots(pack) if name not in overlay.replaced]


def bound(size: int | None) -> str:
    return "-" if size is None else str(size)


def as_json(pack: model.Pack, made: PackView) -> str:
    flash = {entry.id: entry.flash for entry in made.entries}
    entries = [{"name": name, "kind": what, "placeholders": [variable(var) for var in entry.inputs],
                "literal_bytes": facts.literal, "max_bytes": facts.longest, "max_json_bytes": facts.longest_json,
                "max_tokens": facts.tokens, "stable_bytes": facts.prefix, "stable_hash": f"{facts.prefix_hash:016x}",
                "flash_bytes": flash[name].own, "shared_bytes": flash[name].shared}
               for name, what, entry, facts in rows(pack)]
    whole = {"pack": pack.name, "version": pack.version, "fingerprint": made.fingerprint, "flash_bytes": made.flash,
             "shared_bytes": made.shared, "entries": entries, "tools": [tool.name for tool in pack.tools],
             "overlays": [{"name": overlay.name, "fallback": overlay.fallback, "replaced": list(overlay.replaced),
                           "at_default": at_default(pack, overlay)} for overlay in pack.overlays]}
    return json.dumps(whole, indent=1)


def variable(var: model.Variable) -> dict[str, object]:
    made: dict[str, object] = {"name": var.name, "type": var.type, "stability": var.stability}
    optional = {"max_bytes": var.max_bytes, "min": var.min, "max": var.max if var.type == "integer" else var.max_rows,
                "of": list(var.of) or None, "default": var.default, "doc": var.doc or None,
                "fields": [variable(inner) for inner in var.fields] or None}
    made.update({key: value for key, value in optional.items() if value is not None})
    return made
