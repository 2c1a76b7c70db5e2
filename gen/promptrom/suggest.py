"""Did-you-mean: the name in scope that a wrong one was probably meant to be."""

from __future__ import annotations

from typing import Iterable

#: Longer names are not compared: nobody mistypes them, and comparing costs the product of both lengths.
_LONGEST = 64


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to `name`, if its edit distance is at most a third of the longer one's length.

    Names equal but for case, `-`, `_` and `.` are nearest of all. Of equally near ones, the first in byte order.
    """
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == name:
            continue
        limit = max(len(name), len(candidate)) // 3
        distance = 0 if _folded(name) == _folded(candidate) else edit_distance(name, candidate, limit)
        if distance <= limit and (best is None or (distance, candidate) < best):
            best = (distance, candidate)
    return best[1] if best else None


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_").replace(".", "_")


def edit_distance(a: str, b: str, limit: int) -> int:
    """Insertions, deletions, replacements and swaps of neighbours between two names; limit + 1 if there are more."""
    if abs(len(a) - len(b)) > limit or max(len(a), len(b)) > _LONGEST:
        return limit + 1
    if len(set(a) - set(b)) > limit or len(set(b) - set(a)) > limit:
        return limit + 1  # each character that only one of them has costs an edit
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        following = [i]
        for j, y in enumerate(b, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            following.append(cost)
        if min(following) > limit and min(row) > limit:  # a swap looks two rows back
            return limit + 1
        before, row = row, following
    return min(row[-1], limit + 1)


def did_you_mean(name: str, candidates: Iterable[str], shape: str = "{}") -> tuple[str, ...]:
    """A help line, or none. `shape` says how the name is written, for example "{{{}}}" for {name}."""
    found = nearest(name, candidates)
    return () if found is None else (f"did you mean {shape.format(found)}?",)
