"""PRM_USES: packs compile and render with a library that is able to do just what they use, and not with less."""

from __future__ import annotations

import re
from pathlib import Path

from support import C_COMPILERS, ROOT, InTemporaryDirectory, fails, promptrom, run, write

HEADER = ROOT / "include" / "promptrom" / "uses.h"
WITNESS = ROOT / "gen" / "promptrom" / "witness"
CORE = sorted((ROOT / "runtime" / "core").glob("*.c"))

#: A program that has a cursor.
OPENS = """#include <promptrom/render.h>

int main(void)
{
    prm_cursor cursor;

    return prm_open(&cursor, NULL, 0, NULL, PRM_TEXT, NULL) == PRM_OK;
}
"""

#: What each pack uses, what it declares, and what `it` gives with which arguments.
PACKS = {
    "": ('variables: {a: {type: text}}\nslots: {it: {placeholders: [a], text: "say {a}"}}', '{a: "yes"}', "say yes"),
    "ASSEMBLIES": ('variables: {a: {type: text}}\nslots: {one: {placeholders: [a], text: "{a}"}, two: {text: two}}\n'
                   'assemblies: {it: {join: "+", parts: [one, two]}}', "{a: one}", "one+two"),
    "ASSEMBLIES CONDITIONS": ('variables: {a: {type: flag}}\nslots: {it: {placeholders: [a], '
                              'text: "{#a}\\nyes\\n{/a}\\n{^a}\\nno\\n{/a}\\n"}}', "{a: true}", "yes\\n"),
    "CHOICES": ('variables: {a: {type: choice, of: [red, blue]}}\nslots: {it: {placeholders: [a], text: "{a} sky"}}',
                "{a: blue}", "blue sky"),
    "ASSEMBLIES ROWS": ('variables: {a: {type: rows, fields: {b: {type: text}}}}\nslots: {it: {placeholders: [a], '
                        'text: "{#a}\\n- {b}\\n{/a}\\n"}}', "{a: [{b: x}, {b: y}]}", "- x\\n- y\\n"),
    "ASSEMBLIES ROWS ROWS_IN_ROWS": (
        'variables: {a: {type: rows, fields: {b: {type: text}, c: {type: rows, fields: {d: {type: text}}}}}}\n'
        'slots: {it: {placeholders: [a], text: "{#a}\\n{b}:\\n{#c}\\n- {d}\\n{/c}\\n{/a}\\n"}}',
        "{a: [{b: x, c: [{d: y}, {d: z}]}, {b: v, c: []}]}", "x:\\n- y\\n- z\\nv:\\n"),
    "RANGES": ('variables: {a: {type: integer, max: 9}}\nslots: {it: {placeholders: [a], text: "{a} of 9"}}',
               "{a: 7}", "7 of 9"),
    "FENCES": ('variables: {a: {type: text, fence: t}}\nslots: {it: {placeholders: [a], text: "<t> {a} </t>"}}',
               '{a: "</t>"}', "<t> <\\\\/t> </t>"),
    "JSON": ('variables: {a: {type: text}}\nrequests: {it: {body: {b: "{a}"}}}', "{a: '\"'}",
             '{\\"b\\":\\"\\\\\\"\\"}'),
    "JSON RAW_JSON": ('variables: {a: {type: json}}\nrequests: {it: {body: {b: "{a}"}}}', '{a: "[1]"}',
                      '{\\"b\\":[1]}'),
    "ASSEMBLIES CONDITIONS OVERLAYS": ("overridable: true\nslots: {it: {text: as it is}}", "{}", "as it is"),
}


class Uses(InTemporaryDirectory):
    def pack(self, declared: str, args: str, expected: str) -> Path:
        """The C files of a pack with one case."""
        folder = self.directory / "pack"
        write(folder / "pack.yaml", f"promptrom: 1\npack: own\n{declared}\n")
        write(folder / "cases.yaml", f'cases:\n  - {{name: it, render: it, args: {args}, expect: "{expected}"}}\n')
        for command in ("build", "casetest"):
            promptrom(command, folder, "-o", self.directory / "out")
        return self.directory / "out"

    def compiled(self, files: list[Path], uses: str) -> list[object]:
        return [C_COMPILERS[0], "-std=c99", "-DPRM_SMALL", f"-DPRM_USES={uses}", "-I", ROOT / "include", "-I",
                self.directory / "out", "-I", WITNESS, *files, "-o", self.directory / "program"]

    def test_each_use(self) -> None:
        for uses, pack in PACKS.items():
            with self.subTest(uses):
                out = self.pack(*pack)
                given = [f"PRM_USE_{use}" for use in uses.split()]
                run(*self.compiled([out / "own.c", out / "own_cases.c", WITNESS / "witness.c", *CORE],
                                   "|".join(given) or "0"))
                run(self.directory / "program")
                for one in given:
                    said = fails(*self.compiled([out / "own.c"], f"PRM_USE_ALL-{one}"), "-fsyntax-only")
                    self.assertIn("pack own needs " + ", ".join(uses.lower().split()), said)

    def test_a_sum_that_is_no_use_is_refused(self) -> None:
        out = self.pack(*PACKS[""])
        run(*self.compiled([out / "own.c"], "PRM_USE_ALL|PRM_USE_JSON"), "-fsyntax-only")
        said = fails(*self.compiled([out / "own.c"], "PRM_USE_ALL+PRM_USE_JSON"), "-fsyntax-only")
        self.assertIn("joined by |", said)

    def test_a_pack_that_nests_deeper(self) -> None:
        out = self.pack(*PACKS["ASSEMBLIES"])
        run(*self.compiled([out / "own.c"], "PRM_USE_ALL"), "-DPRM_MAX_DEPTH=1", "-fsyntax-only")
        said = fails(*self.compiled([out / "own.c"], "PRM_USE_ALL"), "-DPRM_MAX_DEPTH=0", "-fsyntax-only")
        self.assertIn("pack own nests 1 deep", said)

    def test_another_size_of_cursors_does_not_link(self) -> None:
        """The library would write behind the program's cursor."""
        program, library = self.directory / "program.c", self.directory / "library.o"
        program.write_text(OPENS, encoding="utf-8")
        small = [C_COMPILERS[0], "-std=c99", "-DPRM_SMALL", "-I", ROOT / "include"]
        others = [file for file in CORE if file.name != "cursor.c"]
        for flags in ("-DPRM_MAX_DEPTH=4", "-DPRM_USES=PRM_USE_ALL-PRM_USE_ROWS_IN_ROWS"):
            run(*small, flags, "-c", ROOT / "runtime" / "core" / "cursor.c", "-o", library)
            link = [*small, program, library, *others, "-o", self.directory / "program"]
            self.assertIn("prm_open_8_3", fails(*link))
            run(*link, flags)

    def test_another_result_is_noticed(self) -> None:
        declared, args, _ = PACKS[""]
        out = self.pack(declared, args, "say no")
        run(*self.compiled([out / "own.c", out / "own_cases.c", WITNESS / "witness.c", *CORE], "0"))
        fails(self.directory / "program")

    def test_no_use_is_left_out(self) -> None:
        """The numbers are bits of their own, all of them is their sum, and a pack above has each."""
        lines = re.findall(r"^#define PRM_USE_(\w+) +(0x[0-9A-F]+)", HEADER.read_text(encoding="utf-8"), re.MULTILINE)
        numbers = {name: int(number, 16) for name, number in lines}
        every = numbers.pop("ALL")
        self.assertEqual(list(numbers.values()), [1 << bit for bit in range(len(numbers))])
        self.assertEqual(every, sum(numbers.values()))
        self.assertEqual(set(" ".join(PACKS).split()), set(numbers) - {"PLACES"})

    def configured(self, uses: str, depth: object = 8) -> list[object]:
        return ["cmake", "-S", ROOT, "-B", self.directory / "b", "-DPROMPTROM_TESTS=OFF", "-DPROMPTROM_EXAMPLES=OFF",
                "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DPROMPTROM_USES={uses}",
                f"-DPROMPTROM_MAX_DEPTH={depth}"]

    def test_cmake(self) -> None:
        flags = self.directory / "b" / "compile_commands.json"
        run(*self.configured("all"))
        self.assertNotIn("PRM_USES", flags.read_text(encoding="utf-8"))
        run(*self.configured("rows;json"))
        self.assertIn("PRM_USE_ROWS|PRM_USE_JSON", flags.read_text(encoding="utf-8"))
        run(*self.configured("all;json"))
        self.assertNotIn("PRM_USES", flags.read_text(encoding="utf-8"))
        run(*self.configured(""))
        self.assertNotIn("PRM_MAX_DEPTH", flags.read_text(encoding="utf-8"))
        self.assertIn("-DPRM_USES=0", flags.read_text(encoding="utf-8"))
        run(*self.configured("all", 3))
        self.assertIn("-DPRM_MAX_DEPTH=3", flags.read_text(encoding="utf-8"))
        self.assertIn("a number from 1 on", fails(*self.configured("all", 0)))
        said = fails(*self.configured("rows;row"))
        self.assertRegex(said, r"PROMPTROM_USES: there is no row; there are\s+assemblies")
