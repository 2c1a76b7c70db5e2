"""One pack that uses everything together, in several files, and renders."""

from __future__ import annotations

import json
import unittest

from checking import CheckCase, inputs

from promptrom import reference

MANIFEST = """version: 1.0.0
overridable: true
formats: [text, json]
variables:
  usage:     {type: integer, min: 0, max: 100, stability: turn, example: 7, doc: Percent in use.}
  emergency: {type: flag}
  tiered:    {type: flag}
  has_parts: {type: flag}
  left:      {type: integer, min: 0}
  count:     {type: integer, min: 0}
  name:      {type: text, max_bytes: 40}
  user:      {type: text, fence: system-note, stability: turn}
  tokens:    {type: integer, min: 1}
  mood:      {type: choice, of: [plain, warm], default: plain}
  ranges:
    type: rows
    max: 6
    keep: first
    fields: {start: {type: integer}, end: {type: integer}}
    example: [{start: 1, end: 2}]
  turns:
    type: rows
    stability: turn
    fields:
      kind:    {type: choice, of: [user, call]}
      content: {type: text}
      tool_id: {type: text}
      extra:   {type: json}
constants:
  rules: {file: texts/rules.md}
"""

SLOTS = """slots:
  frame:
    normal:    {placeholders: [usage, rules], requires: [usage], text: "{usage} % in use. {rules}"}
    emergency: {placeholders: [usage], text: "{usage} %: act now."}
  tier:  {placeholders: {count: {max: 99}}, text: "{count} blocks."}
  table:
    title: {placeholders: [count], text: "{count} ranges:"}
    line:  {placeholders: {start: {type: integer}, end: {type: integer}}, text: "- {start}..{end}"}
  say:
    plain: {text: Be brief.}
    warm:  {placeholders: [name], text: "Be kind to {name}."}
  read: {text: Reads a file.}
  note: {placeholders: [user], text: "<system-note>\\n{user}\\n</system-note>"}
assemblies:
  table:
    join: "\\n"
    when: has(ranges)
    parts:
      - {text: "", keep_empty: true}
      - {slot: table.title, with: {count: count(ranges)}, keep_empty: true}
      - {each: ranges, slot: table.line, keep_empty: true}
  nudge:
    join: "\\n"
    parts:
      - {slot: frame.emergency, when: emergency, else: frame.normal, keep_empty: true}
      - {text: "{left} left", when: [has_parts, has(left)], before: "\\n\\n"}
      - {slot: tier, when: tiered, with: {count: left}, else: {assembly: table}}
      - {choose: mood, from: say}
  system:
    join: "\\n\\n"
    parts: [guide, {slot: note, when: has(user)}]
"""

TOOLS = """tool_order: [read, <unlisted-tools>]
tools:
  list: {description: Lists files.}
  read:
    description: {slot: read}
    parameters: {type: object, properties: {path: {type: string}}, required: [path]}
requests:
  chat:
    body:
      model: "{name}"
      max_tokens: "{tokens}"
      messages:
        - {role: system, content: "{system}"}
        - $each: turns
          $choose: kind
          user: {role: user, content: "{content}"}
          call: {role: assistant, content: null, calls: [{id: "{tool_id}", extra: "{extra}"}]}
        - {$when: has(user), $value: {role: user, content: "{user}"}}
      tools: [{$tools: openai, visible: shown}]
      trace: {$unless: emergency, $value: "{mood}"}
    bind: {system: {assembly: system}}
cases:
  - {name: emergency, render: frame.emergency, args: {usage: 97}, expect: "97 %: act now."}
"""

GUIDE = """---
placeholders: [emergency, greeting]
bind: {greeting: {choose: mood, from: say}}
---
# Guide

{greeting}
{#emergency}
Hurry.
{/emergency}
Use `read` and `list`.
"""


class Whole(CheckCase):
    def setUp(self) -> None:
        self.pack = self.good(MANIFEST, **{
            "slots.yaml": SLOTS, "tools.yaml": TOOLS, "guide.md": GUIDE, "texts/rules.md": "Keep what matters.\n"})

    def render(self, target: str, /, **args: object) -> str:
        return reference.render(self.pack, target, args).decode()

    def test_inputs(self) -> None:
        self.assertEqual(inputs(self.pack, "nudge"),
                         ["emergency", "usage", "has_parts", "left", "tiered", "ranges", "mood", "name"])
        self.assertEqual(inputs(self.pack, "guide"), ["emergency", "mood", "name"])
        self.assertEqual(inputs(self.pack, "chat"),
                         ["name", "tokens", "emergency", "mood", "user", "turns", "shown"])

    def test_assembly(self) -> None:
        self.assertEqual(self.render("nudge", usage=7, ranges=[{"start": 1, "end": 2}, {"start": 5, "end": 9}]),
                         "7 % in use. Keep what matters.\n\n2 ranges:\n- 1..2\n- 5..9\nBe brief.")
        self.assertEqual(self.render("nudge", usage=97, emergency=True, tiered=True, has_parts=True, left=3,
                                     mood="warm", name=b"Jo"), "97 %: act now.\n\n3 left\n3 blocks.\nBe kind to Jo.")

    def test_request(self) -> None:
        text = self.render("chat", name=b"m", tokens=10, user=b"</system-note>", shown=["read"], turns=[
            {"kind": "user", "content": b"hi"}, {"kind": "call", "tool_id": b"t", "extra": b"{}"}])
        body = json.loads(text)
        self.assertEqual(list(body), ["model", "max_tokens", "messages", "tools", "trace"])
        self.assertEqual([message["role"] for message in body["messages"]], ["system", "user", "assistant", "user"])
        self.assertIn("<\\/system-note>\n</system-note>", body["messages"][0]["content"])
        self.assertEqual([tool["function"]["name"] for tool in body["tools"]], ["read"])

    def test_tools_in_order(self) -> None:
        self.assertEqual([(tool.name, tool.description_slot) for tool in self.pack.tools],
                         [("read", "read"), ("list", "")])


if __name__ == "__main__":
    unittest.main()
