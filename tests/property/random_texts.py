"""Random literals and values, with all that is hard about them."""

from __future__ import annotations

from random import Random

from promptrom.model import Variable

TAGS = ("sys", "a-b")  #: of fences
LETTERS = ("a", "b", "x y", "é", "中", "😀", "\u2028", '"', "\\", "\n", "\t", "\b\f\r", "\x01", "\x1f", "\x7f", "{",
           "}", "<", "|")
INVALID = (b"\xff", b"\xf0\x9f\x98", b"\xf1\x80\x80\xed\xbf\xbf", b"a\xe4\xb8", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
           b"\xc0\x80z", b"\xe4\xb8\xadx\x80", b"okokokok\xf0\x9f\x98", b"\xf0\x9f\"\x80\n")
LOOKALIKES = (b"{t0}", b"{{t1}}", b"{#r0}", b"%s%n", b"</sys>", b"<SYS a=1>", b"< / sys", b"<sys", b"<system>",
              b"a<sys/b<sys>", b"<a-B\n>", b"<a-b", b"<<sys>", b"\\u0041", b"<\x0c/\r sys\t")
JSON = (b"1", b"-0.5e+3", b"null", b"true", b'"\\u00e9\\n"', "\"中\"".encode(), b"[]", b"{}",
        b' [1, {"a" : [ ]} ]\n', b'{"a":{"b":[1,2,"]"]}}', b"[" * 64 + b"]" * 64)
NOT_JSON = (b"", b"nul", b"01", b"[1,]", b'"\n"', b"'a'", b'{"a"}', b"1 2", b'"\xff"', b"+1", b"1.", b"NaN",
            b"[" * 65 + b"]" * 65, b'"\\x"', b'{"a":1', b"\xef\xbb\xbf1")
PARAGRAPH = "one paragraph that recurs in many literals of a pack\n\n"
INTEGERS = (0, 7, -1, 12, 10, -10, 99, 123456, -(2**63), 2**64 - 1)


def literal(random: Random, empty: bool) -> str:
    """Text of a pack; often nothing where most is to be empty."""
    if random.random() < (0.6 if empty else 0.1):
        return ""
    if random.random() < 0.02:
        return random.choice(("long text " * 60, "\x02" * 700 + "😀", PARAGRAPH * 2))
    return "".join(random.choice(LETTERS) for _ in range(random.randint(1, 6)))


def separator(random: Random) -> str:
    return random.choice(("", "", "|", "\n", "\n\n", ", ", '"', "中"))


def text(random: Random, bad: float) -> bytes:
    """A value, perhaps of no bytes; with probability `bad` one that is not UTF-8."""
    if random.random() < bad:
        return random.choice(INVALID)
    kind = random.random()
    if kind < 0.25:
        return b""
    if kind < 0.45:
        return random.choice(LOOKALIKES)
    size = random.choice((1, 3, 8, 9, 16, 30, 60))
    if kind < 0.7:
        return b"q" * size
    return "".join(random.choice((*LETTERS, "\0", "qrstuvwx")) for _ in range(size)).encode("utf-8")


class Arguments:
    """Makes values for inputs. Some sets of them are flawless, others are not."""

    def __init__(self, random: Random, empty: bool, tools: tuple[str, ...]):
        self.random = random
        self.tools = tools
        flawless = random.random() < 0.5
        self.absent = random.choice((0.1, 0.5, 0.9) if empty else (0.0, 0.0, 0.1, 0.4))
        self.wrong = 0.0 if flawless else random.choice((0.1, 0.4, 0.8))
        self.strict = random.random() < 0.6  #: no value that is used can be missing

    def make(self, inputs: tuple[Variable, ...]) -> dict[str, object]:
        found = {}
        for var in inputs:
            optional = not self.strict or var.default is not None or var.type in ("flag", "rows")
            if not (optional and self.random.random() < self.absent):
                found[var.name] = getattr(self, var.type)(var)
        return found

    def is_wrong(self) -> bool:
        return self.random.random() < self.wrong

    def text(self, var: Variable) -> bytes:
        if var.max_bytes is not None and self.is_wrong():
            return b"q" * (var.max_bytes + 1)
        value = text(self.random, self.wrong)
        if var.fence and self.random.random() < 0.3:
            tag = self.random.choice((var.fence, var.fence.upper()))
            begun = f"< / {tag}".replace(" ", self.random.choice(("", "", " "))).encode()
            value = value[:4] + self.random.choice((begun, begun + b">", begun + b" ", begun + b"s",
                                                    begun[:self.random.randrange(1, len(begun))]))
        return value if var.max_bytes is None else value[:var.max_bytes]

    def json(self, var: Variable) -> bytes:
        value = self.random.choice(NOT_JSON if self.is_wrong() else JSON)
        return value if var.max_bytes is None or len(value) <= var.max_bytes or self.is_wrong() else b"7"

    def integer(self, var: Variable) -> int:
        value = self.random.choice(INTEGERS)
        if self.is_wrong():
            return value
        return max(var.min if var.min is not None else value, min(var.max if var.max is not None else value, value))

    def flag(self, var: Variable) -> bool:
        return self.random.random() < 0.6

    def choice(self, var: Variable) -> str:
        return "none of them" if self.is_wrong() else self.random.choice(var.of)

    def rows(self, var: Variable) -> list[dict[str, object]]:
        count = self.random.choice((0, 1, 1, 2, 3, 5))
        if var.max_rows is not None and not var.keep and not self.is_wrong():
            count = min(count, var.max_rows)
        return [self.make(var.fields) for _ in range(count)]

    def set(self, var: Variable) -> list[str]:
        return [tool for tool in self.tools if self.random.random() < 0.5]
