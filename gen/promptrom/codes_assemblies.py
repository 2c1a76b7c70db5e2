"""Codes of assemblies, requests, tools and cases: PR05xx."""

from __future__ import annotations

from .code_type import Code, Example


def _pack(declarations: str) -> Example:
    return {"pack.yaml": "promptrom: 1\npack: example\n" + declarations}


_A = "slots:\n  a: {text: A}\n"
_NAMED = "variables:\n  name: {type: text}\nslots:\n  a: {placeholders: [name], text: \"A {name}\"}\n"
_LOUD = "variables:\n  loud: {type: flag}\n" + _A
_TONE = ("variables:\n  tone: {type: choice, of: [calm, merry]}\nslots:\n  calm: {text: Calm}\n  say:\n"
         "    calm: {text: Calm}\n")
_ROWS = "variables:\n  turns: {type: rows, fields: {kind: {type: choice, of: [user, bot]}, said: {type: text}}}\n"
_USER = "user: {role: user, content: \"{said}\"}"
_BOT = "bot: {role: bot, content: \"{said}\"}"


def _parts(*parts: str) -> str:
    return "assemblies:\n  all:\n    parts:\n" + "".join(f"      - {part}\n" for part in parts)


def _block(name: str, type_: str, output: str, durability: str, more: str = "events: [start]") -> str:
    return (f"  {name}: {{text: {name}, block: {{type: {type_}, layer: platform, output: {output}, "
            f"durability: {durability}, {more}}}}}\n")


def _start(*blocks: str, outputs: str = "{base: {}, turn: {}}") -> str:
    return "slots:\n" + "".join(blocks) + f"assemblies:\n  start: {{event: start, outputs: {outputs}}}\n"


def _tool(parameters: str = "{type: object, properties: {path: {type: string}}}", more: str = "") -> str:
    return f"{more}tools:\n  read: {{description: Reads a file., parameters: {parameters}}}\n"


def _request(body: str, more: str = "") -> str:
    return f"requests:\n  ask:\n    body: {body}\n{more}"


def _deep() -> str:
    chain = "".join(f"  a{number}: {{parts: [a{number + 1}]}}\n" for number in range(9))
    return "assemblies:\n" + chain + "  a9: {parts: [{text: A}]}\n"


CODES: tuple[Code, ...] = (
    Code("PR0501", "unknown-entry", "error", "a slot, assembly, request or constant that does not exist",
         "A part names something that the pack does not declare, or something of another kind.",
         _pack(_A + _parts("slot_a")), _pack(_A + _parts("a"))),
    Code("PR0502", "not-one-part", "error", "a part that is nothing, or several things at once",
         "A part is one of slot, assembly, constant, text, each and choose. A request is a part of other requests "
         "only.",
         _pack(_A + _parts("{slot: a, text: B}")), _pack(_A + _parts("{slot: a}", "{text: B}"))),
    Code("PR0503", "assembly-circle", "error", "an assembly that contains itself",
         "Assemblies, and slots with bound parts, may call each other, but following the calls must come to an "
         "end.",
         _pack("assemblies:\n  one: {parts: [two]}\n  two: {parts: [one]}\n"),
         _pack("assemblies:\n  one: {parts: [two]}\n  two: {parts: [{text: A}]}\n")),
    Code("PR0504", "too-deep", "error", "calls within calls beyond the limit",
         "The run-time library remembers 8 calls within calls. Assemblies, requests, and slots with sections or "
         "bound parts take one each; plain slots take none.",
         _pack(_deep())),
    Code("PR0505", "input-conflict", "error", "one name with two meanings",
         "Two parts need an input of one name, but declare it with different types, choices, defaults or fences. "
         "The caller has one field for it. Rename one of them with `with`.",
         _pack("slots:\n  a: {placeholders: {n: {type: text}}, text: \"A {n}\"}\n  b: {placeholders: {n: {type: "
               "integer}}, text: \"B {n}\"}\n" + _parts("a", "b")),
         _pack("slots:\n  a: {placeholders: {n: {type: text}}, text: \"A {n}\"}\n  b: {placeholders: {n: {type: "
               "text}}, text: \"B {n}\"}\n" + _parts("a", "b"))),
    Code("PR0506", "bad-condition", "error", "a condition that cannot be read or has the wrong type",
         "A condition is the name of a flag, `has(name)` for any other input, `filled(slot)`, or a list of these "
         "that must all hold. What must not hold stands under `unless`.",
         _pack(_LOUD + _parts("{slot: a, when: has(loud)}")), _pack(_LOUD + _parts("{slot: a, when: loud}"))),
    Code("PR0507", "unknown-input", "error", "an input that does not exist",
         "A condition, `each` or `with` names an input that is declared nowhere, or that the part does not have.",
         _pack(_LOUD + _parts("{slot: a, when: loud}", "{slot: a, when: laud}")),
         _pack(_LOUD + _parts("{slot: a, when: loud}"))),
    Code("PR0508", "type-mismatch", "error", "an input of the wrong type",
         "What is handed on must fit the input that receives it. A text takes text, integers and choices; "
         "everything else takes its own type.",
         _pack(_NAMED + _parts("{each: name, slot: a}")), _pack(_NAMED + _parts("a"))),
    Code("PR0510", "not-a-choice", "error", "`choose` by something that is no choice",
         "A part with `choose` takes one slot of a group by the value of a variable of type choice.",
         _pack(_NAMED + _parts("a", "{choose: name, from: say}")), _pack(_NAMED + _parts("a"))),
    Code("PR0511", "choice-without-slot", "error", "slots and choices do not match",
         "The group after `from` holds exactly one slot for each choice: a missing one could not be rendered, a "
         "surplus one never would be.",
         _pack(_TONE + _parts("{choose: tone, from: say}")),
         _pack(_TONE + "    merry: {text: Merry}\n" + _parts("{choose: tone, from: say}"))),
    Code("PR0512", "unknown-output", "error", "an output that an assembly does not have",
         "An assembly has the outputs that its key `outputs` lists.",
         _pack("assemblies:\n  one: {outputs: {base: {parts: [{text: A}]}}}\n"
               "  two: {parts: [{assembly: one, output: turn}]}\n"),
         _pack("assemblies:\n  one: {outputs: {base: {parts: [{text: A}]}}}\n"
               "  two: {parts: [{assembly: one, output: base}]}\n")),
    Code("PR0513", "else-without-condition", "error", "an `else` that can never be reached",
         "`else` stands where a condition of its part does not hold. Without `when` or `unless` it never would.",
         _pack(_A + _parts("{text: B, else: a}")),
         _pack(_LOUD + _parts("{text: B, when: loud, else: a}"))),
    Code("PR0514", "bad-with", "error", "a value of `with` that cannot be read",
         "`with` hands an input on under another name: the name of an input, `count(rows)`, or `{text: …}`.",
         _pack(_NAMED + _parts("{slot: a, with: {name: Jo Doe}}")),
         _pack("slots:\n  a: {placeholders: {name: {type: text}}, text: \"A {name}\"}\n"
               + _parts("{slot: a, with: {name: {text: Jo Doe}}}"))),
    Code("PR0515", "parts-and-outputs", "error", "parts beside outputs or an event",
         "The parts of an assembly stand under `parts`, or in its outputs, or come from the blocks of an event.",
         _pack(_A + "assemblies:\n  all: {parts: [a], outputs: {base: {parts: [a]}}}\n"),
         _pack(_A + "assemblies:\n  all: {outputs: {base: {parts: [a]}}}\n")),
    Code("PR0516", "never", "error", "conditions that can never hold together",
         "All of `when` must hold and none of `unless`. What names one condition under both never stands anywhere, "
         "so that its text is lost without a word.",
         _pack(_LOUD + _parts("{slot: a, when: loud, unless: loud}")),
         _pack(_LOUD + _parts("{slot: a, when: loud}"))),
    Code("PR0517", "no-condition", "warning", "an empty list of conditions",
         "An empty list under `when` or `unless` decides nothing: what has it always stands there. Most likely a "
         "condition was forgotten.",
         _pack(_LOUD + _parts("{slot: a, when: loud}", "{slot: a, when: []}")),
         _pack(_LOUD + _parts("{slot: a, when: loud}", "a"))),
    Code("PR0520", "reference-in-base", "error", "a reference block in the base output",
         "References are looked up; in `base` they would become standing instructions.",
         _pack(_start(_block("a", "reference", "base", "compactable"))),
         _pack(_start(_block("a", "reference", "turn", "compactable")))),
    Code("PR0521", "persistent-turn-context", "error", "a turn_context block that is persistent",
         "What describes one turn would be wrong in every later one.",
         _pack(_start(_block("a", "turn_context", "turn", "persistent"))),
         _pack(_start(_block("a", "turn_context", "turn", "turn_only")))),
    Code("PR0522", "notice-behind-context", "error", "a notice behind turn_context in one output",
         "Notices come first, so that they are read before what they are about.",
         _pack(_start(_block("a", "turn_context", "turn", "turn_only", "order: 1, events: [start]"),
                      _block("b", "notice", "turn", "turn_only", "order: 2, events: [start]"))),
         _pack(_start(_block("a", "turn_context", "turn", "turn_only", "order: 2, events: [start]"),
                      _block("b", "notice", "turn", "turn_only", "order: 1, events: [start]")))),
    Code("PR0523", "equal-order", "warning", "two blocks with the same order",
         "Blocks of one event and output that have the same order stand in byte order of their ids, so that "
         "renaming one moves it.",
         _pack(_start(_block("a", "instruction", "base", "persistent"),
                      _block("b", "instruction", "base", "persistent"))),
         _pack(_start(_block("a", "instruction", "base", "persistent"),
                      _block("b", "instruction", "base", "persistent", "order: 1, events: [start]")))),
    Code("PR0524", "event-without-assembly", "warning", "a block for an event that no assembly takes",
         "The block is never rendered for that event: the event is mistyped, or its assembly is missing.",
         _pack(_start(_block("a", "instruction", "base", "persistent", "events: [start, stop]"))),
         _pack(_start(_block("a", "instruction", "base", "persistent")))),
    Code("PR0525", "event-without-block", "error", "an assembly for an event that no block lists",
         "The assembly would always be empty: the event is mistyped, or no block lists it yet.",
         _pack(_A + "assemblies:\n  start: {event: start, outputs: {base: {}}}\n"),
         _pack(_start(_block("a", "instruction", "base", "persistent")))),
    Code("PR0526", "block-without-output", "error", "a block whose output the event's assembly lacks",
         "The block would be dropped without a word.",
         _pack(_start(_block("a", "instruction", "developer", "persistent"))),
         _pack(_start(_block("a", "instruction", "developer", "persistent"), outputs="{developer: {}}"))),
    Code("PR0531", "rest-marker", "error", "`tool_order` needs <unlisted-tools> exactly once",
         "The marker says where the tools stand that the list does not name, so that a new tool never vanishes.",
         _pack(_tool(more="tool_order: [read]\n")), _pack(_tool(more="tool_order: [read, <unlisted-tools>]\n"))),
    Code("PR0532", "tool-listed-twice", "error", "`tool_order` names a tool twice",
         "A tool has one place.",
         _pack(_tool(more="tool_order: [read, <unlisted-tools>, read]\n")),
         _pack(_tool(more="tool_order: [read, <unlisted-tools>]\n"))),
    Code("PR0533", "no-such-tool", "error", "`tool_order` names what is no tool",
         "The tool was renamed or removed, or its name is mistyped.",
         _pack(_tool(more="tool_order: [red, <unlisted-tools>]\n")),
         _pack(_tool(more="tool_order: [read, <unlisted-tools>]\n"))),
    Code("PR0534", "parameters-no-object", "error", "parameters of a tool that are no object",
         "Providers take the parameters of a tool as a JSON schema whose type is object.",
         _pack(_tool("{type: string}")), _pack(_tool())),
    Code("PR0535", "object-without-properties", "error", "an object in a schema without properties",
         "A model would have to guess what belongs there, and some providers refuse such a schema. An object that "
         "takes nothing says `properties: {}`.",
         _pack(_tool("{type: object}")), _pack(_tool("{type: object, properties: {}}"))),
    Code("PR0536", "required-no-property", "error", "`required` names what is no property",
         "The property was renamed or removed, or its name is mistyped.",
         _pack(_tool("{type: object, properties: {path: {type: string}}, required: [paht]}")),
         _pack(_tool("{type: object, properties: {path: {type: string}}, required: [path]}"))),
    Code("PR0537", "not-in-json", "error", "a number that JSON cannot write",
         "JSON has neither infinity nor values that are not numbers.",
         _pack(_request("{temperature: .inf}")), _pack(_request("{temperature: 1.5}"))),
    Code("PR0538", "description-with-inputs", "error", "a description of a tool that needs arguments",
         "The JSON of tools is fixed when the pack is compiled, so the slot may hold constants, but no values.",
         _pack(_NAMED + "tools:\n  read: {description: {slot: a}}\n"),
         _pack(_A + "tools:\n  read: {description: {slot: a}}\n")),
    Code("PR0539", "unknown-tool-word", "warning", "a word that looks like a tool and is none",
         "A slot has a word in backquotes with an underscore that is neither a tool nor a property of one. Names "
         "of tools change more often than the prompts that speak of them.",
         _pack("slots:\n  a: {text: \"Use `read_file` first.\"}\n" + _tool()),
         _pack("slots:\n  a: {text: \"Use `read` first.\"}\n" + _tool())),
    Code("PR0540", "directive-keys", "error", "keys that cannot stand together in a request",
         "`$each` goes with `$value`, or with `$choose` and one value a choice; `$when` and `$unless` go with "
         "`$value`; `$tools` goes with `visible`.",
         _pack(_LOUD + _request("{a: {$when: loud, value: 1, $value: 2}}")),
         _pack(_LOUD + _request("{a: {$when: loud, $value: 2}}"))),
    Code("PR0541", "directive-place", "error", "something optional where a value must stand",
         "Conditions stand in members and items, `$each` and `$tools` in items of lists: elsewhere nothing could "
         "be left out, or repeated, without breaking the JSON.",
         _pack(_tool() + _request("{tools: {$tools: openai}}")),
         _pack(_tool() + _request("{tools: [{$tools: openai}]}"))),
    Code("PR0542", "shapes-and-choices", "error", "the shapes of an item do not match the choices",
         "Below `$choose` stands exactly one value for each name of the choice.",
         _pack(_ROWS + _request(f"[{{$each: turns, $choose: kind, {_USER}}}]")),
         _pack(_ROWS + _request(f"[{{$each: turns, $choose: kind, {_USER}, {_BOT}}}]"))),
    Code("PR0543", "no-tools", "error", "a request lists tools, but the pack has none",
         "An empty list would hardly be meant, and several providers refuse it.",
         _pack(_request("{tools: [{$tools: openai}]}")), _pack(_tool() + _request("{tools: [{$tools: openai}]}"))),
    Code("PR0544", "json-in-string", "error", "JSON inside a string",
         "Other requests and lists of tools are JSON values and stand alone; inside a string they would be text.",
         _pack("requests:\n  one: {body: {a: 1}}\n  two:\n    body: {b: \"x {one}\"}\n"
               "    bind: {one: {request: one}}\n"),
         _pack("requests:\n  one: {body: {a: 1}}\n  two:\n    body: {b: \"{one}\"}\n"
               "    bind: {one: {request: one}}\n")),
    Code("PR0545", "unquoted-placeholder", "error", "a placeholder without quotes in a request",
         "To YAML, `{name}` without quotes is a mapping with an empty value.",
         _pack(_NAMED + _request("{model: {name}}")), _pack(_NAMED + _request("{model: \"{name}\"}"))),
    Code("PR0546", "set-is-variable", "error", "the set of tools has the name of a variable",
         "`visible` names an input of its own kind, which cannot be a variable as well.",
         _pack(_NAMED + _tool() + _request("{tools: [{$tools: openai, visible: name}]}")),
         _pack(_NAMED + _tool() + _request("{tools: [{$tools: openai, visible: enabled}]}"))),
    Code("PR0547", "unused-bind", "warning", "a request binds a name that its body never uses",
         "The placeholder was removed or renamed.",
         _pack(_A + _request("{b: 1}", "    bind: {a: {slot: a}}\n")),
         _pack(_A + _request("{b: \"{a}\"}", "    bind: {a: {slot: a}}\n"))),
    Code("PR0550", "open-fence", "error", "text that begins a tag before a fenced value",
         "A fence keeps a value from opening or closing a tag. A `<` or `</` before the value would let the value "
         "complete a tag that no fence sees, if nothing stands between them, or only what may be empty or a piece of "
         "the tag: white space, a slash, letters of its name, and values.",
         _pack("variables:\n  note: {type: text, fence: memo}\n"
               "slots:\n  a: {placeholders: [note], text: \"</{note}\"}\n"),
         _pack("variables:\n  note: {type: text, fence: memo}\n"
               "slots:\n  a: {placeholders: [note], text: \"<memo>{note}</memo>\"}\n")),
    Code("PR0551", "case-outcome", "error", "a case must expect either a text or an error",
         "A case has one outcome: `expect`, or `error`.",
         _pack(_A + "cases:\n  - {name: one, render: a}\n"),
         _pack(_A + "cases:\n  - {name: one, render: a, expect: A}\n")),
    Code("PR0552", "unknown-error", "error", "a case expects an error that does not exist",
         "`error` is a code, or the name of what can go wrong while rendering.",
         _pack(_A + "cases:\n  - {name: one, render: a, args: {b: 1}, error: PR9999}\n"),
         _pack(_A + "cases:\n  - {name: one, render: a, args: {b: 1}, error: PR0301}\n")),
    Code("PR0553", "bad-argument", "error", "an argument of a case that does not fit",
         "Where a case expects a text, its arguments must be values that the inputs could have.",
         _pack("variables:\n  pct: {type: integer, max: 100}\nslots:\n  a: {placeholders: [pct], text: \"{pct}\"}\n"
               "cases:\n  - {name: one, render: a, args: {pct: 101}, expect: \"101\"}\n"),
         _pack("variables:\n  pct: {type: integer, max: 100}\nslots:\n  a: {placeholders: [pct], text: \"{pct}\"}\n"
               "cases:\n  - {name: one, render: a, args: {pct: 99}, expect: \"99\"}\n")),
)
