"""What `promptrom init` makes of a collection of real prompt files, and whether their bytes come through."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

from promptrom import arguments, init_pack, model
from promptrom.check import check_pack
from promptrom.cli import UNDECIDED
from promptrom.diagnostics import Diagnostic, Report
from promptrom.init_front import quoted
from promptrom.reference import render

CORPORA = Path(__file__).resolve().parents[3] / "shared" / "corpora"
WITHOUT = ".jsonl"  #: lists of what the collections hold

#: Front matter with what may stand before it. Written apart from the compiler's own rule, which it checks.
_FRONT_MATTER = re.compile(r"(?:#.*\n|\s*\n)*---\r?\n(?:.*\n)*?---\r?(?:\n|\Z)")


@dataclass
class Prompt:
    """One file of a collection."""

    path: Path
    items: list[Diagnostic] = field(default_factory=list)  #: that stand in it, or in the file made of it
    entry: "model.Slot | None" = None  #: None if it is not in the pack that builds
    made: bytes = b""  #: rendered, each text placeholder being its own name in `‹›` and each integer 7

    @property
    def compiled(self) -> bool:
        return not any(item.severity == "error" or item.code in UNDECIDED for item in self.items)

    @property
    def sections(self) -> bool:
        return self.entry is not None and any(item.type == "flag" for item in self.entry.inputs)

    def source(self) -> str:
        return self.path.read_bytes().decode("utf-8-sig")

    def expected(self) -> Iterator[bytes]:
        """What may be rendered: the file, or what stands behind its front matter. With placeholders in it, doubled or
        single braces, or single ones behind a dollar sign, are replaced."""
        text = self.source()
        front = _FRONT_MATTER.match(text)
        for body in (text, text[front.end():] if front else text):
            for replaced in self._replaced(body):
                yield replaced.encode("utf-8")

    def _replaced(self, body: str) -> Iterator[str]:
        assert self.entry is not None
        values = {item.name: value_of(item) for item in self.entry.inputs}
        if not values:
            yield body
            return
        names = "|".join(re.escape(name) for name in sorted(values, key=len, reverse=True))
        for pattern in (rf"\{{\{{[ \t]*({names})[ \t]*\}}\}}", rf"\{{({names})\}}", rf"\$\{{({names})\}}"):
            yield re.sub(pattern, lambda match: values[match[1]], body)


def value_of(item: model.Variable) -> str:
    return "7" if item.type == "integer" else f"‹{item.name}›"


@dataclass
class Survey:
    """A collection: what each file became, and a pack of all those that compile."""

    name: str
    prompts: list[Prompt]
    pack: Path

    def count(self, code: str) -> int:
        return sum(any(item.code == code for item in prompt.items) for prompt in self.prompts)

    def codes(self) -> list[str]:
        return sorted({item.code for prompt in self.prompts for item in prompt.items})

    @property
    def compiled(self) -> list[Prompt]:
        return [prompt for prompt in self.prompts if prompt.compiled]


def survey(corpus: Path, work: Path) -> Survey:
    """Reads all files of a collection, leaves out those that cannot be read at all, makes a pack of the others, and
    one more of those that need no decision, which it renders."""
    prompts = {str(path): Prompt(path) for path in sorted(corpus.iterdir()) if path.suffix != WITHOUT}
    found = Report()
    init_pack.propose(str(work), list(prompts), found, Report())
    for item in found.items:
        if item.severity == "error":
            prompts[item.span.source.path if item.span else item.path].items.append(item)
    _diagnose({key: prompt for key, prompt in prompts.items() if not prompt.items}, work / corpus.name)
    compiled = {key: prompt for key, prompt in prompts.items() if prompt.compiled}
    shutil.rmtree(work / corpus.name)
    pack = _diagnose(compiled, work / corpus.name, known=True)
    if pack is not None:
        for prompt in compiled.values():
            _render(pack, prompt)
    return Survey(corpus.name, list(prompts.values()), work / corpus.name)


def _diagnose(prompts: dict[str, Prompt], directory: Path, known: bool = False) -> "model.Pack | None":
    """Makes a pack, and hands what is said of its files to the prompts that these were."""
    report, doubts = Report(), Report()
    proposal = init_pack.propose(str(directory), list(prompts), report, doubts)
    init_pack.write(directory, init_pack.contents(proposal))
    pack = check_pack(str(directory), doubts)
    of_file = {str(directory / slot.path): prompts[slot.prompt.origin] for slot in proposal.slots}
    for item in doubts.items:
        path = item.span.source.path if item.span else item.path
        prompt = of_file.get(path) or prompts.get(path)
        if prompt is None or known and item.severity == "error":
            raise AssertionError(f"{path}: {item.code} {item.message}")
        if not known:
            prompt.items.append(item)
    for entry in pack.entries if pack else ():
        assert isinstance(entry, model.Slot)
        of_file[entry.span.source.path].entry = entry
    return pack


def _render(pack: model.Pack, prompt: Prompt) -> None:
    entry = prompt.entry
    if entry is None:
        raise AssertionError(f"{prompt.path} is no slot of the pack")
    values: dict[str, object] = {item.name: value_of(item) for item in entry.inputs if item.type != "flag"}
    prompt.made = render(pack, entry.id, arguments.convert(entry.inputs, values, entry.id))


def differing(found: Survey) -> list[Path]:
    """Files whose bytes do not come through."""
    return [prompt.path for prompt in found.compiled if not prompt.sections and prompt.made not in prompt.expected()]


def add_cases(found: Survey) -> int:
    """Writes what was rendered into the pack as its cases, for the other engine. How many there are."""
    lines = ["cases:"]
    for prompt in found.compiled:
        assert prompt.entry is not None
        given = [f"{quoted(item.name)}: {7 if item.type == 'integer' else quoted(value_of(item))}"
                 for item in prompt.entry.inputs if item.type != "flag"]
        lines.append(f"- {{name: {prompt.entry.id}, render: {prompt.entry.id}, args: {{{', '.join(given)}}}, "
                     f"expect: {quoted(prompt.made.decode('utf-8'))}}}")
    (found.pack / "cases.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines) - 1


def table(surveys: list[Survey]) -> str:
    """Counts for each collection: files, files that compile, files that somebody must decide on, files whose bytes
    differ, and by code the files in which it is found."""
    rows: list[tuple[str, ...]] = [("collection", "files", "compiled", "to decide", "differ", "files by code")]
    for each in surveys:
        codes = ", ".join(f"{code} {each.count(code)}" for code in each.codes()) or "-"
        rows.append((each.name, *map(str, _counts(each)), codes))
    total: Counter[int] = Counter()
    for each in surveys:
        total.update(dict(enumerate(_counts(each))))
    rows.append(("all", *(str(total[index]) for index in range(4)), ""))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width
                                                          in zip(row[1:5], widths[1:])), row[5]]).rstrip()
                     for row in rows)


def _counts(each: Survey) -> tuple[int, int, int, int]:
    compiled = len(each.compiled)
    return len(each.prompts), compiled, len(each.prompts) - compiled, len(differing(each))
