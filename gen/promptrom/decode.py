"""From the bytes of a file to its text: UTF-8, line ends, and the characters that do not belong into a prompt."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from .diagnostics import Report
from .source import Source, Span

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
#: Everything that YAML 1.2 does not call printable, and the control characters U+0080 to U+009F.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
#: Line ends for some programs, none for YAML 1.2 and for this format.
SEPARATORS = re.compile("[\u2028\u2029]")
_BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f"
_INVISIBLE_TOO = "\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
BIDIRECTIONAL = re.compile(f"[{_BIDIRECTIONAL}]")
INVISIBLE = re.compile(f"[{_INVISIBLE}{_INVISIBLE_TOO}]")


@dataclass(frozen=True, eq=False)
class TextFile:
    source: Source  #: line ends as LF
    kept: Source  #: line ends as in the file; the same object when they are all LF

    def note_line_ends(self, report: Report) -> None:
        """Says that CR was read as LF. Not said at once, since `newlines: keep` may stand anywhere."""
        if self.kept is self.source:
            return
        first = self.kept.text.index("\r")
        crlf = self.kept.text.startswith("\r\n", first)
        at = min(first, len(self.source.text))
        report.add("PR0122", Span(self.source, at, at), f"line ends are {'CR LF' if crlf else 'CR'}, read as LF",
                   helps=("save the file with LF, or write `newlines: keep` to keep them",))


def decode(data: bytes, path: str, name: str, report: Report) -> TextFile | None:
    """The text of a file, with every problem of it in the report.

    Wrong bytes and characters become U+FFFD, so that the phases that follow find the other mistakes of the file.
    """
    if data.startswith(_UTF16) or data[:4].count(0) >= 2:
        report.add("PR0116", None, f"{path} is UTF-16 or UTF-32, not UTF-8", path=path,
                   notes=("it starts with the bytes " + data[:4].hex(" "),), helps=("save the file as UTF-8",))
        return None
    marked = data.startswith(b"\xef\xbb\xbf")
    raw = data[3:] if marked else data
    text = raw.decode("utf-8", "replace")
    plain = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    clean = CONTROLS.sub("\ufffd", plain)
    source = Source(path, name, clean)
    kept = source if plain is text else Source(path, name, CONTROLS.sub("\ufffd", text))
    if marked:
        report.add("PR0121", Span(source, 0, 0), "a byte-order mark stands at the start; it is left out",
                   helps=("save the file as UTF-8 without it",))
    _invalid_bytes(raw, len(data) - len(raw), source, report)
    _controls(plain, source, report)
    _unseen(clean, source, report)
    return TextFile(source, kept)


def _invalid_bytes(raw: bytes, skipped: int, source: Source, report: Report) -> None:
    try:
        raw.decode("utf-8")
        return
    except UnicodeDecodeError as error:
        at, reason = error.start, error.reason
    before = raw[:at].decode("utf-8").replace("\r\n", "\n")
    report.add("PR0115", Span(source, len(before), len(before) + 1),
               f"byte 0x{raw[at]:02x} at offset {at + skipped} is not UTF-8", label=reason,
               helps=("save the file as UTF-8",))


def _controls(plain: str, source: Source, report: Report) -> None:
    found = list(CONTROLS.finditer(plain))
    if not found:
        return
    first = found[0]
    name = _code_point(first[0])
    report.add("PR0117", Span(source, first.start(), first.end()), f"control character {name} in the text",
               label=name, notes=also(source, [match.start() for match in found[1:]]),
               helps=("remove it; only tab and newline are text",))


def _unseen(clean: str, source: Source, report: Report) -> None:
    for code, pattern, what in (("PR0123", BIDIRECTIONAL, "bidirectional control"),
                                ("PR0124", INVISIBLE, "invisible character")):
        places: dict[str, list[int]] = {}
        for match in pattern.finditer(clean):
            separator = SEPARATORS.match(match[0]) and source.name.endswith(".yaml")  # an error in YAML anyway
            if not separator and not _joins(clean, match.start()):
                places.setdefault(match[0], []).append(match.start())
        for character, starts in places.items():
            name = _code_point(character)
            report.add(code, Span(source, starts[0], starts[0] + 1), f"{what} {name} in the text", label=name,
                       notes=also(source, starts[1:]),
                       helps=(f"remove it, or write `allow: [{code}]` if it is meant",))


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands between two characters that are no ASCII: in emoji and in several scripts."""
    return text[at] in "\u200c\u200d" and 0 < at < len(text) - 1 and text[at - 1] > "\x7f" and text[at + 1] > "\x7f"


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def also(source: Source, offsets: list[int]) -> tuple[str, ...]:
    """A note that lists further places of one mistake."""
    if not offsets:
        return ()
    shown = ", ".join("{}:{}".format(*source.position(offset)) for offset in offsets[:8])
    return (f"also at {shown}" + (f" and {len(offsets) - 8} more" if len(offsets) > 8 else ""),)
