"""The numbers of the table format stand in opcodes.py and in tables.h: they are the same."""

from __future__ import annotations

import re
import subprocess

from hostile import ROOT, HostileTest, run
from promptrom import opcodes

#: Names in C and their values in Python.
NUMBERS = {
    "PRM_TABLE_VERSION": opcodes.TABLE_VERSION, "PRM_MAX_LEVELS": opcodes.MAX_LEVELS,
    **{f"PRM_OP_{name}": getattr(opcodes, name) for name in
       ("VALUE", "QUOTED", "PART", "CALL", "LOOP", "NEXT", "WHEN", "UNLESS", "CASE", "FILLED", "SKIP", "LINE")},
    "PRM_PART_KEEP": opcodes.PART_KEEP, "PRM_PART_AFTER": opcodes.PART_AFTER, "PRM_CALL_QUOTE": opcodes.CALL_QUOTE,
    "PRM_CALL_BOUND": opcodes.CALL_BOUND,
    "PRM_ENTRY_PLAIN": opcodes.ENTRY_PLAIN, "PRM_ENTRY_REQUEST": opcodes.ENTRY_REQUEST,
    "PRM_ENTRY_HIDDEN": opcodes.ENTRY_HIDDEN, "PRM_ENTRY_CONSTANT": opcodes.ENTRY_CONSTANT,
    "PRM_NO_LIMIT": opcodes.NONE, "PRM_NO_SEGMENT": opcodes.NONE,
    "PRM_KEEP_NONE": opcodes.KEEP[""], "PRM_KEEP_FIRST": opcodes.KEEP["first"], "PRM_KEEP_LAST": opcodes.KEEP["last"],
    **{f"PRM_FIELD_{name}": number for number, name in enumerate(opcodes.FIELD_KINDS)},
    "PRM_LEAST_NEGATIVE": opcodes.LEAST_NEGATIVE, "PRM_GREATEST_NEGATIVE": opcodes.GREATEST_NEGATIVE,
    "PRM_FIELD_LEVEL": opcodes.FIELD_LEVEL, "PRM_FIELD_TRAIT": opcodes.FIELD_TRAIT,
    "PRM_LAYOUT_WEIGHTS": opcodes.LAYOUT_WEIGHTS, "PRM_LAYOUT_MODULUS": opcodes.LAYOUT_MODULUS,
}
#: Masks and limits of the C side alone.
C_ONLY = {"PRM_OP_INPUT", "PRM_OP_CONTROL", "PRM_OP_CODE", "PRM_FIELD_KIND", "PRM_MAX_DEPTH", "PRM_NOT_REPLACED"}


class Numbers(HostileTest):
    def in_c(self, names: list[str]) -> dict[str, int]:
        source = self.directory / "numbers.c"
        lines = "\n".join(f'    printf("{name} %lu\\n", (unsigned long){name});' for name in names)
        source.write_text("#include <promptrom/tables.h>\n#include <stdio.h>\n"
                          f"int main(void)\n{{\n{lines}\n    return 0;\n}}\n", encoding="utf-8")
        program = self.directory / "numbers"
        done = run("gcc", "-std=c99", f"-I{ROOT / 'include'}", source, "-o", program)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        output = subprocess.run([str(program)], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        return {name: int(value) for name, value in (line.split() for line in output.splitlines())}

    def test_numbers_are_the_same(self) -> None:
        self.assertEqual(self.in_c(list(NUMBERS)), NUMBERS)

    def test_no_number_is_left_out(self) -> None:
        header = (ROOT / "include" / "promptrom" / "tables.h").read_text(encoding="utf-8")
        code = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
        found = set(re.findall(r"^ +(PRM_[A-Z_]+)\b *[=,\n]", code, re.MULTILINE))
        found |= set(re.findall(r"^ *#define (PRM_[A-Z_]+)", code, re.MULTILINE))
        self.assertEqual(found - C_ONLY, set(NUMBERS))

    def test_traits_fit_into_their_bits(self) -> None:
        self.assertEqual(opcodes.MAX_TRAITS, 1 << (16 - opcodes.FIELD_TRAIT))

    def test_a_difference_is_seen(self) -> None:
        self.assertNotEqual(self.in_c(["PRM_OP_PART"]), {"PRM_OP_PART": opcodes.CALL})
