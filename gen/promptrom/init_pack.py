"""`init`: a new pack of existing prompts, written as a whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Collection, Iterator

from . import files, init_names, init_sources, names
from .diagnostics import Report
from .init_files import LeftOut
from .init_front import Input, plain, quoted
from .init_names import Guess
from .init_sources import Prompt
from .write import current_umask

WIDTH = 118
#: A text that would be taken for front matter, or lose its first character.
_NEEDS_FRONT_MATTER = re.compile(r"\ufeff|---(?:\r?\n|\r|\Z)")


@dataclass(frozen=True, eq=False)
class Slot:
    """One prompt with its place in the pack."""

    prompt: Prompt
    guess: Guess
    path: str  #: in the pack

    @property
    def keeps_newlines(self) -> bool:
        return "\r" in self.guess.body


@dataclass(frozen=True, eq=False)
class Proposal:
    """A pack before it is written."""

    name: str
    syntax: str  #: of most slots
    slots: tuple[Slot, ...]
    variables: dict[str, Input]  #: a flag has the type `flag`
    dropped: tuple[str, ...]  #: variables whose defaults or examples differ from file to file
    left: LeftOut


def propose(directory: str, given: list[str], report: Report, doubts: Report) -> Proposal:
    """Meaningful only if `report` holds no errors. `doubts` gets what must be decided in a pack that is written."""
    left = LeftOut()
    prompts = init_sources.read(given, left, report, doubts)
    guesses = [init_names.guess(prompt.body, prompt.front.inputs) for prompt in prompts]
    slots = tuple(Slot(*each) for each in zip(prompts, guesses, _places(prompts)))
    syntaxes = Counter(slot.guess.syntax for slot in slots if slot.guess.syntax)
    syntax = max(sorted(syntaxes), key=lambda name: syntaxes[name], default="single")
    return Proposal(pack_name(directory), syntax, slots, *_variables(slots), left)


def pack_name(directory: str) -> str:
    base = re.sub(r"[^A-Za-z0-9_-]+", "_", os.path.basename(os.path.abspath(directory))).strip("_-").lower() or "pack"
    base = base if base[0].isalpha() else f"pack_{base}"
    taken = base.replace("-", "_") in names.HEADERS or names.is_taken(base)
    return f"{'pack' if names.is_taken(base) else base}_prompts" if taken else base


# ---- paths ----


def _places(prompts: list[Prompt]) -> list[str]:
    """A path for each prompt that gives an id: no two are one name in C, or differ only in case."""
    taken: set[str] = set()
    spelled: dict[str, str] = {}  # directories, folded -> as they were first written
    places = []
    for prompt in prompts:
        *groups, last = (_part(part) for part in prompt.parts)
        if groups and groups[0].lower() == "overlays":
            groups[0] += "_"
        path = ""
        for group in groups:
            path = spelled.setdefault((path + group).casefold(), path + group) + "/"
        last = "readme" if last == "README" else last
        number, name = 1, path + last
        while _folded(name) in taken:
            number += 1
            name = f"{path}{last}_{number}"
        taken.add(_folded(name))
        places.append(name + ".md")
    return places


def _part(written: str) -> str:
    part = re.sub(r"[^A-Za-z0-9_-]+", "_", written)
    return part if names.ID_PART.fullmatch(part) else f"_{part.lstrip('-')}"


def _folded(name: str) -> str:
    return re.sub(r"[-/.]", "_", name).casefold()


# ---- variables ----


def _variables(slots: tuple[Slot, ...]) -> tuple[dict[str, Input], tuple[str, ...]]:
    """One declaration for each name. Values that only some of its files give, or that differ, are left out."""
    said: dict[str, list[Input]] = {}
    for slot in slots:
        for name in slot.guess.placeholders:
            said.setdefault(name, []).append(_input(name, slot))
    found, dropped = {}, []
    for name in sorted(said):
        each = said[name]
        types = {item.type for item in each}
        type_ = types.pop() if len(types) == 1 else "text"
        defaults, examples = ({item.default for item in each}, {item.example for item in each})
        default = defaults.pop() if len(defaults) == 1 and type_ != "flag" else None
        example = examples.pop() if len(examples) == 1 and type_ != "flag" else None
        if len(defaults) > 1 or len(examples) > 1:
            dropped.append(name)
        doc = next((item.doc for item in each if item.doc), "")
        if type_ == "integer" and not all(_is_integer(value) for value in (default, example)):
            type_ = "text"
        found[name] = Input(type_, default, example, doc)
    return found, tuple(dropped)


def _input(name: str, slot: Slot) -> Input:
    if name in slot.guess.flags:
        return Input("flag")
    known = slot.prompt.front.inputs.get(name)
    return known or Input("integer" if init_names.is_count(name) else "text")


def _is_integer(value: str | None) -> bool:
    return value is None or bool(re.fullmatch(r"-?(?:0|[1-9][0-9]{0,17})", value))


# ---- files ----


def contents(proposal: Proposal) -> dict[str, str]:
    """The files of the pack by their paths."""
    return {files.MANIFEST: _manifest(proposal), **{slot.path: slot_file(slot, proposal) for slot in proposal.slots}}


def _manifest(proposal: Proposal) -> str:
    foreign = sorted({key for slot in proposal.slots for key in slot.prompt.front.foreign})
    lines = ["# Made by `promptrom init`. Types are guesses: give texts a max_bytes, and integers a min and a max.",
             "promptrom: 1", f"pack: {plain(proposal.name)}"]
    if proposal.syntax != "single":
        lines.append(f"syntax: {proposal.syntax}")
    if any(slot.guess.body.endswith("\n") for slot in proposal.slots):
        lines.append("final_newline: keep")
    lines += _list("foreign", foreign)
    if proposal.variables:
        lines += ["", "variables:"]
        lines += [f"  {plain(name)}: {_declaration(item)}" for name, item in proposal.variables.items()]
    return "\n".join(lines) + "\n"


def _declaration(item: Input) -> str:
    parts = [f"type: {item.type}"]
    for key, value in (("default", item.default), ("example", item.example), ("doc", item.doc or None)):
        if value is not None:
            parts.append(f"{key}: {value if item.type == 'integer' and key != 'doc' else quoted(value)}")
    return "{" + ", ".join(parts) + "}"


def slot_file(slot: Slot, proposal: Proposal) -> str:
    """A Markdown file: front matter if there is anything to say or the prompt would be taken for it, then the prompt,
    every byte of it."""
    guess, front = slot.guess, slot.prompt.front
    lines = _list("placeholders", guess.placeholders) + _list("literal", guess.literal)
    syntax = guess.syntax or ("single" if "{" in guess.body else proposal.syntax)
    if syntax != proposal.syntax:
        lines.append(f"syntax: {syntax}")
    if slot.keeps_newlines:
        lines.append("newlines: keep")
    lines += front.lines
    if not lines and not _NEEDS_FRONT_MATTER.match(guess.body):
        return guess.body
    return "".join(line + "\n" for line in ("---", *lines, "---", "")) + guess.body


def _list(key: str, listed: Collection[str]) -> list[str]:
    """A key with a list in brackets, in as many lines as it takes."""
    lines = [f"{key}: ["]
    for number, name in enumerate(listed):
        if number:
            lines[-1] += ", "
        if number and len(lines[-1]) + len(plain(name)) > WIDTH - 2:
            lines[-1] = lines[-1].rstrip()
            lines.append(" " * (len(key) + 3))
        lines[-1] += plain(name)
    return [*lines[:-1], lines[-1] + "]"] if listed else []


def write(directory: Path, written: dict[str, str]) -> None:
    """Makes the directory, which does not exist or is empty, with all of these files. Raises OSError, with nothing
    changed."""
    if directory.is_dir():
        _fill(directory, written)
        return
    missing = [path for path in directory.parents if not path.exists()]
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        with _staged(directory.parent, f".{directory.name}.", written) as staged:
            staged.chmod(0o777 & ~current_umask())
            os.rename(staged, directory)
    except BaseException:
        for path in missing:
            with suppress(OSError):
                path.rmdir()
        raise


def _fill(directory: Path, written: dict[str, str]) -> None:
    """Of a directory that is there. It stays the same one: somebody may stand in it, or it may be a link."""
    with _staged(directory, ".promptrom.", written) as staged:
        tried: list[Path] = []
        try:
            for path in sorted(staged.iterdir()):
                target = directory / path.name
                if os.path.lexists(target):
                    raise FileExistsError(errno.EEXIST, f"{path.name} is there already", str(target))
                tried.append(path)  # first, since an interrupt may come right behind the next line
                os.rename(path, target)
        except BaseException:
            for target in (directory / path.name for path in tried if not os.path.lexists(path)):
                shutil.rmtree(target) if target.is_dir() else target.unlink()
            raise


@contextmanager
def _staged(parent: Path, prefix: str, written: dict[str, str]) -> Iterator[Path]:
    """A directory with all of the files, of which in the end nothing is left but what was moved out of it."""
    staged = Path(tempfile.mkdtemp(dir=parent, prefix=prefix))
    try:
        for name, text in written.items():
            path = staged / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        yield staged
    finally:
        shutil.rmtree(staged, ignore_errors=True)
