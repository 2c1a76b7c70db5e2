"""Random histories of a registry, in C and in a model that works everything out anew, must give the same answers."""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Callable, Iterator, Optional

from registry_model import REST, Entry, Model, Wrong

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SEQUENCES = int(os.environ.get("PROMPTROM_SEQUENCES", "10000"))
COMMANDS = 16

NAMES = ["p", "q", "r", "s", "deployment:persona"]
ORDERS = ["-1", "-0.0", "0", "0.5", "0.5", "7"]
TEXTS = ["", "T", " {{a}}\n", "{{b}}-{{a}}", "{{c}}", "{{ bad }}", "\\{{a}}{{b}}", "{{d}} {{c}}", "x}} {{", "{{d}}",
         "\\\\{{a}}", "\\\\\\{{a}}", "{{a}}{{ b}}"]
VALUES = ["", "1", "{{a}}", "2\n", None]
SCRAPS = ["{{", "}}", "{", "}", "\\", "a", "{{a}}", "{{b}}", " ", "#", ".", "_", "A", "\n", "\u00e9"]
TOOLS = ["read", "write", "bash", "a-b", "Z"]
TOOL_ORDERS = [[], [], [REST], ["write", REST], [REST, "read"], ["Z", "bash", REST, "a-b"]]

PLANTED = {  # what is done wrong: the file, what stands there, and what is put in its place
    "the place of what is shadowed": ("registry_section.c", "entry->place = other->layer;", "(void)0;"),
    "equals in the order of registration": ("registry_scope.c", "a->handle < b->handle", "a->handle > b->handle"),
    "the nearest wins": ("registry_assemble.c", "other->layer.depth > entry->layer.depth",
                         "other->layer.depth < entry->layer.depth"),
    "references after a removal": ("registry_section.c", "r->memory.sections[i].first -= count;", "(void)0;"),
    "names after a removal": ("registry_variable.c", "r->variable_count--, at, sizeof *r->memory.variables);\n"
                              "    number_names(r);", "r->variable_count--, at, sizeof *r->memory.variables);"),
    "what the usual case passes over": ("registry_usual.c", "at = references[i++].to", "at = references[i++].from"),
    "sizes of the usual case": ("registry_usual.c", "sum -= references[i].to - references[i].from;", "(void)0;"),
    "blank lines that are taken back": ("registry_render.c", "to = at == start ? to : at;", "to = at;"),
    "half of the backslashes": ("registry_reference.c", "token.backslashes % 2 == 1", "token.backslashes == 1"),
}


def hexed(text: Optional[str]) -> str:
    return "-" if text is None else text.encode().hex() or "."


def listed(names: Optional[list[str]]) -> str:
    return ",".join(names) if names else "-"


class Story:
    """One registry's history: each command, as the program takes it and as the model does."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.order = self.random.choice(TOOL_ORDERS)
        self.model = Model(self.order)

    def steps(self) -> Iterator[tuple[str, str]]:
        """Commands and the model's answers."""
        yield f"new {listed(self.order)}", "ok"
        makers = [self.section] * 6 + [self.variable] * 4 + [self.tools, self.listener, self.open, self.remove,
                                                            self.remove, self.close, self.assemble, self.assemble]
        for _ in range(COMMANDS):
            yield self.random.choice(makers)()
        for scope in range(len(self.model.scopes)):
            yield self.assemble(scope)

    def scope(self) -> int:
        return self.random.randrange(len(self.model.scopes))

    def told(self, command: str, act: Callable[..., Optional[str]], *arguments: object) -> tuple[str, str]:
        try:
            answer = act(*arguments)
        except Wrong as wrong:
            return command, wrong.answer
        return command, answer or "ok"

    def open(self) -> tuple[str, str]:
        parent = self.scope()
        return self.told(f"open {parent} s", self.model.open, parent)

    def close(self) -> tuple[str, str]:
        scope = self.scope()
        return self.told(f"close {scope}", self.model.close, scope)

    def text(self) -> str:
        if self.random.random() < 0.7:
            return self.random.choice(TEXTS)
        return "".join(self.random.choices(SCRAPS, k=self.random.randrange(12)))

    def section(self) -> tuple[str, str]:
        pick = self.random.choice
        source = pick("fffvt")
        is_context = self.random.random() < 0.15
        entry = Entry("section", self.scope(), 0, pick(NAMES), float(order := pick(ORDERS)), int(is_context),
                      not is_context and self.random.random() < 0.06, source, self.text())
        command = (f"section {entry.scope} {entry.name} {order} {entry.which} {int(entry.complete)} {source} "
                   f"{hexed(entry.text)}")
        return self.told(command, self.model.register, entry)

    def variable(self) -> tuple[str, str]:
        entry = Entry("variable", self.scope(), 0, self.random.choice("abbcda"), text=self.random.choice(VALUES))
        return self.told(f"variable {entry.scope} {entry.name} {hexed(entry.text)}", self.model.register, entry)

    def tools(self) -> tuple[str, str]:
        some = self.random.choices(TOOLS, k=self.random.randrange(6))
        known = self.random.choice([None, TOOLS, self.random.sample(TOOLS, 2)])
        entry = Entry("tools", self.scope(), 0, tools=some, known=known)
        return self.told(f"tools {entry.scope} {listed(some)} {listed(known)}", self.model.register, entry)

    def listener(self) -> tuple[str, str]:
        entry = Entry("listener", self.scope(), 0, text=self.text())
        return self.told(f"listener {entry.scope} {hexed(entry.text)}", self.model.register, entry)

    def remove(self) -> tuple[str, str]:
        handle = self.random.randrange(len(self.model.handles) + 1)
        return self.told(f"remove {handle}", self.model.remove, handle)

    def assemble(self, scope: Optional[int] = None) -> tuple[str, str]:
        scope = self.scope() if scope is None else scope
        return self.told(f"assemble {scope}", self.model.assemble, scope)


def compile_program(directory: Path, planted: Optional[tuple[str, str, str]] = None) -> Path:
    """The program, with one change to a file of the registry if that is asked for."""
    core = sorted(ROOT.glob("runtime/core/*.c"))
    prompt = sorted(ROOT.glob("runtime/prompt/registry*.c"))
    if planted:
        name, old, new = planted
        source = ROOT / "runtime/prompt" / name
        text = source.read_text(encoding="utf-8")
        if old not in text:
            raise AssertionError(f"{name} no longer says: {old}")
        changed = directory / name
        changed.write_text(text.replace(old, new).replace('"../core/', f'"{ROOT}/runtime/core/'), encoding="utf-8")
        prompt = [changed if path == source else path for path in prompt]
    program = directory / "registry"
    done = subprocess.run(["cc", "-O1", "-g", "-std=c99", f"-I{ROOT / 'include'}", f"-I{ROOT / 'runtime/prompt'}",
                           "-o", str(program), str(HERE / "registry.c"), *map(str, [*core, *prompt])],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise AssertionError(done.stdout)
    return program


def differences(program: Path, count: int) -> Iterator[str]:
    """What the program answers otherwise than the model; with the history up to there."""
    steps = [(seed, *step) for seed in range(count) for step in Story(seed).steps()]
    done = subprocess.run([str(program)], input="".join(f"{command}\n" for _, command, _ in steps), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    answers = done.stdout.splitlines()
    answers += [f"ended with {done.returncode}"] * (len(steps) - len(answers))
    for at, ((seed, command, wanted), answer) in enumerate(zip(steps, answers)):
        if answer != wanted:
            history = "\n".join(step for other, step, _ in steps[:at] if other == seed)
            yield f"sequence {seed}:\n{history}\n{command}\n  program: {answer}\n  model:   {wanted}"


class Registry(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.directory = Path(folder.name)

    def test_program_and_model_agree(self) -> None:
        first = next(differences(compile_program(self.directory), SEQUENCES), None)
        self.assertIsNone(first, first)

    def test_every_kind_of_answer_occurs(self) -> None:
        answers = {" ".join(answer.split()[:2]) if answer.startswith("error") else "ok"
                   for seed in range(400) for _, answer in Story(seed).steps()}
        self.assertEqual(answers, {"ok", *(f"error {status}" for status in (3, 33, 80, 81, 84, 85, 87, 88, 89, 91))})

    def test_what_is_planted_is_found(self) -> None:
        for name, planted in PLANTED.items():
            with self.subTest(name):
                self.assertTrue(any(differences(compile_program(self.directory, planted), 400)))


if __name__ == "__main__":
    unittest.main()
