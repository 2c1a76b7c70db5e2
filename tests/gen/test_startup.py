"""Overlays by the rules for files that programs read when they start."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from checking import HEAD, written

from promptrom import cli
from promptrom.check import check_pack
from promptrom.diagnostics import Report

PACK = HEAD + """overridable: true
variables:
  busy: {type: flag}
  quote: {type: text, fence: reminder}
  model: {type: text}
  skills: {type: rows, fields: {title: {type: text}, tags: {type: rows, fields: {word: {type: text}}}}}
  others: {type: rows, fields: {name: {type: text}}}
constants: {motto: {text: Less.}, rules: {text: "{motto}"}}
slots:
  tip: {placeholders: [rules], text: "{rules}"}
  list: {placeholders: [skills, others, busy],
         text: "{#skills}\\n{title}\\n{/skills}\\n{#others}\\n{name}\\n{/others}\\n{^busy}\\n{/busy}"}
  quoted: {placeholders: [quote, chat, model], bind: {chat: {slot: tip}}, text: A quote.}
  card: {placeholders: [chat, skills], bind: {chat: {slot: tip}}, text: "{chat}\\n{#skills}\\n{/skills}"}
assemblies: {whole: {join: ", ", parts: [{slot: tip}]}}
"""


class StartUp(unittest.TestCase):
    pack = PACK

    def check(self, text: str, start_up: bool = True) -> tuple:
        with tempfile.TemporaryDirectory() as directory:
            Path(directory, "pack").mkdir()
            Path(directory, "pack", "pack.yaml").write_text(self.pack, encoding="utf-8")
            overlay = Path(directory, "host.yaml")
            overlay.write_text(text, encoding="utf-8")
            report = Report()
            pack = check_pack(str(Path(directory, "pack")), report, [str(overlay)], start_up)
            return pack, [item for item in report.items if item.severity == "error"]

    def good(self, text: str) -> None:
        pack, errors = self.check(text)
        self.assertEqual([], [item.message for item in errors])
        self.assertIsNotNone(pack)

    def bad(self, text: str, under: str, says: str, code: str = "PR0706", at_build: bool = True) -> None:
        """Refused for start-up with one error; at build time it may be good."""
        pack, errors = self.check(text)
        self.assertIsNone(pack)
        self.assertEqual([code], [item.code for item in errors], [item.message for item in errors])
        self.assertEqual(under, written(errors[0]))
        self.assertIn(says, errors[0].message)
        self.assertEqual(at_build, self.check(text, start_up=False)[0] is not None)

    def test_constants_stay_apart(self) -> None:
        """They are not copied into the texts around them, whose size they do not count for."""
        self.pack = HEAD + ("overridable: true\nconstants: {c: {text: x}}\n"
                            "slots: {s: {placeholders: [c], text: \"{c}{c}{c}\"}}\n")
        text = "constants: {c: \"" + "x" * 2_000_000 + "\"}\n"
        self.good(text)
        self.assertEqual(["PR0414"], [item.code for item in self.check(text, start_up=False)[1]])

    def test_what_start_up_can_do(self) -> None:
        self.good("tip: Hello\nconstants: {motto: More., rules: null}\nassemblies: null\n")
        self.good('list: "{#skills}\\n{title}\\n{#tags}\\n{word}\\n{/tags}\\n{^tags}\\n{/tags}\\n{/skills}"\n')
        self.good('card: "{#skills}\\n{/skills}\\n{chat}"\n')

    def test_joins(self) -> None:
        self.bad('assemblies: {whole: {join: "; "}}\n', "assemblies",
                 "joins of assemblies are replaced at build time only")
        pack, errors = self.check("assemblies:\n")
        self.assertEqual((None, ["PR0702"]), (pack, [item.code for item in errors]))

    def test_constants_in_constants(self) -> None:
        self.bad('constants: {rules: "{motto}!"}\n', "{motto}", "stands in a constant")
        self.bad('constants: {motto: "{motto}!"}\n', "{motto}", "stands in a constant", at_build=False)
        self.good('constants: {rules: "\\\\{motto}"}\n')

    def test_rows_in_rows(self) -> None:
        self.bad('list: "{#skills}\\n{#others}\\n{name}\\n{/others}\\n{/skills}"\n', "{#others}", "is no field")
        self.bad('list: "{#skills}\\n{#tags}\\n{#skills}\\n{/skills}\\n{/tags}\\n{/skills}"\n', "{#skills}",
                 "is no field")
        self.good('list: "{#skills}\\n{^others}\\nx\\n{/others}\\n{/skills}"\n')

    def test_bound_names_in_rows(self) -> None:
        self.bad('card: "{#skills}\\n{chat}\\n{/skills}"\n', "{chat}", "is a bound name inside rows")

    def test_fences(self) -> None:
        """What stands around a slot is not looked at."""
        self.bad('quoted: "He said <"\n', "", "slot quoted ends in the beginning of a tag", "PR0550")
        self.bad('constants: {motto: "</ rem"}\n', "", "constant motto ends in", "PR0550")
        self.bad('quoted: "<{chat}"\n', "{chat}", "begins a tag that its value could complete", "PR0550")
        self.good('quoted: "<x {chat}<b> <x\\n{quote} </reminders"\n')
        self.good('quoted: "{quote}"\n')

        self.bad('quoted: "<{model}{chat}."\n', "{chat}", "begins a tag", "PR0550")
        self.bad('quoted: "<{model}{quote}"\n', "{quote}", "begins a tag", "PR0550", at_build=False)
        self.bad('list: "<\\n{^busy}\\nx\\n{/busy}"\n', "", "lines of slot list end in the beginning", "PR0550")
        self.bad('quoted: "< {model}"\n', "", "slot quoted ends in the beginning", "PR0550")

    def test_constants_may_be_empty(self) -> None:
        """Whatever they are now: another overlay may replace them."""
        self.pack = PACK.replace("constants: {", "constants: {dash: {text: '-'}, ")
        self.pack = self.pack.replace("chat, model]", "chat, model, dash]")
        self.bad('quoted: "<{dash}{quote}"\n', "{quote}", "the text before quote begins a tag", "PR0550")
        self.bad('quoted: "<{dash}em"\nconstants: {dash: x}\n', "", "slot quoted ends in", "PR0550")
        self.good('quoted: "<{dash}.{quote}"\n')
        self.pack = self.pack.replace("text: A quote.", 'text: "A quote <{dash}{quote}"')
        for text, at_build in (("", False), ("/", False), ("  ", False), ("IND", True)):
            self.bad(f'constants: {{dash: "{text}"}}\n', "", "constant dash may leave a tag unfinished", "PR0550",
                     at_build=at_build)
        self.good('constants: {dash: "--", rules: null}\n')

    def test_fences_behind_open_ends(self) -> None:
        self.pack = PACK.replace("text: A quote.", 'text: "A quote <"')
        self.bad('quoted: "{quote}."\n', "{quote}", "quote in slot quoted could complete a tag", "PR0550")
        self.bad('quoted: "x{chat}{quote}."\n', "{quote}", "quote in slot quoted could complete", "PR0550")
        self.bad('quoted: "{model}{quote}."\n', "{quote}", "quote in slot quoted could complete", "PR0550")
        self.bad('quoted: "/{chat}."\n', "{chat}", "chat in slot quoted could complete", "PR0550")
        self.good('quoted: "x{quote}"\n')
        self.good('quoted: "x{model}{quote}{chat}."\n')
        self.bad('quoted: "x{chat}"\n', "", "may leave a tag unfinished", "PR0550")
        self.bad('tip: "x{rules}"\n', "", "may leave a tag unfinished", "PR0550")
        self.pack = self.pack.replace("rules: {text: \"{motto}\"}", "rules: {text: Be kind}")
        self.good('tip: "x{rules}"\n')
        for text in ('list: ""', 'list: "/"', 'list: " rem"', 'quoted: "{model}"', 'list: "{^busy}\\nx\\n{/busy}"'):
            self.bad(text + "\n", "", "may leave a tag unfinished", "PR0550")
        self.good('list: "x"\n')
        self.good('list: "x\\n{^busy}\\n{/busy}"\n')

    def test_an_open_end_between_slots(self) -> None:
        """A middle that may be empty lets what is before it meet what is behind it."""
        self.pack = PACK.replace("slots:\n", "slots:\n  hi: {text: 'Hi <'}\n  mid: {placeholders: [model], text: x}\n"
                                 "  end: {placeholders: [quote], text: '{quote}'}\n").replace(
            "parts: [{slot: tip}]", "parts: [{slot: tip}, hi, {slot: mid, before: ''}, {slot: end, before: ''}]")
        for text in ("", "{model}"):
            self.bad(f'mid: "{text}"\n', "", "slot mid may leave a tag unfinished", "PR0550", at_build=False)
        self.good("mid: y\n")

    def test_a_pack_that_takes_none(self) -> None:
        self.pack = PACK.replace("overridable: true", "overridable: false")
        self.bad("tip: Hello\n", "false", "pack example is not overridable", "PR0708")
        self.pack = PACK.replace("overridable: true\n", "")
        self.bad("tip: Hello\n", "example", "pack example is not overridable", "PR0708")

    def test_on_an_overlay_of_the_pack(self) -> None:
        """What stands on one by its name goes by the rules of that one, and by its texts."""
        with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as elsewhere:
            Path(directory, "overlays").mkdir()
            Path(directory, "pack.yaml").write_text(PACK, encoding="utf-8")
            Path(directory, "overlays", "de.yaml").write_text(
                'quoted: "Zitat <"\nconstants: {rules: Regeln}\n', encoding="utf-8")
            for name, text, codes in (
                    ("de-mine", 'quoted: "{quote}."', ["PR0550"]), ("fr-mine", 'quoted: "{quote}."', []),
                    ("de-mine", 'quoted: "Zitat <"', []), ("fr-mine", 'quoted: "Zitat <"', ["PR0550"]),
                    ("de-mine", 'constants: {rules: "{motto}"}', ["PR0706", "PR0550"]),
                    ("fr-mine", 'constants: {rules: "{motto}"}', [])):
                overlay = Path(elsewhere, f"{name}.yaml")
                overlay.write_text(text + "\n", encoding="utf-8")
                report = Report()
                check_pack(directory, report, [str(overlay)], start_up=True)
                self.assertEqual(codes, [item.code for item in report.items if item.severity == "error"])

    def test_size(self) -> None:
        pack, errors = self.check("tip: [" + "a, " * 20000 + "]\n")
        self.assertIsNone(pack)
        self.assertEqual(["PR0707"], [item.code for item in errors])
        pack, errors = self.check("tip: [" + "a, " * 10000 + "]\n")
        self.assertEqual(["PR0220"], [item.code for item in errors])

    def test_command_line(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            Path(directory, "pack.yaml").write_text(PACK, encoding="utf-8")
            with tempfile.TemporaryDirectory() as elsewhere:
                overlay = Path(elsewhere, "host.yaml")
                overlay.write_text('assemblies: {whole: {join: "; "}}\n', encoding="utf-8")
                for arguments, status, says in ((["--start-up"], 1, "PR0706"), ([], 0, "")):
                    output = io.StringIO()
                    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                        found = cli.main(["check", *arguments, directory, "--overlay", str(overlay), "-W",
                                          "no-unused-variable"])
                    self.assertEqual(status, found, output.getvalue())
                    self.assertIn(says, output.getvalue())

    def test_a_file_may_be_called_like_the_pack(self) -> None:
        """What a program reads has no name in C."""
        with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as elsewhere:
            Path(directory, "pack.yaml").write_text(self.pack, encoding="utf-8")
            overlay = Path(elsewhere, "example.yaml")
            overlay.write_text("tip: Hello\n", encoding="utf-8")
            for arguments, status in (["--start-up"], 0), ([], 1):
                output = io.StringIO()
                with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                    found = cli.main(["check", *arguments, directory, "--overlay", str(overlay), "-W", "no-all"])
                self.assertEqual(status, found, output.getvalue())
                self.assertEqual(status == 1, "PR0602" in output.getvalue())


if __name__ == "__main__":
    unittest.main()
