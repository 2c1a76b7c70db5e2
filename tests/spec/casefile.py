"""Reads the specification's cases: Markdown that people read as the description of the format.

A heading of the second level or deeper with fenced blocks below it is a case. The words behind a block's fence say
what it is: first its language, for editors, then its role.

    yaml manifest              pack.yaml; the lines `promptrom: 1` and `pack: spec` are put behind it, and, with a
                               block `slot`, `defaults: {placeholders: declared}`, each only if its key is not there
    markdown slot              case.md, the text of the slot `case`
    LANGUAGE file=PATH         any other file of the pack
    json args                  arguments of the next result; without: none
    text expected              the exact bytes that are rendered
    text error                 `STATUS: entry: placeholder`, when there is nothing to render; a second line
                               `in C: entry: placeholder` where the C engine, which has merged the parts of an
                               assembly or knows no name for the field of a row, reports another place
    text diagnostics           all that the compiler says, as people see it
    text codes                 all that the compiler says, one `FILE:LINE:COLUMN CODE` a line

A case without `diagnostics` or `codes` is one that the compiler says nothing about, not even a warning. The newline
before a closing fence is no part of a result; files of the pack end in one. More words may follow:

    render=ENTRY               what is rendered, `case` if there is such a slot; ASSEMBLY.OUTPUT for an output
    json                       in its form for JSON strings
    repair                     with U+FFFD for what is not UTF-8
    escapes                    \\n \\r \\t \\\\ \\xNN and \\u{N} stand for characters and bytes
    bare                       a file without the newline at its end
    missing                    a pack without a manifest
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

HEADING = re.compile(r"(#{1,6}) +(.*?) *#* *$")
FENCE = re.compile(r"(`{3,})(.*)$")
ESCAPE = re.compile(rb"\\(?:([nrt\\])|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\})")
SIMPLE = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\\": b"\\"}
FRAME = (("promptrom:", "promptrom: 1\n"), ("pack:", "pack: spec\n"))
DEFAULTS = ("defaults:", "defaults: {placeholders: declared}\n")

OPTIONS = {
    "manifest": {"escapes", "missing"},
    "slot": {"escapes", "bare"},
    "file": {"escapes", "bare"},
    "args": set(),
    "expected": {"escapes", "render", "json", "repair"},
    "error": {"render", "json", "repair"},
    "diagnostics": set(),
    "codes": set(),
}


class BadCaseFile(Exception):
    """A case that makes no sense as it is written."""


@dataclass(frozen=True)
class Error:
    """What a render reports when it fails."""

    status: str
    entry: str
    placeholder: str
    c_entry: str
    c_placeholder: str


@dataclass(frozen=True)
class Run:
    """One render and its result: bytes or an error."""

    line: int
    render: str
    args: dict[str, object]
    json: bool
    repair: bool
    expected: bytes | None
    error: Error | None


@dataclass(frozen=True)
class Case:
    name: str
    line: int
    files: tuple[tuple[str, bytes], ...]
    runs: tuple[Run, ...]
    diagnostics: str | None
    codes: tuple[str, ...] | None


@dataclass(frozen=True)
class Block:
    line: int
    role: str
    options: dict[str, str]
    text: str

    def data(self) -> bytes:
        encoded = self.text.encode("utf-8")
        return unescape(encoded) if "escapes" in self.options else encoded


@dataclass
class Draft:
    """A heading and the blocks found below it so far."""

    name: str
    line: int
    blocks: list[Block] = field(default_factory=list)


def read_cases(path: Path) -> list[Case]:
    """All cases of a file. Raises BadCaseFile with the line that is wrong."""
    try:
        drafts = read_drafts(path.read_text(encoding="utf-8").split("\n"))
        return [make_case(draft) for draft in drafts if draft.blocks]
    except BadCaseFile as bad:
        raise BadCaseFile(f"{path.name}:{bad}") from None


def read_drafts(lines: list[str]) -> list[Draft]:
    drafts: list[Draft] = []
    at = 0
    while at < len(lines):
        heading, fence = HEADING.match(lines[at]), FENCE.match(lines[at])
        if heading:
            drafts.append(Draft(heading[2], at + 1))
        elif fence:
            end = closing(lines, at, fence[1])
            if not drafts:
                raise BadCaseFile(f"{at + 1}: a block before the first heading")
            drafts[-1].blocks.append(read_block(at + 1, fence[2], "\n".join(lines[at + 1:end])))
            at = end
        at += 1
    return drafts


def closing(lines: list[str], opening: int, fence: str) -> int:
    for at in range(opening + 1, len(lines)):
        if lines[at] == fence:
            return at
    raise BadCaseFile(f"{opening + 1}: this block is never closed")


def read_block(line: int, info: str, text: str) -> Block:
    words = info.split()
    if len(words) < 2:
        raise BadCaseFile(f"{line}: a block needs a language and a role")
    options = dict(word.partition("=")[::2] for word in words[1:])
    role = next(iter(options))
    if role not in OPTIONS:
        raise BadCaseFile(f"{line}: there is no role {role}")
    surplus = sorted(set(options) - {role} - OPTIONS[role])
    if surplus:
        raise BadCaseFile(f"{line}: {role} has no option {surplus[0]}")
    return Block(line, role, options, text)


def unescape(data: bytes) -> bytes:
    def one(match: re.Match[bytes]) -> bytes:
        if match[1]:
            return SIMPLE[match[1]]
        return bytes([int(match[2], 16)]) if match[2] else chr(int(match[3], 16)).encode("utf-8")

    return ESCAPE.sub(one, data)


# ---- from blocks to a case ----


def make_case(draft: Draft) -> Case:
    roles = [block.role for block in draft.blocks]
    for role in ("manifest", "slot", "diagnostics", "codes"):
        if roles.count(role) > 1:
            raise BadCaseFile(f"{draft.line}: two blocks {role} in one case")
    case = Case(draft.name, draft.line, pack_files(draft), tuple(runs(draft)), single(draft, "diagnostics"),
                None if "codes" not in roles else tuple((single(draft, "codes") or "").split("\n")))
    if not case.runs and case.diagnostics is None and case.codes is None:
        raise BadCaseFile(f"{draft.line}: the case shows no result")
    return case


def single(draft: Draft, role: str) -> str | None:
    return next((block.text for block in draft.blocks if block.role == role), None)


def pack_files(draft: Draft) -> tuple[tuple[str, bytes], ...]:
    files: dict[str, bytes] = {}
    has_slot = any(block.role == "slot" for block in draft.blocks)
    for block in draft.blocks:
        end = b"" if "bare" in block.options or block.text == "" else b"\n"
        if block.role == "manifest":
            files["pack.yaml"] = framed(block.data() + end, has_slot)
        elif block.role == "slot":
            files["case.md"] = block.data() + end
        elif block.role == "file":
            files[block.options["file"]] = block.data() + end
    if any("missing" in block.options for block in draft.blocks):
        del files["pack.yaml"]
    else:
        files.setdefault("pack.yaml", framed(b"", has_slot))
    return tuple(files.items())


def framed(manifest: bytes, has_slot: bool) -> bytes:
    written = [line.decode("utf-8", "replace") for line in manifest.split(b"\n")]
    for key, line in FRAME + ((DEFAULTS,) if has_slot else ()):
        if not any(each.startswith(key) for each in written):
            manifest += line.encode()
    return manifest


def runs(draft: Draft) -> list[Run]:
    """Each result with the arguments before it; a result without any of its own is rendered without any."""
    found: list[Run] = []
    args: dict[str, object] | None = None
    default = "case" if any(block.role == "slot" for block in draft.blocks) else None
    for block in draft.blocks:
        if block.role == "args":
            if args is not None:
                raise BadCaseFile(f"{block.line}: arguments that no result uses")
            args = read_args(block)
        elif block.role in ("expected", "error"):
            entry = block.options.get("render", default)
            if entry is None:
                raise BadCaseFile(f"{block.line}: what is rendered? say render=ENTRY")
            found.append(Run(block.line, entry, args or {}, "json" in block.options, "repair" in block.options,
                             block.data() if block.role == "expected" else None,
                             read_error(block) if block.role == "error" else None))
            args = None
    if args is not None:
        raise BadCaseFile(f"{draft.line}: the case ends with arguments that no result uses")
    return found


def read_args(block: Block) -> dict[str, object]:
    try:
        args = json.loads(block.text)
    except ValueError as error:
        raise BadCaseFile(f"{block.line}: {error}") from None
    if not isinstance(args, dict):
        raise BadCaseFile(f"{block.line}: arguments are an object")
    return args


def read_error(block: Block) -> Error:
    first, *more = block.text.split("\n")
    words, in_c = first.split(": "), [line.split(": ") for line in more]
    if len(words) != 3 or len(in_c) > 1 or any(len(line) != 3 or line[0] != "in C" for line in in_c):
        raise BadCaseFile(f"{block.line}: an error is STATUS: entry: placeholder, then perhaps in C: entry: "
                          "placeholder")
    status, entry, placeholder = words
    _, c_entry, c_placeholder = in_c[0] if in_c else words
    return Error(status, entry, placeholder, c_entry, c_placeholder.replace("(none)", ""))
