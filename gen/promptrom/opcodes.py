"""Numbers of the table format, as in include/promptrom/tables.h; a test compares the two."""

from __future__ import annotations

TABLE_VERSION = 3
MAX_LEVELS = 3

INPUT = 0x00FF
VALUE = 0x0100
QUOTED = 0x0200
PART = 0x8000
CALL = 0x8100
LOOP = 0x8200
NEXT = 0x8300
WHEN = 0x8400
UNLESS = 0x8500
CASE = 0x8600
FILLED = 0x8700
SKIP = 0x8800
LINE = 0x8900

PART_KEEP = 1
PART_AFTER = 2
CALL_QUOTE = 1
CALL_BOUND = 2

ENTRY_PLAIN = 1
ENTRY_REQUEST = 2
ENTRY_HIDDEN = 4
ENTRY_CONSTANT = 8

NONE = 0xFFFFFFFF  #: no limit, no segment
KEEP = {"": 0, "first": 1, "last": 2}

FIELD_KINDS = ("TEXT", "INTEGER", "RANGED", "FENCED", "CHOICE", "FLAG", "ROWS", "COUNT", "INDEX", "SET", "CONSTANT",
               "JSON")
LEAST_NEGATIVE = 1
GREATEST_NEGATIVE = 2
FIELD_LEVEL = 4  #: shift
FIELD_TRAIT = 6  #: shift
MAX_TRAITS = 1 << 10
MAX_POOL = (1 << 32) - 1  #: bytes of all texts
MAX_CHOICE_SEGMENT = 1 << 24  #: a choice's trait says with 24 bits where its names are

LAYOUT_WEIGHTS = 251
LAYOUT_MODULUS = 65521
