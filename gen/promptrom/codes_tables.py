"""Codes of what a checked pack can still run into when its tables are made: PR06xx."""

from __future__ import annotations

from .code_type import Code

_VOLATILE = ("promptrom: 1\npack: slow\nvariables:\n  now: {{type: text, stability: turn}}\nslots:\n"
             "  rules: {{text: \""
             + "Answer briefly. " * 5 + "\"}}\nassemblies:\n  all: {{parts: [{first}, {second}]}}\n")

CODES: tuple[Code, ...] = (
    Code("PR0601", "table-limit", "error", "the tables cannot hold this",
         "The table format has limits of its own: 65,535 entries and 65,535 segments an entry, 4,095 bytes for a "
         "separator or a default, 1,024 different combinations of limits and defaults, 256 different values in one "
         "entry, 4 GiB for all texts with those of overlays and their JSON forms. The message names the limit "
         "and the value. Shorten or split what it names.",
         {"pack.yaml": "promptrom: 1\npack: long\nvariables:\n  note: {type: text, default: \"" + "n" * 4096
                       + "\"}\nslots:\n  hello: {placeholders: [note], text: \"Hello {note}\"}\n"}),
    Code("PR0602", "c-name-taken", "error", "two things would have one name in C",
         "Ids, rows, choices and tools of a pack become names in its header, with the pack's prefix in front and a "
         "suffix behind. Two of them came out equal. Rename one.",
         {"pack.yaml": "promptrom: 1\npack: twice\nvariables:\n  tone: {type: choice, of: [ID, calm]}\n"
                       "slots:\n  tone: {placeholders: [tone], text: \"Be {tone}.\"}\n"}),
    Code("PR0603", "volatile-before-stable", "warning", "what changes every turn stands before text that does not",
         "Providers and local engines reuse what they know of a prompt up to the first byte that differs from the "
         "turn before. A value of stability `turn`, or a part whose condition is one, ends that prefix: the bytes "
         "behind it are paid for again at each turn. The message says how many there are, from 65 on.",
         {"pack.yaml": _VOLATILE.format(first="{text: \"It is {now}.\"}", second="rules")},
         {"pack.yaml": _VOLATILE.format(first="rules", second="{text: \"It is {now}.\"}")}),
)
