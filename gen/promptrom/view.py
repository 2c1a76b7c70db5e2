"""What the templates show: every name, number and line of the generated files, decided. Templates only place them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from . import __version__, collisions, model, names, opcodes as op
from .facts import Facts, facts_of
from .flash import Flash, entry_flash, pack_flash
from .lower import LoweredEntry, LoweredField, LoweredTrait, Segment, Tables, Variant, head_crc
from .planview import PlanView, plan_view
from .pool import ROW
from .quote import c_bytes, c_comment
from .ruletables import LoweredName, LoweredText, RuleTables
from .structs import Member, Struct
from .uses import uses_of

LARGEST_CONSTANT = 2**63 - 1  #: that C takes without a suffix; no buffer is as large
MAX_POSITIONAL = 6  #: inputs that a constructor takes by position; beyond, swapped arguments would only be hidden


@dataclass(frozen=True, eq=False)
class MemberView:
    type: str
    name: str
    declaration: str  #: padded to the width of its neighbours
    comment: str
    parameter: str  #: of a constructor


@dataclass(frozen=True, eq=False)
class RowsView:
    name: str  #: of the variable in C; `_row`, `_rows`, `_array` and `_source` go behind it
    doc: str
    members: tuple[MemberView, ...]


@dataclass(frozen=True, eq=False)
class ChoiceView:
    name: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class EntryView:
    id: str
    base: str
    upper: str
    number: int
    comment: str
    members: tuple[MemberView, ...]
    constants: tuple[tuple[str, str], ...]
    positional: bool
    request: bool
    json: bool  #: has wrappers for PRM_JSON
    plain: bool  #: prm_render_plain() serves
    flash: Flash


@dataclass(frozen=True, eq=False)
class GroupView:
    """Lines of a table that belong together, under a comment."""

    comment: str
    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class OverlayView:
    name: str  #: as in the pack
    base: str  #: in C; `_pack` goes behind it
    suffix: str  #: of its tables
    entry_lines: tuple[str, ...]
    name_at: tuple[str, ...]  #: empty where the pack's own serve
    name_count: int
    crc: int
    head_crc: int
    rules: "RulesView | None"


@dataclass(frozen=True, eq=False)
class RulesView:
    """What a start-up overlay may replace."""

    pack: str  #: in C
    suffix: str  #: of its tables
    names: tuple[tuple[int, str], ...]
    texts: tuple[str, ...]
    name_rules: tuple[str, ...]
    text_count: int
    open_ends: int
    name_count: int
    names_size: int
    crc: int
    pack_crc: int


@dataclass(frozen=True, eq=False)
class PackView:
    name: str
    version: str
    tool_version: str
    prefix: str
    upper: str
    file: str
    fingerprint: str
    table_version: int
    depth: int
    uses: tuple[str, ...]
    rows: tuple[RowsView, ...]
    choices: tuple[ChoiceView, ...]
    tools: tuple[tuple[str, str, int], ...]  #: identifier, name, number
    tool_words: int
    tool_set: bool
    entries: tuple[EntryView, ...]
    flash: int
    literals: int
    shared: int
    pool_rows: tuple[tuple[GroupView, ...], ...]
    pool_last: int
    pool_size: int
    text: tuple[GroupView, ...]
    json: tuple[GroupView, ...]
    entry_lines: tuple[str, ...]
    fields: tuple[GroupView, ...]
    traits: tuple[str, ...]
    sums: tuple[tuple[str, ...], ...]
    names: tuple[tuple[int, str], ...]
    name_at: tuple[str, ...]
    files: tuple[tuple[int, str], ...]
    origins: tuple[str, ...]
    counts: dict[str, int]
    overlays: tuple[OverlayView, ...]
    rules: RulesView | None
    plans: PlanView | None


def view(pack: model.Pack, tables: Tables, file: str) -> PackView:
    """Raises Limit where two things would have one name in C."""
    upper = pack.prefix.upper()
    facts = facts_of(pack)
    flash = entry_flash(tables)
    public = [entry for entry in tables.entries[:tables.public_count] if not entry.inner]
    plans = plan_view(pack, tables.plans, tables.structs, tables.crc) if tables.plans else None
    structs = {entry.key: tables.structs.entry(entry.key, entry.inputs) for entry in public}
    made = PackView(
        name=pack.name, version=pack.version, tool_version=__version__, prefix=pack.prefix, upper=upper, file=file,
        fingerprint=fingerprint(pack, tables), table_version=op.TABLE_VERSION, depth=tables.depth,
        uses=uses_of(tables),
        rows=tuple(rows_view(name, struct, pack) for name, struct in tables.structs.rows.items()),
        choices=choices(pack), tools=tuple((names.identifier(tool.name), tool.name, number)
                                           for number, tool in enumerate(pack.tools)),
        tool_words=max(1, -(-len(pack.tools) // 32)), tool_set=uses_sets(pack),
        entries=tuple(entry_view(pack, entry, number, structs[entry.key], facts[entry.key], flash[entry.key],
                                 is_plain(tables, entry))
                      for number, entry in enumerate(public)),
        flash=pack_flash(tables) + (plans.flash if plans else 0), literals=tables.pool.size(),
        shared=tables.pool.saved,
        pool_rows=tuple(pool_row(row) for row in tables.pool.rows), pool_last=tables.pool.used + 1,
        pool_size=tables.pool.size(), text=segment_groups(tables, tables.text),
        json=segment_groups(tables, tables.json) if tables.json is not None else (),
        entry_lines=tuple(entry_line(entry) for entry in tables.entries), fields=field_groups(tables),
        traits=tuple(trait_line(trait) for trait in tables.traits), sums=layout_sums(tables),
        names=tuple((len(name), "".join(c_bytes(name[:-1]))) for name in tables.names),
        name_at=number_lines(tables.name_at),
        files=tuple((len(name.encode()) + 1, "".join(c_bytes(name.encode()))) for name in tables.files),
        origins=number_lines([f"{{{file}, {line}}}" for file, line in tables.origins]),
        counts={"segments": len(tables.text), "entries": len(tables.entries), "fields": len(tables.fields),
                "traits": len(tables.traits), "public": tables.public_count, "crc": tables.crc,
                "name_count": len(tables.name_at),
                "head_crc": head_crc(tables, len(tables.entries), len(tables.name_at), tables.crc),
                "names": sum(map(len, tables.names)),
                "files": sum(len(name.encode()) + 1 for name in tables.files)},
        overlays=tuple(overlay_view(pack, variant, tables) for variant in tables.variants),
        rules=rules_view(tables.rules, pack.prefix, "", tables.crc), plans=plans)
    collisions.refuse(pack, made)
    return made


def overlay_view(pack: model.Pack, variant: Variant, tables: Tables) -> OverlayView:
    base = names.prefixed(pack.prefix, variant.name)
    return OverlayView(variant.name, base, base, tuple(map(entry_line, variant.entries)),
                       number_lines(variant.name_at) if variant.name_at != tables.name_at else (),
                       len(variant.name_at),
                       variant.crc, head_crc(tables, len(variant.entries), len(variant.name_at), variant.crc),
                       rules_view(variant.rules, base, base + "_", variant.crc))


def rules_view(rules: RuleTables | None, base: str, suffix: str, pack_crc: int) -> RulesView | None:
    if rules is None:
        return None
    names = tuple((len(name), "".join(c_bytes(name[:-1]))) for name in rules.names)
    return RulesView(base, suffix, names, tuple(map(text_rule_line, rules.texts)),
                     tuple(map(name_rule_line, rules.name_rules)), len(rules.texts), int(rules.open_ends),
                     len(rules.name_rules),
                     sum(map(len, rules.names)), rules.crc(pack_crc), pack_crc)


def text_rule_line(item: LoweredText) -> str:
    return (f"{{{item.id}, {item.size}, {{0x{item.hash & 0xFFFFFFFF:08x}, 0x{item.hash >> 32:08x}}}, {item.first}, "
            f"{item.count}, {item.entry}, PRM_TEXT_{item.kind.upper()}, PRM_SYNTAX_{item.syntax.upper()}, "
            f"{int(item.all_literal)}}},  /* {c_comment(item.key)} */")


def name_rule_line(item: LoweredName) -> str:
    return (f"{{{item.name}, {item.value}, {item.count}, {item.owner}, PRM_NAME_{item.kind.upper()}, "
            f"{int(item.required)}}},")


def fingerprint(pack: model.Pack, tables: Tables) -> str:
    """Hash of all that a program can see of the pack: tables, names and kinds of arguments, tool names."""
    shape = [pack.name, pack.prefix, pack.version, *(tool.name for tool in pack.tools)]
    for entry in tables.entries:
        shape.append(entry.key + ":" + ",".join(f"{var.name} {var.type}" for var in entry.inputs))
    for name, struct in tables.structs.rows.items():
        shape.append(name + ":" + ",".join(f"{item.variable.name} {item.variable.type}" for item in struct.members))
    shape += [variant.name for variant in tables.variants]
    numbers = (tables.crc, *(item.crc for item in tables.variants))
    checks = b"".join(number.to_bytes(4, "little") for number in numbers)
    text = "\0".join(shape).encode("utf-8") + checks + tables.pool.image()
    return hashlib.blake2b(text, digest_size=8).hexdigest()


# ---- the header ----


def member_views(members: tuple[Member, ...]) -> tuple[MemberView, ...]:
    width = max((len(f"{member.type} {member.name};") for member in members), default=0)
    return tuple(member_view(member, width) for member in members)


def member_view(member: Member, width: int) -> MemberView:
    var = member.variable
    limits = {"text": f"at most {var.max_bytes} bytes" if var.max_bytes is not None else "text",
              "json": "JSON", "flag": "flag",
              "rows": "rows" if var.max_rows is None else f"at most {var.max_rows} rows",
              "choice": "one of " + ", ".join(var.of), "set": "tools", "integer": integer_limits(var)}
    comment = limits[var.type] + (f"; {var.doc}" if var.doc else "")
    return MemberView(member.type, member.name, f"{member.type} {member.name};".ljust(width), c_comment(comment),
                      "in_" + member.name)


def integer_limits(var: model.Variable) -> str:
    if var.min is None and var.max is None:
        return "integer"
    return f"{'' if var.min is None else var.min}..{'' if var.max is None else var.max}"


def rows_view(name: str, struct: Struct, pack: model.Pack) -> RowsView:
    doc = next((var.doc for var in pack.variables if names.prefixed(pack.prefix, var.name) == name), "")
    return RowsView(name, c_comment(doc), member_views(struct.members))


def choices(pack: model.Pack) -> tuple[ChoiceView, ...]:
    found = {}

    def visit(var: model.Variable, owner: str) -> None:
        name = names.prefixed(pack.prefix, owner + var.name)
        if var.type == "choice":
            values = tuple((f"{name}_{value.replace('-', '_').replace('.', '_')}".upper(), number)
                           for number, value in enumerate(var.of, 1))
            found[name] = ChoiceView(name, values)
        for inner in var.fields:
            visit(inner, owner + var.name + "_")

    for var in pack.variables:
        visit(var, "")
    return tuple(found[name] for name in sorted(found))


def uses_sets(pack: model.Pack) -> bool:
    return any(var.type == "set" for entry in pack.entries for var in entry.inputs)


def entry_view(pack: model.Pack, entry: LoweredEntry, number: int, struct: Struct, facts: Facts,
               flash: Flash, plain: bool) -> EntryView:
    base = names.prefixed(pack.prefix, entry.key)
    request = bool(entry.flags & op.ENTRY_REQUEST)
    listed = ", ".join(var.name for var in entry.inputs) or "no placeholders"
    constants = [("LITERAL_BYTES", str(facts.literal)), ("STABLE_BYTES", str(facts.prefix)),
                 ("STABLE_HASH", f"UINT64_C(0x{facts.prefix_hash:016x})")]
    constants += [("FLASH_BYTES", str(flash.own)), ("SHARED_BYTES", str(flash.shared))]
    constants += [(name, str(size)) for name, size in (("MAX_BYTES", facts.longest), ("MAX_TOKENS", facts.tokens),
                                                       ("MAX_JSON_BYTES", facts.longest_json))
                  if size is not None and size <= LARGEST_CONSTANT]
    return EntryView(entry.key, base, base.upper(), number, c_comment(f"{entry.key}: {listed}"),
                     member_views(struct.members), tuple(constants),
                     0 < len(entry.inputs) <= MAX_POSITIONAL, request, "json" in pack.formats and not request, plain,
                     flash)


def is_plain(tables: Tables, entry: LoweredEntry) -> bool:
    """Whether an entry is what prm_render_plain() takes, in whatever view of the pack."""
    if tables.variants or tables.rules or not entry.flags & op.ENTRY_PLAIN or entry.flags & op.ENTRY_REQUEST:
        return False
    used = {segment.op & op.INPUT for segment in tables.text[entry.first:entry.first + entry.count] if segment.op}
    fields = [tables.fields[entry.field + number] for number in used]
    return all(item.field.kind in ("TEXT", "INTEGER") and item.field.level == 0 and item.field.trait.standby is None
               for item in fields)


# ---- the tables ----


def pool_row(row: list[tuple[str, bytes]]) -> tuple[GroupView, ...]:
    groups: list[tuple[str, list[str]]] = []
    for owner, data in row:
        if not groups or groups[-1][0] != owner:
            groups.append((owner, []))
        groups[-1][1].extend(c_bytes(data))
    return tuple(GroupView(c_comment(owner), tuple(lines)) for owner, lines in groups)


def segment_groups(tables: Tables, segments: tuple[Segment, ...]) -> tuple[GroupView, ...]:
    """Segments under the names of the entries that use them, several where they share."""
    users: dict[tuple[int, int], list[str]] = {}
    for overlay, entries in all_entries(tables):
        for entry in entries:
            comment = entry_comment(entry) + (f" ({overlay})" if overlay else "")
            known = users.setdefault((entry.first, entry.count), [])
            if not overlay or not known:
                known.append(comment)
    what = "limits, names of choices and defaults" + ("; what names stand for in overlays" if tables.rules else "")
    groups, at = [], 0
    for (first, count), comments in sorted(users.items()) + [((len(segments), 0), [])]:
        for start, end, comment in ((at, first, what), (first, first + count, "; ".join(comments))):
            if start < end:
                groups.append(GroupView(c_comment(comment), tuple(map(segment_line, segments[start:end]))))
        at = max(at, first + count)
    return tuple(groups)


def all_entries(tables: Tables) -> list[tuple[str, tuple[LoweredEntry, ...]]]:
    return [("", tables.entries)] + [(variant.name, variant.entries) for variant in tables.variants]


def entry_comment(entry: LoweredEntry) -> str:
    listed = " ".join("{" + var.name + "}" for var in entry.inputs)
    return f"{entry.key}: {listed}" if listed else entry.key


OPERATIONS = {op.PART: "PRM_OP_PART", op.CALL: "PRM_OP_CALL", op.LOOP: "PRM_OP_LOOP", op.NEXT: "PRM_OP_NEXT",
              op.WHEN: "PRM_OP_WHEN", op.UNLESS: "PRM_OP_UNLESS", op.CASE: "PRM_OP_CASE", op.FILLED: "PRM_OP_FILLED",
              op.SKIP: "PRM_OP_SKIP", op.LINE: "PRM_OP_LINE", op.VALUE: "PRM_OP_VALUE",
              op.VALUE | op.QUOTED: "PRM_OP_VALUE | PRM_OP_QUOTED"}


def segment_line(segment: Segment) -> str:
    if not segment.op:
        return f"{{{segment.offset}, {segment.size}, 0}},"
    operation = OPERATIONS[segment.op & 0xFF00]
    low = segment.op & 0xFF
    return f"{{{segment.offset}, {segment.size}, {operation} | {low}}},"


ENTRY_FLAGS = {op.ENTRY_PLAIN: "PRM_ENTRY_PLAIN", op.ENTRY_REQUEST: "PRM_ENTRY_REQUEST",
               op.ENTRY_HIDDEN: "PRM_ENTRY_HIDDEN", op.ENTRY_CONSTANT: "PRM_ENTRY_CONSTANT"}


def entry_line(entry: LoweredEntry) -> str:
    flags = " | ".join(name for flag, name in ENTRY_FLAGS.items() if entry.flags & flag) or "0"
    return (f"{{{entry.first}, {entry.field}, {entry.count}, {len(entry.inputs)}, {flags}}},"
            f"  /* {c_comment(entry.key)} */")


def field_groups(tables: Tables) -> tuple[GroupView, ...]:
    starts: dict[int, str] = {}
    for overlay, entries in all_entries(tables):
        for entry in entries:
            if not entry.flags & op.ENTRY_HIDDEN:
                starts.setdefault(entry.field, entry.key + (f" ({overlay})" if overlay else ""))
    bounds = sorted(starts) + [len(tables.fields)]
    return tuple(GroupView(c_comment(starts[start]), tuple(map(field_line, tables.fields[start:end])))
                 for start, end in zip(bounds, bounds[1:]) if end > start)


def field_offset(item: LoweredField) -> str:
    if item.field.kind == "INDEX":
        return str(item.field.add)
    if not item.field.struct or item.field.kind == "CONSTANT":
        return "0"
    return f"offsetof({item.field.struct}, {item.field.member})"


def field_line(item: LoweredField) -> str:
    level, trait = item.field.level, item.trait
    kind = f"PRM_FIELD_{item.field.kind}"
    return f"{{{field_offset(item)}, {kind} | {level} << PRM_FIELD_LEVEL | {trait} << PRM_FIELD_TRAIT}},"


def trait_line(trait: LoweredTrait) -> str:
    limit = "PRM_NO_LIMIT" if trait.limit == op.NONE else f"{trait.limit}u"
    return f"{{{limit}, {trait_standby(trait)}}},"


def trait_standby(trait: LoweredTrait) -> str:
    if trait.row:
        return f"(uint32_t){trait.keep} << 16 | (uint32_t)sizeof({trait.row})"
    return "PRM_NO_SEGMENT" if trait.standby == op.NONE else f"{trait.standby}u"


def layout_sums(tables: Tables) -> tuple[tuple[str, ...], ...]:
    """The checksum of what only the C compiler knows, as a chain of constant expressions of a few terms each; terms
    that are 0 are left out."""
    fields = [field_offset(item) for item in tables.fields]
    traits = [trait_standby(trait) for trait in tables.traits]
    weighted = [f"{index % op.LAYOUT_WEIGHTS + 1}u * (uint32_t)({term} % {op.LAYOUT_MODULUS}u)"
                for index, term in enumerate(fields + [f"({term})" if "|" in term else term for term in traits])
                if term != "0"]
    step = 8
    return tuple(tuple(weighted[start:start + step]) for start in range(0, len(weighted), step))


def number_lines(items) -> tuple[str, ...]:
    """A flat list of numbers, twelve a line."""
    texts = [str(item) + "," for item in items]
    return tuple(" ".join(texts[start:start + 12]) for start in range(0, len(texts), 12))


__all__ = ["PackView", "view", "ROW"]
