"""Phase check: the files of a pack become its checked model, or every mistake in them becomes a diagnostic."""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Mapping as Dict
from dataclasses import dataclass, replace

from . import assemblies, blocks, cases, constants, defaults, drafts, fencing, files, frontmatter, manifest, model
from . import names, overlays, reading, renderers, replacements, requests, runtimes, slots, tools, variables
from . import openends, startup, volatile, yamlread
from .diagnostics import Diagnostic, Related, Report
from .entries import Entries
from .files import PackFiles
from .manifest import Declared, Settings
from .nodes import Mapping, Node, Scalar
from .scope import Scope, Tally

MAX_SLOTS = 65535


def check_pack(directory: str, report: Report, given: Collection[str] = (),
               start_up: bool = False) -> model.Pack | None:
    """The model of the pack in a directory with all its overlays, its own and the files `given`, which with
    `start_up` are held against the rules for files that programs read. None if the report holds an error."""
    pack = files.read_pack(directory, report)
    root = None if pack.manifest is None else yamlread.parse_mapping(pack.manifest, report)
    if root is None:
        return None
    settings = manifest.read_settings(root, report)
    if start_up and not settings.overridable:
        startup.refuse_pack(root, settings.name, report)
    declared = read_declarations(pack, root, settings, report)
    scope = read_scope(pack, settings, declared, report)
    found = read_drafts(scope, declared, report)
    checked = slots.read_slots(found, scope, report)
    made = read_model(found, checked, scope, declared, {}, report)
    if not report.failed:
        fencing.check_fences(made.entries, scope, report)
    known = defaults.replaceable(found, checked, scope, declared.pairs("constants", Report()),
                                 declared.pairs("assemblies", Report()))
    over = overlays.find(pack, given, named_files(declared), settings.prefix, report)
    made = replace(made, files=made.files + tuple(given),
                   overlays=read_overlays(made, over, known, found, scope, declared, given if start_up else (),
                                          report))
    warn_unused(scope, report)
    if not report.failed:
        volatile.warn_volatile(made, report)
    report.items[:] = [item for item in report.items if item.severity == "error" or item.code not in settings.allow]
    return None if report.failed else made


# ---- top-level keys ----


@dataclass(frozen=True, eq=False)
class Declarations:
    """What all YAML files of a pack hold, key by key."""

    found: tuple[Declared, ...]

    def nodes(self, key: str) -> list[Node]:
        return [item.node for item in self.found if item.key == key]

    def single(self, key: str, report: Report) -> Node | None:
        return manifest.one_of_a_kind([item for item in self.found if item.key == key], report)

    def pairs(self, key: str, report: Report) -> list[tuple[Scalar, Node]]:
        """Names and nodes of a key that several files may share; a name in two of them is an error."""
        pairs: dict[str, tuple[Scalar, Node]] = {}
        for node in self.nodes(key):
            given = reading.mapping(node, key, report)
            for name, value in given.items if given else ():
                first = pairs.setdefault(name.value, (name, value))[0]
                if first is not name:
                    report.add("PR0408", name.span, f"{name.value} is declared twice under {key}",
                               helps=("remove one of the two",), related=(Related(first.span, "first here"),))
        return list(pairs.values())


def read_declarations(pack: PackFiles, root: Mapping, settings: Settings, report: Report) -> Declarations:
    found = manifest.declarations(root, True, settings.foreign, report)
    for source in pack.yaml:
        node = yamlread.parse_mapping(source, report)
        if node is not None:
            found += manifest.declarations(node, False, settings.foreign, report)
    return Declarations(tuple(found))


def read_scope(pack: PackFiles, settings: Settings, declared: Declarations, report: Report) -> Scope:
    pairs = declared.pairs("variables", report)
    known = variables.read_variables(pairs, report)
    fixed = constants.read_constants(declared.pairs("constants", report), pack, settings, report, {})
    for variable in known:
        if variable.name in fixed:
            report.add("PR0408", variable.span, f"{variable.name} is both a variable and a constant",
                       helps=("rename one of the two",),
                       related=(Related(fixed[variable.name].span, "the constant"),))
    by_name = {variable.name: variable for variable in known}
    broken = {key.value: isinstance(node, Mapping) and node.get("fields") is not None for key, node in pairs
              if key.value not in by_name}
    return Scope(pack, settings, by_name, fixed, broken, constants.sizes_of(fixed), set(), [], Tally())


# ---- slots ----


def read_drafts(scope: Scope, declared: Declarations, report: Report) -> list[drafts.Draft]:
    """All slots of the pack by id. Markdown files that a `file:` names are texts of something else."""
    found = [draft for node in declared.nodes("slots") for draft in drafts.in_groups(node, report)]
    taken = named_files(declared)
    settings = scope.settings
    for file in scope.files.markdown:
        if file.source.name in taken:
            continue
        front, body = frontmatter.split(file, report, keep_newlines=settings.keep_newlines,
                                        keep_final_newline=settings.keep_final_newline)
        draft = drafts.markdown(file.source, front, body, report)
        found += [draft] if draft else []
    if found:
        reading.within(len(found), MAX_SLOTS, "slots of the pack", found[-1].span, report)
    return sorted(unique(found, report), key=lambda draft: draft.id.encode())


def named_files(declared: Declarations) -> set[str]:
    """Every file that a key `file` names somewhere."""
    found: set[str] = set()
    pending = [node for key in ("slots", "constants") for node in declared.nodes(key)]
    while pending:
        node = pending.pop()
        for key, value in node.items if isinstance(node, Mapping) else ():
            if key.value == "file" and isinstance(value, Scalar):
                found.add(value.value)
            pending.append(value)
    return found


def read_names(pack: PackFiles, declared: Declarations) -> list[str]:
    """The files on which the model depends, as paths inside the pack."""
    sources = [*([pack.manifest] if pack.manifest else []), *pack.yaml, *(file.source for file in pack.markdown),
               *(file.source for file in pack.overlays)]
    read = {source.name for source in sources} | named_files(declared)
    return [name for name in pack.names if name in read]


def unique(found: list[drafts.Draft], report: Report) -> list[drafts.Draft]:
    first: dict[str, drafts.Draft] = {}
    for draft in found:
        other = first.setdefault(draft.id, draft)
        if other is not draft:
            report.add("PR0408", draft.span, f"slot {draft.id} is declared twice",
                       helps=("rename or remove one of them",),
                       related=(Related(other.span, "first here"),))
    return list(first.values())


# ---- the model ----


def read_model(found: list[drafts.Draft], checked: list[slots.Checked], scope: Scope, declared: Declarations,
               joins: Dict[tuple[str, str], str], report: Report) -> model.Pack:
    """The pack with the joins that an overlay replaces."""
    entries = Entries(scope, report)
    blocks.add_slots(entries, found, checked)
    assemblies.add(entries, declared.pairs("assemblies", report))
    toolbox = tools.read_tools(declared.pairs("tools", report), declared.single("tool_order", report), entries)
    entries.runtimes = runtimes.read_runtimes(declared.pairs("runtimes", report), entries)
    runtimes.check_lengths(entries.runtimes, entries, report)
    requests.add(entries, declared.pairs("requests", report), toolbox)
    made = tuple(with_joins(entry, joins) for entry in entries.build_all())
    described = tools.check_descriptions(toolbox, entries)
    tools.warn_unknown_words(checked, toolbox, report)
    examples = cases.read_cases(declared.nodes("cases"), made, frozenset(entries.planned),
                                overlays.own_names(scope.files, named_files(declared)), report)
    check_names(made, described, scope, report)
    renderers.check_all(made, report)
    settings = scope.settings
    return model.Pack(
        name=settings.name, prefix=settings.prefix, version=settings.version, overridable=settings.overridable,
        formats=settings.formats, variables=tuple(sorted(scope.variables.values(), key=lambda item: item.name)),
        constants=tuple(sorted(scope.constants.values(), key=lambda item: item.name)),
        entries=made, tools=described, cases=examples, runtimes=entries.runtimes,
        files=tuple(scope.files.shown(name) for name in read_names(scope.files, declared)) + scope.files.directories)


def with_joins(entry: model.Entry, joins: Dict[tuple[str, str], str]) -> model.Entry:
    if not joins or not isinstance(entry, model.Assembly):
        return entry
    outputs = tuple(replace(output, join=joins.get((entry.id, output.name), output.join)) for output in entry.outputs)
    return replace(entry, join=joins.get((entry.id, ""), entry.join), outputs=outputs)


# ---- overlays ----


def read_overlays(base: model.Pack, over: tuple[overlays.OverlayFiles, ...], known: defaults.Replaceable,
                  found: list[drafts.Draft], scope: Scope, declared: Declarations, start_up: Collection[str],
                  report: Report) -> tuple[model.Overlay, ...]:
    """Each overlay with the whole pack that it makes, those before it that others stand on. `start_up`: the files
    that programs read."""
    written: dict[str, replacements.Replacements] = {}
    roots = {"": (base, replacements.Replacements())}  #: the compiled packs at the bottom, whose rules programs go by
    made, sound = [], not report.failed
    for overlay in over:
        below = overlays.fallback(overlay.name, written)
        is_read = overlay.yaml is not None and overlay.yaml.path in start_up
        root, language = roots[below]
        given = replacements.read(overlay, replacements.defaults_in(known, language) if is_read else known, report,
                                  is_read)
        own = (given.on(language) if is_read else given).over(written.get(below, replacements.Replacements()))
        written[overlay.name] = own
        pack = overlaid(own, found, scope, declared, sound and not is_read, report, is_read)
        if is_read:
            startup.refuse_build_only(pack, given.slots, given.constants, openends.ground_of(root), report)
        roots[overlay.name] = roots[below] if is_read else (pack, own)
        replaced = tuple(draft.id for draft in found if own.slots.get(draft.id) is not None)
        made.append(model.Overlay(overlay.name, pack, replaced, below))
    return tuple(made)


def overlaid(own: replacements.Replacements, found: list[drafts.Draft], scope: Scope, declared: Declarations,
             sound: bool, report: Report, is_read: bool = False) -> model.Pack:
    """The pack as if it had been declared with the texts of an overlay: every rule holds for it once more, but for
    those that are told differently where programs read it. There constants are not copied into texts, so that they
    do not count as part of them. Fences only where the pack is `sound`: else entries that others take may be
    missing."""
    again = Report()
    fixed = constants.read_constants(declared.pairs("constants", again), scope.files, scope.settings, again,
                                     own.constants)
    inside = replace(scope, constants=fixed, sizes={} if is_read else constants.sizes_of(fixed),
                     tally=Tally())
    written = [replace(draft, replacement=own.slots.get(draft.id)) for draft in found]
    made = read_model(written, slots.read_slots(written, inside, again), inside, declared, own.joins, again)
    if sound and not again.failed:
        fencing.check_fences(made.entries, inside, again)
    again.items[:] = [item for item in again.items if not is_read or item.code not in startup.TOLD]
    add_new(again, report)
    return made


def add_new(found: Report, report: Report) -> None:
    """Adds what is not in the report yet: all that is wrong with the pack itself is wrong with each overlay too."""
    def key(item: Diagnostic) -> tuple[object, ...]:
        place = (item.span.source.path, item.span.start) if item.span else (item.path,)
        return (item.code, item.message, *place)

    known = {key(item) for item in report.items}
    for item in found.items:
        if key(item) not in known:
            known.add(key(item))
            report.items.append(item)


# ---- names ----


def check_names(entries: tuple[model.Entry, ...], toolbox: tuple[model.Tool, ...], scope: Scope,
                report: Report) -> None:
    """Entries, tools and the types made for variables share the pack's names in C."""
    prefix = scope.settings.prefix
    claims = [names.Claim(f"{kind_of(entry)} {entry.id}", names.prefixed(prefix, entry.id), entry.span)
              for entry in entries]
    claims += [names.Claim(f"output {output.name} of assembly {entry.id}",
                           names.prefixed(prefix, f"{entry.id}.{output.name}"), entry.span)
               for entry in entries if isinstance(entry, model.Assembly) for output in entry.outputs]
    names.check_claims(claims, "entries share the names of the pack", report, upper=True)
    types = [names.Claim(f"variable {item.name}", names.prefixed(prefix, item.name), item.span)
             for item in scope.variables.values() if item.type in ("rows", "choice")]
    names.check_claims(types, "rows and choices become types", report, upper=True)
    tool_names = [names.Claim(f"tool {tool.name}", names.identifier(tool.name), tool.span) for tool in toolbox]
    names.check_claims(tool_names, "tools become enumerators", report, upper=True)


def kind_of(entry: model.Entry) -> str:
    return type(entry).__name__.lower()


def warn_unused(scope: Scope, report: Report) -> None:
    """Not after errors: a name that is mistyped somewhere leaves the right one unused."""
    if report.failed:
        return
    used = scope.used | {piece.name for constant in scope.constants.values() for piece in constants.inner(constant)}
    for code, what, known in (("PR0410", "variable", scope.variables), ("PR0411", "constant", scope.constants)):
        for name, declared in known.items():
            if name not in used:
                report.add(code, declared.span, f"{what} {name} is listed by nothing",
                           helps=("list it where it is needed, or remove it",))
