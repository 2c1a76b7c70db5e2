"""The JSON locator and the unwrapping of arguments against Python's own JSON, on random texts, many of them damaged.

PROMPTROM_PROPERTY_TEXTS sets how many (default 10,000), PROMPTROM_PROPERTY_SEED which.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "gen")]

import test_property as property_test  # noqa: E402

TEXTS = int(os.environ.get("PROMPTROM_PROPERTY_TEXTS", "10000"))
SEED = os.environ.get("PROMPTROM_PROPERTY_SEED", "1")
OK, BAD_UTF8, BAD_JSON, NO_CONTENT = 0, 7, 8, 64
CHARACTERS = ("a", '"', "\\", "\n", "\u00e9", "\U0001f600", "{", "}", "[", "]", ":", ",", "u", "\x01", "/", "content")
NAMES = ("a", "b", "content", "arguments", "", "\u00e9", 'a"', "\\")
DAMAGE = b'{}[]",:\\u0e1-. n'
UNWRAP = HERE.parents[1] / "runtime" / "prompt" / "unwrap.c"


class Texts:
    """Random JSON, often of the forms that are unwrapped, and often damaged."""

    def __init__(self, random: Random):
        self.random = random

    def value(self, depth: int = 0) -> object:
        kind = self.random.randrange(9 if depth < 4 else 6)
        if kind < 3:
            return self.random.choice((None, True, False, 0, -1, 12, 1.5, -2e10, 1e-7))
        if kind < 6:
            return "".join(self.random.choice(CHARACTERS) for _ in range(self.random.randrange(5)))
        if kind == 6:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        return {self.random.choice(NAMES): self.value(depth + 1) for _ in range(self.random.randrange(4))}

    def written(self, value: object) -> str:
        separators = self.random.choice(((",", ":"), (" , ", " : "), (",\n", ":\t")))
        return json.dumps(value, ensure_ascii=self.random.random() < 0.5, separators=separators)

    def call(self) -> object:
        """Arguments of a tool in one form or another, or anything."""
        inner = {"content": self.value()} if self.random.random() < 0.5 else self.value()
        form = self.random.random()
        made = {"arguments": self.written(inner)} if form < 0.4 else {"arguments": inner} if form < 0.7 else inner
        if isinstance(made, dict) and self.random.random() < 0.3:
            made[self.random.choice(NAMES)] = self.value()
        return made

    def text(self) -> bytes:
        text = bytearray(self.written(self.call() if self.random.random() < 0.7 else self.value()).encode())
        for _ in range(self.random.choice((0, 0, 0, 1, 2))):
            at = self.random.randrange(len(text) + 1)
            text[at:at + self.random.randrange(2)] = bytes([self.random.choice(DAMAGE)] * self.random.randrange(2))
        return bytes(text)


def parsed(text: bytes) -> object:
    def refuse(word: str) -> None:
        raise ValueError(word)

    return json.loads(text.decode("utf-8"), parse_constant=refuse)


def located(text: bytes) -> "tuple[int, object]":
    try:
        value = parsed(text)
    except ValueError:
        return BAD_JSON, None
    return OK, (value["a"],) if isinstance(value, dict) and "a" in value else None


def unwrapped(text: bytes) -> "tuple[int, object]":
    try:
        value = parsed(text)
        if not isinstance(value, dict):
            return NO_CONTENT, None
        inner = value.get("arguments") if value.get("content") is None else value
        if isinstance(inner, str):
            inner = parsed(inner.encode("utf-8"))
    except UnicodeEncodeError:
        return BAD_UTF8, None
    except ValueError:
        return BAD_JSON, None
    if not isinstance(inner, dict) or inner.get("content") is None:
        return NO_CONTENT, None
    return OK, (inner["content"],)


def shown(value: str) -> object:
    return None if value == "-" else (parsed(bytes.fromhex(value)),)


class Locate(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="promptrom locate "))
        self.addCleanup(shutil.rmtree, self.directory)

    def run_c(self, texts: "list[bytes]", unwrap: Path = UNWRAP) -> "list[list[str]]":
        program = self.directory / "locate"
        property_test.compile_c(*property_test.STRICT, *property_test.SANITIZED, HERE / "locate.c", unwrap,
                                *sorted(property_test.CORE.glob("*.c")), "-o", program)
        done = subprocess.run([program], input=b"".join(struct.pack("=I", len(text)) + text for text in texts),
                              stdout=subprocess.PIPE, check=True)
        return [line.split() for line in done.stdout.decode().splitlines()]

    def different(self, texts: "list[bytes]", lines: "list[list[str]]") -> "list[bytes]":
        self.assertEqual(len(texts), len(lines))
        return [text for text, (one, value, two, content) in zip(texts, lines)
                if (int(one), shown(value)) != located(text) or (int(two), shown(content)) != unwrapped(text)]

    def test_python_agrees(self) -> None:
        made = Texts(Random(SEED))
        texts = [made.text() for _ in range(TEXTS)]
        lines = self.run_c(texts)
        self.assertEqual(self.different(texts, lines), [])
        counts = Counter(int(line[2]) for line in lines)
        self.assertTrue(all(counts[status] > TEXTS // 100 for status in (OK, BAD_JSON, NO_CONTENT)), counts)

    def test_a_fault_is_noticed(self) -> None:
        code = UNWRAP.read_text(encoding="utf-8")
        self.assertIn('"content", 7', code)
        fault = self.directory / "unwrap.c"
        fault.write_text(code.replace('"content", 7', '"content", 6'), encoding="utf-8")
        made = Texts(Random(SEED))
        texts = [made.text() for _ in range(200)]
        self.assertNotEqual(self.different(texts, self.run_c(texts, fault)), [])


if __name__ == "__main__":
    unittest.main()
