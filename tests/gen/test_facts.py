"""What the compiler reports of requests: the bytes of a body, and those that it begins with whatever is given."""

from __future__ import annotations

import itertools
import unittest
from unittest import mock

from checking import CheckCase

from promptrom import opcodes
from promptrom.codegen import Limit
from promptrom.facts import Facts, facts_of
from promptrom.flash import entry_flash, pack_flash
from promptrom.lower import Options, lower
from promptrom.reference import render
from promptrom.xxh64 import xxh64

PACK = """variables:
  fixed: {type: text, stability: fixed}
  number: {type: integer, stability: fixed}
  open: {type: text}
  on: {type: flag}
  rows: {type: rows, max: 2, fields: {quote: {type: text}, deep: {type: text}}}
constants: {quote: {text: 'a"b'}}
slots: {slot: {text: bound}}
tools: {t: {description: d, parameters: {type: object, properties: {}}}}
requests:
  q:
    body: %s
    bind: {bound: {slot: slot}}
"""


class Requests(CheckCase):
    def facts(self, body: str) -> Facts:
        pack, report = self.run_check(PACK % body, {})
        self.assertEqual([item.message for item in report.items if item.severity == "error"], [])
        assert pack is not None
        self.pack = pack
        return facts_of(pack)["q"]

    def test_prefix(self) -> None:
        for body, prefix, seen in (
                ('{a: 1, b: "x{open}"}', '{"a":1,"b":"x', '{"a":1,"b":"x'),
                ('{a: ["{quote}", "y {quote}"], b: "{open}"}', r'{"a":["a\"b","y a\"b"],"b":',
                 r'{"a":["a\"b","y a\"b"],"b":'),
                ('["{fixed}", "-{fixed}", "{number}", "{open}"]', '["","-",,', '["{fixed}","-{fixed}",{number},'),
                ('{a: {$when: on, $value: 1}, b: 2}', "{", "{"), ('[{$each: rows, $value: 1}]', "[", "["),
                ("[{$tools: mcp}]", "[", "["), ('{a: "x{bound}"}', '{"a":"x', '{"a":"x'),
                ('"{open}"', "", ""), ('"é {open}"', '"é ', '"é ')):
            with self.subTest(body):
                facts = self.facts(body)
                self.assertEqual((facts.prefix, facts.prefix_hash), (len(prefix.encode()), xxh64(seen.encode())))

    def test_a_body_without_values_is_its_own_prefix(self) -> None:
        facts = self.facts('{a: [1, {}, [], null], "b c": "d\\n"}')
        text = render(self.pack, "q", {})
        self.assertEqual((facts.literal, facts.prefix, facts.prefix_hash), (len(text), len(text), xxh64(text)))

    def test_literals(self) -> None:
        tool = '{"name":"t","description":"d","inputSchema":{"type":"object","properties":{}}}'
        for body, literal in (
                ('["{open}", "{number}", "{bound}", "x{open}"]', '[,,"","x"]'),
                ('{a: {$when: on, $value: "{quote}"}, b: 2}', r'{"a":"a\"b","b":2}'),
                ('[{$each: rows, $value: ["{quote}", "{deep}!", "{index}"]}]', '[[,"!",]]'),
                ("[{$tools: mcp}]", f"[{tool}]")):
            with self.subTest(body):
                self.assertEqual(self.facts(body).literal, len(literal.encode()))


class Fences(CheckCase):
    ALPHABET = (b"<", b"a", b">", b"\x01")

    def test_the_longest_value(self) -> None:
        """Of all values of a size, the one that grows most is as long as is promised."""
        for size in range(6):
            pack, _ = self.run_check("slots: {s: {placeholders: {v: {type: text, fence: a, max_bytes: %d}}, "
                                     'text: "{v}"}}\n' % size, {})
            assert pack is not None
            facts = facts_of(pack)["s"]
            for escape, longest in ((False, facts.longest), (True, facts.longest_json)):
                found = max(len(render(pack, "s", {"v": b"".join(value)}, escape=escape))
                            for value in itertools.product(self.ALPHABET, repeat=size))
                self.assertEqual(found, longest, (size, escape))


class Pool(CheckCase):
    def test_limit(self) -> None:
        pack = self.good("slots: {a: {text: Hello}, b: {text: Bye}}\n")
        with mock.patch.object(opcodes, "MAX_POOL", 9):
            lower(pack, Options())
        with mock.patch.object(opcodes, "MAX_POOL", 8), self.assertRaisesRegex(Limit, "take 9 bytes; at most 8 can"):
            lower(pack, Options())


class FlashBytes(CheckCase):
    PACK = """variables: {name: {type: text}}
slots:
  a: {placeholders: [name], text: "Hello {name}, welcome."}
  b: {placeholders: [name], text: "Hello {name}."}
  c: {text: "Hello "}
"""

    def test_entries(self) -> None:
        """A map of one field, two segments and an entry; `Hello ` belongs to the first that uses it."""
        pack, _ = self.run_check(self.PACK, {})
        assert pack is not None
        tables = lower(pack, Options())
        found = {key: (item.own, item.shared) for key, item in entry_flash(tables).items()}
        self.assertEqual(found, {"a": (12 + 4 + 16 + len("Hello ") + len(", welcome."), 0),
                                 "b": (12 + 4 + 16 + len("."), len("Hello ")),
                                 "c": (12 + 8, len("Hello "))})
        self.assertEqual(sum(shared for _, shared in found.values()), tables.pool.saved)
        rest = pack_flash(tables) - sum(own for own, _ in found.values())
        names, numbers = sum(map(len, tables.names)), 4 * len(tables.name_at)
        self.assertEqual(rest, 8 * len(tables.traits) + names + numbers + 1)  # and the pool's own NUL


if __name__ == "__main__":
    unittest.main()
