"""Variables: their types and limits, checked together with their defaults and examples."""

from __future__ import annotations

import re
from dataclasses import replace

from . import jsontree, names, reading, suggest
from .diagnostics import Related, Report
from .model import Variable
from .nodes import Mapping, Node, Scalar, Sequence, kind_of
from .rawjson import well_formed

TYPES = ("text", "integer", "flag", "choice", "rows", "json")
STABILITIES = ("fixed", "session", "turn")
MAX_CHOICES = 255
MAX_FIELDS = 255
MAX_LEVELS = 3  #: rows within rows
MAX_ROWS = 2**32 - 2
MAX_BYTES = 2**31 - 1
RESERVED = ("index", "index1")  #: the number of the row around
FENCE = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]*")

COMMON = ("type", "default", "example", "doc", "stability", "fence")
OWN = {"text": ("max_bytes",), "integer": ("min", "max"), "flag": (), "choice": ("of",),
       "rows": ("max", "keep", "fields"), "json": ("max_bytes",)}
WITHOUT = {"flag": ("default", "fence"), "rows": ("default", "fence"), "integer": ("fence",), "choice": ("fence",),
           "json": ("fence",), "text": ()}
KEYS = COMMON + ("max_bytes", "min", "max", "of", "keep", "fields")


def read_variables(pairs: list[tuple[Scalar, Node]], report: Report) -> list[Variable]:
    """What stands under `variables`."""
    found = [read_variable(key, value, f"variable {key.value}", report) for key, value in pairs]
    return [variable for variable in found if variable]


def read_variable(name: Scalar, node: Node, what: str, report: Report, base: Variable | None = None,
                  level: int = 0) -> Variable | None:
    """One declaration. With `base`, what a slot says about a variable that the pack declares already."""
    given = reading.mapping(node, what, report)
    if not valid_name(name, level, report) or given is None:
        return None
    reading.keys(given, KEYS, what, report)
    type_ = read_type(given, what, report, base)
    if type_ is None:
        return None
    refuse_foreign_keys(given, type_, what, report)
    start = replace(base, span=name.span) if base else Variable(name.value, type_, name.span)
    before = len(report.items)
    variable = read_limits(read_common(start, given, what, report), given, what, report, level)
    if type_ == "rows" and report.failed_since(before):
        return None  # a field that is missing here would be unknown wherever it is used
    if base:
        check_refinement(base, variable, given, what, report)
    return read_values(variable, given, what, report)


def valid_name(name: Scalar, level: int, report: Report) -> bool:
    kind = "a field" if level else "a variable"
    if not reading.matching(name, names.NAME if level else names.VARIABLE, kind, report):
        return False
    if name.value not in RESERVED:
        return True
    report.add("PR0407", name.span, f"{name.value} cannot be the name of {kind}",
               notes=("inside rows it stands for the number of the row",), helps=("choose another name",))
    return False


def read_type(given: Mapping, what: str, report: Report, base: Variable | None) -> str | None:
    node = given.get("type")
    if node is None:
        if base:
            return base.type
        reading.required(given, "type", what, report, "add type: text (or " + ", ".join(TYPES[1:]) + ")")
        return None
    type_ = reading.word(node, TYPES, f"type of {what}", report)
    if type_ and base and type_ != base.type:
        report.add("PR0419", node.span, f"{what} is {base.type} in the pack and cannot become {type_} here",
                   helps=("leave the type out, or use another name",), related=(Related(base.span, "declared here"),))
        return None
    return type_


def refuse_foreign_keys(given: Mapping, type_: str, what: str, report: Report) -> None:
    """Keys that exist, but say nothing about this type."""
    for key, _ in given.items:
        name = key.value
        if name in KEYS and (name in WITHOUT[type_] or name not in COMMON + OWN[type_]):
            fitting = [other for other, own in OWN.items() if name in own] or [
                other for other in TYPES if name not in WITHOUT[other]]
            report.add("PR0417", key.span, f"{what} is of type {type_}, which has no {name}",
                       notes=(f"{name} belongs to {', '.join(fitting)}",), helps=(f"remove {name}",))


def read_common(variable: Variable, given: Mapping, what: str, report: Report) -> Variable:
    node = given.get("doc")
    if node is not None:
        variable = replace(variable, doc=reading.text(node, f"doc of {what}", report) or "")
    node = given.get("stability")
    if node is not None:
        word = reading.word(node, STABILITIES, f"stability of {what}", report)
        variable = replace(variable, stability=word or variable.stability)
    node = given.get("fence")
    if node is not None and variable.type == "text":
        variable = replace(variable, fence=read_fence(node, what, report))
    return variable


def read_fence(node: Node, what: str, report: Report) -> str:
    """Name of a tag, or "" after an error."""
    tag = reading.text(node, f"fence of {what}", report)
    if tag is None:
        return ""
    if len(tag) <= 64 and FENCE.fullmatch(tag):
        return tag
    report.add("PR0407", node.span, f"{tag[:40]!r} cannot be the name of a tag",
               notes=(f"fences match {FENCE.pattern} and have at most 64 characters",))
    return ""


def read_limits(variable: Variable, given: Mapping, what: str, report: Report, level: int) -> Variable:
    if variable.type in ("text", "json"):
        most = optional_integer(given, "max_bytes", what, report, 0, MAX_BYTES)
        return variable if most is None else replace(variable, max_bytes=most)
    if variable.type == "integer":
        return read_range(variable, given, what, report)
    if variable.type == "choice":
        return read_choices(variable, given, what, report)
    if variable.type == "rows":
        return read_rows(variable, given, what, report, level)
    return variable


def optional_integer(given: Mapping, key: str, what: str, report: Report, least: int, most: int) -> int | None:
    node = given.get(key)
    return None if node is None else reading.integer(node, f"{key} of {what}", report, least, most)


def read_range(variable: Variable, given: Mapping, what: str, report: Report) -> Variable:
    least = optional_integer(given, "min", what, report, reading.LEAST, reading.GREATEST)
    most = optional_integer(given, "max", what, report, reading.LEAST, reading.GREATEST)
    variable = replace(variable, min=variable.min if least is None else least,
                       max=variable.max if most is None else most)
    if variable.min is not None and variable.max is not None and variable.min > variable.max:
        node = given.get("max") or given.get("min") or given
        report.add("PR0418", node.span, f"{what} has min {variable.min} above max {variable.max}",
                   helps=("exchange the two",))
        return replace(variable, min=None, max=None)
    return variable


def read_choices(variable: Variable, given: Mapping, what: str, report: Report) -> Variable:
    node = given.get("of")
    if node is None:
        if not variable.of:
            reading.required(given, "of", what, report, "add the possible names: of: [one, other]")
        return variable
    listed = reading.scalars(node, f"the list of names of {what}", report)
    good = [item for item in listed if reading.matching(item, names.ID_PART, "a choice", report)]
    if not listed:
        report.add("PR0403", node.span, f"{what} has no choices", helps=("name at least one",))
    reading.within(len(listed), MAX_CHOICES, f"choices of {what}", node.span, report)
    claims = [names.Claim(f"choice {item.value}", item.value.replace("-", "_"), item.span) for item in good]
    names.check_claims(claims, f"choices of {what} become enumerators", report, upper=True)
    return replace(variable, of=tuple(item.value for item in good))


def read_rows(variable: Variable, given: Mapping, what: str, report: Report, level: int) -> Variable:
    most = optional_integer(given, "max", what, report, 1, MAX_ROWS)
    node = given.get("keep")
    if node is not None:
        keep = reading.word(node, ("first", "last"), f"keep of {what}", report)
        variable = replace(variable, keep=keep or variable.keep)
    variable = replace(variable, max_rows=variable.max_rows if most is None else most)
    if variable.keep and variable.max_rows is None:
        report.add("PR0403", given.span, f"{what} has keep, but no max", helps=("say how many rows to keep: max: 6",))
    node = given.get("fields")
    if node is None:
        if not variable.fields:
            reading.required(given, "fields", what, report, "add fields: {name: {type: text}}")
        return variable
    return replace(variable, fields=read_fields(node, what, report, level + 1))


def read_fields(node: Node, what: str, report: Report, level: int) -> tuple[Variable, ...]:
    listed = reading.mapping(node, f"fields of {what}", report)
    if listed is None:
        return ()
    if not listed.items:
        report.add("PR0403", node.span, f"{what} has no fields", helps=("declare at least one field",))
    reading.within(len(listed.items), MAX_FIELDS, f"fields of {what}", node.span, report)
    found = []
    for key, value in listed.items:
        levels = level + is_rows(value)
        if not reading.within(levels, MAX_LEVELS, f"levels of rows within rows in {what}", key.span, report):
            continue
        field = read_variable(key, value, f"field {key.value} of {what}", report, None, level)
        if field:
            found.append(field)
    claims = [names.Claim(f"field {field.name}", names.identifier(field.name), field.span) for field in found]
    names.check_claims(claims, f"fields of {what} share a struct", report, upper=False)
    return tuple(found)


def is_rows(node: Node) -> bool:
    type_ = node.get("type") if isinstance(node, Mapping) else None
    return isinstance(type_, Scalar) and type_.value == "rows"


def check_refinement(base: Variable, refined: Variable, given: Mapping, what: str, report: Report) -> None:
    """A slot may narrow what the pack says, so that whatever fits here fits everywhere."""
    wider = [key for key, narrow in (
        ("max_bytes", at_most(refined.max_bytes, base.max_bytes)), ("max", at_most(refined.max, base.max)),
        ("min", base.min is None or (refined.min is not None and refined.min >= base.min)),
        ("max", at_most(refined.max_rows, base.max_rows)), ("of", set(refined.of) == set(base.of)),
        ("keep", refined.keep == base.keep)) if not narrow]
    if given.get("fields") is not None:
        wider.append("fields")
    for key in wider:
        node = given.get(key)
        if node is not None:
            report.add("PR0419", node.span, f"{what} cannot have another {key} here than in the pack",
                       notes=("limits may become narrower, never wider; choices and fields stay as they are",),
                       related=(Related(base.span, "declared here"),))


def at_most(value: int | None, most: int | None) -> bool:
    return most is None or (value is not None and value <= most)


# ---- defaults and examples ----


def read_values(variable: Variable, given: Mapping, what: str, report: Report) -> Variable:
    node = given.get("default")
    if node is not None and "default" not in WITHOUT[variable.type]:
        value = read_value(variable, node, f"default of {what}", "PR0415", report)
        variable = replace(variable, default=None if value is None else str(value))
    node = given.get("example")
    if node is not None:
        variable = replace(variable, example=read_value(variable, node, f"example of {what}", "PR0416", report))
    return variable


def read_value(variable: Variable, node: Node, what: str, code: str, report: Report) -> object:
    """A value of the variable's type as Python has it (str, int, bool, list of dicts), or None after an error that
    has `code`."""
    if variable.type == "rows":
        return read_row_values(variable, node, what, code, report)
    problem, value = fitting_value(variable, node)
    if problem:
        report.add(code, node.span, f"{what} {problem}", related=(Related(variable.span, "declared here"),))
    return value


def fitting_value(variable: Variable, node: Node) -> tuple[str, object]:
    """What is wrong with a value ("" if nothing), and the value."""
    if variable.type == "json" and not isinstance(node, Scalar):
        return jsontree.problem_of(node), jsontree.compact(node)
    if not isinstance(node, Scalar) or kind_of(node) == "null":
        return f"must be of type {variable.type}, not {reading.KINDS[kind_of(node)]}", None
    if variable.type == "integer":
        return fitting_integer(variable, node)
    if variable.type == "flag":
        good = kind_of(node) == "bool"
        return ("", node.value.lower() == "true") if good else (f"must be true or false, not {node.value}", None)
    if variable.type == "choice":
        good = node.value in variable.of
        return ("", node.value) if good else (f"is {node.value}, which is none of {', '.join(variable.of)}", None)
    size = len(node.value.encode("utf-8"))
    if variable.max_bytes is not None and size > variable.max_bytes:
        return f"has {size} bytes, more than max_bytes {variable.max_bytes}", None
    if variable.type == "json" and not well_formed(node.value.encode("utf-8")):
        return "is not well-formed JSON", None
    return "", node.value


def fitting_integer(variable: Variable, node: Scalar) -> tuple[str, object]:
    value = reading.number_of(node)
    if value is None:
        return f"must be a whole number, not {node.value[:40]}", None
    least = reading.LEAST if variable.min is None else variable.min
    most = reading.GREATEST if variable.max is None else variable.max
    return ("", value) if least <= value <= most else (f"is {value}, outside {least} to {most}", None)


def read_row_values(variable: Variable, node: Node, what: str, code: str, report: Report) -> object:
    if not isinstance(node, Sequence):
        report.add(code, node.span, f"{what} must be a list of rows, not {reading.KINDS[kind_of(node)]}",
                   related=(Related(variable.span, "declared here"),))
        return None
    if variable.max_rows is not None and len(node.items) > variable.max_rows and not variable.keep:
        report.add(code, node.span, f"{what} has {len(node.items)} rows, more than max {variable.max_rows}",
                   related=(Related(variable.span, "declared here"),))
        return None
    rows = [read_row(variable, item, f"row {index} of {what}", code, report) for index, item in enumerate(node.items)]
    return None if None in rows else rows


def read_row(variable: Variable, node: Node, what: str, code: str, report: Report) -> dict[str, object] | None:
    if not isinstance(node, Mapping):
        report.add(code, node.span, f"{what} must be a mapping, not {reading.KINDS[kind_of(node)]}",
                   related=(Related(variable.span, "declared here"),))
        return None
    row: dict[str, object] = {}
    fields = {field.name: field for field in variable.fields}
    for key, value in node.items:
        field = fields.get(key.value)
        if field is None:
            report.add(code, key.span, f"{what} has no field {key.value}",
                       notes=("fields: " + ", ".join(fields),), helps=suggest.did_you_mean(key.value, tuple(fields)))
            return None
        row[key.value] = read_value(field, value, f"{key.value} in {what}", code, report)
        if row[key.value] is None:
            return None
    return row


# ---- comparing ----


def same_shape(one: Variable, other: Variable) -> bool:
    """Whether two variables of one name can share a field of a C struct."""
    if one.type != other.type or one.of != other.of or len(one.fields) != len(other.fields):
        return False
    return all(a.name == b.name and same_shape(a, b) for a, b in zip(one.fields, other.fields))


def merged(one: Variable, other: Variable) -> Variable | None:
    """The variable that fits wherever either of them does; None if there is none."""
    if one is other:
        return one
    fences = {one.fence, other.fence} - {""}
    if not same_shape(one, other) or one.default != other.default or len(fences) > 1 or one.keep != other.keep:
        return None
    least = [value for value in (one.min, other.min) if value is not None]
    most = [value for value in (one.max, other.max) if value is not None]
    fields = tuple(merged(a, b) for a, b in zip(one.fields, other.fields))
    if None in fields:
        return None
    result = replace(
        one, fields=fields, max_bytes=smallest(one.max_bytes, other.max_bytes),
        max_rows=smallest(one.max_rows, other.max_rows),
        min=max(least, default=None), max=min(most, default=None), fence=max(fences, default=""),
        stability=max(one.stability, other.stability, key=STABILITIES.index))
    empty = result.min is not None and result.max is not None and result.min > result.max
    return None if empty else result


def smallest(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else min(one, other)


def accepts(wanted: Variable, given: Variable) -> bool:
    """Whether an input may be handed on under another name. Digits and names of choices are text as well."""
    if wanted.type == "text" and given.type in ("integer", "choice"):
        return True
    return same_shape(wanted, given) and fenced_alike(wanted, given)


def fenced_alike(wanted: Variable, given: Variable) -> bool:
    """Whether every fence that is wanted is there; which fence a value has, its source decides."""
    if wanted.fence and wanted.fence != given.fence:
        return False
    return all(fenced_alike(one, other) for one, other in zip(wanted.fields, given.fields))


def level_of(variable: Variable) -> int:
    """How deep rows are nested: 1 for rows of plain fields."""
    return 1 + max((level_of(field) for field in variable.fields), default=0) if variable.type == "rows" else 0
