"""promptrom_add_pack_test(): the cases of a pack as a C program, which a wrong case makes fail."""

from __future__ import annotations

from pathlib import Path

from projects import FROM_SOURCE
from support import InTemporaryDirectory, fails, run, write

PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(one_pack C)
enable_testing()
{promptrom}
promptrom_add_pack(mine PACK pack {options})
promptrom_add_pack_test(mine_cases mine)
"""
PACK = """\
promptrom: 1
pack: left-hand
variables:
  who: {type: text, max_bytes: 8}
  many: {type: integer, max: 9}
  loud: {type: flag}
  tone: {type: choice, of: [calm, loud]}
  rows: {type: rows, fields: {item: {type: text}, inner: {type: rows, fields: {leaf: {type: integer}}}}}
slots:
  greeting: {placeholders: [who, many, tone], text: "Hello {who}, {many} times, {tone}"}
  inner: {placeholders: {leaf: {type: integer}}, text: "{leaf}"}
  tree:
    placeholders: [rows]
    text: |-
      {#rows}
      {item}
      {#inner}
      - {leaf}
      {/inner}
      {/rows}
assemblies:
  whole: {join: " ", parts: [greeting, {text: "!", when: loud}]}
requests:
  ask: {body: {model: "{who}", tools: [{$tools: openai, visible: enabled}]}}
tools:
  one: {description: One, parameters: {type: object, properties: {}}}
  two: {description: Two, parameters: {type: object, properties: {}}}
"""
CASES = """\
cases:
  - name: all kinds
    render: whole
    args: {who: You, many: 3, tone: calm, loud: true}
    expect: "Hello You, 3 times, calm !"
  - name: rows in rows
    render: tree
    args: {rows: [{item: a, inner: [{leaf: 1}, {leaf: 2}]}, {item: b}]}
    expect: "a\\n- 1\\n- 2\\nb"
  - name: sets
    render: ask
    args: {who: m, enabled: [two]}
    expect:
      model: m
      tools: [{type: function, function: {name: two, description: Two, parameters: {type: object, properties: {}}}}]
  - {name: missing, render: whole, args: {who: You, tone: calm}, error: MISSING}
  - {name: long, render: greeting, args: {who: far too long, many: 3, tone: calm}, error: TOO_LONG}
  - {name: misspelt, render: greeting, args: {whom: You}, error: PR0301}
"""


class PackTest(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        self.project, self.out = self.directory / "project", self.directory / "out"

    def build(self, cases: str = CASES, options: str = "", generator: str = "Ninja") -> str:
        write(self.project / "CMakeLists.txt", PROJECT.format(promptrom=FROM_SOURCE, options=options))
        write(self.project / "pack" / "pack.yaml", PACK)
        write(self.project / "pack" / "cases.yaml", cases)
        run("cmake", "-S", self.project, "-B", self.out, "-G", generator)
        return run("cmake", "--build", self.out)

    def ctest(self, command: object = run) -> str:
        return command("ctest", "--test-dir", self.out, "--output-on-failure")  # type: ignore[operator]

    def test_right_cases_pass(self) -> None:
        for options in ("", "PREFIX lh FORMATS text json STRIP_NAMES"):
            with self.subTest(options):
                self.build(options=options)
                self.assertIn("100% tests passed", self.ctest())
        source = (self.out / "mine_cases.cases" / "left_hand_cases.c").read_text(encoding="utf-8")
        self.assertEqual(source.count("witness_measure("), 5)

    def test_wrong_cases_fail(self) -> None:
        wrong = {"Hello You, 3": "Hello You, 4", "\\n- 2": "\\n- 3", "name: two, desc": "name: one, desc",
                 "error: MISSING": "error: TOO_MANY", "error: TOO_LONG": "error: OUT_OF_RANGE",
                 'expect: "Hello': 'expect: "Hullo'}
        for number, (old, new) in enumerate(wrong.items()):
            with self.subTest(new):
                self.assertIn(old, CASES)
                self.build(CASES.replace(old, new))
                said = self.ctest(fails)
                self.assertIn(" than expected", said)
                self.assertIn("0% tests passed", said)

    def test_only_what_changed_is_built_again(self) -> None:
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator):
                self.out = self.directory / generator
                self.build(generator=generator)
                self.assertNotIn("casetest", run("cmake", "--build", self.out))
                write(self.project / "pack" / "cases.yaml", CASES.replace("name: missing", "name: number missing"))
                self.assertIn("left_hand_cases.c", run("cmake", "--build", self.out))
                self.assertNotIn("casetest", run("cmake", "--build", self.out))

    def test_mistakes(self) -> None:
        write(self.project / "pack" / "pack.yaml", PACK)
        text = PROJECT.format(promptrom=FROM_SOURCE, options="")
        write(self.project / "CMakeLists.txt", text.replace("mine_cases mine", "mine_cases promptrom_core"))
        self.assertIn("was not made by promptrom_add_pack()",
                      " ".join(fails("cmake", "-S", self.project, "-B", self.out, "-G", "Ninja").split()))

    def test_a_pack_without_cases(self) -> None:
        self.build(cases="cases: []\n")
        self.assertIn("there are no cases that C can run", self.ctest(fails))
