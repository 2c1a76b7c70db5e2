from __future__ import annotations

import unittest

from checking import CheckCase, entry, inputs

from promptrom import reference
from promptrom.model import JsonArray, JsonConstant, JsonEach, JsonObject, JsonText, JsonTools, JsonValue, JsonWhen

BASE = """variables:
  model: {type: text}
  limit: {type: integer}
  loud: {type: flag}
  raw: {type: json}
  name: {type: text}
  tone: {type: choice, of: [calm, merry]}
  turns:
    type: rows
    fields:
      kind: {type: choice, of: [user, bot]}
      said: {type: text}
      note: {type: json}
      inner: {type: rows, fields: {x: {type: text}}}
constants:
  rules: {text: "Be \\"brief\\"."}
slots:
  hello: {placeholders: [name], text: "Hello {name}"}
assemblies:
  all: {parts: [hello, {text: "{rules}"}]}
tools:
  read: {description: Reads., parameters: {type: object, properties: {path: {type: string}}}}
  write: {description: Writes.}
requests:
  uses: {body: ["{model}", "{limit}", "{loud}", "{raw}", "{name}", "{tone}", {$each: turns, $value: "{said}"}]}
"""


class RequestCase(CheckCase):
    def request(self, body: str, more: str = ""):
        return entry(self.good(BASE + f"  r:\n    body: {body}\n{more}"), "r")

    def text(self, body: str, args: dict, more: str = "") -> str:
        pack = self.good(BASE + f"  r:\n    body: {body}\n{more}")
        return reference.render(pack, "r", args).decode()

    def wrong(self, body: str, code: str, under: str = "", says: str = "", more: str = "") -> None:
        self.bad(BASE + f"  r:\n    body: {body}\n{more}", code, under, says)


class Values(RequestCase):
    def test_kinds_of_nodes(self) -> None:
        body = self.request('{a: "{model}", b: "x {model}", c: 1.50, d: {e: [true, null, no, 1e3]}}').body
        self.assertIsInstance(body, JsonObject)
        self.assertEqual([type(value) for _, value in body.members], [JsonValue, JsonText, JsonConstant, JsonObject])
        self.assertEqual([getattr(item, "text", "") for item in body.members[3][1].members[0][1].items][:2],
                         ["true", "null"])

    def test_scalars_are_yaml_12_values(self) -> None:
        self.assertEqual(self.text('[1, -0.5, 1e3, true, null, ~, no, on, 12:30, "1", "true", 0x10, 1.0, +1, .5]',
                                   {}),
                         '[1,-0.5,1e3,true,null,null,"no","on","12:30","1","true",16,1.0,1,0.5]')

    def test_keys_keep_their_order(self) -> None:
        self.assertEqual(self.text('{z: 1, a: 2, m: {y: 3, b: 4}}', {}), '{"z":1,"a":2,"m":{"y":3,"b":4}}')

    def test_a_lone_placeholder_takes_its_own_type(self) -> None:
        args = {"model": b'a"b', "limit": 7, "loud": True, "raw": b'{"x": [1]}', "tone": "calm"}
        self.assertEqual(self.text('["{model}", "{limit}", "{loud}", "{raw}", "{tone}", "{rules}"]', args),
                         '["a\\"b",7,true,{"x": [1]},"calm","Be \\"brief\\"."]')

    def test_values_in_strings_are_text(self) -> None:
        self.assertEqual(self.text('"{model} {limit} {rules}"', {"model": b"\n", "limit": 7}), '"\\n 7 Be '
                         '\\"brief\\"."')

    def test_what_has_no_text(self) -> None:
        for name, help_ in (("loud", "alone in a request: \"{loud}\""), ("raw", "alone in a request: \"{raw}\""),
                            ("turns", "$each: turns")):
            with self.subTest(name):
                self.wrong(f'"x {{{name}}}"', "PR0423", f"{{{name}}}", help_)
        self.wrong('"{turns}"', "PR0423", "{turns}")

    def test_names(self) -> None:
        self.wrong('"{modle}"', "PR0301", "{modle}", "did you mean {model}?")
        self.wrong('{model: {model}}', "PR0545", "{model}", 'quote it: "{model}"')
        self.assertEqual(self.text('{a: {model: null}, b: "{}", c: "{ x }"}', {}),
                         '{"a":{"model":null},"b":"{}","c":"{ x }"}')

    def test_syntax_and_literal(self) -> None:
        self.assertEqual(self.text('["{x}", "{model}"]', {"model": b"m"}, "    literal: [x]\n"), '["{x}","m"]')
        self.assertEqual(self.text('["{{model}}", "{x}"]', {"model": b"m"}, "    syntax: double\n"), '["m","{x}"]')

    def test_numbers_that_json_cannot_write(self) -> None:
        for number in (".inf", "-.Inf", ".nan"):
            self.wrong(f"[{number}]", "PR0537", number)

    def test_open_fence(self) -> None:
        self.bad("variables: {a: {type: text, fence: memo}}\nrequests: {r: {body: \"</{a}\"}}\n", "PR0550", "{a}")

    def test_shape_of_a_request(self) -> None:
        self.bad(BASE + "  r: {bind: {}}\n", "PR0403")
        self.bad(BASE + "  r: text\n", "PR0402", "text")
        self.bad(BASE + "  r: {body: 1, bdoy: 2}\n", "PR0401", "bdoy", "did you mean body?")


class Directives(RequestCase):
    def test_conditional_members_and_items(self) -> None:
        body = ('{a: {$when: has(name), $value: "{name}"}, b: [1, {$unless: loud, $value: 2}, {$when: [loud, '
                'has(name)], $value: 3}]}')
        self.assertIsInstance(self.request(body).body.members[0][1], JsonWhen)
        self.assertEqual(inputs(self.good(BASE + f"  r: {{body: {body}}}\n"), "r"), ["name", "loud"])
        self.assertEqual(self.text(body, {}), '{"b":[1,2]}')
        self.assertEqual(self.text(body, {"name": b"n", "loud": True}), '{"a":"n","b":[1,3]}')

    def test_rows(self) -> None:
        body = ('[0, {$each: turns, $value: {n: "{index1}", k: "{kind}", s: "{said} by {model}", o: {$when: '
                'has(note), $value: "{note}"}}}]')
        self.assertEqual(inputs(self.good(BASE + f"  r: {{body: {body}}}\n"), "r"), ["turns", "model"])
        rows = [{"kind": "user", "said": b"a"}, {"kind": "bot", "said": b"b", "note": b"[]"}]
        self.assertEqual(self.text(body, {"turns": rows, "model": b"m"}),
                         '[0,{"n":1,"k":"user","s":"a by m"},{"n":2,"k":"bot","s":"b by m","o":[]}]')

    def test_shapes_by_choice(self) -> None:
        body = '[{$each: turns, $choose: kind, user: {u: "{said}"}, bot: {b: "{said}", m: "{model}"}}]'
        found = self.request(body).body
        self.assertIsInstance(found, JsonArray)
        self.assertIsInstance(found.items[0], JsonEach)
        self.assertEqual([name for name, _ in found.items[0].cases], ["user", "bot"])
        self.assertEqual(self.text(body, {"turns": [{"kind": "bot", "said": b"x"}], "model": b"m"}),
                         '[{"b":"x","m":"m"}]')

    def test_rows_in_rows(self) -> None:
        body = '[{$each: turns, $value: [{$each: inner, $value: "{x} {said}"}]}]'
        self.assertEqual(self.text(body, {"turns": [{"said": b"s", "inner": [{"x": b"1"}, {"x": b"2"}]}]}),
                         '[["1 s","2 s"]]')

    def test_levels(self) -> None:
        body = "1"
        for _ in range(4):
            body = f"[{{$each: turns, $value: {body}}}]"
        self.wrong(body, "PR0414", "turns", "4, but at most 3")

    def test_lists_that_are_left_out(self) -> None:
        body = "{a: {$omit_empty: %s, $value: [{$each: turns, $value: '{said}'}]}}"
        for omit, said in (("true", "{}"), ("false", '{"a":[]}')):
            self.assertEqual(self.text(body % omit, {"turns": []}), said)
        self.assertEqual(self.text(body % "true", {"turns": [{"kind": b"user", "said": b"x"}]}),
                         '{"a":["x"]}')

    def test_schema_keys_are_plain_keys(self) -> None:
        self.assertEqual(self.text('{$schema: s, a: {$ref: "#/$defs/x"}}', {}),
                         '{"$schema":"s","a":{"$ref":"#/$defs/x"}}')

    def test_mistakes(self) -> None:
        for body, code, under in (
                ("{$when: loud, $value: 1}", "PR0541", "$when"),
                ("{a: {$each: turns, $value: 1}}", "PR0541", "$each"),
                ("{a: {$value: 1}}", "PR0541", "$value"), ("{a: {$wen: loud, $value: 1}}", "PR0541", "$wen"),
                ("{a: {$when: loud}}", "PR0403", "{$when: loud}"), ("[{$each: turns}]", "PR0403", "{$each: turns}"),
                ("[{$each: name, $value: 1}]", "PR0508", "name"), ("[{$each: trns, $value: 1}]", "PR0507", "trns"),
                ("[{$each: turns, $when: loud, $value: 1}]", "PR0540", "$when"),
                ("[{$each: turns, $choose: said, $value: 1}]", "PR0508", "said"),
                ("[{$each: turns, $choose: kind, user: 1}]", "PR0542", ""),
                ("[{$each: turns, $choose: kind, user: 1, bot: 2, cat: 3}]", "PR0542", "cat"),
                ("{a: {$when: laud, $value: 1}}", "PR0507", "laud"),
                ("{a: {$when: name, $value: 1}}", "PR0506", "name"),
                ("[{$when: loud, $value: {$tools: openai}}]", "PR0541", "$tools"),
                ("{$omit_empty: true, $value: [{$each: turns, $value: 1}]}", "PR0541", "$omit_empty"),
                ("{a: {$omit_empty: true, $value: []}}", "PR0541", "true"),
                ("{a: {$omit_empty: true, $value: x}}", "PR0541", "true"),
                ("{a: {$omit_empty: true, $value: {b: [{$each: turns, $value: 1}]}}}", "PR0541", "true"),
                ("{a: {$omit_empty: true, $value: [1, {$each: turns, $value: 1}]}}", "PR0541", "true"),
                ("{a: {$omit_empty: true, $value: [{$tools: openai}]}}", "PR0541", "true"),
                ("{a: {$omit_empty: true, $value: [{$when: loud, $value: 1}]}}", "PR0541", "true"),
                ("{a: {$omit_empty: 1, $value: [{$each: turns, $value: 1}]}}", "PR0402", "1"),
                ("{a: {$omit_empty: true}}", "PR0403", "{$omit_empty: true}")):
            with self.subTest(body):
                self.wrong(body, code, under)


class Tools(RequestCase):
    def test_all_tools(self) -> None:
        item = self.request("[{$tools: anthropic}]").body.items[0]
        self.assertIsInstance(item, JsonTools)
        self.assertEqual((item.shape, item.visible), ("anthropic", ""))
        self.assertIn('{"name":"write","description":"Writes.","input_schema":{"type":"object","properties":{}}}',
                      self.text("[{$tools: anthropic}]", {}))

    def test_a_set_of_tools(self) -> None:
        pack = self.good(BASE + "  r: {body: [{$tools: openai, visible: enabled}]}\n")
        found = entry(pack, "r").inputs[0]
        self.assertEqual((found.name, found.type, found.of), ("enabled", "set", ("read", "write")))
        self.assertEqual(len(reference.render(pack, "r", {"enabled": ["write"]})), len(
            '[{"type":"function","function":{"name":"write","description":"Writes.","parameters":'
            '{"type":"object","properties":{}}}}]'))

    def test_bound_tools(self) -> None:
        bind = "    bind: {tools: {tools: mcp, visible: on_now}}\n"
        request = self.request('{tools: "{tools}"}', bind)
        self.assertEqual([item.name for item in request.inputs], ["on_now"])
        self.assertEqual(self.text('{tools: "{tools}"}', {"on_now": []}, bind), '{"tools":[]}')
        self.wrong('{tools: "x {tools}"}', "PR0544", "{tools}", more=bind)

    def test_mistakes(self) -> None:
        self.wrong("[{$tools: opnai}]", "PR0405", "opnai", "did you mean openai?")
        self.wrong("[{$tools: openai, visble: a}]", "PR0540", "visble", "did you mean visible?")
        self.wrong("[{$tools: openai, visible: a-b}]", "PR0407", "a-b")
        self.wrong("[{$tools: openai, visible: name}]", "PR0546", "name")
        self.wrong("{tools: {$tools: openai}}", "PR0541", "$tools")


class Binds(RequestCase):
    def test_slots_and_assemblies_are_strings(self) -> None:
        bind = "    bind: {system: {assembly: all}, greeting: {slot: hello, with: {name: model}}}\n"
        body = '{a: "{system}", b: "<{greeting}>"}'
        self.assertEqual([item.name for item in self.request(body, bind).inputs], ["name", "model"])
        self.assertEqual(self.text(body, {"name": b"\"n\"", "model": b"m"}, bind),
                         '{"a":"Hello \\"n\\"Be \\"brief\\".","b":"<Hello m>"}')

    def test_requests_are_values(self) -> None:
        bind = "    bind: {one: {request: uses}}\n"
        self.assertIsInstance(self.request('{a: "{one}"}', bind).body.members[0][1], JsonValue)
        self.wrong('{a: "x {one}"}', "PR0544", "{one}", more=bind)
        self.wrong('{a: "{one}"}', "PR0541", more="    bind: {one: {request: uses, when: loud}}\n")
        self.wrong('{a: "{one}"}', "PR0503", more="    bind: {one: {request: r}}\n")

    def test_fields_reach_bound_parts(self) -> None:
        bind = "    bind: {greeting: {slot: hello, with: {name: said}}}\n"
        body = '[{$each: turns, $value: "{greeting}"}]'
        self.assertEqual([item.name for item in self.request(body, bind).inputs], ["turns"])
        self.assertEqual(self.text(body, {"turns": [{"said": b"s"}]}, bind), '["Hello s"]')

    def test_mistakes(self) -> None:
        self.wrong('"{one}"', "PR0501", "nothing", more="    bind: {one: {slot: nothing}}\n")
        self.warned(BASE + "  r:\n    body: 1\n    bind: {one: {slot: hello}}\n", "PR0547", "one")


if __name__ == "__main__":
    unittest.main()
