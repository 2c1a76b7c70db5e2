"""The three ways in which outside text enters generated C: as bytes, as an identifier (see `names`), in a comment."""

from __future__ import annotations

WIDTH = 100  #: source columns of a literal, about


def c_byte(byte: int) -> str:
    """One byte inside a string literal. Three octal digits never run into what follows; `?` starts no trigraph."""
    if byte == 0x0A:
        return "\\n"
    if byte in b'"\\':
        return "\\" + chr(byte)
    if 0x20 <= byte < 0x7F and byte != 0x3F:
        return chr(byte)
    return f"\\{byte:03o}"


BYTES = {byte: c_byte(byte) for byte in range(256)}


def c_bytes(data: bytes) -> list[str]:
    """A literal as adjacent strings, one a source line: they end where the text's own lines do, or at a space."""
    strings = []
    for line in data.decode("latin-1").split("\n"):
        strings += wrapped(line.translate(BYTES) + "\\n")
    last = strings.pop()[:-2]  # what stands behind the last newline has none itself
    return ['"' + text + '"' for text in strings + ([last] if last or not strings else [])]


def wrapped(line: str) -> list[str]:
    """Cuts a long line behind spaces, never inside an escape."""
    parts = []
    while len(line) > WIDTH:
        at = line.rfind(" ", WIDTH // 2, WIDTH) + 1
        if at == 0:
            at = whole_escapes(line, WIDTH)
        if at >= len(line):
            break
        parts.append(line[:at])
        line = line[at:]
    return parts + [line]


def whole_escapes(line: str, width: int) -> int:
    """An index near `width` that is not inside an escape sequence."""
    at = 0
    while at < width:
        if line[at] != "\\":
            at += 1
        else:
            at += 4 if line[at + 1].isdigit() else 2
    return at


def c_comment(text: str) -> str:
    """Text that can stand in a comment: one line, no comment end, no trigraph, no control character."""
    flat = " ".join(text.split())
    safe = "".join(char if char.isprintable() else f"U+{ord(char):04X}" for char in flat)
    return safe.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?").rstrip("\\")
