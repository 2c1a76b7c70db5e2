"""`promptrom init`: packs of prompt files that were written for other programs. Each case here is a kind of trouble
that real collections of prompts hold."""

from __future__ import annotations

import io
import json
import os
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Union
from unittest import mock

from fixtures import PackTest

from promptrom import arguments, cli, model
from promptrom.check import check_pack
from promptrom.diagnostics import Report
from promptrom.init_names import guess, is_count
from promptrom.init_pack import pack_name
from promptrom.reference import render


class InitCase(PackTest):
    """Given files stand in one directory, the pack becomes another one beside it."""

    def setUp(self) -> None:
        super().setUp()
        self.made = Path(self.outside, "made")

    def run_init(self, files: dict, *more: str) -> int:
        """Of the given files, or of their directory if there is another one in it."""
        self.write(files)
        given = sorted({os.path.join(self.directory, name.split("/")[0]) for name in files})
        return self.run_main("init", str(self.made), "--from", *given, *more)

    def run_main(self, *words: str) -> int:
        out, error = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(error):
            try:
                status = cli.main(list(words))
            except SystemExit as ended:
                assert isinstance(ended.code, int)
                status = ended.code
        self.said, self.complained = out.getvalue(), error.getvalue()
        return status

    def pack(self) -> model.Pack:
        """The pack that was made, without a mistake."""
        self.report = Report()
        pack = check_pack(str(self.made), self.report)
        assert pack is not None, [item.message for item in self.report.items]
        return pack

    def made_of(self, name: str, text: Union[str, bytes], status: int = 0) -> str:
        """What the file of the slot that is made of one given file holds."""
        self.assertEqual(self.run_init({name: text}), status, self.said + self.complained)
        found = list(self.made.rglob("*.md"))
        self.assertEqual(len(found), 1, found)
        return found[0].read_bytes().decode("utf-8")

    def rendered(self, name: str, /, **values: object) -> str:
        pack = self.pack()
        entry = next(entry for entry in pack.entries if entry.id == name)
        return render(pack, name, arguments.convert(entry.inputs, values, name)).decode("utf-8")


class Bytes(InitCase):
    """What is no placeholder comes out as it stands in the file."""

    def test_every_byte(self) -> None:
        texts = {
            "plain.md": "One.\n", "no_newline.md": "One.", "newlines.md": "One.\n\n\n", "empty.md": "",
            "blank_first.md": "\n\nOne.\n", "ruler.md": "---\nOne.\n", "rulers.md": "---\nOne line.\n---\nTwo.\n",
            "almost.md": "\n---\nOne.\n", "marks.md": "---", "carriage.md": "One.\r\n{}\r\nTwo.\r",
            "json.md": '{"a": {"b": [1]}}\n', "tex.md": "\\begin{document}\n\\frac{a}{b}\n",
            "stars.txt": "* one\n# two",
            "hidden.md": "a\u200bb\n", "code.md": "```\n{name} {{name}} ${name} \\{name}\n```\n",
            "script.md": "~~~sh\necho ${HOME}\n~~~\n", "css.md": "a { color: red }\n",
            "wide.md": "x" * 300_000 + "\n",
        }
        self.assertEqual(self.run_init(texts), 0, self.complained)
        for name, text in texts.items():
            with self.subTest(name):
                self.assertEqual(self.rendered(name.split(".")[0]), text)

    def test_nothing_is_written_in_front_of_a_plain_text(self) -> None:
        self.assertEqual(self.made_of("a.md", "One.\n\nTwo.\n"), "One.\n\nTwo.\n")
        self.assertIn("as they are, without placeholders", self.said)

    def test_carriage_returns_are_kept_and_spoken_of(self) -> None:
        self.assertEqual(self.made_of("a.md", "---\r\nowner: me\r\n---\r\nHi {name}\r\n"),
                         "---\nplaceholders: [name]\nnewlines: keep\nowner: me\n---\n\nHi {name}\r\n")
        self.assertIn("its CR line ends are kept", self.said)
        self.assertEqual(self.rendered("a", name="x"), "Hi x\r\n")

    def test_mark_at_the_start(self) -> None:
        self.assertEqual(self.made_of("a.md", b"\xef\xbb\xbfOne.\n"), "One.\n")
        self.assertIn("the byte-order mark is left out", self.said)

    def test_backslashes_before_placeholders(self) -> None:
        self.made_of("a.md", "C:\\{folder} and \\\\{folder} of {folder}")
        self.assertEqual(self.rendered("a", folder="x"), "C:\\x and \\\\x of x")
        self.assertIn("changed: line 1: \\{folder} became \\\\{folder}", self.said)
        self.run_again("C:\\{{folder}} and \\\\{{ folder }}")
        self.assertEqual(self.rendered("a", folder="x"), "C:\\x and \\\\x")

    def run_again(self, text: str) -> None:
        self.made = Path(self.outside, "again")
        self.made_of("a.md", text)

    def test_tags_of_sections_in_single_syntax(self) -> None:
        self.made_of("a.md", "{#name}\n{name} \\{/name} {#other}\n")
        self.assertEqual(self.rendered("a", name="x"), "{#name}\nx \\{/name} {#other}\n")

    def test_a_second_mark_at_the_start(self) -> None:
        self.made_of("a.md", "\ufeff\ufeffOne.\n")
        self.assertEqual(self.rendered("a"), "\ufeffOne.\n")

    def test_texts_that_the_syntax_of_most_files_would_change(self) -> None:
        self.run_init({"a.md": "{{x}}", "b.md": "{{x}}", "c.md": '\\{{"a": 1}} {{{'})
        self.assertEqual(self.rendered("c"), '\\{{"a": 1}} {{{')


class Syntaxes(InitCase):
    def test_single(self) -> None:
        self.assertEqual(self.made_of("a.md", "Hi {name}, {msg_count} new; again {name}.\n"),
                         "---\nplaceholders: [name, msg_count]\n---\n\nHi {name}, {msg_count} new; again {name}.\n")
        self.assertIn("placeholders, single syntax: {name} text, {msg_count} integer", self.said)
        self.assertEqual(self.rendered("a", name="x", msg_count=2), "Hi x, 2 new; again x.\n")

    def test_single_in_json(self) -> None:
        self.made_of("a.md", 'Answer {"title": {title}}.\n')
        self.assertEqual(self.rendered("a", title='"x"'), 'Answer {"title": "x"}.\n')

    def test_double(self) -> None:
        text = 'Hi {{name}} of {team}, write {"a": {{ value }}}.\n{{\tname }}\n'
        self.made_of("a.md", text)
        self.assertIn("changed: line 1: {{ value }} became {{value}}", self.said)
        self.assertEqual(self.rendered("a", name="x", value="1"), 'Hi x of {team}, write {"a": 1}.\nx\n')

    def test_single_braces_beside_double_ones_are_spoken_of(self) -> None:
        """In Python's format strings they are the placeholders, and the doubled ones are text."""
        self.made_of("a.txt", "{name} is {age}. {{literal}} `{code}` {name}\n```\n{block}\n```\n")
        self.assertIn("text, since braces are doubled elsewhere: {name}, {age}\n", self.said)
        self.made = Path(self.outside, "again")
        self.run_init({"a.txt": "{{literal}} `{code}`\n"})
        self.assertNotIn("doubled elsewhere", self.said)

    def test_double_with_parts(self) -> None:
        self.made_of("a.md", "{{ item.role }}: {{item.content}}\n")
        self.assertEqual(self.rendered("a", **{"item.role": "me", "item.content": "hi"}), "me: hi\n")

    def test_dollar(self) -> None:
        self.made_of("a.txt", "All runs in ${directory}; \\${this}, `${HOME}` and {directory} stay, {other} too.\n")
        self.assertIn("changed: line 1: ${directory} became {directory}", self.said)
        self.assertEqual(self.rendered("a", directory="/x"),
                         "All runs in /x; \\${this}, `${HOME}` and {directory} stay, {other} too.\n")

    def test_most_files_decide_what_the_pack_says(self) -> None:
        self.run_init({"a.md": "{{x}}", "b.md": "{{x}}", "c.md": "{x}", "d.md": "x"})
        self.assertIn("\nsyntax: double\n", (self.made / "pack.yaml").read_text(encoding="utf-8"))
        self.assertNotIn("syntax", (self.made / "a.md").read_text(encoding="utf-8"))
        self.assertIn("\nsyntax: single\n", (self.made / "c.md").read_text(encoding="utf-8"))
        self.assertEqual([self.rendered(name, **values) for name, values in (
            ("a", {"x": "1"}), ("c", {"x": "1"}), ("d", {}))], ["1", "1", "x"])

    def test_names_in_code(self) -> None:
        """Text, unless they stand elsewhere too, alone on a line as a framed value does, or are declared."""
        self.made_of("a.md", "Hi {name}.\n```\nrun {cmd} {name}\n```\n```\n{diff}\n```\n")
        self.assertIn("single syntax: {name} text, {diff} text", self.said)
        self.assertIn("text, not placeholders: {cmd}", self.said)
        self.assertIn("PR0336", self.complained)
        self.assertEqual(self.rendered("a", name="x", diff="+1"),
                         "Hi x.\n```\nrun {cmd} x\n```\n```\n+1\n```\n")

    def test_declared_names_in_code(self) -> None:
        found = guess("```\nrun {cmd}\n```\n", {"cmd"})
        self.assertEqual((found.placeholders, found.literal), (("cmd",), ()))

    def test_tags_in_code_stay_text(self) -> None:
        text = "Hi {{name}}.\n```\n{{#if x}} {{ .y }} \\{{ z | w }} {{other}} {{ other }} {{/if}}\n```\n"
        self.made_of("a.md", text)
        self.assertIn("changed: line 3: {{ became \\{{", self.said)
        self.assertEqual(self.rendered("a", name="x"), text.replace("{{name}}", "x"))

    def test_sections_in_code_stay_text(self) -> None:
        text = "Hi {{name}}.\n{{#urgent}}\nNow!\n{{/urgent}}\n```\n{{#name}}\n{{#urgent}}\n{{/urgent}}\n```\n"
        self.made_of("a.md", text)
        self.assertEqual(self.rendered("a", name="x"), "Hi x.\n```\n{{#name}}\n{{#urgent}}\n{{/urgent}}\n```\n")

    def test_tex_is_text(self) -> None:
        self.made_of("a.md", "Of {author}: \\section*{Title} \\frac{a}{b} \\sqrt[n]{x}")
        self.assertIn("text, not placeholders: {Title}, {a}, {b}, {x}", self.said)
        self.assertEqual(self.rendered("a", author="me"), "Of me: \\section*{Title} \\frac{a}{b} \\sqrt[n]{x}")

    def test_sections(self) -> None:
        self.made_of("a.md", "Hi {{name}}.\n{{#urgent}}\nNow!\n{{/urgent}}\n")
        self.assertIn("{{urgent}} flag", self.said)
        self.assertEqual(self.rendered("a", name="x", urgent=True), "Hi x.\nNow!\n")
        self.assertEqual(self.rendered("a", name="x"), "Hi x.\n")

    def test_counts(self) -> None:
        for name in ("count", "msg_count", "page_number", "max_words", "age", "total_lines", "used_percent"):
            self.assertTrue(is_count(name), name)
        for name in ("discount", "country", "language", "message", "counter", "linesman", "maximum"):
            self.assertFalse(is_count(name), name)


class Undecided(InitCase):
    """What no pack can hold is left as it is, and the pack says so until somebody has decided."""

    def test_other_languages(self) -> None:
        for text, code in (("{% if x %}\nA\n{% endif %}\n{{y}}\n", "PR0331"), ("{{#if x}}\nA\n{{/if}}\n", "PR0302"),
                           ("{{ y | upper }} {{y}}\n", "PR0302"), ("{{> part}}\n", "PR0302"),
                           ('{{ include "part" }}\n', "PR0302"), ("{{.field}} of {b}\n", "PR0302"),
                           ("{{#each xs}}\n{{this}}\n{{/each}}\n", "PR0309"), ("{{{y}}} {{y}}", "PR0302"),
                           ("{% for x in xs %}\n- {{ x }}\n{% endfor %}\n", "PR0331"), ("{# note #} {{y}}", "PR0332"),
                           ("a {{#x}}b{{/x}} {{y}}", "PR0309"), ("{{else}} {{y}}", "PR0301"),
                           ("row {index}: {title}", "PR0301"), ("\\{index}", "PR0301"),
                           ("\\{{#if x}} {{y}}", "PR0302"),
                           ("{{y}}\n```\n{{ x + {{y}}\n```\n", "PR0302")):
            with self.subTest(text), mock.patch.object(self, "made", Path(self.outside, f"made{hash(text)}")):
                self.assertEqual(self.run_init({"a.md": text}), 1)
                self.assertIn(code, self.complained)
                self.assertIn("is written; decide on what is said above", self.complained)
                written = (self.made / "a.md").read_text(encoding="utf-8")
                self.assertTrue(written.endswith(text.replace("{{ x }}", "{{x}}").replace("\\", "\\\\")), written)

    def test_what_may_have_been_front_matter(self) -> None:
        for text, code in (("+++\na = 1\n+++\nHi {name}.\n", "PR0213"), ("+++\na = 1\n+++\nHi.\n", "PR0213"),
                           ("--- \na: 1\n---\nHi.\n", "PR0213"), ("---\na: 1\nHi.\n", "PR0212")):
            with self.subTest(text), mock.patch.object(self, "made", Path(self.outside, f"made{hash(text)}")):
                self.assertEqual(self.run_init({"a.md": text}), 1)
                self.assertIn(f"demo/a.md:1:1: {'error' if code == 'PR0212' else 'warning'}[{code}]", self.complained)
                self.assertEqual(self.rendered("a", **({"name": "x"} if "{" in text else {})),
                                 text.replace("{name}", "x"))

    def test_what_is_only_odd(self) -> None:
        """Warnings that the pack goes on to give, though it can be built."""
        for text, code in (("{{name}} of {name}", "PR0320"), ("{name} or { name }", "PR0324"),
                           ("{token}\n```\n${token}\n```\n", "PR0327"), ("{place} or <place>", "PR0328"),
                           ("{name} of {0}", "PR0329"), ("{name}\n```\n{name}, you\n```\n", "PR0336"),
                           ("{name}\u200b", "PR0124"), ("{name}\u202e", "PR0123"), ("{name} is %s", "PR0330")):
            with self.subTest(text), mock.patch.object(self, "made", Path(self.outside, f"made{hash(text)}")):
                self.assertEqual(self.run_init({"a.md": text}), 0)
                self.assertIn(code, self.complained)
                self.assertNotIn("decide on", self.complained)

    def test_front_matter_that_nobody_can_read(self) -> None:
        made = self.made_of("a.md", "---\nmodel: x\n  schema\n\tname: y\n---\nHi.\n", status=1)
        self.assertEqual(made, "---\n# model: x\n#   schema\n# \tname: y\n---\n\nHi.\n")
        self.assertIn("demo/a.md:", self.complained)
        self.assertIn("PR0211", self.complained)
        self.assertIn(f"in its files; `promptrom check {self.made}` takes them as they are\n", self.complained)
        self.assertEqual(self.rendered("a"), "Hi.\n")


class FrontMatter(InitCase):
    def test_kept_for_other_programs(self) -> None:
        made = self.made_of("a.prompty", "---\nname: b\ndescription: Says hi.\nmodel:\n  id: m  # small\n---\nHi.\n")
        self.assertEqual(made, "---\nname: b\ndoc: Says hi.\nmodel:\n  id: m  # small\n---\n\nHi.\n")
        self.assertIn("\nforeign: [model, name]\n", (self.made / "pack.yaml").read_text(encoding="utf-8"))
        self.assertIn("front matter: description became doc", self.said)
        self.assertIn("front matter: kept for other programs: name, model", self.said)

    def test_keys_that_mean_something_else_here(self) -> None:
        made = self.made_of("a.md", "---\nsyntax: jinja\nslot: 7\nx-a: 1\ndoc: Hi.\n---\nHi.\n")
        self.assertEqual(made, "---\nx-syntax: jinja\nx-slot: 7\nx-a: 1\ndoc: Hi.\n---\n\nHi.\n")
        self.assertIn("front matter: syntax became x-syntax", self.said)

    def test_values_that_need_quotes(self) -> None:
        made = self.made_of("a.mdc", "---\ndescription: Use: this\nglobs: **/*.c\nb: @x\nc: ok\n---\n\nHi.\n")
        self.assertEqual(made, '---\ndoc: "Use: this"\nglobs: "**/*.c"\nb: "@x"\nc: ok\n---\n\n\nHi.\n')
        self.assertIn("front matter: quoted: description, globs, b", self.said)
        self.assertEqual(self.rendered("a"), "\nHi.\n")

    def test_keys_in_quotes_and_braces(self) -> None:
        self.assertEqual(self.made_of("a.md", "---\n\"description\": x\n'slot': y\n---\nHi.\n"),
                         "---\ndoc: x\nx-slot: y\n---\n\nHi.\n")
        self.made = Path(self.outside, "second")
        self.assertEqual(self.made_of("a.md", "---\n{model: x,\ninputs: {n: int}}\n---\nHi {n}.\n"),
                         "---\nplaceholders: [n]\nx-front-matter:\n  {model: x,\n  inputs: {n: int}}\n---\n"
                         "\nHi {n}.\n")
        self.assertEqual(self.rendered("a", n=1), "Hi 1.\n")
        self.made = Path(self.outside, "third")
        self.assertEqual(self.made_of("a.md", "---\n\"a\": x\n? [b]\n: c\n---\nHi.\n", status=1),
                         "---\n# \"a\": x\n# ? [b]\n# : c\n---\n\nHi.\n")

    def test_what_stands_before_it(self) -> None:
        self.assertEqual(self.made_of("a.prompt", "# Ours\n\n---\na: 1\n---\nHi.\n"),
                         "---\n# Ours\na: 1\n---\n\nHi.\n")
        self.made = Path(self.outside, "second")
        self.assertEqual(self.made_of("a.prompt", "\n\n---\na: 1\n---\nHi.\n"), "---\na: 1\n---\n\nHi.\n")
        self.assertIn("white space before the front matter is left out", self.said)

    def test_texts_between_rulers(self) -> None:
        text = "---\nJust a text.\n---\nHi.\n"
        self.assertEqual(self.made_of("a.md", text), "---\n---\n\n" + text)
        self.assertEqual(self.rendered("a"), text)

    def test_inputs(self) -> None:
        for front in ("inputs:\n  who: {type: string, default: you, description: Who it is.}\n  n: {type: int}\n",
                      "inputs:\n- {name: who, kind: string, default: you, description: Who it is.}\n"
                      "- {name: n, kind: integer}\n- none\n",
                      "input:\n  schema: {n: integer, who: {type: string, default: you, description: Who it is.}}\n",
                      "input:\n  schema:\n    type: object\n    properties: {n: {type: integer}, who: {type: string, "
                      "default: you, description: Who it is.}}\n"):
            with self.subTest(front):
                self.made = Path(self.outside, f"made{hash(front)}")
                self.made_of("a.md", f"---\n{front}---\n```\ngo {{who}} {{n}}\n```\n")
                self.assertEqual([(item.name, item.type, item.default, item.doc) for item in self.pack().variables],
                                 [("n", "integer", None, ""), ("who", "text", "you", "Who it is.")])

    def test_samples(self) -> None:
        self.made_of("a.md", "---\nsample: {who: me, n: [1]}\n---\nHi {who}, {n}, {m}.\n")
        self.assertEqual([(item.name, item.example) for item in self.pack().variables],
                         [("m", None), ("n", None), ("who", "me")])

    def test_short_schemas(self) -> None:
        self.made_of("a.md", "---\ninput:\n  schema:\n    n?: integer, how many\n    gone: string\n---\nHi {n}.\n")
        self.assertEqual([(item.name, item.type, item.doc) for item in self.pack().variables],
                         [("n", "integer", "how many")])
        self.assertIn("declared, but not in the text: gone", self.said)

    def test_files_that_disagree(self) -> None:
        front = "---\ninputs: {who: {type: %s, default: %s}, same: {type: string, default: x}}\n---\n{who} {same}\n"
        self.run_init({"a.md": front % ("integer", 1), "b.md": front % ("string", "b"), "c.md": "{who}\n"})
        self.assertEqual([(item.name, item.type, item.default) for item in self.pack().variables],
                         [("same", "text", "x"), ("who", "text", None)])
        self.assertIn("differ between files are left out: who", self.said)

    def test_values_that_are_no_numbers(self) -> None:
        self.made_of("a.md", "---\ninputs: {n: {type: integer, default: many}}\n---\nHi {n}.\n")
        self.assertEqual([(item.type, item.default) for item in self.pack().variables], [("text", "many")])

    def test_values_with_quotes(self) -> None:
        value = 'a "b" \\ \U0001f600 \u00ad: #'
        self.made_of("a.md", f"---\ninputs: {{n: {{default: {json.dumps(value)}}}}}\n---\nHi {{n}}.\n"
                     .replace("\\ud83d\\ude00", "\\U0001f600"))
        self.assertEqual([item.default for item in self.pack().variables], [value])


class Data(InitCase):
    def test_yaml(self) -> None:
        self.run_init({"agents.yaml": "kind: chat\nretries: 3\nsystem: |\n  You help {who}.\n"
                                      "steps: [Read the file., {do: \"Write it {now}.\"}, no]\n"})
        self.assertEqual(sorted(str(path.relative_to(self.made)) for path in self.made.rglob("*.md")),
                         ["agents/steps/_0.md", "agents/steps/_1/do.md", "agents/system.md"])
        self.assertIn("no prompts, left out: kind, retries, steps.2", self.said)
        self.assertEqual(self.rendered("agents.system", who="x"), "You help x.\n")
        self.assertEqual(self.rendered("agents.steps._1.do", now="x"), "Write it x.")

    def test_json(self) -> None:
        self.run_init({"p.json": '{"_type": "prompt", "input_variables": ["q"], '
                                 '"template": "```\\nA {q} \\u00e9.\\n```"}'})
        self.assertEqual(self.rendered("p.template", q="x"), "```\nA x é.\n```")

    def test_numbers_of_any_length(self) -> None:
        self.run_init({"p.json": '{"t": "A {q} b.", "n": %s, "m": NaN}' % ("1" * 5000)})
        self.assertIn("no prompts, left out: n, m", self.said)
        self.assertEqual(self.rendered("p.t", q="x"), "A x b.")

    def test_what_cannot_be_read(self) -> None:
        for name, text, code, place in (
                ("a.json", '{"a": 1,\n}', "PR0211", ":2:1"), ("a.json", '{"a": "x \\ud800 y z"}', "PR0211", ":1:1"),
                ("a.json", '{"a": "one two \\u0000"}', "PR0117", ":1:1"), ("a.json", "[" * 100000, "PR0208", ":1:1"),
                ("a.json", "[" * 80 + "]" * 80, "PR0208", ":1:1"),
                ("a.json", '{"a": {"b": "one two three", "b": "four five six"}}', "PR0202", ":1:1"),
                ("a.yaml", "a: &x one two three\nb: *x\n", "PR0203", ":1:4"), ("a.yaml", "a: b", "PR0403", ":1:1"),
                ("a.yaml", "a: [\n", "PR0211", ":1:5"), ("a.yaml", "", "PR0403", ":1:1"),
                ("a.yml", '"one two \\0"', "PR0117", ":1:1")):
            with self.subTest(text[:40]):
                self.assertEqual(self.run_init({name: text}), 1)
                self.assertIn(f"demo/{name}{place}: error[{code}]", self.complained)
                self.assertFalse(self.made.exists())


class Paths(InitCase):
    def places(self) -> list:
        return sorted(str(path.relative_to(self.made)) for path in self.made.rglob("*.md"))

    def test_names_that_are_no_ids(self) -> None:
        self.run_init({"d/1 a.md": "a", "d/README.txt": "b", "d/x.y.md": "c", "d/überall.md": "d", "d/-z.md": "e",
                       "overlays/f.md": "f", "d/README.md": "left out"})
        self.assertEqual(self.places(), ["_1_a.md", "_berall.md", "_z.md", "f.md", "readme.md", "x_y.md"])
        self.pack()

    def test_directories_below(self) -> None:
        self.run_init({"d/overlays/f.md": "f", "d/e/g.prompt": "g", "d/.hidden/h.md": "h", "d/notes.log": "i"})
        self.assertEqual(self.places(), ["e/g.md", "overlays_/f.md"])
        self.pack()

    def test_what_is_left_out_is_said_by_kind(self) -> None:
        names = ["a.md", "b.log", "c.log", "d.PY", "Makefile", "README.md", ".env", ".git/HEAD", "e/README.md",
                 "e/.x.md", "conf.json", "e/conf.yaml", "e/f.txt"]
        self.write({f"d/{name}": "{}" if name.endswith("json") else "a: b" for name in names})
        self.write({"secret": "belongs to someone else"})
        os.symlink(self.outside, os.path.join(self.directory, "d", "more"))
        os.symlink(os.path.join(self.directory, "secret"), os.path.join(self.directory, "d", "s.md"))
        self.assertEqual(self.run_main("init", str(self.made), "--from", os.path.join(self.directory, "d")), 0)
        self.assertEqual(self.places(), ["a.md", "e/f.md"])
        below = os.path.join(self.directory, "d")
        self.assertIn(
            "left out; a file that is given by its own name is read:\n"
            "  no prompts by their names: 2 .log, 1 without a suffix, 1 .py\n"
            "  README.md, which speaks of the others: 2\n"
            f"  YAML and JSON without a prompt: 2 ({below}/conf.json, {below}/e/conf.yaml)\n"
            "  hidden: 3 (.git/, .env, .x.md)\n"
            f"  links: 2 ({below}/more, {below}/s.md)\n", self.said)

    def test_nothing_left_out_is_not_spoken_of(self) -> None:
        self.run_init({"d/a.md": "a"})
        self.assertNotIn("left out", self.said)

    def test_nothing_but_what_is_left_out(self) -> None:
        self.assertEqual(self.run_init({"d/README.md": "a", "d/b.py": "b"}), 2)
        self.assertIn("there are no prompts in", self.complained)
        self.assertIn("no prompts by their names: 1 .py", self.complained)
        self.assertFalse(self.made.exists())

    def test_a_file_that_is_given_twice_is_read_once(self) -> None:
        self.write({"d/a.md": "a", "d/e/b.json": "{}", "d/e/c.md": "c"})
        file, directory, inner = (os.path.join(self.directory, *name) for name in (["d", "a.md"], ["d"], ["d", "e"]))
        self.assertEqual(self.run_main("init", str(self.made), "--from", directory, file, inner, file), 0)
        self.assertEqual(self.places(), ["a.md", "e/c.md"])
        both = os.path.join(inner, "b.json")
        self.assertEqual(self.run_main("init", f"{self.made}2", "--from", directory, both), 1)
        self.assertIn("b.json holds no prompt", self.complained, "what is named is not left out in silence")

    def test_files_that_are_named_are_read_whatever_their_suffix(self) -> None:
        self.assertEqual(self.run_init({"a.py": "Hi {name}.\n", "README.md": "b", "c": "c", ".d.md": "d"}), 0)
        self.assertEqual(self.places(), ["_d.md", "a_py.md", "c.md", "readme.md"])
        self.assertIn("a.py -> a_py.md\n  placeholders, single syntax: {name} text\n"
                      "  read as plain text, since .py says nothing else\n", self.said)
        self.assertIn("c -> c.md\n  read as plain text, since its name has no suffix\n", self.said)
        self.assertNotIn("left out", self.said)

    def test_packs_among_the_files(self) -> None:
        """One error for each pack, whatever is in it."""
        self.write({"p/pack.yaml": "# Ours.\npromptrom: 1\npack: p\n", "p/slots.yaml": "slots: {a: {text: A}}\n",
                    "p/a.md": "---\nplaceholders: [x]\n---\n{x}\n", "p/deep/b.json": "[", "c.md": "c"})
        pack = os.path.join(self.directory, "p")
        inside = [os.path.join(pack, name) for name in ("a.md", "deep/b.json", "pack.yaml", "slots.yaml")]
        for given in ([pack], [self.directory], inside, [*reversed(inside)]):
            with self.subTest(given=given):
                self.assertEqual(self.run_main("init", str(self.made), "--from", *given), 1)
                self.assertEqual(self.complained.count("error["), 1, self.complained)
                self.assertIn(f"{pack}/pack.yaml:2:1: error[PR0127]: {pack} is a pack already", self.complained)
                self.assertIn(f"`promptrom check {pack}`", self.complained)
                self.assertFalse(self.made.exists())

    def test_manifests_of_other_programs(self) -> None:
        self.assertEqual(self.run_init({"pack.yaml": "prompt: one two three\n"}), 0)
        self.assertEqual(self.rendered("pack.prompt"), "one two three")

    def test_slots_of_a_pack_by_name(self) -> None:
        self.write({"p/pack.yaml": "promptrom: 1\npack: p\n", "p/a.md": "Hi {x}.\n"})
        self.assertEqual(self.run_main("init", str(self.made), "--from", f"{self.directory}/p/a.md"), 0)
        self.assertEqual(self.places(), ["a.md"])

    def test_names_that_meet(self) -> None:
        self.run_init({"d/a-b.md": "1", "d/a_b.md": "2", "d/A_B.txt": "3", "d/a/b.md": "4", "d/E/x.md": "5",
                       "d/e/y.md": "6", "d/a_b_2.md": "7"})
        self.assertEqual(len(self.places()), 7)
        self.assertEqual(sorted(render(self.pack(), entry.id, {}) for entry in self.pack().entries),
                         [b"%d" % number for number in range(1, 8)])

    def test_files_keep_what_their_paths_do_not_share(self) -> None:
        self.write({"p/a/system.md": "1", "p/b/system.md": "2"})
        self.run_main("init", str(self.made), "--from", *(f"{self.directory}/p/{name}/system.md" for name in "ab"))
        self.assertEqual(self.places(), ["a/system.md", "b/system.md"])

    def test_names_of_packs(self) -> None:
        for directory, name in (("x/My Prompts", "my_prompts"), ("9", "pack_9"), ("stdio", "stdio_prompts"),
                                ("prm", "pack_prompts"), ("/", "pack"), ("a-b/", "a-b"), ("ü", "pack")):
            self.assertEqual(pack_name(directory), name)

    def test_names_that_yaml_takes_for_something_else(self) -> None:
        self.made_of("a.md", "{null} {true} {no} {class} {name}")
        self.assertEqual(self.rendered("a", null="1", true="2", no="3", name="5", **{"class": "4"}), "1 2 3 4 5")

    def test_many_names(self) -> None:
        names = [f"a_rather_long_name_{number:03}" for number in range(120)]
        made = self.made_of("a.md", " ".join(f"{{{name}}}" for name in names))
        self.assertLessEqual(max(map(len, made.split("\n---\n")[0].split("\n"))), 118)
        self.assertEqual(self.rendered("a", **{name: "x" for name in names}), " ".join(["x"] * 120))


class Whole(InitCase):
    """All or nothing, and nothing in place of anything."""

    def test_one_bad_file(self) -> None:
        for bad, code in ((b"a\xff", "PR0115"), ("a\0b", "PR0117"), ("a".encode("utf-16"), "PR0116")):
            self.assertEqual(self.run_init({"a.md": "fine", "b.md": bad}), 1)
            self.assertIn(code, self.complained)
            self.assertIn("made is not written", self.complained)
            self.assertEqual(os.listdir(self.outside), ["demo"])

    def test_files_that_are_not_there(self) -> None:
        self.assertEqual(self.run_main("init", str(self.made), "--from", "nowhere.md"), 1)
        self.assertIn("nowhere.md: error[PR0104]", self.complained)

    def test_nothing_is_overwritten(self) -> None:
        self.made.mkdir()
        (self.made / "notes").write_text("mine", encoding="utf-8")
        self.assertEqual(self.run_init({"a.md": "x"}), 2)
        self.assertIn("is there already", self.complained)
        self.assertEqual([path.name for path in self.made.iterdir()], ["notes"])
        (self.made / "notes").unlink()
        before = self.made.stat().st_ino
        self.assertEqual(self.run_init({"a.md": "x"}), 0)
        self.assertEqual(sorted(os.listdir(self.made)), ["a.md", "pack.yaml"])
        self.assertEqual(self.made.stat().st_ino, before)
        self.assertEqual(self.run_init({"a.md": "x"}), 2)

    def test_places_where_no_directory_can_be(self) -> None:
        self.write({"a.md": "x"})
        file = os.path.join(self.directory, "a.md")
        for place in ("/x", "/x/y"):
            self.assertEqual(self.run_main("init", file + place, "--from", file), 2)
            self.assertEqual(self.complained, f"promptrom: {file}{place} cannot be made: {file} is no directory\n")
        self.assertEqual(self.run_main("init", file, "--from", file), 2)
        self.assertIn("is there already and no directory", self.complained)

    def test_the_directory_that_one_is_in(self) -> None:
        self.write({"a.md": "x"})
        self.made.mkdir()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.made)
        self.assertEqual(self.run_main("init", "", "--from", self.directory), 2)
        self.assertEqual(self.run_main("init", ".", "--from", self.directory), 0, self.complained)
        self.assertEqual(sorted(os.listdir(".")), ["a.md", "pack.yaml"])

    def test_a_link_to_an_empty_directory(self) -> None:
        Path(self.outside, "there").mkdir()
        self.made.symlink_to("there")
        self.assertEqual(self.run_init({"a.md": "x"}), 0, self.complained)
        self.assertEqual(sorted(os.listdir(Path(self.outside, "there"))), ["a.md", "pack.yaml"])
        self.assertTrue(self.made.is_symlink())

    def test_directories_above_that_were_made_in_vain(self) -> None:
        self.write({"a.md": "x"})
        with mock.patch("pathlib.Path.write_bytes", side_effect=OSError(28, "No space left on device")):
            self.assertEqual(self.run_main("init", str(self.made / "x" / "y"), "--from", self.directory), 1)
        self.assertEqual(os.listdir(self.outside), ["demo"])

    def test_a_file_that_comes_into_an_empty_directory(self) -> None:
        rename = os.rename

        def late(source: object, target: Path) -> None:
            rename(source, target)  # type: ignore[arg-type]
            Path(self.made, "pack.yaml").write_text("mine", encoding="utf-8")

        self.made.mkdir()
        with mock.patch("os.rename", late):
            self.assertEqual(self.run_init({"a.md": "x"}), 1)
        self.assertEqual(os.listdir(self.made), ["pack.yaml"])
        self.assertEqual((self.made / "pack.yaml").read_text(encoding="utf-8"), "mine")

    def test_an_interrupt_in_an_empty_directory(self) -> None:
        """Whenever it comes, also right behind a file that was put in its place."""
        rename = os.rename
        for moves in range(3):
            for before in (True, False):
                left = [moves]

                def interrupted(source: object, target: object) -> None:
                    left[0] -= 1
                    if before and left[0] < 0:
                        raise KeyboardInterrupt
                    rename(source, target)  # type: ignore[arg-type]
                    if left[0] < 0:
                        raise KeyboardInterrupt

                self.made.mkdir(exist_ok=True)
                with self.subTest(moves=moves, before=before), mock.patch("os.rename", interrupted):
                    self.assertEqual(self.run_init({"a.md": "x", "b/c.md": "y"}), 130)
                    self.assertEqual(os.listdir(self.made), [])

    def test_a_file_that_comes_between(self) -> None:
        """What is put where the pack is to be while it is written stays as it is."""
        rename = os.rename

        def late(source: object, target: str) -> None:
            os.mkdir(target)
            Path(target, "other").write_text("mine", encoding="utf-8")
            rename(source, target)  # type: ignore[arg-type]

        with mock.patch("os.rename", late):
            self.assertEqual(self.run_init({"a.md": "x"}), 1)
        self.assertEqual(sorted(os.listdir(self.outside)), ["demo", "made"])
        self.assertEqual(os.listdir(self.made), ["other"])

    def test_a_disk_that_is_full(self) -> None:
        with mock.patch("pathlib.Path.write_bytes", side_effect=OSError(28, "No space left on device")):
            self.assertEqual(self.run_init({"a.md": "x"}), 1)
        self.assertIn("No space left on device", self.complained)
        self.assertEqual(os.listdir(self.outside), ["demo"])

    def test_a_decision_that_check_asks_for_too(self) -> None:
        self.assertEqual(self.run_init({"a.md": "---\na: 1\nHi.\n", "b.md": "{% if x %}"}), 1)
        self.assertIn(f"in its files, until `promptrom check {self.made}` finds no mistake\n", self.complained)

    def test_usage(self) -> None:
        self.assertEqual(self.run_main("init", str(self.made), "--from", self.directory, ""), 2)
        self.assertIn("a FILE is empty", self.complained)
        self.assertEqual(self.run_main("init", str(self.made)), 2)
        self.assertEqual(self.run_main("init", str(self.made), "--from", self.directory), 2)
        self.assertIn("there are no prompts in", self.complained)

    def test_forms_of_diagnostics(self) -> None:
        self.run_init({"a.md": "{% if x %}\n"}, "--format", "json")
        self.assertEqual([json.loads(line)["code"] for line in self.said.splitlines()], ["PR0331"])
        self.assertIn("1 slot, 0 variables", self.complained)
        self.made = Path(self.outside, "again")
        self.run_init({"a.md": "{% if x %}\n"}, "--format", "sarif")
        self.assertEqual([item["ruleId"] for item in json.loads(self.said)["runs"][0]["results"]], ["PR0331"])

    def test_warnings_that_are_errors(self) -> None:
        self.assertEqual(self.run_init({"a.md": "{name} is %s\n"}, "-W", "error=PR0330"), 1)
        self.assertIn("error[PR0330]", self.complained)
        self.assertTrue(self.made.exists())

    def test_output_cannot_move_the_cursor(self) -> None:
        self.made_of("a\x1b[31m.md", "---\n\"k\\e[1m\": 1\n---\nHi {name}.\n", status=0)
        self.assertNotIn("\x1b", self.said)

    def test_complaints_cannot_move_the_cursor(self) -> None:
        self.assertEqual(self.run_init({"d/a\x1b[2J.md": b"\xff", "d/b\nc.md": "{a\0}"}), 1)
        self.assertNotIn("\x1b", self.complained)
        self.assertIn("d/b\\nc.md:1:3: error", self.complained)

    def test_names_of_two_lines(self) -> None:
        self.run_init({"a\nb.md": "Hi {name}.\n", "c\nd.md": "Hi.\n"})
        self.assertIn("a\\nb.md -> ", self.said)
        self.assertIn("c\\nd.md -> ", self.said)

    def test_more_names_than_a_slot_can_have(self) -> None:
        self.assertEqual(self.run_init({"a.md": "".join(f"{{n{number}}}" for number in range(300))}), 1)
        self.assertIn("inputs of slot a: 300, but at most 255 are possible", self.complained)

    def test_permissions(self) -> None:
        self.run_init({"a.md": "x"})
        self.assertEqual(self.made.stat().st_mode & 0o777, Path(self.directory).stat().st_mode & 0o777)


if __name__ == "__main__":
    unittest.main()
