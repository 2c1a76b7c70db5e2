"""Codes of runtimes, renderers and the blocks of the nine events: PR08xx."""

from __future__ import annotations

from .code_type import Code, Example

_HEAD = "promptrom: 1\npack: example\n"
_TOOL = "variables:\n  tool_send: {type: text, max_bytes: 8}\n"
_CORRELATION = ("wake_token", "delivery_id", "runtime_session_id", "attempt", "deferred_batch_id", "evidence_class")


def _pack(declarations: str) -> Example:
    return {"pack.yaml": _HEAD + declarations}


def _slots(name: str = "a", output: str = "base", events: str = "thread_start", more: str = "",
           type_: str = "instruction", durability: str = "persistent", text: str = "A") -> str:
    return (f"slots:\n  {name}: {{{more}text: '{text}', block: {{type: {type_}, layer: platform, output: {output}, "
            f"durability: {durability}, events: [{events}]}}}}\n")


def _turn(events: str, more: str = "", text: str = "A") -> str:
    return _slots("a", "turn", events, more, "turn_context", "turn_only", text)


def _event(event: str, outputs: str = "base", name: str = "go") -> str:
    return f"assemblies:\n  {name}: {{event: {event}, outputs: {{{outputs}: {{}}}}}}\n"


def _renderer(event: str, body: str, bind: str = "text: {assembly: go}", name: str = "send") -> str:
    return (f"  {name}:\n    renderer: {{runtime: one, event: {event}}}\n    body: {body}\n"
            f"    bind: {{{bind}}}\n")


_START = _slots() + _event("thread_start") + "runtimes: {one: {}}\nrequests:\n"
_SEND = _renderer("thread_start", "{text: \"{text}\"}")
_DELIVERY = _turn("reaction_delivery") + _event("reaction_delivery", "turn") + "runtimes: {one: {}}\nrequests:\n"
_WIRE = ", ".join(f"{name}: \"{{{name}}}\"" for name in _CORRELATION)
_WIRED = "variables:\n" + "".join(
    f"  {name}: {{type: {'integer' if name == 'attempt' else 'text'}}}\n" for name in _CORRELATION)


def _source(version: str, path: str = "A.md") -> str:
    return ("variables:\n  doc: {type: text}\n  doc_version: {type: text}\nslots:\n  a:\n"
            "    placeholders: [doc, doc_version]\n    text: '{doc}'\n    block: {type: instruction, layer: "
            "workspace_doc, output: base, durability: persistent, events: [thread_start],\n"
            f"      source: {{kind: workspace_doc, path: {path}, version: '{version}'}}}}\n" + _event("thread_start"))


CODES: tuple[Code, ...] = (
    Code("PR0801", "runtime-names", "error", "runtimes that do not name the same things",
         "A prompt that speaks of a tool is rendered for every runtime, so each must say what it calls the tool.",
         _pack(_TOOL + "slots: {a: {placeholders: [tool_send], text: 'Use {tool_send}.'}}\n"
               "runtimes: {one: {tool_send: send}, two: {}}\n"),
         _pack(_TOOL + "slots: {a: {placeholders: [tool_send], text: 'Use {tool_send}.'}}\n"
               "runtimes: {one: {tool_send: send}, two: {tool_send: say}}\n")),
    Code("PR0802", "event-taken-twice", "error", "two assemblies for one event",
         "An event has one plan: its blocks in their order. A second assembly would make it unclear which is meant.",
         _pack(_slots() + _event("thread_start") + "  again: {event: thread_start, outputs: {base: {}}}\n"),
         _pack(_slots() + _event("thread_start"))),
    Code("PR0803", "renderer-twice", "error", "two renderers for one event and runtime",
         "What is sent must not depend on which of the two is found first.",
         _pack(_START + _SEND + _renderer("thread_start", "{text: \"{text}\"}", name="again")),
         _pack(_START + _SEND)),
    Code("PR0804", "renderer-loses-output", "error", "a renderer that does not send an event once and whole",
         "A renderer decides where the outputs of an event go in its body, and not whether they are sent. Each of "
         "them stands in the body exactly once, outside of rows and conditions, bound by the renderer itself.",
         _pack(_START + _renderer("thread_start", "{text: none}", "")), _pack(_START + _SEND)),
    Code("PR0805", "correlation-lost", "error", "a renderer of a delivery without its correlation",
         "Wake token, delivery, session, attempt, deferred batch and evidence class tie what the runtime does to the "
         "daemon's records. Each stands alone in the payload of every delivery; a member may be left out when there "
         "is no value.",
         _pack(_DELIVERY + _renderer("reaction_delivery", "{text: \"{text}\"}")),
         _pack(_WIRED + _DELIVERY + _renderer("reaction_delivery", f"{{text: \"{{text}}\", {_WIRE}}}"))),
    Code("PR0806", "correlation-shown", "error", "a text that may show the daemon's records to the model",
         "Wake tokens, sessions, attempts and the like are no business of the model. A block of one of the nine "
         "events must not have them on its allow-list, nor may a renderer put them beside an event.",
         _pack("variables: {wake_token: {type: text}, name: {type: text}}\n"
               + _turn("wake", "placeholders: [wake_token, name], ", "{name} {wake_token}") + _event("wake", "turn")),
         _pack("variables: {name: {type: text}}\n"
               + _turn("wake", "placeholders: [name], ", "{name}") + _event("wake", "turn"))),
    Code("PR0807", "source-argument", "error", "a source that names an argument which the block does not have",
         "Path and version of a source may be a single placeholder, whose value is then taken at run time. It must "
         "be a text on the slot's allow-list.",
         _pack(_source("{doc_versoin}")), _pack(_source("{doc_version}"))),
    Code("PR0808", "standing-in-delivery", "error", "a block of a delivery that does not go to the turn",
         "A delivery hands a message to a session that runs already. Standing instructions belong to thread_start "
         "and thread_resume.",
         _pack(_slots(events="reaction_delivery") + _event("reaction_delivery")),
         _pack(_turn("reaction_delivery") + _event("reaction_delivery", "turn"))),
    Code("PR0809", "envelope-type", "error", "an input that the envelope fills, but with another type",
         "Inputs called like a field of the runtime input envelope are filled from it, so they must have its type.",
         _pack("variables: {author: {type: integer}}\n" + _turn("reaction_delivery", "placeholders: [author], ",
                                                                "By {author}")
               + _event("reaction_delivery", "turn")),
         _pack("variables: {author: {type: text}}\n" + _turn("reaction_delivery", "placeholders: [author], ",
                                                             "By {author}")
               + _event("reaction_delivery", "turn"))),
    Code("PR0810", "memory-shown", "error", "a block that shows an agent's own files as they are",
         "MEMORY.md, state, kb and archive are how an agent remembers: it opens them itself, when it needs them. Put "
         "into a prompt as a whole they would grow with every turn. Instructions say how they are used; what was "
         "looked up in them for one turn is a retrieval.",
         _pack(_source("{doc_version}", "MEMORY.md")), _pack(_source("{doc_version}"))),
)
