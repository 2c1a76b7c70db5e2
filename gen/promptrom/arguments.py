"""Arguments from the command line, from JSON and from cases: checked against an entry's inputs, as `reference` wants
them."""

from __future__ import annotations

import base64
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import NoReturn

from . import model
from .suggest import nearest

DECIMAL = re.compile(r"-?[0-9]+")
LONGEST_INTEGER = 40  #: characters; beyond them it does not fit in 64 bits, and int() may refuse it


@dataclass(frozen=True)
class BadArgument(Exception):
    """What is wrong with the arguments; the first mistake of each name."""

    problems: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join(self.problems)


def from_json(text: str) -> dict[str, object]:
    """Arguments by name, not yet held against an entry's inputs. Raises ValueError with what is wrong."""
    try:
        given = json.loads(text, object_pairs_hook=_members, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not isinstance(given, dict):
        raise ValueError("not a JSON object of arguments by name")
    try:
        json.dumps(given, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("a \\u escape stands for half a character") from None
    return given


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    twice = [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    if twice:
        raise ValueError(f"{', '.join(twice)} given twice")
    return dict(pairs)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def convert(inputs: tuple[model.Variable, ...], given: dict[str, object], where: str) -> dict[str, object]:
    """Values by name. Strings stand for text, numbers and choices alike, so that `--set n=7` works. Text that is not
    UTF-8 can be given as {"base64": "…"}. Raises BadArgument with everything that is wrong."""
    by_name = {var.name: var for var in inputs}
    problems, values = [], {}
    for name, value in given.items():
        if name not in by_name:
            problems.append(unknown(name, list(by_name), where))
            continue
        try:
            values[name] = one(by_name[name], value, f"{where}: {name}")
        except BadArgument as bad:
            problems += bad.problems
    if problems:
        raise BadArgument(tuple(problems))
    return values


def unknown(name: str, known: list[str], where: str) -> str:
    close = nearest(name, known)
    hint = f"did you mean {close}? " if close else ""
    return f"{where} has no placeholder {name} ({hint}its placeholders: {', '.join(known) or '(none)'})"


def one(var: model.Variable, value: object, where: str) -> object:
    if value is None:
        return None
    reader = {"text": text, "json": text, "integer": integer, "flag": flag, "choice": choice, "rows": rows,
              "set": tools}[var.type]
    return reader(var, value, where)


def text(var: model.Variable, value: object, where: str) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, dict) and set(value) == {"base64"}:
        try:
            return base64.b64decode(str(value["base64"]), validate=True)
        except ValueError:
            raise BadArgument((f"{where} is not base64",)) from None
    if not isinstance(value, str):
        raise BadArgument((f"{where} is text, not {value!r}",))
    return value.encode("utf-8", "surrogateescape")


def integer(var: model.Variable, value: object, where: str) -> int:
    if isinstance(value, str) and len(value) <= LONGEST_INTEGER and DECIMAL.fullmatch(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadArgument((f"{where} is an integer, not {value!r}",))
    if not -(2**63) <= value < 2**64:
        raise BadArgument((f"{where} is {value}, which does not fit in 64 bits",))
    return value


def flag(var: model.Variable, value: object, where: str) -> bool:
    if isinstance(value, str) and value in ("true", "false"):
        value = value == "true"
    if not isinstance(value, bool):
        raise BadArgument((f"{where} is a flag: true or false, not {value!r}",))
    return value


def choice(var: model.Variable, value: object, where: str) -> str:
    if not isinstance(value, str) or value not in var.of:
        raise BadArgument((f"{where} is one of {', '.join(var.of)}, not {value!r}",))
    return value


def rows(var: model.Variable, value: object, where: str) -> list[dict[str, object]]:
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        known = ", ".join(item.name for item in var.fields)
        raise BadArgument((f"{where} is a list of rows with the fields {known}",))
    return [convert(var.fields, row, f"{where}[{number}]") for number, row in enumerate(value)]


def tools(var: model.Variable, value: object, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadArgument((f"{where} is a list of tool names",))
    return list(value)
