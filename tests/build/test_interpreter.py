"""The search for a Python that can run the compiler: which one it takes, and what it says when there is none."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from support import PYTHON, ROOT, InTemporaryDirectory, fails, run, write

SCRIPT = """
cmake_minimum_required(VERSION 3.20)
include("{root}/gen/cmake/PromptromPython.cmake")
promptrom_find_python(python)
message("found <${{python}}>")
"""


class Interpreter(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        self.directory = self.directory.resolve()
        self.script = write(self.directory / "find.cmake", SCRIPT.format(root=ROOT))

    def fake(self, name: str, problem: str = "", status: int = 0) -> Path:
        """A program that answers as an interpreter with this problem would."""
        code = f"#!/bin/sh\nprintf '%s' '{problem}'\nexit {status}\n"
        return write(self.directory / name / "python3", code, executable=True)

    def search(self, *path: Path, command: object = run, env: dict[str, str] | None = None,
               variables: dict[str, object] | None = None) -> str:
        directories = os.pathsep.join([str(python.parent) for python in path] + [os.environ["PATH"]])
        defined = [f"-D{name}={value}" for name, value in (variables or {}).items()]
        clean = {"PROMPTROM_PYTHON": "", "VIRTUAL_ENV": "", "PATH": directories}
        return command("cmake", *defined, "-P", self.script, env={**clean, **(env or {})})  # type: ignore[operator]

    def found(self, *path: Path, **options: object) -> str:
        return re.search("found <(.*)>", self.search(*path, **options)).group(1)  # type: ignore[union-attr, arg-type]

    def test_takes_the_first_on_the_path_that_will_do(self) -> None:
        lacking, good, other = self.fake("lacking", "no jinja2"), self.fake("good"), self.fake("other")
        self.assertEqual(self.found(lacking, good, other), str(good))
        self.assertEqual(self.found(other, lacking, good), str(other))

    def test_virtual_environment_comes_before_the_path(self) -> None:
        good, environment = self.fake("good"), self.fake("environment/bin")
        self.assertEqual(self.found(good, env={"VIRTUAL_ENV": str(environment.parents[1])}), str(environment))

    def test_cmakes_own_choice_comes_before_the_virtual_environment(self) -> None:
        good, environment = self.fake("good"), self.fake("environment/bin")
        found = self.found(env={"VIRTUAL_ENV": str(environment.parents[1])}, variables={"Python3_EXECUTABLE": good})
        self.assertEqual(found, str(good))

    def test_explicit_variable_is_the_only_candidate(self) -> None:
        good, lacking = self.fake("good"), self.fake("lacking", "no jinja2")
        self.assertEqual(self.found(good, variables={"PROMPTROM_PYTHON": PYTHON}), PYTHON)
        said = self.search(good, command=fails, variables={"PROMPTROM_PYTHON": lacking})
        self.assertIn(f"{lacking}: no jinja2", said)
        self.assertNotIn(str(good), said)

    def test_explicit_variable_may_come_from_the_environment(self) -> None:
        good, other = self.fake("good"), self.fake("other")
        self.assertEqual(self.found(good, env={"PROMPTROM_PYTHON": str(other)}), str(other))

    def test_failure_names_every_candidate_and_the_packages(self) -> None:
        candidates = [self.fake("one", "no jinja2"), self.fake("two", status=3), self.fake("three", "too old")]
        script = write(self.script, SCRIPT.format(root=self.without_debians_python()))
        missing = self.directory / "missing" / "python3"
        said = fails(shutil.which("cmake"), f"-DPython3_EXECUTABLE={missing}", "-P", script, env={
            "PROMPTROM_PYTHON": "", "VIRTUAL_ENV": "", "PATH": os.pathsep.join(str(c.parent) for c in candidates)})
        listed = re.findall(r"^ *(\S.*python3): (.*)$", said, re.MULTILINE)
        self.assertEqual(listed, [
            (str(missing), "there is no such file"), (str(candidates[0]), "no jinja2"),
            (str(candidates[1]), "it does not run (3)"), (str(candidates[2]), "too old"),
            (str(self.directory / "none" / "python3"), "there is no such file")])
        for package in ("python3-jinja2", "python3-yaml", "PROMPTROM_PYTHON"):
            self.assertIn(package, said)

    def without_debians_python(self) -> Path:
        """A copy of the search that looks for Debian's interpreter in a directory where there is none."""
        for name in ("PromptromPython.cmake", "python_check.py"):
            text = (ROOT / "gen" / "cmake" / name).read_text(encoding="utf-8")
            write(self.directory / "copy" / "gen" / "cmake" / name, text.replace(
                "ITEMS /usr/bin/python3", f'ITEMS "{self.directory}/none/python3"'))
        return self.directory / "copy"

    def test_check_speaks_for_itself(self) -> None:
        check = ROOT / "gen" / "cmake" / "python_check.py"
        self.assertEqual(run(PYTHON, check), "")
        self.assertIn("it cannot import jinja2", run(PYTHON, "-S", "-E", "-I", check))
