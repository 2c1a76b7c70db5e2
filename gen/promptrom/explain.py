"""`promptrom explain`: a diagnostic's meaning with an example."""

from __future__ import annotations

import textwrap

from .code_type import Code, Example


def explanation(code: Code) -> str:
    parts = [f"{code.code} {code.name} ({code.severity}): {code.title}", textwrap.fill(code.explanation, 96)]
    if code.example:
        parts.append("A pack that provokes it:\n\n" + example(code.example))
    if code.fixed is not None:
        parts.append("The same without the mistake:\n\n" + example(code.fixed))
    return "\n\n".join(parts)


def example(files: Example) -> str:
    return "\n".join(one_file(name, content) for name, content in files.items())


def one_file(name: str, content: "str | bytes") -> str:
    text = content if isinstance(content, str) else content.decode("utf-8", "backslashreplace")
    lines = ["    " + printable(line) for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    return f"  {name}\n" + "\n".join(lines) + "\n"


def printable(line: str) -> str:
    shown = "".join(char if char.isprintable() or char == "\t" else f"\\u{ord(char):04x}" for char in line)
    return shown if len(shown) <= 160 else shown[:150] + f" … ({len(shown)} characters)"
