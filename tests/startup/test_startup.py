"""Overlays read at start-up: the compiler and the loader say the same of every file, and yield the same bytes.

PROMPTROM_STARTUP_FILES sets how many files are made (default 1,500), PROMPTROM_STARTUP_SEED which.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from random import Random
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "gen")]

from completion import first_completed  # noqa: E402
from oracle import (BAD_OVERLAY, OK, PACK, ROOT, TOO_DEEP, Answers, Oracle, Outcome, Replacements,  # noqa: E402
                    packed, write_open_pack)
from promptrom import openends  # noqa: E402
from overlay_files import CHAINS, MEETINGS, RULES, Files  # noqa: E402

FILES = int(os.environ.get("PROMPTROM_STARTUP_FILES", "1500"))
SEED = os.environ.get("PROMPTROM_STARTUP_SEED", "1")
TAG_FILES = 400  #: files about tags for each of two packs
NODES = 16384
FEW = 1500  #: files among which every planted fault is noticed
DEEPEST = 64  #: overlays on overlays in the harness
COMPILER = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SECONDS = 1800  #: after which the harness counts as hung

#: Every code that the files must bring forth, so that none is compared in vain.
CODES = {115, 116, 117, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 214, 215, 220, 221, 301, 302, 303, 304,
         305, 306, 307, 308, 309, 310, 311, 402, 423, 427, 550, 701, 702, 703, 706}

#: Faults in the loader, each of which some file must show: file, old and new text.
MUTANTS = (
    ("host/startup/replacements.c", "if (w->yaml.value.size == 0)\n            refuse_empty(w, f);",
     "if (w->yaml.value.size == 1)\n            refuse_empty(w, f);"),
    ("host/startup/replacements.c", "f->again = !prm_keys_add(", "f->again = 0 && prm_keys_add("),
    ("host/startup/startup.c", "else if (is_replaced_below(l, replacement->rule->entry))", "else if (0)"),
    ("host/startup/scalar.c", "join_lines(out, r->last, *pending, r->indent,",
     "join_lines(out, r->last, *pending, r->indent, r->first &&"),
    ("host/startup/scalar.c", "if (met > 1)", "if (met > 2)"),
    ("host/startup/yaml_events.c", "if (anchor)\n        mark = refuse_word(y, mark);",
     "if (0 && anchor)\n        return mark;"),
    ("host/startup/mistakes.c", "r->scalar, t->reading, SIZE_MAX - left);",
     "r->scalar, t->reading, t->mistake->start);"),
    ("host/startup/scalar.c", "out->wanted < out->reading->count", "0"),
    ("core/template.c", "token->start - token->backslashes + token->backslashes / 2",
     "token->start - token->backslashes / 2"),
    ("core/template.c", "section->before = before == SOMETHING ? SOMETHING : MAYBE;",
     "section->before = (uint8_t)before;"),
    ("core/template.c", "if (c->start == 0 || c->text.data[c->start - 1] == '\\n')", "if (c->start == 0)"),
    ("core/tokens.c", "for (at = token->start; at > t->at && t->text[at - 1] == '\\\\'; at--)",
     "for (at = token->start; at > 0 && t->text[at - 1] == '\\\\' && 0; at--)"),
    ("core/code.c", "put(c, body++, 0, next);", "put(c, ++body, 0, next);"),
    ("core/template.c", "tell_at(c, c->opening.origin == PRM_OPENING_HERE ?", "if (0) tell_at(c, 0 ?"),
    ("core/template.c", "    prm_opening_add_unknown(&c->opening, root);\n",
     "    prm_opening_start(&c->opening, PRM_OPENING_NOWHERE);\n"),
    ("core/template.c", "PRM_OP_VALUE | rule->value);\n    prm_opening_add_unknown(&c->opening, c->rules->root);",
     "PRM_OP_VALUE | rule->value);\n    prm_opening_start(&c->opening, PRM_OPENING_NOWHERE);"),
    ("core/opening.c", "prm_opening_for_any(o, pack) ? o->origin : PRM_OPENING_NOWHERE", "o->origin"),
    ("core/template.c", "if (rule->count > 0)", "if (0)"),
    ("host/startup/startup.c", "copy_default(l, replacement->rule->entry);", "compile(l, replacement);"),
)

#: Faults in what is asked of texts where others may begin a tag.
OPEN_MUTANTS = (
    ("core/template.c", "top->closed ? PRM_OPENING_NOWHERE : PRM_OPENING_AHEAD", "PRM_OPENING_NOWHERE"),
    ("core/template.c", "if (!c->frame[0].closed)", "if (0)"),
    ("core/template.c", "&& is_opener(c, &root->entries[call->size])", "&& 0"),
    ("core/template.c", "c->rules->all->open_ends ? PRM_OPENING_PART :", "0 ? PRM_OPENING_PART :"),
    ("core/template.c", "if (c->opening.origin == PRM_OPENING_AHEAD)\n            return;",
     "if (c->opening.origin != PRM_OPENING_HERE)\n            return;"),
    ("core/template.c", "section->closed = c->frame[c->depth].closed;", "section->closed = true;"),
    ("core/opening.c", "last = o->anchored ? 0 : (size_t)tag->size - o->size;", "last = 0;"),
    ("core/opening.c", "o->slash = o->slash || slash;", ""),
)

#: Faults at limits and in what messages hold.
LIMIT_MUTANTS = (
    ("host/startup/yaml_events.c", "if (y->nodes++ < PRM_YAML_NODES)", "if (y->nodes++ <= PRM_YAML_NODES)"),
    ("host/startup/diagnose.c", "byte[0] < 0x20 ||", "(byte[0] && byte[0] < 0x20) ||"),
    ("host/startup/diagnose.c", "*point < 0xA0 ||", "*point < 0x9B ||"),
    ("host/startup/diagnose.c", "*point <= 0x202E", "*point <= 0x202F"),
    ("host/startup/diagnose.c", "from = at + size;", "from = at + 1;"),
)

Item = "tuple[bool, bytes]"


def compile_c(*arguments: object) -> None:
    command = [COMPILER, "-std=c99", f"-I{ROOT / 'include'}", *map(str, arguments)]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}")


def make_items(seed: str, count: int) -> list[Item]:
    files, random = Files(seed), Random(seed)
    rules = [(False, rule.encode() + b"\n") for rule in RULES]
    rules += [(number > 0, file.encode() + b"\n") for chain in CHAINS for number, file in enumerate(chain)]
    return rules + [(random.random() < 0.3, files.file()) for _ in range(count - len(rules))]


def expected(oracle: Oracle, items: list[Item]) -> list[Outcome]:
    found, below, depth = [], Replacements(), 0
    for on_top, data in items:
        if not on_top or depth == DEEPEST:
            below, depth = Replacements(), 0
        outcome, below = oracle.load(data, below)
        depth += outcome.status == OK
        found.append(outcome)
    return found


WHOLE_NAME = openends.Text.name


def name_without_bound(self, piece, names, before):
    """A planted fault."""
    return before if piece.name in names.bound else WHOLE_NAME(self, piece, names, before)


def many_nodes() -> list[Item]:
    """Files with as many nodes as there may be, give or take a few, and mistakes before, at and behind that place."""
    forms = (("hello: [{}]\n", "a, ", 1), ("hello:\n{}bye: 1\n", "- a\n", 1), ("x:\n{}", "  z{n}: x\n", 2),
             ("hello: [{}]\n", "[], ", 2), ("hello:\n{}more: &a b\n", "- [b]\n", 3),
             ("hello: &b c\nhello: 2\nx:\n{}", "- - 1\n", 3), ("a: b\n? [{}]\n: x\n", "a, ", 1))
    wanted = [(whole, each, count) for whole, each, size in forms
              for count in range((NODES - 12) // size, (NODES + 4) // size)]
    lines = (("".join(each.replace("{n}", str(number)) for number in range(count)), whole)
             for whole, each, count in wanted)
    return [(False, whole.replace("{}", inner).encode()) for inner, whole in lines]


def odd_names() -> list[Item]:
    """Names with characters that a message cannot hold as they are, and with their neighbours."""
    keys = ("a\\0b", "\\0", "\\e[2J", "a\\tb\\nc", "\\x7f\\x9b", "\\u202ex\\u2066", "\\u061c\\u200f\\u2028\\u2029",
            "\\xa0\\u2027\\u202f\\u2065\\u206a\\u061b\\u200d\\u2010")
    return [(False, text.encode()) for key in keys for text in (
        f'"{key}": x\nconstants: {{"{key}": y}}\n', f'"{key}": x\n"{key}": y\n')]


class Library:
    """The harness with what it needs of the library, of which one file may be changed."""

    def __init__(self, directory: Path, flags: list[str], pack: Path) -> None:
        self.directory, self.flags = directory, flags
        self.runtime = directory / "runtime"
        shutil.copytree(ROOT / "runtime", self.runtime)
        subprocess.run([sys.executable, str(ROOT / "gen" / "promptrom"), "build", str(pack), "-o", str(directory)],
                       check=True)
        sources = [*sorted((self.runtime / "core").glob("*.c")),
                   *sorted((self.runtime / "host" / "startup").glob("*.c")),
                   self.runtime / "host" / "plain_file.c", HERE / "harness.c", directory / "sample.c"]
        self.objects = {source: self.compile(source) for source in sources}

    def compile(self, source: Path) -> Path:
        to = self.directory / f"{source.stem}.o"
        folders = [f"-I{self.runtime / name}" for name in ("core", "host", "host/startup")] + [f"-I{self.directory}"]
        compile_c(*self.flags, *folders, "-c", source, "-o", to)
        return to

    def link(self) -> Path:
        to = self.directory / "harness"
        compile_c(*self.flags, *self.objects.values(), "-lyaml", "-o", to)
        return to

    def changed(self, name: str, old: str, new: str) -> Path:
        source = self.runtime / name
        before = source.read_text(encoding="utf-8")
        assert before.count(old) == 1, (name, old)
        source.write_text(before.replace(old, new), encoding="utf-8")
        try:
            self.compile(source)
            return self.link()
        finally:
            source.write_text(before, encoding="utf-8")
            self.restore = source

    def repair(self) -> None:
        self.compile(self.restore)


def run(harness: Path, items: Path) -> "tuple[int, bytes, str]":
    try:
        done = subprocess.run([harness, items], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS,
                              check=False)
    except subprocess.TimeoutExpired:
        return -1, b"", "hangs"
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


class Sample:
    """A pack to both: the compiler, and the loader under sanitizers that also look for leaks."""

    def __init__(self, pack: Path, directory: Path) -> None:
        self.pack = pack
        self.directory = directory
        self.oracle = Oracle(pack)
        self.harness = Library(directory, SANITIZED, pack).link()

    @property
    def public(self) -> list[str]:
        return self.oracle.public

    def write(self, items: list[Item]) -> Path:
        path = self.directory / "items"
        path.write_bytes(packed(items))
        return path

    def answers(self, output: bytes) -> Answers:
        return Answers(output, 4 * len(self.public))

    def difference(self, wanted: Outcome, found: Outcome) -> str:
        if (wanted.status, wanted.told) != (found.status, found.told):
            return f"compiler: {wanted.status} {wanted.told}\nloader:   {found.status} {found.told}"
        at = next(at for at, (one, other) in enumerate(zip(wanted.renders, found.renders)) if one != other)
        return f"{self.public[at // 4]}\ncompiler: {wanted.renders[at]!r}\nloader:   {found.renders[at]!r}"


class Agreement(unittest.TestCase):
    directory: Path
    closed: Sample
    open: Sample

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(tempfile.mkdtemp(prefix="promptrom startup "))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.closed = Sample(PACK, cls.directory / "closed")
        cls.open = Sample(write_open_pack(cls.directory / "pack"), cls.directory / "open")

    def agree(self, sample: Sample, items: list[Item]) -> list[Outcome]:
        """What both say."""
        wanted = expected(sample.oracle, items)
        status, output, errors = run(sample.harness, sample.write(items))
        self.assertEqual((0, ""), (status, errors))
        answers = sample.answers(output)
        for number, ((on_top, data), outcome) in enumerate(zip(items, wanted)):
            found = answers.outcome()
            if found != outcome:
                self.fail(f"file {number} (on top: {on_top}):\n{data!r}\n" + sample.difference(outcome, found))
        self.assertEqual(len(output), answers.at)
        return wanted

    def test_compiler_and_loader_agree(self) -> None:
        """Two thirds of the files are for a pack in which no text ends in the beginning of a tag."""
        found = [self.agree(self.closed, make_items(SEED, FILES * 2 // 3)),
                 self.agree(self.open, make_items(f"{SEED} open", FILES // 3))]
        for wanted in found:
            verdicts = Counter(outcome.status for outcome in wanted)
            print(f"\n{len(wanted)} files: {verdicts[OK]} good, {verdicts[BAD_OVERLAY]} refused", file=sys.stderr)
            self.assertGreater(min(verdicts[OK], verdicts[BAD_OVERLAY]), len(wanted) // 20)
        told = {item.code for wanted in found for outcome in wanted for item in outcome.told}
        self.assertEqual(set(), CODES - told)

    def completes(self, seed: str) -> "str | None":
        """The first overlay file, among many that are accepted, with which a value can complete a tag that text of
        the pack begins. None: there is none."""
        for sample in (self.closed, self.open):
            files, below, accepted = Files(seed), Replacements(), 0
            for text in [*MEETINGS, *(files.near_fences() for _ in range(TAG_FILES))]:
                report, pack, own = sample.oracle.read(text.encode(), below)
                if report.failed or pack is None:
                    continue
                accepted += 1
                found = first_completed(pack, "reminder")
                if found is not None:
                    return f"{text}\n{found}"
                below = own if accepted % 4 else Replacements()
            self.assertGreater(accepted, TAG_FILES // 20)
        return None

    def test_no_value_completes_a_tag(self) -> None:
        self.assertIsNone(self.completes("1"))

    def test_planted_faults_let_values_complete_tags(self) -> None:
        text = openends.Text
        for name, place, fault in (
                ("constants are text", (openends, "after_unknown"), lambda before, tags: None),
                ("no text is passed", (text, "whole"), lambda self, body, names: self.body(body, names, True)
                 and self.found or self.found),
                ("bound names are empty", (text, "name"), name_without_bound),
                ("what is handed on has no fence", (text, "fences_of"),
                 lambda self, variable: {variable.fence} - {"", openends.ANY}),
                ("no lines end so", (text, "body"), lambda self, body, names, closed: True)):
            with self.subTest(name), mock.patch.object(*place, fault):
                self.assertIsNotNone(self.completes("1"))

    def test_files_cut_at_every_byte(self) -> None:
        """A good file, and parts of it: a part is good only where the compiler finds it good as well."""
        files = Files("cut")
        whole = [data for data in (files.good().encode() for _ in range(100)) if 200 < len(data) < 500][:4]
        items = [(False, data[:size]) for data in whole for size in range(len(data) + 1)]
        wanted = self.agree(self.closed, items)
        self.assertGreater(sum(outcome.status == BAD_OVERLAY for outcome in wanted), len(items) // 2)

    def test_files_with_too_many_nodes(self) -> None:
        """Both read as far as the limit, and tell what came before it and nothing that comes behind."""
        wanted = self.agree(self.closed, many_nodes())
        told = [{item.code for item in outcome.told} for outcome in wanted]
        self.assertGreater(sum(707 in codes for codes in told), 10)
        self.assertGreater(sum(707 not in codes for codes in told), 10)
        self.assertIn({203, 202, 707}, told)

    def test_what_cannot_be_shown(self) -> None:
        """Characters of names that would end a message, move the cursor or turn the direction of writing."""
        wanted = self.agree(self.closed, odd_names())
        self.assertIn("pack sample has no slot a<U+0000>b", {item.message for item in wanted[0].told})
        self.assertEqual({BAD_OVERLAY}, {outcome.status for outcome in wanted})

    def test_calls_may_not_nest_too_deep(self) -> None:
        """A plain slot below eight assemblies takes no place among the calls that a walk remembers; with lines that
        depend on something it would."""
        items = [(False, b'deepest: "Still plain."\n'), (False, b'deepest: "{#busy}\\nx\\n{/busy}"\n'),
                 (False, b'tip: null\nnudge: {tip: "x"}\n'), (False, b'nudge: {tip: "x"}\n')]
        status, output, errors = run(self.closed.harness, self.closed.write(items))
        self.assertEqual((0, ""), (status, errors))
        answers = self.closed.answers(output)
        self.assertEqual([OK, TOO_DEEP, BAD_OVERLAY, OK], [answers.outcome().status for _ in items])

    def test_planted_faults_are_noticed(self) -> None:
        for name, sample, mutants, items in (("closed", self.closed, MUTANTS, make_items("1", FEW)),
                                             ("open", self.open, OPEN_MUTANTS, make_items("1", FEW)),
                                             ("limits", self.closed, LIMIT_MUTANTS, many_nodes() + odd_names())):
            path = sample.write(items)
            library = Library(self.directory / f"plain {name}", ["-O1"], sample.pack)
            _, good, _ = run(library.link(), path)
            for file, old, new in mutants:
                with self.subTest(file=file, fault=new):
                    status, output, _ = run(library.changed(file, old, new), path)
                    library.repair()
                    self.assertTrue(status != 0 or output != good)


if __name__ == "__main__":
    unittest.main()
