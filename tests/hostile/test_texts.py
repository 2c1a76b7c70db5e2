"""Text that is hostile to C: it compiles without a warning and comes out byte for byte."""

from __future__ import annotations

import json
import re
import unittest

from hostile import HostileTest, installed

#: Every kind of trouble on one line.
TROUBLE = '*/ /* // ??! ??/ \\x41b \\101 %s %n "quoted" \'single\' \\ #define X #include <x> {} {"a": 1} <![CDATA['

TEXTS = {
    "trouble": TROUBLE,
    "trigraphs": "??= ??( ??/ ??) ??' ??< ??! ??> ??- ???/ ????",
    "digraphs": "<: :> <% %> %: %:%:",
    "backslashes at line ends": "one \\\ntwo \\\\\n\\\n\\",
    "escapes before digits": "\t1\n2\u00e93\u0142a\u0142F\u000a7 \\08 \\x1 \u20ac9",
    "comments": "/* open\n*/ close // line \\\nnext */ /*/",
    "quotes": '"' * 3000,
    "only backslashes": "\\" * 4097,
    "question marks": "?" * 5000,
    "only newlines": "\n" * 5000,
    "brackets": "[" * 16000,
    "braces": "{" * 8000 + "}" * 8000,
    "long line of 70 KB": "0123456789 word " * 4480,
    "long line of 220 KB without spaces": "x" * 220_000,
    "long line of 220 KB beyond ASCII": "\u5b8c\u4e86" * 36_700,
    "many long lines": ("y" * 5000 + "\n") * 20,
    "emoji": "\U0001f40e" * 2000,
    "tabs": "\t" * 4200,
    "final newlines": "text\n\n\n",
    "leading": "\n\n  text",
    "line separators": "a\u2028b\u2029c\u00a0d",
    "byte-order marks": "a\ufeff \ufeff\n\ufeff\n",
    "empty": "",
    "one character": "?",
}
for size in (4094, 4095, 4096, 4097, 8190, 8191):
    TEXTS[f"exactly {size} bytes"] = "z" * size
    TEXTS[f"a character across byte {size}"] = "z" * (size - 2) + "\u5b8c\u4e86z"


def slot_id(name: str) -> str:
    return "t_" + re.sub(r"[^a-z0-9]", "_", name.lower())


class Texts(HostileTest):
    def slots(self) -> dict[str, object]:
        return {slot_id(name): {"text": text, "syntax": "none", "doc": TROUBLE, "allow": ["PR0226"]}
                for name, text in TEXTS.items()}

    def test_texts_in_yaml(self) -> None:
        for formats in (["text"], ["text", "json"]):
            self.manifest({"formats": formats, "slots": self.slots()})
            self.build("--source-map")
            for compiler in installed("gcc", "clang"):
                self.compiles(self.out / "hostile.c", compiler)
            self.compare({slot_id(name): text for name, text in TEXTS.items()})

    def test_texts_in_markdown(self) -> None:
        self.manifest("syntax: none\nfinal_newline: keep\nallow: [PR0124]\n")
        for name, text in TEXTS.items():
            self.write(f"{slot_id(name)}.md", text)
        self.build()
        self.compare({slot_id(name): text for name, text in TEXTS.items()})

    def test_line_ends_that_are_kept(self) -> None:
        self.manifest("syntax: none\nnewlines: keep\nfinal_newline: keep\n")
        texts = {"crlf": "one\r\ntwo\r\n", "cr": "one\rtwo\r", "mixed": "\r\n\r\r\n\n"}
        for name, text in texts.items():
            self.write(f"{name}.md", text)
        self.build()
        self.compare(texts)

    def compare(self, texts: dict[str, str]) -> None:
        rendered = self.rendered()
        self.assertEqual(len(rendered), len(texts))
        for (name, text), (plain, escaped) in zip(sorted(texts.items(), key=lambda item: item[0].encode()), rendered):
            self.assertTrue(plain == text.encode("utf-8"), name)
            self.assertEqual(json.loads(b'"' + escaped + b'"'), text, name)

    def test_a_difference_is_seen(self) -> None:
        self.manifest({"slots": {"a": {"text": "A"}}})
        self.build()
        with self.assertRaises(AssertionError):
            self.compare({"a": "B"})


class Comments(HostileTest):
    """No text of a prompt stands in a comment, where `*/` could end it and where nobody expects it."""

    COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|/\*.*?\*/', re.DOTALL)

    def comments(self) -> str:
        files = [self.out / "hostile.c", self.out / "hostile.h"]
        return "\n".join(found for file in files for found in self.COMMENT.findall(file.read_text(encoding="utf-8"))
                         if found.startswith("/*"))

    def test_texts_are_in_no_comment(self) -> None:
        self.manifest({"formats": ["text", "json"], "overridable": True,
                       "variables": {"v": {"type": "text", "default": "SECRET default", "example": "SECRET example"}},
                       "constants": {"c": {"text": "SECRET constant"}},
                       "slots": {"s": {"text": "SECRET {v} SECRET {c} */ SECRET", "placeholders": ["v", "c"]}},
                       "assemblies": {"a": {"join": "SECRET join", "parts": ["s", {"text": "SECRET part"}, "s"]}},
                       "requests": {"r": {"body": {"SECRET key": "SECRET {s}"}, "bind": {"s": {"slot": "s"}}}}})
        self.build()
        self.assertNotIn("SECRET", self.comments())
        self.assertIn("SECRET", (self.out / "hostile.c").read_text(encoding="utf-8"))

    def test_docs_are_in_comments_and_harmless(self) -> None:
        unseen = "\u202e\u2066\u200b\u2028\ufeff"  # what makes a comment look like code, or hides
        doc = "FOUND " + TROUBLE + "\nint second_line; " + unseen + "\\"
        self.manifest({"variables": {"v": {"type": "text", "doc": doc},
                                     "r": {"type": "rows", "doc": doc,
                                           "fields": {"f": {"type": "text", "doc": doc}}}},
                       "slots": {"s": {"text": "{v}\n{#r}\n{f}\n{/r}", "placeholders": ["v", "r"], "doc": doc}}})
        self.build()
        self.assertIn("FOUND", self.comments())
        self.assertEqual(set(unseen) & set(self.comments()), set())
        for compiler in installed("gcc", "clang"):
            self.compiles(self.out / "hostile.c", compiler)


class Hardest(unittest.TestCase):
    def test_the_list_is_as_hard_as_it_says(self) -> None:
        self.assertTrue(any(len(text.encode()) > 219_000 and "\n" not in text for text in TEXTS.values()))
        self.assertTrue(any(text.count("[") == 16000 for text in TEXTS.values()))
        for part in ("*/", "??!", "\\x41b", "%s", '"'):
            self.assertIn(part, TROUBLE)
