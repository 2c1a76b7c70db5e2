"""The command line: what it takes, what it says, and the status that it ends with."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from checking import HEAD

from promptrom import cli

TOOL = str(Path(cli.__file__).parent)  #: as people start it

PACK = HEAD + """variables: {name: {type: text, doc: Für später}, count: {type: integer}}
slots: {hello: {placeholders: [name, count], text: "{name} {count}"}}
"""


class CommandLine(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.pack = Path(directory.name, "pack")
        self.pack.mkdir()
        self.write("pack.yaml", PACK)

    def write(self, name: str, text: str) -> str:
        path = self.pack / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_main(self, *words: str, encoding: str = "ascii") -> tuple:
        """Status, standard output as this encoding has it, and standard error."""
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        error = io.StringIO()
        with redirect_stdout(out), redirect_stderr(error):
            status = cli.main(list(words))
        out.flush()
        return status, out.buffer.getvalue(), error.getvalue()

    def status(self, *words: str) -> int:
        """Of a command, also where the words themselves are wrong."""
        try:
            return self.run_main(*words)[0]
        except SystemExit as ended:
            assert isinstance(ended.code, int)
            return ended.code

    def test_integers_that_fit_nowhere(self) -> None:
        for number in ("1" * 5000, "18446744073709551616", "--1", "-", "١"):
            status, out, error = self.run_main("render", str(self.pack), "hello", "--set", f"count={number}")
            self.assertEqual((status, out), (2, b""), number)
            self.assertIn("hello: count is", error)

    def test_arguments_from_a_file(self) -> None:
        file = self.write("arguments.json", '{"name": "é", "count": 7}')
        self.assertEqual(self.run_main("render", str(self.pack), "hello", "--args", file), (0, "é 7".encode(), ""))
        self.write("arguments.json", '{"name": "é", "name": "e"}')
        status, out, error = self.run_main("render", str(self.pack), "hello", "--args", file)
        self.assertEqual((status, out), (2, b""))
        self.assertIn("name given twice", error)

    def test_no_locale_is_a_reason_to_fail(self) -> None:
        self.write("more.yaml", "cases: [{name: größer, render: hello, args: {name: a, count: 1}, expect: a 1}]\n")
        status, out, _ = self.run_main("list", str(self.pack), "--format", "json")
        self.assertEqual((status, b"F\\u00fcr" in out), (0, True))
        status, out, _ = self.run_main("test", str(self.pack))
        self.assertEqual((status, out.splitlines()[0]), (0, b"ok   gr\\xf6\\xdfer"))

    def test_settings_of_warnings(self) -> None:
        self.write("more.yaml", "slots: {more: {placeholders: [name], text: '{ name } {name}'}}\n")
        for settings, status in (((), 0), (("-Werror",), 1), (("-Werror=PR0324",), 1), (("-Werror=tag-in-line",), 2),
                                 (("-Wno-spaced-braces", "-Werror"), 0), (("-Wno-all", "-Werror"), 0),
                                 (("-Wno-spaced-brace",), 2), (("-Wall",), 2),
                                 (("-Wno-PR0301",), 2), (("-Werror=unknown-placeholder",), 2)):
            with self.subTest(settings):
                self.assertEqual(self.status("check", str(self.pack), *settings), status)

    def test_settings_of_warnings_that_are_none(self) -> None:
        """What is missing or misspelt, and what may stand there."""
        allowed = "it takes error, error=NAME, no-NAME and no-all"
        for setting, said in (
                ("", f"nothing stands behind -W; {allowed}"), (" ", f"nothing stands behind -W; {allowed}"),
                ("xyzzy", f"xyzzy is no setting; {allowed}"), ("erorr", "erorr is no setting; did you mean error?"),
                ("no_all", "no_all is no setting; did you mean no-all?"),
                ("no-", "no- lacks the name of the warning that is to be left out, as in no-unused-variable; "
                        "`promptrom explain` lists all"),
                ("error=", "error= lacks the name of the warning that is to be made an error, as in "
                           "error=unused-variable; `promptrom explain` lists all"),
                ("no-xyzzy", "there is no diagnostic xyzzy; `promptrom explain` lists all"),
                ("no-unused-varable", "there is no diagnostic unused-varable; did you mean no-unused-variable?"),
                ("no-unknown-placeholdr", "there is no diagnostic unknown-placeholdr; did you mean "
                                          "no-unknown-placeholder?"),
                ("unused-variable", "did you mean error=unused-variable or no-unused-variable?"),
                ("PR0411", "did you mean error=PR0411 or no-PR0411?"),
                ("error=all", "did you mean error, which makes all warnings errors?"),
                ("error=PR0122", "PR0122 is a note, and only warnings can be errors"),
                ("no-PR0301", "PR0301 is an error and stays"), ("error=PR0301", "PR0301 is an error already")):
            with self.subTest(setting):
                self.assertIn(said, self.refused("check", str(self.pack), "-W", setting))

    def test_settings_of_warnings_that_are_not_there(self) -> None:
        for words in (("-W",), ("-W", "--format", "json")):
            self.assertIn("argument -W: nothing stands behind -W; it takes error, ",
                          self.refused("check", str(self.pack), *words))
        self.assertIn("argument --format: expected one argument", self.refused("check", str(self.pack), "--format"))

    def refused(self, *words: str) -> str:
        """What is said of words that make no command."""
        error = io.StringIO()
        with redirect_stderr(error), self.assertRaises(SystemExit) as ended:
            cli.main(list(words))
        self.assertEqual(ended.exception.code, 2)
        return error.getvalue()

    def test_every_word_of_a_command_is_explained(self) -> None:
        top = next(action for action in cli.parser()._actions if isinstance(action.choices, dict))
        for name, command in top.choices.items():
            self.assertTrue(command.description, name)
            for action in command._actions:
                self.assertTrue(action.help, f"{name} {action.dest}")

    def test_settings_of_warnings_in_all_forms(self) -> None:
        self.write("more.yaml", "slots: {more: {placeholders: [name], text: '{ name } {name}'}}\n")
        for settings, level in (((), "warning"), (("-Werror=spaced-braces",), "error"), (("-Wno-PR0324",), "")):
            said = self.run_main("check", str(self.pack), "--format", "json", *settings)[1]
            self.assertEqual([json.loads(line)["severity"] for line in said.splitlines()], [level] if level else [])
            log = json.loads(self.run_main("check", str(self.pack), "--format", "sarif", *settings)[1])
            self.assertEqual([result["level"] for result in log["runs"][0]["results"]], [level] if level else [])
            error = self.run_main("check", str(self.pack), *settings)[2]
            self.assertEqual(error.splitlines()[-2:], ["", f"1 {level}"] if level else [])

    def test_the_last_line_counts_all_packs(self) -> None:
        self.write("more.yaml", "slots: {more: {placeholders: [name], text: '{ name } {name} {nmae} {nam}'}}\n")
        status, _, error = self.run_main("check", str(self.pack), str(self.pack / "none"))
        self.assertEqual((status, error.splitlines()[-2:]), (1, ["", "3 errors, 1 warning"]))
        self.write("more.yaml", "slots: {more: {placeholders: [name], text: '{name}'}}\n")
        self.assertEqual(self.run_main("check", str(self.pack)), (0, b"", ""))

    @unittest.skipUnless(hasattr(os, "openpty"), "needs a terminal")
    def test_colours(self) -> None:
        self.write("more.yaml", "slots: {more: {text: '{nmae}'}}\n")
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        for more, coloured in (({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False)):
            terminal, ours = os.openpty()
            subprocess.run([sys.executable, TOOL, "check", str(self.pack)], stderr=ours, env={**environment, **more},
                           check=False)
            os.close(ours)
            said = os.read(terminal, 1 << 16)
            os.close(terminal)
            self.assertIn(b"PR0301", said)
            self.assertEqual(b"\x1b[" in said, coloured)
        self.assertNotIn("\x1b", self.run_main("check", str(self.pack))[2])

    def test_two_things_of_one_name_in_c(self) -> None:
        self.write("more.yaml", "variables: {tone: {type: choice, of: [id, calm]}}\n"
                                "slots: {tone: {placeholders: [tone], text: '{tone}'}}\n")
        status, _, error = self.run_main("check", str(self.pack))
        self.assertEqual(status, 1)
        self.assertIn("more.yaml:2:9: error[PR0602]: choice example_tone and slot tone would both be called "
                      "EXAMPLE_TONE_ID in C", error)

    def test_bounds_that_no_integer_of_c_holds_are_left_out(self) -> None:
        self.write("more.yaml", "variables: {many: {type: rows, max: 4294967294, fields: {it: {type: text, "
                                "max_bytes: 2147483647}}}}\n"
                                'slots: {more: {placeholders: [many], text: "{#many}\\n{it}\\n{/many}"}}\n')
        self.assertEqual(self.run_main("build", str(self.pack), "-o", str(self.pack / "out")), (0, b"", ""))
        header = (self.pack / "out" / "example.h").read_text(encoding="utf-8")
        self.assertIn("EXAMPLE_MORE_MAX_BYTES      9223372032559808511", header)
        self.assertNotIn("EXAMPLE_MORE_MAX_JSON_BYTES", header)

    def test_prefixes_of_the_library(self) -> None:
        for prefix, status in (("prm", 2), ("PRM", 2), ("promptrom", 2), ("prm_text", 2), ("9", 2), ("prompt", 0)):
            with self.subTest(prefix):
                self.assertEqual(self.status("build", str(self.pack), "-o", str(self.pack / "out"), "--prefix",
                                             prefix), status)

    def test_a_file_that_cannot_be_written_is_named(self) -> None:
        depfile = self.pack / "none" / "depfile"
        status, _, error = self.run_main("build", str(self.pack), "-o", str(self.pack / "out"), "--depfile",
                                         str(depfile))
        self.assertEqual(status, 1)
        self.assertIn(f"cannot write {depfile}: ", error)
        self.assertEqual(list((self.pack / "out").iterdir()), [])

    def test_a_stamp_that_cannot_be_touched(self) -> None:
        stamp = self.pack / "none" / "stamp"
        status, _, error = self.run_main("build", str(self.pack), "-o", str(self.pack / "out"), "--stamp", str(stamp))
        self.assertEqual(status, 1)
        self.assertIn(f"cannot touch {stamp}: ", error)
        self.assertNotIn("as they were", error)
        self.assertEqual(len(list((self.pack / "out").iterdir())), 2)

    def test_an_interrupt_shows_no_traceback(self) -> None:
        with mock.patch("promptrom.check.check_pack", side_effect=KeyboardInterrupt):
            self.assertEqual(self.run_main("check", str(self.pack)), (130, b"", ""))

    def test_an_interrupt_at_the_start(self) -> None:
        """While modules are still being read."""
        stop = ("import runpy, sys\nclass Stop:\n    def find_spec(self, name, *more):\n"
                "        if name == 'promptrom.show':\n            raise KeyboardInterrupt\n"
                "sys.meta_path.insert(0, Stop())\nrunpy.run_path(sys.argv[1], run_name='__main__')\n")
        done = subprocess.run([sys.executable, "-c", stop, TOOL], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (130, b""))

    def test_errors_that_nobody_hears(self) -> None:
        for words, status in ((["check", str(self.pack / "none")], 1), (["explain", "none"], 2), (["none"], 2)):
            done = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, TOOL, *words],
                                  stdout=subprocess.PIPE, check=False)
            self.assertEqual((done.returncode, done.stdout), (status, b""))

    def test_a_pack_is_not_made_unheard(self) -> None:
        made = self.pack / "made"
        done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, TOOL, "init", str(made), "--from",
                               __file__], stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "promptrom: standard output is closed\n"))
        self.assertFalse(made.exists())

    def test_what_is_given_cannot_move_the_cursor(self) -> None:
        for words in (("render", str(self.pack), "x\x1b[31m"), ("explain", "\x1b[31m"), ("check", "\x1b[31m")):
            self.assertNotIn("\x1b", self.run_main(*words)[2])

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs a device that is full")
    def test_output_that_cannot_be_written(self) -> None:
        arguments = ["render", str(self.pack), "hello", "--set", "name=Ada", "--set", "count=1"]
        for words in (arguments, ["list", str(self.pack)], ["explain"]):
            for buffered in (["-u"], []):
                with self.subTest(words=words, buffered=buffered), open("/dev/full", "wb") as full:
                    done = subprocess.run([sys.executable, *buffered, TOOL, *words], stdout=full,
                                          stderr=subprocess.PIPE, encoding="utf-8", check=False)
                    self.assertEqual((done.returncode, done.stderr), (1, "promptrom: No space left on device\n"))
        closed = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, TOOL, *arguments],
                                stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual((closed.returncode, closed.stderr), (1, "promptrom: standard output is closed\n"))

    @unittest.skipIf(os.name == "nt", "paths are text there")
    def test_paths_that_are_no_text(self) -> None:
        odd = os.fsdecode(os.fsencode(self.pack) + b"\xff")
        os.rename(self.pack, odd)
        Path(odd, "more.yaml").write_text("slots: {bye: {text: '{nmae}'}}\n", encoding="utf-8")
        for form, shown in (("text", b"pack\\xff/more.yaml:1:"), ("json", b'pack\\\\xff/more.yaml"'),
                            ("sarif", b"pack%FF/more.yaml")):
            status, out, error = self.run_main("check", odd, "--format", form, encoding="utf-8")
            self.assertEqual((status, shown in out + error.encode("utf-8")), (1, True), out)
            self.assertNotIn(b"udcff", out)
            self.assertNotIn("udcff", error)

    @unittest.skipIf(os.name == "nt", "paths are text there")
    def test_names_in_a_pack_that_are_no_text(self) -> None:
        """Shown in one way in every form, and in the texts of messages as in paths."""
        os.rename(self.pack, os.fsdecode(os.fsencode(self.pack) + b"\xff"))
        odd = os.fsdecode(os.fsencode(self.pack) + b"\xff")
        with open(os.path.join(os.fsencode(odd), b"q\xfe\\x.md"), "wb"):
            pass
        Path(odd, "up").symlink_to(os.fsdecode(b"\xfd"))
        wanted = {"text": "pack\\xff/q\\xfe\\x.md: error[PR0109]: the name of a file holds byte 0xfe",
                  "json": '"pack\\\\xff/q\\\\xfe\\\\x.md"', "sarif": '"pack%FF/q%FE%5Cx.md"'}
        for form, shown in wanted.items():
            status, out, error = self.run_main("check", odd, "--format", form, encoding="utf-8")
            said = out.decode("utf-8") + error
            for place in (f"file://{self.pack.parent}/", f"{self.pack.parent}/"):
                said = said.replace(place, "")
            self.assertEqual(status, 1)
            self.assertIn(shown, said)
            backslash = "\\" if form == "text" else "\\\\"
            self.assertIn(f"cannot read pack{backslash}xff/up: ", said)
            self.assertNotIn("udcf", said)


if __name__ == "__main__":
    unittest.main()
