"""The structs of a pack's header: one for the arguments of each entry, one for the rows of each rows variable."""

from __future__ import annotations

from dataclasses import dataclass

from . import model, names

C_TYPES = {"text": "prm_text", "integer": "prm_integer", "flag": "bool", "choice": "prm_choice", "json": "prm_text"}


@dataclass(frozen=True, eq=False)
class Member:
    name: str  #: in C
    type: str  #: in C
    variable: model.Variable


@dataclass(frozen=True, eq=False)
class Struct:
    name: str  #: in C
    members: tuple[Member, ...]


class Structs:
    """Names every struct once. `rows` holds row structs by the shape of their fields, inner ones first."""

    def __init__(self, pack: model.Pack):
        self.pack = pack
        self.rows: dict[str, Struct] = {}
        self.shapes: dict[str, tuple[model.Variable, ...]] = {}

    def entry(self, key: str, inputs: tuple[model.Variable, ...]) -> Struct:
        base = names.prefixed(self.pack.prefix, key)
        return Struct(base + "_args", self.members(inputs, base))

    def members(self, variables: tuple[model.Variable, ...], owner: str) -> tuple[Member, ...]:
        return tuple(Member(names.identifier(var.name), self.type(var, owner), var) for var in variables)

    def type(self, var: model.Variable, owner: str) -> str:
        if var.type == "rows":
            return self.row(var, owner).name.removesuffix("_row") + "_rows"
        if var.type == "set":
            return self.pack.prefix + "_tool_set"
        return C_TYPES[var.type]

    def row(self, var: model.Variable, owner: str) -> Struct:
        """The struct of one row: named for the variable, or, where an entry gives it other fields, for both."""
        name = names.prefixed(self.pack.prefix, var.name)
        if name in self.shapes and not same_shape(self.shapes[name], var.fields):
            name = f"{owner}_{names.prefixed('', var.name).lstrip('_')}"
        if name not in self.shapes:
            self.shapes[name] = var.fields
            made = Struct(name + "_row", self.members(var.fields, name))
            self.rows[name] = made
        return self.rows[name]


def same_shape(left: tuple[model.Variable, ...], right: tuple[model.Variable, ...]) -> bool:
    return left is right or (len(left) == len(right) and all(
        a.name == b.name and a.type == b.type and same_shape(a.fields, b.fields) for a, b in zip(left, right)))
