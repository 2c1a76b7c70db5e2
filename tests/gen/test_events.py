"""Plans of events: what is selected, in which order, what is known beforehand; and the rules that a pack cannot break
(seed 003, section 14.5)."""

from __future__ import annotations

import io
import json
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from checking import CheckCase, check_files, HEAD
from fixtures import PackTest
from promptrom import cli, envelope, events, model, plans
from promptrom.emit import emit
from promptrom.lower import Options, Tables, lower
from promptrom.view import view
from promptrom.xxh64 import xxh64

AGENTTEAM = Path(__file__).resolve().parents[2] / "packs" / "agentteam"


def slot(name: str, order: float, output: str = "base", on: str = "thread_start", more: str = "", text: str = "",
         head: str = "", type_: str = "", durability: str = "") -> str:
    type_ = type_ or ("turn_context" if output == "turn" else "instruction")
    durability = durability or ("turn_only" if output == "turn" else "persistent")
    return (f"  {name}: {{{head}text: '{text or name}', block: {{type: {type_}, layer: platform, output: {output}, "
            f"durability: {durability}, order: {order}, events: [{on}]{', ' + more if more else ''}}}}}\n")


def event(name: str, *outputs: str) -> str:
    return f"  {name}: {{event: {name}, outputs: {{{', '.join(f'{item}: {{}}' for item in outputs)}}}}}\n"


def pack(declarations: str) -> model.Pack:
    made, report = check_files({"pack.yaml": HEAD + declarations})
    if made is None:
        raise AssertionError([item.message for item in report.items])
    return made


def tables(declarations: str) -> Tables:
    return lower(pack(declarations), Options())


class Plans(unittest.TestCase):
    def ids(self, made: plans.PlanTables, name: str) -> list[str]:
        plan = next(item for item in made.plans if item.event == name)
        return [made.blocks[step.block].slot.id for step in made.steps[plan.first:plan.first + plan.count]]

    def test_selection_and_order(self) -> None:
        made = tables("slots:\n" + slot("c", 1) + slot("b", -1, on="thread_start, thread_resume") + slot("a", 1.5)
                      + slot("d", -5, "developer", "thread_start, thread_resume") + "assemblies:\n"
                      + event("thread_start", "base", "developer")
                      + event("thread_resume", "base", "developer")).plans
        self.assertEqual(self.ids(made, "thread_start"), ["b", "c", "a", "d"])
        self.assertEqual(self.ids(made, "thread_resume"), ["b", "d"])
        self.assertEqual(self.ids(made, "wake"), [])
        self.assertEqual([item.event for item in made.plans], list(events.EVENTS))

    def test_numbers_ascend_in_every_plan(self) -> None:
        made = lower(check_agentteam(), Options()).plans
        for plan in made.plans:
            numbers = [step.block for step in made.steps[plan.first:plan.first + plan.count]]
            self.assertTrue(numbers, plan.event)
            self.assertEqual(numbers, sorted(set(numbers)), plan.event)

    def test_ties_are_broken_by_id(self) -> None:
        made = tables("allow: [PR0523]\nslots:\n" + slot("b", 1) + slot("a", 1) + "assemblies:\n"
                      + event("thread_start", "base")).plans
        self.assertEqual(self.ids(made, "thread_start"), ["a", "b"])

    def test_what_is_known_beforehand(self) -> None:
        made = tables("variables: {v: {type: text}, f: {type: flag}}\nslots:\n" + slot("fixed", 1, text="Grün 🙂")
                      + slot("given", 2, text="{v}", head="placeholders: [v], ") + slot("maybe", 3, more="when: f")
                      + "assemblies:\n" + event("thread_start", "base")).plans
        fixed, given, maybe = made.blocks
        data = "Grün 🙂".encode("utf-8")
        self.assertEqual((fixed.fixed.size, fixed.fixed.tokens, fixed.fixed.hash), (len(data), 2, xxh64(data)))
        self.assertEqual([item.flags for item in made.blocks], [("FIXED", "ALWAYS"), (), ("FIXED",)])
        self.assertIsNone(given.fixed)

    def test_nothing_is_known_where_an_overlay_may_come(self) -> None:
        made = tables("overridable: true\nslots:\n" + slot("a", 1) + "assemblies:\n" + event("thread_start", "base"))
        self.assertIsNone(made.plans.blocks[0].fixed)

    def test_orders_as_decimal_text(self) -> None:
        for order, text in ((0.0, "0"), (-100.0, "-100"), (1.5, "1.5"), (-0.25, "-0.25"), (1e15, "1000000000000000")):
            self.assertEqual(plans.order_text(order), text)

    def test_sources_that_are_arguments(self) -> None:
        made = tables("variables: {d: {type: text}, v: {type: text}, r: {type: rows, fields: {p: {type: text}}}}\n"
                      "slots:\n" + slot("doc", 1, text="{d}", head="placeholders: [d, v], ",
                                        more="source: {kind: workspace_doc, path: A.md, version: '{v}'}")
                      + slot("row", 2, text="x", head="placeholders: {p: {type: text}}, ",
                             more="each: r, source: {path: '{p}'}")
                      + "assemblies:\n" + event("thread_start", "base")).plans
        doc, row = made.blocks
        self.assertEqual((doc.path_input, doc.version_input), (plans.NO_INPUT, 1))
        self.assertEqual((row.path_input, row.version_input), (1, plans.NO_INPUT))
        self.assertEqual((doc.flags, row.flags), (("DOCUMENT",), ("REPEATED",)))

    def test_other_events_have_no_plan(self) -> None:
        declarations = "slots:\n" + slot("a", 1, on="start") + "assemblies:\n" + event("start", "base")
        made = tables(declarations)
        self.assertIsNone(made.plans)
        text = "".join(emit(view(pack(declarations), made, "example")).values())
        for word in ("plan", "envelope.h", "renderer"):
            self.assertNotIn(word, text)

    def test_ids_do_not_move(self) -> None:
        """What only the library renders stands behind what programs name."""
        declarations = "slots:\n" + slot("a", 1) + "assemblies:\n" + event("thread_start", "base")
        made = tables(declarations)
        self.assertEqual([(entry.key, entry.inner) for entry in made.entries], [
            ("a", False), ("thread_start", False), ("thread_start.base", False), ("thread_start.base:a", True)])
        self.assertIn("EXAMPLE_IDS = 3", emit(view(pack(declarations), made, "example"))["example.h"])


def check_agentteam() -> model.Pack:
    from promptrom.check import check_pack
    from promptrom.diagnostics import Report

    made = check_pack(str(AGENTTEAM), Report())
    assert made is not None
    return made


RUNTIMES = ("variables: {tool_send: {type: text, max_bytes: 20}}\n"
            "runtimes: {one: {tool_send: say}, two: {tool_send: post}}\n")


class Runtimes(CheckCase):
    def test_names_are_bound_to_renderers(self) -> None:
        body = "requests:\n" + "".join(
            f"  {name}: {{renderer: {{runtime: {runtime}, event: wake}}, body: {{t: '{{t}}'}}, "
            "bind: {t: {assembly: wake}}}\n" for name, runtime in (("a", "one"), ("b", "two")))
        made = self.good(RUNTIMES + "slots:\n" + slot("s", 1, "turn", "wake", text="Use {tool_send}.",
                                                      head="placeholders: [tool_send], ")
                         + "assemblies:\n" + event("wake", "turn") + body)
        from promptrom.reference import render
        self.assertEqual([render(made, name, {}) for name in "ab"], [b'{"t":"Use say."}', b'{"t":"Use post."}'])

    def test_mistakes(self) -> None:
        self.bad("variables: {n: {type: integer}}\nslots: {a: {placeholders: [n], text: '{n}'}}\n"
                 "runtimes: {one: {n: x}}\n", "PR0508", "n", "which is integer")
        self.bad("variables: {tool: {type: text}}\nslots: {a: {placeholders: [tool], text: '{tool}'}}\n"
                 "runtimes: {one: {tol: x}}\n", "PR0507", "tol", "did you mean tool?")
        self.bad("variables: {tool: {type: text, max_bytes: 2}}\nslots: {a: {placeholders: [tool], text: '{tool}'}}\n"
                 "runtimes: {one: {tool: abc}}\n", "PR0508", "one", "longer than max_bytes 2")
        self.bad("slots: {a: {text: A}}\nruntimes: {one-two: {}}\n", "PR0407", "one-two")
        self.bad("slots: {a: {text: A}}\nruntimes: {one: no}\n", "PR0402", "no")


class Invariants(CheckCase):
    """Each rule with a pack that keeps it and one that breaks it."""

    def both(self, good: str, bad: str, code: str) -> None:
        self.good(good)
        self.assertEqual(set(self.codes(bad)), {code})

    def test_reference_never_goes_to_base(self) -> None:
        def text(output: str) -> str:
            return ("slots:\n" + slot("a", 1, output, type_="reference", durability="compactable") + "assemblies:\n"
                    + event("thread_start", output))
        self.both(text("reference"), text("base"), "PR0520")

    def test_turn_context_is_never_persistent(self) -> None:
        def text(durability: str) -> str:
            return ("slots:\n" + slot("a", 1, "turn", "wake", durability=durability) + "assemblies:\n"
                    + event("wake", "turn"))
        self.both(text("turn_only"), text("persistent"), "PR0521")

    def test_notices_stand_before_turn_context(self) -> None:
        def text(order: int) -> str:
            return ("slots:\n" + slot("a", 1, "turn", "wake") + slot("n", order, "turn", "wake", type_="notice")
                    + "assemblies:\n" + event("wake", "turn"))
        self.both(text(0), text(2), "PR0522")

    def test_a_delivery_brings_no_standing_instructions(self) -> None:
        def text(output: str) -> str:
            return ("slots:\n" + slot("a", 1, output, "routed_message_delivery") + "assemblies:\n"
                    + event("routed_message_delivery", output))
        self.both(text("turn"), text("base"), "PR0808")

    def test_no_block_is_lost(self) -> None:
        def text(outputs: "tuple[str, ...]") -> str:
            return ("slots:\n" + slot("a", 1) + slot("b", 2, "developer") + "assemblies:\n"
                    + event("thread_start", *outputs))
        self.both(text(("base", "developer")), text(("base",)), "PR0526")

    def renderer(self, binds: str, body: str = "{t: '{t}'}", extra: str = "") -> str:
        return ("slots:\n" + slot("a", 1) + slot("b", 2, "developer") + "assemblies:\n"
                + event("thread_start", "base", "developer") + extra + "runtimes: {one: {}}\nrequests:\n"
                f"  r: {{renderer: {{runtime: one, event: thread_start}}, body: {body}, bind: {{{binds}}}}}\n")

    def test_a_renderer_sends_every_output_once(self) -> None:
        whole = self.renderer("t: {assembly: thread_start}")
        split = self.renderer("t: {assembly: thread_start, output: base}, "
                              "u: {assembly: thread_start, output: developer}", "{t: '{t}', u: '{u}'}")
        self.good(split)
        self.both(whole, self.renderer("t: {assembly: thread_start, output: base}"), "PR0804")
        self.both(whole, self.renderer("t: {assembly: thread_start}", "{t: '{t}{t}'}"), "PR0804")
        self.bad(self.renderer("t: {assembly: thread_start}, u: {assembly: thread_start, output: base}",
                               "{t: '{t}', u: '{u}'}"), "PR0804", says="repeats output base")

    def test_a_renderer_names_an_event_that_there_is(self) -> None:
        text = self.renderer("t: {assembly: thread_start}")
        self.bad(text.replace("event: thread_start}, body", "event: thread_strat}, body"), "PR0405",
                 says="did you mean thread_start?")
        self.bad(text.replace("runtime: one", "runtime: two"), "PR0405")
        self.bad(text.replace("event: thread_start}, body", "event: wake}, body"), "PR0804",
                 says="no assembly takes")
        self.bad(text.replace("runtime: one, ", ""), "PR0403")

    def test_text_in_rows_is_refused(self) -> None:
        text = self.renderer("t: {assembly: thread_start}", "[{$each: r, $value: {t: '{t}', n: '{n}'}}]")
        self.bad("variables: {r: {type: rows, fields: {n: {type: text}}}}\n" + text, "PR0804", says="rows")

    def test_text_under_a_condition_is_refused(self) -> None:
        text = self.renderer("t: {assembly: thread_start}", "{t: {$when: f, $value: '{t}'}}")
        self.bad("variables: {f: {type: flag}}\n" + text, "PR0804", says="under a condition")

    def test_an_event_cannot_hide_in_another_request(self) -> None:
        text = self.renderer("t: {assembly: thread_start}, s: {request: sub}", "{t: '{t}', s: '{s}'}")
        self.bad(text + "  sub: {body: {u: '{u}'}, bind: {u: {assembly: thread_start}}}\n", "PR0804",
                 says="takes in sub, which holds an event")

    def delivery(self, body: str, extra: str = "") -> str:
        """A renderer of a delivery, without its wake token."""
        others = [name for name in envelope.CORRELATION if name != "wake_token"]
        return ("variables:\n  f: {type: flag}\n  wake_token: {type: text}\n" + "".join(
                    f"  {name}: {{type: {envelope.FIELDS[name].type}}}\n" for name in others)
                + "slots:\n" + slot("a", 1, "turn", "reaction_delivery", text="{f}", head="placeholders: [f], ")
                + "  s: {placeholders: [wake_token], text: '{wake_token}'}\nassemblies:\n"
                + event("reaction_delivery", "turn") + "runtimes: {one: {}}\nrequests:\n" + extra
                + f"  r: {{renderer: {{runtime: one, event: reaction_delivery}}, body: {{{body}, "
                + ", ".join(f"{name}: '{{{name}}}'" for name in others)
                + "}, bind: {t: {assembly: reaction_delivery}, s: {slot: s}, w: {request: wire}}}\n"
                + "  wire: {body: {w: '{wake_token}'}}\n")

    def test_correlation_is_sent_untouched(self) -> None:
        for body in ("w: '{wake_token}'", "w: {$when: has(wake_token), $value: '{wake_token}'}",
                     "w: ['{wake_token}']", "w: '{w}'"):
            with self.subTest(body):
                self.assertNotIn("PR0805", self.codes(self.delivery(f"t: '{{t}}', {body}")))
        for body in ("w: {$when: has(wake_token), $value: yes}", "w: {$when: f, $value: '{wake_token}'}",
                     "w: 'x{wake_token}'", "w: {$unless: f, $value: '{w}'}", "w: '{s}'"):
            with self.subTest(body):
                self.assertIn("PR0805", self.codes(self.delivery(f"t: '{{t}}', {body}")))

    def test_memory_is_never_shown_as_it_is(self) -> None:
        def text(path: str, kind: str = "workspace_doc", on: str = "thread_start") -> str:
            return ("variables: {d: {type: text}}\nslots:\n"
                    + slot("a", 1, on=on, text="{d}", head="placeholders: [d], ",
                           more=f"source: {{kind: {kind}, path: {path}}}") + "assemblies:\n" + event(on, "base"))
        for path in ("MEMORY.md", "./MEMORY.md", "state/now.md", "kb/a/b.md", "archive/old.md", "kb"):
            with self.subTest(path):
                self.both(text("IDENTITY.md"), text(path), "PR0810")
        for path in ("docs/MEMORY.md", "kbase/a.md", "statement.md"):
            self.good(text(path))
        self.good(text("kb", "retrieval"))
        self.good(text("MEMORY.md", on="start"))

    def test_correlation_does_not_stand_beside_an_event(self) -> None:
        for text in ("{t}{wake_token}", "{s}{t}"):
            with self.subTest(text):
                self.assertIn("PR0806", self.codes(self.delivery(f"t: '{text}', w: '{{wake_token}}'")))
        self.assertNotIn("PR0806", self.codes(self.delivery("t: '{t}', u: '{s}', w: '{wake_token}'")))

    def test_correlation_is_private(self) -> None:
        def text(name: str) -> str:
            return (f"variables: {{{name}: {{type: text}}}}\nslots:\n"
                    + slot("a", 1, "turn", "wake", text="{" + name + "}", head=f"placeholders: [{name}], ")
                    + "assemblies:\n" + event("wake", "turn"))
        for name in ("wake_token", "delivery_id", "runtime_session_id", "deferred_batch_id", "evidence_class"):
            self.both(text("message_id"), text(name), "PR0806")


class ExplainEvent(PackTest):
    def explain(self, *words: str) -> "tuple[int, str, str]":
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = cli.main(["explain-event", *words])
        return status, out.getvalue(), err.getvalue()

    def test_agentteam(self) -> None:
        status, text, _ = self.explain(str(AGENTTEAM), "thread_start")
        self.assertEqual(status, 0)
        self.assertIn("thread_start (thread_contract): 11 blocks of pack agentteam\n\nbase:\n  1. platform.core\n",
                      text)
        self.assertIn("  4. documents.identity\n"
                      "     instruction, workspace_doc, persistent, order -90, from 11 tokens\n"
                      "     from workspace_doc IDENTITY.md at {identity_version}, owned by agent\n"
                      "     why: if identity is given\n", text)
        self.assertIn("\ndeveloper:\n  10. notices.agents_cut\n", text)
        self.assertIn("why: once for each row of agents\n", text)

    def test_every_event_in_the_order_of_its_plan(self) -> None:
        made = lower(check_agentteam(), Options()).plans
        for plan in made.plans:
            status, text, _ = self.explain(str(AGENTTEAM), plan.event, "--format", "json")
            found = json.loads(text)
            self.assertEqual((status, found["kind"]), (0, events.kind_of(plan.event)))
            self.assertEqual([item["block"] for item in found["blocks"]],
                             [made.blocks[step.block].slot.id
                              for step in made.steps[plan.first:plan.first + plan.count]])

    def test_reasons(self) -> None:
        self.write({"pack.yaml": HEAD + "variables: {f: {type: flag}, g: {type: flag}, "
                    "v: {type: text, max_bytes: 9}}\n"
                    "slots:\n  z: {text: Z}\n" + slot("a", 1, on="go", more="when: [f, filled(z)], unless: g")
                    + slot("b", 2, on="go", text="{v}", head="placeholders: [v], ", more="unless: has(v)")
                    + "assemblies:\n" + event("go", "base")})
        status, text, _ = self.explain(self.directory, "go")
        self.assertEqual(status, 0)
        self.assertIn("go: 2 blocks", text)
        self.assertIn("why: if f, if slot z has text, unless g\n", text)
        self.assertIn("at most 3 tokens\n", text)
        self.assertIn("why: unless v is given", text)

    def test_wrong_use(self) -> None:
        status, _, err = self.explain(str(AGENTTEAM), "thread_strat")
        self.assertEqual(status, 2)
        self.assertIn("did you mean thread_start?", err)
        self.write({"pack.yaml": HEAD + "slots: {a: {text: '{b}'}}\nslots: {}\n"})
        self.assertEqual(self.explain(self.directory, "x")[0], 1)


if __name__ == "__main__":
    unittest.main()
