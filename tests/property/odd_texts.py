"""Odd texts and files: random Unicode, control bytes, trigraphs, very long lines, and what was good before it was
changed."""

from __future__ import annotations

from random import Random

#: What readers, parsers and C compilers trip over.
SCRAPS = (
    "a", "b1", "_", " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", "\"", "'", "\\", "\\\\", "\\n", "\\x41",
    "\\u00e9", "\\U0001F600", "\\\n", "??/", "??=", "??'", "??", "?", "/*", "*/", "//", "%s", "%:", "<:", "#",
    "# ", " #", "#define X", "{", "}", "{{", "}}", "{a}", "{#a}", "{/a}", "{^a}", "\\{a}", "{{a}}", "{{#a.b}}",
    "{b1}",
    "{a", "[", "]", "[a, b]", ",", ":", ": ", "- ", "-", "---", "---\n", "...", "...\n", "? ", "|", "|\n",
    "|2-\n", ">", ">+\n", "&a", "*a", "!t", "!!str ", "<<: ", "%YAML 1.2\n", "~", "null", "true", "0x1f",
    "1e9", "017", "@", "`", "key: value\n", "\n  key: |\n    text\n", "0", "7", "99", "\u00e9", "\u4e2d",
    "\U0001f600", "\u0301", "\u200b", "\u202e", "\u2028", "\u0085", "\ufeff", "\ufffd", "\ufffe", "\u0000",
    "\u0001", "\u001b", "\u007f", "\u0080", "\u00a0", "x" * 120, "\u5b8c" * 90, "\"" * 9, "?" * 9)
BYTES = (b"\xff", b"\xc0\x80", b"\xe4\xb8", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff\xfe",
         b"\x00\x00")


class OddTexts:
    def __init__(self, random: Random):
        self.random = random

    def text(self, most: int = 30) -> str:
        """Scraps, and now and then any code point or a line of many thousands of characters."""
        found = [self.random.choice(SCRAPS) for _ in range(self.random.randint(0, most))]
        if self.random.random() < 0.3:
            plane = self.random.choice((range(0xD800), range(0xE000, 0x110000)))
            found.insert(0, chr(self.random.choice(plane)))
        if self.random.random() < 0.02:
            found.append(self.random.choice(SCRAPS) * 20_000)
        return "".join(found)

    def data(self, most: int = 30) -> bytes:
        """Bytes that are often no UTF-8."""
        data = self.text(most).encode("utf-8")
        if self.random.random() < 0.3:
            at = self.random.randint(0, len(data))
            data = data[:at] + self.random.choice(BYTES) + data[at:]
        return data if self.random.random() < 0.9 else bytes(self.random.randrange(256) for _ in range(most))

    def changed(self, text: str, most: int = 3) -> str:
        """A text with some places replaced by scraps, removed or doubled."""
        for _ in range(self.random.randint(1, most)):
            start = self.random.randint(0, len(text))
            end = min(len(text), start + self.random.choice((0, 0, 1, 2, 9, 40)))
            new = self.random.choice(("", self.random.choice(SCRAPS), text[start:end] * 2))
            text = text[:start] + new + text[end:]
        return text
