"""What is written as C: literals come back byte for byte out of compilers, comments end where they should, names are
names, and random packs compile without a warning and verify.

PROMPTROM_PROPERTY_LITERALS sets how many literals are made (default 1,000), PROMPTROM_PROPERTY_SEED which.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random
from unittest import mock

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "gen")]

from promptrom import lower, names, quote, view  # noqa: E402
from promptrom.codegen import Limit  # noqa: E402
from promptrom.emit import emit  # noqa: E402

import random_packs  # noqa: E402
import test_property as property_test  # noqa: E402
from odd_texts import OddTexts  # noqa: E402

LITERALS = int(os.environ.get("PROMPTROM_PROPERTY_LITERALS", "1000"))
SEED = os.environ.get("PROMPTROM_PROPERTY_SEED", "1")
PACKS = max(4, LITERALS // 80)  #: random packs
MAX_DEPTH = 8  #: PRM_MAX_DEPTH
TRIGRAPHS = ["-trigraphs", "-Wno-overlength-strings"]
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
HEADERS = ("assert complex ctype errno fenv inttypes iso646 limits math signal stdarg stdbool stddef stdint stdio "
           "stdlib string").split()

#: Names that C has, and some that are near them.
WORDS = sorted(names.RESERVED | {"E1", "PRIx", "INT_MAX_C", "_A", "__a", "x", "prm_text", "LC_A"})

#: A line each with the literal's number and size in decimal, then its bytes.
PRINTER = """#include <stdio.h>

typedef struct literal { const char *data; size_t size; } literal;

static const literal literals[] = {
%s};

int main(void)
{
    size_t i;

    for (i = 0; i < sizeof literals / sizeof *literals; i++) {
        printf("%%zu\\n", literals[i].size);
        fwrite(literals[i].data, 1, literals[i].size, stdout);
    }
    return 0;
}
"""

VERIFIER = """#include <promptrom/pack.h>

#include "%(file)s"

int main(void)
{
    return prm_pack_verify(&%(name)s_pack) != PRM_OK;
}
"""


class Emitted(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom emitted "))
        self.addCleanup(shutil.rmtree, self.directory)
        self.odd = OddTexts(Random(SEED))

    maxDiff = None

    def compile(self, compiler: str, code: str, *arguments: object) -> Path:
        """The program, compiled without a word."""
        source, program = self.directory / "code.c", self.directory / "program"
        source.write_text(code, encoding="utf-8")
        command = [compiler, *property_test.STRICT, *TRIGRAPHS, source, *arguments, "-o", program]
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        self.assertEqual((done.returncode, done.stdout.decode("utf-8", "replace")), (0, ""))
        return program


class Literals(Emitted):
    def datas(self) -> "list[bytes]":
        found = [bytes(range(256)), b"\\" * 5000, b"??/\n" * 50, b"\x01" + b"7" * 300, b"", b"\n", b"?" * 201]
        return found + [self.odd.data() for _ in range(LITERALS)]

    def compare(self, compilers: "list[str]") -> None:
        datas = self.datas()
        rows = "".join(f"    {{ {' '.join(quote.c_bytes(data))}, {len(data)} }},\n" for data in datas)
        for compiler in compilers:
            program = self.compile(compiler, PRINTER % rows)
            output = subprocess.run([str(program)], stdout=subprocess.PIPE, check=True).stdout
            for data in datas:
                size, _, output = output.partition(b"\n")
                self.assertEqual(output[:int(size)], data)
                output = output[int(size):]

    def test_bytes(self) -> None:
        self.compare(COMPILERS)

    def test_lines_are_short(self) -> None:
        longest = max(len(line) for data in self.datas() for line in quote.c_bytes(data))
        self.assertLessEqual(longest, quote.WIDTH + 3 + 2)  # an escape that begins at the last column, and the quotes

    def test_faults_are_noticed(self) -> None:
        question = {**quote.BYTES, ord("?"): "?"}
        short = {**quote.BYTES, 1: "\\1"}
        for table in (question, short):
            with mock.patch.object(quote, "BYTES", table), self.assertRaises(AssertionError):
                self.compare(COMPILERS[:1])


class Comments(Emitted):
    def check(self) -> None:
        texts = [self.odd.text() for _ in range(LITERALS)]
        lines = [f"/* {quote.c_comment(text)} */ extern int name_{number};" for number, text in enumerate(texts)]
        self.assertEqual([], [line for line in lines if "\n" in line or "\r" in line])
        self.compile(COMPILERS[0], "\n".join(lines) + "\n", "-fsyntax-only")

    def test_comments(self) -> None:
        self.check()

    def test_faults_are_noticed(self) -> None:
        for fault in (lambda text: " ".join(text.split()), lambda text: text.replace("*/", "* /")):
            with mock.patch.object(quote, "c_comment", fault), self.assertRaises(AssertionError):
                self.check()


class Names(Emitted):
    def check(self) -> None:
        """Any name may stand where C has a variable, all standard headers included."""
        found = {names.identifier(word) for word in [*WORDS, *[self.word() for _ in range(LITERALS)]]}
        code = "".join(f"#include <{header}.h>\n" for header in HEADERS)
        code += "".join(f"void f{number}(int {name});\n" for number, name in enumerate(sorted(found)))
        self.compile(COMPILERS[0], code, "-fsyntax-only")

    def word(self) -> str:
        """A name of a pack, often near one that C has."""
        made = self.odd.random.choice(WORDS)
        made = self.odd.random.choice((made, made + "_", "_" + made, made.upper(), made.lower(), made[:2]))
        return "".join(self.odd.random.choice((letter, letter, letter, "-", ".", "_", "9")) for letter in made)

    def test_names(self) -> None:
        self.check()

    def test_faults_are_noticed(self) -> None:
        with mock.patch.object(names, "RESERVED", names.RESERVED - {"errno", "int"}):
            self.assertRaises(AssertionError, self.check)


class RandomPacks(Emitted):
    def build(self, number: int) -> bool:
        """Whether the tables can hold the pack."""
        random = Random(f"{SEED}/{number}")
        with mock.patch.object(random_packs, "CHOICES", ("one", "two", "three")):  # become names in C
            pack = random_packs.random_pack(random, False)
        try:
            tables = lower.lower(pack, lower.Options(random.random() < 0.6, True, False))
        except Limit:
            return False
        if tables.depth > MAX_DEPTH:
            return False
        made = view.view(pack, tables, "fuzzed")
        for name, text in emit(made).items():
            (self.directory / name).write_text(text, encoding="utf-8")
        code = VERIFIER % {"file": "fuzzed.h", "name": made.name}
        program = self.compile(COMPILERS[number % len(COMPILERS)], code, self.directory / "fuzzed.c", self.library(),
                               f"-I{ROOT / 'include'}", f"-I{self.directory}")
        self.assertEqual(subprocess.run([str(program)], check=False).returncode, 0, number)
        return True

    def library(self) -> Path:
        """What verification needs, as one object."""
        to = self.directory / "core.o"
        if not to.exists():
            core = ROOT / "runtime" / "core"
            code = "".join(f'#include "{core / name}"\n' for name in ("crc.c", "verify.c"))
            (self.directory / "core.c").write_text(code, encoding="utf-8")
            property_test.compile_c("-std=c99", "-O1", "-c", self.directory / "core.c", "-o", to)
        return to

    def test_packs(self) -> None:
        built = sum(self.build(number) for number in range(PACKS))
        self.assertGreater(built, PACKS // 2)

    def test_faults_are_noticed(self) -> None:
        c_byte = {**quote.BYTES, ord("a"): "b"}
        with mock.patch.object(quote, "BYTES", c_byte), self.assertRaises(AssertionError):
            self.test_packs()


if __name__ == "__main__":
    unittest.main()
