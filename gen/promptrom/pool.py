"""The pool: every literal once, in rows that any C compiler takes as one string each."""

from __future__ import annotations

ROW = 4096  #: bytes of a row; at most ROW - 1 of them are used, since the string brings a NUL


class Pool:
    """Assigns offsets to literals in the order of first use."""

    def __init__(self) -> None:
        self.rows: list[list[tuple[str, bytes]]] = [[]]  #: of each literal who used it first, and its bytes
        self.used = 0  #: bytes of the last row
        self.places: dict[bytes, int] = {}
        self.saved = 0  #: bytes that sharing saved

    def put(self, data: bytes, owner: str) -> int:
        """Offset of a literal of at most ROW - 1 bytes; `owner` says in the generated code whose it is."""
        if not data:
            return 0
        if data in self.places:
            self.saved += len(data)
            return self.places[data]
        if self.used + len(data) > ROW - 1:
            self.rows.append([])
            self.used = 0
        place = (len(self.rows) - 1) * ROW + self.used
        self.rows[-1].append((owner, data))
        self.used += len(data)
        self.places[data] = place
        return place

    def size(self) -> int:
        """Bytes of the whole pool: full rows, and of the last one what it uses with its NUL."""
        return (len(self.rows) - 1) * ROW + self.used + 1

    def image(self) -> bytes:
        """The pool as it lies in memory."""
        rows = [b"".join(data for _, data in row) for row in self.rows]
        return b"".join(row.ljust(ROW, b"\0") for row in rows[:-1]) + rows[-1] + b"\0"
