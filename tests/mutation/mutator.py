"""Faults made systematically in C: every operator, number, statement and result of a function, one at a time.

The source is as our style has it: a function begins with a line in the first column and a `{` in the next, and ends
with a `}` there; a statement ends with its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

#: What stands in place of an operator. Operators on pointers and the comma are left alone.
OPERATORS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "&&": ("||",), "||": ("&&",), "+": ("-",), "-": ("+",), "*": ("+",), "<<": (">>",), ">>": ("<<",),
    "&": ("|",), "|": ("&",), "^": ("|",), "++": ("--",), "--": ("++",), "+=": ("-=",), "-=": ("+=",),
    "|=": ("&=",), "&=": ("|=",),
}

TOKEN = re.compile(r"""
    (?P<blank>\s+ | /\*.*?\*/)
  | (?P<text>"(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]* | \d+[uUlL]*)
  | (?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:.])
  | (?P<other>.)
""", re.VERBOSE | re.DOTALL)

#: Behind these an operator has an operand on its left, and is no sign, address or type of a pointer.
OPERAND_ENDS = re.compile(r"[\w)\]]$")
KEYWORDS = {"return", "case", "sizeof", "if", "while", "for", "switch", "else", "do"}
TYPE = re.compile(r"^(?:const|unsigned|signed|char|int|long|void|bool|size_t|\w+_t|prm_\w+|static)$")

HEAD = re.compile(r"^(?:static )?(?:inline )?(?P<type>[\w ]+?[ *]+)(?P<name>\w+)\((?:[^;{}]*)\)\n\{\n", re.MULTILINE)
STATEMENT = re.compile(r"^ +(?!(?:return|break|continue|case|default|goto|static|typedef|const|else|enum)\b)"
                       r"(?P<body>(?:\(void\))?[\w*(&][^;{}]*;)$", re.MULTILINE)
RETURN = re.compile(r"\breturn (?P<value>[^;]+);")


@dataclass(frozen=True)
class Mutant:
    file: str  #: relative to the root
    function: str
    start: int  #: of what is replaced
    end: int
    new: str
    kind: str
    was: str  #: the line, without the white space around
    now: str  #: what the line is now
    number: int  #: among those of the function with the same two lines, from 0

    @property
    def key(self) -> str:
        return f"{self.file}:{self.function} [{self.number}] {self.was} => {self.now}"

    def apply(self, text: str) -> str:
        return text[:self.start] + self.new + text[self.end:]


@dataclass(frozen=True)
class Function:
    name: str
    type: str
    start: int  #: behind the `{`
    end: int


@dataclass(frozen=True)
class Change:
    start: int
    end: int
    new: str
    kind: str


def functions_of(text: str) -> Iterator[Function]:
    for head in HEAD.finditer(text):
        end = text.index("\n}\n", head.end() - 1)
        yield Function(head["name"], head["type"].strip(), head.end(), end)


def tokens_of(text: str, start: int, end: int) -> list[tuple[str, str, int]]:
    """Kind, text and place of all but white space."""
    return [(match.lastgroup or "", match[0], match.start()) for match in TOKEN.finditer(text, start, end)
            if match.lastgroup != "blank"]


def is_binary(before: tuple[str, str, int] | None, operator: str) -> bool:
    """Whether an operator that may also be a sign, an address or a pointer stands between two operands."""
    if operator not in ("*", "&", "-", "+"):
        return True
    if before is None or before[1] in KEYWORDS or TYPE.match(before[1]):
        return False
    return bool(OPERAND_ENDS.search(before[1]))


def changed_operators(tokens: list[tuple[str, str, int]]) -> Iterator[Change]:
    before = None
    for token in tokens:
        kind, text, at = token
        if kind == "operator" and is_binary(before, text):
            for new in OPERATORS.get(text, ()):
                yield Change(at, at + len(text), new, "operator")
        if text == "!":
            yield Change(at, at + 1, "", "negation")
        before = token


def changed_numbers(tokens: list[tuple[str, str, int]]) -> Iterator[Change]:
    for kind, text, at in tokens:
        if kind != "number":
            continue
        digits = text.rstrip("uUlL")
        value, suffix = int(digits, 0), text[len(digits):]
        for other in (value + 1, value - 1):
            if other >= 0:
                yield Change(at, at + len(text), f"{other}{suffix}", "number")


def deleted_statements(text: str, function: Function) -> Iterator[Change]:
    for match in STATEMENT.finditer(text, function.start, function.end):
        words = match["body"].split()
        is_declaration = (TYPE.match(words[0]) and len(words) > 1 and re.match(r"[*\w]", words[1])
                          and "(" not in words[0])
        if not is_declaration:
            yield Change(match.start("body"), match.end("body"), ";", "statement")


def other_results(type_: str, value: str) -> tuple[str, ...]:
    if type_ == "bool":
        return ({"true": "false", "false": "true"}.get(value, f"!({value})"),)
    if type_ == "prm_status":
        return ("PRM_BAD_TABLE",) if value == "PRM_OK" else ("PRM_OK",)
    if "*" in type_:
        return () if value == "NULL" else ("NULL",)
    if re.match(r"(?:unsigned|int|size_t|u?int\d+_t)\b", type_):
        return (f"({value}) + 1",)
    return ()


def changed_results(text: str, function: Function) -> Iterator[Change]:
    for match in RETURN.finditer(text, function.start, function.end):
        for new in other_results(function.type, match["value"]):
            yield Change(match.start("value"), match.end("value"), new, "result")


def line_around(text: str, start: int, end: int) -> tuple[int, int]:
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if last < 0 else last


def mutants_of(file: str, text: str) -> Iterator[Mutant]:
    """All faults of a file, in the order of their places."""
    for function in functions_of(text):
        tokens = tokens_of(text, function.start, function.end)
        changes = [*changed_operators(tokens), *changed_numbers(tokens), *deleted_statements(text, function),
                   *changed_results(text, function)]
        seen: dict[tuple[str, str], int] = {}
        for change in sorted(changes, key=lambda change: (change.start, change.end, change.new)):
            first, last = line_around(text, change.start, change.end)
            was = " ".join(text[first:last].split())
            now = " ".join((text[first:change.start] + change.new + text[change.end:last]).split())
            number = seen.get((was, now), 0)
            seen[was, now] = number + 1
            yield Mutant(file, function.name, change.start, change.end, change.new, change.kind, was, now, number)


def all_mutants(root: Path, files: list[Path]) -> list[Mutant]:
    return [mutant for file in files
            for mutant in mutants_of(str(file.relative_to(root)), file.read_text(encoding="utf-8"))]
