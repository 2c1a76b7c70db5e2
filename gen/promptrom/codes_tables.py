"""Codes of what a checked pack can still run into when its tables are made: PR06xx."""

from __future__ import annotations

from .code_type import Code

CODES: tuple[Code, ...] = (
    Code("PR0601", "table-limit", "error", "the tables cannot hold this",
         "The table format has limits of its own: 65,535 entries and 65,535 segments an entry, 4,095 bytes for a "
         "separator or a default, 1,024 different combinations of limits and defaults, 256 different values in one "
         "entry. The message names the limit and the value. Shorten or split what it names.",
         {"pack.yaml": "promptrom: 1\npack: long\nvariables:\n  note: {type: text, default: \"" + "n" * 4096
                       + "\"}\nslots:\n  hello: {placeholders: [note], text: \"Hello {note}\"}\n"}),
    Code("PR0602", "c-name-taken", "error", "two things would have one name in C",
         "Ids, rows, choices and tools of a pack become names in its header, with the pack's prefix in front and a "
         "suffix behind. Two of them came out equal. Rename one.",
         {"pack.yaml": "promptrom: 1\npack: twice\nvariables:\n  tone: {type: choice, of: [ID, calm]}\n"
                       "slots:\n  tone: {placeholders: [tone], text: \"Be {tone}.\"}\n"}),
)
