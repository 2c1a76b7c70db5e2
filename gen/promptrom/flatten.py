"""Lowering: the code tree of an entry as segments in order, with skips counted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Iterable

from . import opcodes as op
from .source import Span
from .tree import Call, Code, If, Lit, Loop, Mark, Test, Val

MAX_LITERAL = 4095  #: bytes of one segment, in text and in JSON: what every C compiler takes as one string


@dataclass(frozen=True, eq=False)
class Piece:
    """A segment before its bytes have a place in the pool."""

    op: int
    data: bytes = b""  #: copying segments, PART and LINE
    size: int = 0  #: other control segments
    offset: int = 0
    call: int = -1  #: CALL: number of the entry's call
    entry: str = ""  #: FILLED: key of the slot
    span: Span | None = None


class Flattener:
    """Turns code into pieces; `shared` are paragraphs that recur in the pack and get segments of their own."""

    def __init__(self, shared: frozenset[bytes]):
        self.shared = shared

    def run(self, code: Code) -> list[Piece]:
        pieces: list[Piece] = []
        pending: list[Lit] = []
        for node in code:
            if isinstance(node, Lit):
                pending.append(node)
                continue
            if isinstance(node, Val):
                pieces += self.literal(pending, op.VALUE | (op.QUOTED if node.quoted else 0) | node.index)
            else:
                pieces += self.literal(pending, 0)
                pieces += self.control(node)
            pending = []
        return pieces + self.literal(pending, 0)

    def literal(self, nodes: list[Lit], value: int) -> list[Piece]:
        """A literal, and at most one value behind it."""
        data = b"".join(node.data for node in nodes)
        span = next((node.span for node in nodes if node.data), nodes[-1].span if nodes else None)
        chunks = [chunk for part in paragraphs(data, self.shared) for chunk in split(part)]
        if value and not chunks:
            chunks = [b""]
        last = len(chunks) - 1
        places = chunk_spans(chunks, span)
        return [Piece(value if at == last else 0, chunk, span=place)
                for at, (chunk, place) in enumerate(zip(chunks, places))]

    def control(self, node) -> list[Piece]:
        if isinstance(node, Mark):
            return [Piece(node.op, node.separator)]
        if isinstance(node, Call):
            flags = (op.CALL_QUOTE if node.quote else 0) | (op.CALL_BOUND if node.bound else 0)
            return [Piece(op.CALL | flags, call=node.number)]
        if isinstance(node, Loop):
            body = self.run(node.body)
            return [Piece(op.LOOP | node.index, offset=len(body) + 1), *body,
                    Piece(op.NEXT | node.index, offset=len(body))]
        return self.branch(node)

    def branch(self, node: If) -> list[Piece]:
        then, other = self.run(node.then), self.run(node.other)
        if other:
            then.append(Piece(op.SKIP, offset=len(other)))
        tests: list[Piece] = []
        for test in reversed(node.tests):
            tests = self.test(test, len(tests) + len(then)) + tests
        return tests + then + other

    @staticmethod
    def test(test: Test, skip: int) -> list[Piece]:
        """Goes on if the test holds, else skips what follows and `skip` more."""
        if test.op == op.FILLED and test.negated:
            return [Piece(op.FILLED, offset=1, entry=test.entry), Piece(op.SKIP, offset=skip)]
        return [Piece(test.op | test.index, offset=skip, size=test.size, entry=test.entry)]


def escaped(data: bytes) -> bytes:
    return json.dumps(data.decode("utf-8"), ensure_ascii=False)[1:-1].encode("utf-8")


def split(data: bytes) -> list[bytes]:
    """Pieces of at most MAX_LITERAL bytes in both forms, cut between characters."""
    if len(data) * 6 <= MAX_LITERAL or (len(data) <= MAX_LITERAL and len(escaped(data)) <= MAX_LITERAL):
        return [data] if data else []
    chunks, start, plain, in_json = [], 0, 0, 0
    text = data.decode("utf-8")
    sizes = {char: (len(char.encode("utf-8")), len(escaped(char.encode("utf-8")))) for char in set(text)}
    for at, char in enumerate(text):
        size, json_size = sizes[char]
        if plain + size > MAX_LITERAL or in_json + json_size > MAX_LITERAL:
            chunks.append(text[start:at].encode("utf-8"))
            start, plain, in_json = at, 0, 0
        plain += size
        in_json += json_size
    return chunks + [text[start:].encode("utf-8")]


def chunk_spans(chunks: list[bytes], span: Span | None) -> Iterable[Span | None]:
    """Where each chunk of a literal begins, as far as lines go: a literal without escapes runs line by line."""
    lines = 0
    for chunk in chunks:
        yield span if span is None or not lines else below(span, lines)
        lines += chunk.count(b"\n")


def below(span: Span, lines: int) -> Span:
    """The beginning of a line further down in the same source."""
    starts = span.source.line_starts
    line = min(span.source.position(span.start)[0] - 1 + lines, len(starts) - 1)
    return Span(span.source, starts[line], starts[line])


# ---- recurring paragraphs ----

MIN_SHARED = 40  #: bytes; below, a segment more costs what sharing saves


def paragraphs(data: bytes, shared: frozenset[bytes]) -> list[bytes]:
    """A literal cut around the paragraphs that recur; blank lines go with what stands before them."""
    if not shared or b"\n\n" not in data:
        return [data]
    found, rest = [], b""
    for paragraph in with_blank_lines(data):
        if paragraph in shared:
            found += [rest, paragraph]
            rest = b""
        else:
            rest += paragraph
    return [part for part in found + [rest] if part]


def with_blank_lines(data: bytes) -> list[bytes]:
    parts = data.split(b"\n\n")
    return [part + b"\n\n" for part in parts[:-1]] + parts[-1:]


def recurring(codes: Iterable[Code]) -> frozenset[bytes]:
    """Paragraphs of at least MIN_SHARED bytes that stand in more than one literal."""
    seen: set[bytes] = set()
    twice: set[bytes] = set()
    whole: set[bytes] = set()
    for data in literals(codes):
        if data in whole:
            continue  # equal literals share their bytes anyway
        whole.add(data)
        for paragraph in set(with_blank_lines(data)):
            if len(paragraph) >= MIN_SHARED:
                (twice if paragraph in seen else seen).add(paragraph)
    return frozenset(twice)


def literals(codes: Iterable[Code]) -> Iterable[bytes]:
    """Every literal, merged with its neighbours, as `run` will meet it."""
    for code in codes:
        pending = b""
        for node in code:
            if isinstance(node, Lit):
                pending += node.data
                continue
            if pending:
                yield pending
            pending = b""
            if isinstance(node, If):
                yield from literals((node.then, node.other))
            elif isinstance(node, Loop):
                yield from literals((node.body,))
        if pending:
            yield pending
