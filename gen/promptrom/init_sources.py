"""`init`: the prompts that stand in given files, and the path that each gets in the pack."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace
from typing import Iterator, Optional, Tuple

from . import files, frontmatter, init_files, init_front
from .decode import CONTROLS, TextFile
from .diagnostics import Report
from .init_files import DATA, TEXTS, Given, LeftOut
from .init_front import Front
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Source, Span
from .yamlread import DEEPEST, parse_yaml

_LEAST_WORDS = 3  #: of a text in a YAML or JSON file that is taken for a prompt
_BRACES = re.compile(r"\{[ \t]*[A-Za-z_]")


@dataclass(frozen=True, eq=False)
class Prompt:
    """A prompt as it stands in a file."""

    origin: str  #: the path of its file, and in YAML and JSON the keys that lead to it
    parts: tuple[str, ...]  #: of its path, as they are written there
    body: str  #: with its own line ends
    line: int  #: of the file, where the body starts; 0 if it stands between quotes
    front: Front
    said: tuple[str, ...]  #: what was changed or left out


def read(given: list[str], left: LeftOut, report: Report, doubts: Report) -> list[Prompt]:
    """The prompts of files and directories. `report` gets why a file cannot be read at all, `doubts` what is wrong
    with front matter that is kept as it can be."""
    found: list[Prompt] = []
    for each in init_files.find(given, left, report):
        before = len(report.items)
        file = files.read_alone(each.path, report)
        marked = any(item.code == "PR0121" for item in report.items[before:])
        said = ("the byte-order mark is left out",) if marked else ()
        if file is None:
            continue
        if each.path.lower().endswith(DATA):
            found += _of_data(each, file, said, left, report)
        else:
            found.append(_of_text(each, file, said, doubts))
    return found


def _of_text(given: Given, file: TextFile, said: tuple[str, ...], doubts: Report) -> Prompt:
    if not given.path.lower().endswith(TEXTS):
        suffix = os.path.splitext(given.path)[1]
        said += (f"read as plain text, since {suffix} says nothing else" if suffix else
                 "read as plain text, since its name has no suffix",)
    front = init_front.read(file.source, doubts)
    at = front.end if file.kept is file.source else frontmatter.same_line(file.source, front.end, file.kept)
    return Prompt(given.path, given.parts, file.kept.text[at:], file.source.position(front.end)[0], front, said)


# ---- texts in YAML and JSON ----


def _of_data(given: Given, file: TextFile, said: tuple[str, ...], left_out: LeftOut, report: Report) -> list[Prompt]:
    found: list[Prompt] = []
    left: list[str] = []
    path = given.path
    before = len(report.items)
    leaves = _of_json(file.source, report) if path.lower().endswith(".json") else _of_yaml(file.source, report)
    for keys, text, declared in leaves:
        name = ".".join(keys)
        if text is None or not (len(text.split()) >= _LEAST_WORDS or _BRACES.search(text)):
            left.append(name)
        else:
            front = Front(inputs={each: init_front.Input() for each in declared})
            found.append(Prompt(f"{path}, {name}" if name else path, given.parts + keys, text, 0, front, said))
    if found or report.failed_since(before):
        pass
    elif not given.named:
        left_out.without.append(path)
    else:
        report.add("PR0403", Span(file.source, 0, 0), f"{path} holds no prompt",
                   notes=(f"a text of fewer than {_LEAST_WORDS} words without a placeholder is no prompt",),
                   helps=("leave the file out, or write the prompt to a text file",))
    if found and left:
        found[0] = replace(found[0], said=(*said, f"no prompts, left out: {_some(left)}"))
    return found


def _some(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


#: Keys that lead to a leaf, its text if it is one, and the names that are declared beside it.
_Leaf = Tuple[Tuple[str, ...], Optional[str], Tuple[str, ...]]


def _of_yaml(source: Source, report: Report) -> Iterator[_Leaf]:
    node = parse_yaml(source, report)
    return iter(()) if node is None else _leaves(_plain_of(node), source, report)


def _plain_of(node: Node) -> object:
    """A node as JSON would have it. Only texts matter: numbers and the like are None."""
    if isinstance(node, Mapping):
        return {key.value: _plain_of(value) for key, value in node.items}
    if isinstance(node, Sequence):
        return [_plain_of(item) for item in node.items]
    return node.value if isinstance(node, Scalar) else None


class _Twice(Exception):
    """A key that stands twice in an object of JSON."""


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def _of_json(source: Source, report: Report) -> Iterator[_Leaf]:
    try:
        # Numbers are no prompts, and int() refuses long ones.
        value = json.loads(source.text, object_pairs_hook=_members, parse_int=float)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        _too_deep(source, report)
    except json.JSONDecodeError as error:
        report.add("PR0211", Span(source, error.pos, min(error.pos + 1, len(source.text))),
                   f"the JSON is invalid: {error.msg}", helps=("correct it, or leave the file out",))
    except _Twice as error:
        report.add("PR0202", Span(source, 0, 1), f"key {str(error)!r} stands twice in one object",
                   helps=("remove one of the two, or leave the file out",))
    except UnicodeEncodeError:
        report.add("PR0211", Span(source, 0, 1), "the JSON is invalid: half of a surrogate pair in a string",
                   helps=("correct it, or leave the file out",))
    else:
        return _leaves(value, source, report)
    return iter(())


def _leaves(whole: object, source: Source, report: Report) -> Iterator[_Leaf]:
    """All that holds nothing else, in written order. An error for what no prompt may have, which escapes bring in."""
    pending: list[tuple[object, tuple[str, ...], tuple[str, ...]]] = [(whole, (), ())]
    while pending:
        value, keys, declared = pending.pop()
        if len(keys) > DEEPEST:
            _too_deep(source, report)
            return
        if isinstance(value, dict):
            names = value.get("input_variables")
            inner = tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else declared
            pending += [(item, (*keys, key), inner) for key, item in reversed(value.items())
                        if key != "input_variables"]
        elif isinstance(value, list):
            pending += [(item, (*keys, str(number)), declared) for number, item in reversed([*enumerate(value)])]
        elif isinstance(value, str) and (match := CONTROLS.search(value)):
            report.add("PR0117", Span(source, 0, 1), f"control character U+{ord(match[0]):04X} in the text of "
                       f"{'.'.join(keys)}", helps=("remove it; only tab and newline are text",))
        else:
            yield keys, value if isinstance(value, str) else None, declared


def _too_deep(source: Source, report: Report) -> None:
    report.add("PR0208", Span(source, 0, 1), f"nested deeper than {DEEPEST} levels", helps=("leave the file out",))
