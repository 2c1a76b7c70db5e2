"""The command line. Exit status: 0 fine, 1 diagnostics or a value that cannot be rendered, 2 usage, 70 our own
fault, 130 the user's interrupt."""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from . import __version__
from .show import visible

PACK = "directory with a pack.yaml"
FINE, FAILED, USAGE, INTERNAL, INTERRUPTED = 0, 1, 2, 70, 130


class UsageError(Exception):
    """A command that makes no sense, in the words of the message."""


def main(arguments: list[str]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # like stderr: text that a locale lacks is escaped
    if sys.stderr is None:  # closed: what goes there must not go to standard output
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    try:
        options = parser().parse_args(arguments)
        status: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a full disk can still be told
        return status
    except UsageError as error:
        print("promptrom: " + "\n".join(visible(line) for line in str(error).split("\n")), file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return stopped(error)
    except ModuleNotFoundError as error:
        return missing_module(error)
    except Exception as error:  # noqa: BLE001 - the last resort: say what to report, show no traceback
        print(f"promptrom: internal error, please report it: {type(error).__name__}: {error}", file=sys.stderr)
        if os.environ.get("PROMPTROM_TRACEBACK"):
            raise
        return INTERNAL


def stopped(error: OSError) -> int:
    """What the system refused. Nobody is told of a reader that has gone away."""
    if not isinstance(error, BrokenPipeError):
        where = f"{error.filename}: " if error.filename else ""
        print(visible(f"promptrom: {where}{error.strerror or error}"), file=sys.stderr)
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still held back goes nowhere
    return FAILED


PACKAGES = {"jinja2": "python3-jinja2", "yaml": "python3-yaml"}


def missing_module(error: ModuleNotFoundError) -> int:
    if error.name not in PACKAGES:
        raise error
    print(f"promptrom: this python3 ({sys.executable}) has no module {error.name}; Debian has it as "
          f"{PACKAGES[error.name]} for /usr/bin/python3", file=sys.stderr)
    return USAGE


class Parser(argparse.ArgumentParser):
    """Says of an option without its value what that can be, where argparse says only that it is missing."""

    def error(self, message: str) -> NoReturn:
        from .severity import problem

        missing = message == "argument -W: expected one argument"
        super().error(f"argument -W: {problem('')}" if missing else message)


def add_command(commands, name: str, what: str) -> argparse.ArgumentParser:
    sentence = f"{what[0].upper()}{what[1:]}."
    command: argparse.ArgumentParser = commands.add_parser(name, help=what, description=sentence)
    return command


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="promptrom", description="Compiles prompt packs into const C tables.",
                 epilog="A pack is a directory with a pack.yaml. `promptrom COMMAND --help` says what a command "
                        "takes; `promptrom init DIR --from FILE...` makes a first pack, and `promptrom check DIR` "
                        "finds every mistake in it.")
    top.add_argument("--version", action="version", version=f"promptrom {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_init(commands)
    add_check(commands)
    add_build(commands)
    add_render(commands)
    add_list(commands)
    add_test(commands)
    add_casetest(commands)
    add_explain(commands)
    add_explain_event(commands)
    return top


def diagnostics_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--format", choices=("text", "json", "sarif"), default="text",
                         help="of diagnostics: for people, one JSON object a line, or one SARIF 2.1.0 log")
    command.add_argument("-W", action="append", default=[], metavar="SETTING", dest="warnings", type=warning_setting,
                         help="error: all warnings are errors; error=NAME: this one is; no-NAME: this one is not "
                              "shown; no-all: none is. `promptrom explain` lists the names; -W may be given again")


def warning_setting(text: str) -> str:
    from .severity import problem

    wrong = problem(text)
    if wrong:
        raise argparse.ArgumentTypeError(wrong)
    return text


# ---- reading and reporting ----


def read_pack(directory: str, options: argparse.Namespace):
    """The checked model, or None after its diagnostics have been shown."""
    from .check import check_pack
    from .diagnostics import Report

    report = Report()
    pack = check_pack(directory, report, [name for name in wanted_overlays(options) if is_path(name)],
                      getattr(options, "start_up", False))
    return (pack if show(report, options) else None), report


def overlay_options(command: argparse.ArgumentParser, help_: str) -> None:
    command.add_argument("--overlay", action="append", default=[], metavar="NAME|FILE", dest="overlays", help=help_)


def wanted_overlays(options: argparse.Namespace) -> list[str]:
    return getattr(options, "overlays", [])


def is_path(wanted: str) -> bool:
    """Names of overlays have neither dots nor slashes."""
    return "." in wanted or "/" in wanted or os.sep in wanted


def chosen_overlays(pack, options: argparse.Namespace) -> tuple:
    """The overlays that the command line names, in the pack's order."""
    from .overlays import name_of
    from .suggest import nearest

    wanted = {name_of(item) if is_path(item) else item for item in wanted_overlays(options)}
    known = [overlay.name for overlay in pack.overlays]
    for name in sorted(wanted.difference(known)):
        close = nearest(name, known)
        raise UsageError(f"pack {pack.name} has no overlay {name}" + (f"; did you mean {close}?" if close else "")
                         + f"\npromptrom: it has: {', '.join(known) or '(none)'}")
    return tuple(overlay for overlay in pack.overlays if overlay.name in wanted)


def show(report, options: argparse.Namespace) -> bool:
    """Shows diagnostics; whether all is well."""
    from .severity import apply_settings
    from .show import as_json, as_text, ordered

    items = ordered(apply_settings(report.items, getattr(options, "warnings", [])))
    options.shown = [*getattr(options, "shown", []), *items]
    chosen = getattr(options, "format", "text")
    if chosen == "json":
        for item in items:
            print(json.dumps(as_json(item)))
    elif chosen == "text" and items:
        colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        print(as_text(items, colour), file=sys.stderr)
    return not any(item.severity == "error" for item in items)


def show_end(options: argparse.Namespace) -> None:
    """What stands behind all diagnostics of a command: how many there are, or one log of them."""
    from .sarif import as_sarif
    from .show import count

    found = getattr(options, "shown", [])
    if getattr(options, "format", "text") == "text" and found:
        print(f"\n{count(found)}", file=sys.stderr)
    elif getattr(options, "format", "text") == "sarif":
        print(json.dumps(as_sarif(found, __version__), indent=1))


def must_be_heard() -> None:
    """Refuses a standard output that is closed, on which `print` would say nothing."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")


# ---- init ----


#: Front matter and tags of other languages: a pack in which they are text builds, but hardly says what was meant.
UNDECIDED = ("PR0213", "PR0331", "PR0332", "PR0333")


def add_init(commands) -> None:
    command = add_command(commands, "init", "makes a pack of existing prompt files")
    command.add_argument("directory", metavar="DIR", help="the new pack: not there yet, or empty")
    command.add_argument("--from", nargs="+", required=True, metavar="FILE", dest="given",
                         help="Markdown, text, YAML and JSON files, and directories of such; what is left out of a "
                              "directory is said")
    diagnostics_options(command)
    command.set_defaults(run=run_init)


def new_directory(given: str) -> str:
    """Where a pack can be made. Asked before anything is read."""
    directory = given.rstrip("/") or given
    if not directory:
        raise UsageError("DIR is empty; for the directory that you are in, write .")
    if os.path.isdir(directory):
        if os.listdir(directory):
            raise UsageError(f"{directory} is there already and not empty, and nothing is overwritten: give a "
                             f"directory that is not there yet, or empty")
    elif os.path.lexists(directory):
        raise UsageError(f"{directory} is there already and no directory: give a name that is not there yet")
    above = next((path for path in Path(directory).parents if os.path.lexists(path)), None)
    if above is not None and not above.is_dir():
        raise UsageError(f"{directory} cannot be made: {above} is no directory")
    return directory


def run_init(options: argparse.Namespace) -> int:
    from .check import check_pack
    from .diagnostics import Report
    from .init_pack import contents, propose, write
    from .init_report import as_text, left_out

    directory = new_directory(options.directory)
    if "" in options.given:
        raise UsageError("a FILE is empty; for the directory that you are in, write .")
    must_be_heard()
    report, doubts = Report(), Report()
    proposal = propose(directory, options.given, report, doubts)
    if report.failed:
        show(report, options)
        show_end(options)
        print(visible(f"promptrom: {directory} is not written"), file=sys.stderr)
        return FAILED
    if not proposal.slots:
        raise UsageError("there are no prompts in " + ", ".join(options.given)
                         + (f"\n{left_out(proposal.left)}" if proposal.left else ""))
    try:
        write(Path(directory), contents(proposal))
    except OSError as error:
        print(visible(f"promptrom: cannot write {directory}: {error.strerror}"), file=sys.stderr)
        return FAILED
    print(as_text(proposal, directory), file=sys.stdout if options.format == "text" else sys.stderr)
    told = len(doubts.items)
    check_pack(directory, doubts)
    undecided = [number for number, item in enumerate(doubts.items)
                 if item.severity == "error" or item.code in UNDECIDED]
    fine = show(doubts, options)
    show_end(options)
    if undecided:
        check = f"`promptrom check {directory}`"
        until = f", until {check} finds no mistake" if undecided[-1] >= told else f"; {check} takes them as they are"
        print(visible(f"promptrom: {directory} is written; decide on what is said above in its files{until}"),
              file=sys.stderr)
    return FINE if fine and not undecided else FAILED


# ---- check ----


def add_check(commands) -> None:
    command = add_command(commands, "check", "finds every mistake in packs")
    command.add_argument("packs", nargs="+", metavar="PACK", help=PACK)
    overlay_options(command, "checks this overlay file too; the pack's own are always checked")
    command.add_argument("--start-up", action="store_true",
                         help="checks the given overlay files by the rules for files that programs read when they "
                              "start")
    diagnostics_options(command)
    command.set_defaults(run=run_check)


def run_check(options: argparse.Namespace) -> int:
    fine = True
    for directory in options.packs:
        pack, report = read_pack(directory, options)
        if pack is not None:
            chosen_overlays(pack, options)
            fine = compile_pack(without_read(pack, options), report, options, Settings(options)) is not None and fine
        else:
            fine = False
    show_end(options)
    return FINE if fine else FAILED


def without_read(pack, options: argparse.Namespace):
    """The pack without overlays that programs read: these get neither tables nor names in C."""
    from .overlays import name_of

    read = {name_of(item) for item in wanted_overlays(options) if options.start_up and is_path(item)}
    return replace(pack, overlays=tuple(overlay for overlay in pack.overlays if overlay.name not in read))


# ---- build ----


def add_build(commands) -> None:
    command = add_command(commands, "build", "writes a pack's C files")
    output_options(command, "the generated files")
    command.set_defaults(run=run_build)


def table_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--formats", metavar="LIST", help="text, or text,json: overrides the pack's own")
    command.add_argument("--prefix", metavar="NAME", help="of C names: overrides the pack's own")
    command.add_argument("--source-map", action="store_true", help="keeps file and line of each segment")
    command.add_argument("--strip-names", action="store_true", help="leaves out names of slots and placeholders")


class Settings:
    """What the command line says about the tables."""

    def __init__(self, options: argparse.Namespace):
        self.formats = tuple((getattr(options, "formats", None) or "").split(",")) if getattr(
            options, "formats", None) else ()
        self.prefix = getattr(options, "prefix", None) or ""
        self.source_map = getattr(options, "source_map", False)
        self.names = not getattr(options, "strip_names", False)
        for name in self.formats:
            if name not in ("text", "json"):
                raise UsageError(f"--formats takes text or text,json, not {name!r}")

    def apply(self, pack):
        from .names import PREFIX, is_taken

        if self.prefix and not PREFIX.fullmatch(self.prefix):
            raise UsageError(f"--prefix takes a C name that begins with a letter, not {self.prefix!r}")
        if is_taken(self.prefix):
            raise UsageError(f"--prefix {self.prefix}: that is a prefix of the run-time library")
        return replace(pack, formats=self.formats or pack.formats, prefix=self.prefix or pack.prefix)


def compile_pack(pack, report, options: argparse.Namespace, settings: Settings):
    """The view of the generated files, or None after a diagnostic."""
    made = lower_pack(pack, options, settings)
    return made[1] if made else None


def lower_pack(pack, options: argparse.Namespace, settings: Settings):
    """The tables and the view of the generated files, or None after a diagnostic."""
    from .codegen import Limit
    from .diagnostics import Report
    from .lower import Options, lower
    from .view import view

    pack = settings.apply(pack)
    try:
        tables = lower(pack, Options("json" in pack.formats, settings.names, settings.source_map))
        return tables, view(pack, tables, pack.name.replace("-", "_"))
    except Limit as limit:
        late = Report()
        late.add(limit.code, limit.span, str(limit), path=report_path(pack, limit))
        show(late, options)
        return None


def report_path(pack, limit) -> str:
    return "" if limit.span else next((name for name in pack.files if name.endswith("pack.yaml")), pack.name)


def run_build(options: argparse.Namespace) -> int:
    from .emit import emit

    pack, report = read_for_output(options)
    made = compile_pack(pack, report, options, Settings(options)) if pack is not None else None
    show_end(options)
    if made is None:
        return FAILED
    return write_output(options, emit(made), made.file + ".c", pack)


def output_options(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument("pack", metavar="PACK", help=PACK)
    command.add_argument("-o", "--output", required=True, metavar="DIR", help=f"directory of {what}")
    command.add_argument("--depfile", metavar="FILE", help="writes what was read, for make and ninja")
    command.add_argument("--stamp", metavar="FILE", help="touched after each success; the depfile's target")
    overlay_options(command, "compiles in this overlay of the pack, or this file, and no other that is not named; "
                             "without it, all of the pack's own")
    command.add_argument("--no-overlays", action="store_true", help="compiles in none")
    table_options(command)
    diagnostics_options(command)


def read_for_output(options: argparse.Namespace):
    """The checked model with the overlays that are wanted, or None after its diagnostics have been shown."""
    if options.no_overlays and options.overlays:
        raise UsageError("--overlay and --no-overlays exclude each other")
    pack, report = read_pack(options.pack, options)
    if pack is not None and (options.no_overlays or options.overlays):
        pack = replace(pack, overlays=chosen_overlays(pack, options))
    return pack, report


def write_output(options: argparse.Namespace, contents: dict[str, str], main_file: str, pack) -> int:
    from .write import depfile, write_files

    try:
        target = options.stamp or os.path.join(options.output, main_file)
        rules = {Path(options.depfile): depfile(target, list(pack.files))} if options.depfile else {}
        write_files(Path(options.output), contents, rules)
    except OSError as error:
        print(visible(f"promptrom: cannot write {error.filename}: {error.strerror}; the old files are as they were"),
              file=sys.stderr)
        return FAILED
    if options.stamp:
        try:
            Path(options.stamp).touch()
        except OSError as error:
            print(visible(f"promptrom: cannot touch {options.stamp}: {error.strerror}; all other files are written"),
                  file=sys.stderr)
            return FAILED
    return FINE


# ---- render ----


def add_render(commands) -> None:
    command = add_command(commands, "render", "prints the exact bytes of a slot, assembly or request")
    command.add_argument("pack", metavar="PACK", help=PACK)
    command.add_argument("name", metavar="NAME", help="such as hello or group.hello; ASSEMBLY.OUTPUT for one output")
    command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="values",
                         help="gives an argument; stands again for each one")
    command.add_argument("--args", metavar="FILE", help="JSON object with arguments by name; - reads standard input")
    command.add_argument("--json", action="store_true", help="escaped, for use inside a JSON string")
    command.add_argument("--repair", action="store_true", help="with --json: U+FFFD for what is not UTF-8")
    overlay_options(command, "renders with this overlay of the pack, or this file")
    command.set_defaults(run=run_render)


def run_render(options: argparse.Namespace) -> int:
    from . import arguments, model
    from .reference import RenderError, find, render

    pack, _ = read_pack(options.pack, options)
    if pack is None:
        return FAILED
    if len(options.overlays) > 1:
        raise UsageError("--overlay is given twice; a prompt is rendered with one overlay at most")
    pack = next((overlay.pack for overlay in chosen_overlays(pack, options)), pack)
    entry_id, _, output = split_output(pack, options.name)
    entry = find(pack, known_entry(pack, entry_id))
    if options.json and isinstance(entry, model.Request):
        raise UsageError(f"{entry.id} is a request, which is JSON already: leave out --json")
    try:
        values = arguments.convert(entry.inputs, given_arguments(options), entry.id)
        data = render(pack, entry.id, values, escape=options.json, repair=options.repair, output=output)
    except arguments.BadArgument as bad:
        raise UsageError("\npromptrom: ".join(bad.problems)) from None
    except RenderError as error:
        print(f"promptrom: {explain_status(error)}", file=sys.stderr)
        return FAILED
    must_be_heard()
    sys.stdout.buffer.write(data)
    return FINE


def split_output(pack, name: str) -> tuple[str, str, str]:
    """An output of an assembly is named `assembly.output`."""
    from .codegen import output_key

    for entry in pack.entries:
        for output in getattr(entry, "outputs", ()):
            if name == output_key(entry.id, output.name):
                return entry.id, ".", output.name
    return name, "", ""


def known_entry(pack, name: str) -> str:
    from .suggest import nearest

    known = [entry.id for entry in pack.entries]
    if name in known:
        return name
    close = nearest(name, known)
    raise UsageError(f"pack {pack.name} has no {name}" + (f"; did you mean {close}?" if close else "")
                     + f"\npromptrom: it has: {', '.join(known)}")


def given_arguments(options: argparse.Namespace) -> dict[str, object]:
    from . import arguments

    given: dict[str, object] = {}
    if options.args:
        try:
            data = sys.stdin.buffer.read() if options.args == "-" else Path(options.args).read_bytes()
            given = arguments.from_json(data.decode("utf-8"))
        except (OSError, ValueError) as error:
            raise UsageError(f"--args {options.args}: {error}") from None
    for item in options.values:
        name, equals, value = item.partition("=")
        if not equals:
            raise UsageError(f"--set takes NAME=VALUE, not {item!r}")
        given[name] = value
    return given


STATUS_TEXTS = {
    "MISSING": "has no value and no default",
    "TOO_LONG": "is longer than its max_bytes",
    "OUT_OF_RANGE": "is outside its range",
    "TOO_MANY": "has more rows than its max",
    "BAD_UTF8": "is not UTF-8 (--repair accepts it)",
    "BAD_JSON": "is not well-formed JSON",
}


def explain_status(error) -> str:
    return f"{error.entry}: {error.placeholder} {STATUS_TEXTS[error.status]}"


# ---- list ----


def add_list(commands) -> None:
    command = add_command(commands, "list", "shows what a pack holds: placeholders, sizes, bounds")
    command.add_argument("pack", metavar="PACK", help=PACK)
    command.add_argument("--format", choices=("text", "json"), default="text", help="for people, or for programs")
    command.set_defaults(run=run_list, warnings=["no-all"])


def run_list(options: argparse.Namespace) -> int:
    from .listing import as_json, as_text

    shown = argparse.Namespace(format="text", warnings=[])
    pack, report = read_pack(options.pack, shown)
    made = compile_pack(pack, report, shown, Settings(options)) if pack is not None else None
    if made is None:
        return FAILED
    print(as_json(pack, made) if options.format == "json" else as_text(pack, made))
    return FINE


# ---- test ----


def add_test(commands) -> None:
    command = add_command(commands, "test", "runs a pack's own cases")
    command.add_argument("pack", metavar="PACK", help=PACK)
    command.set_defaults(run=run_test)


def run_test(options: argparse.Namespace) -> int:
    from .casetest import run_cases

    pack, _ = read_pack(options.pack, options)
    if pack is None:
        return FAILED
    failures = 0
    for case, problem in run_cases(pack):
        failures += problem is not None
        print(f"{'FAIL' if problem else 'ok  '} {case.name}" + (f"\n{problem}" if problem else ""))
    print(f"{len(pack.cases) - failures} passed, {failures} failed")
    return FAILED if failures else FINE


def add_casetest(commands) -> None:
    command = add_command(commands, "casetest", "writes a C program that runs a pack's own cases")
    output_options(command, "the program; it is compiled with promptrom/witness/witness.c and the pack's C file")
    command.set_defaults(run=run_casetest)


def run_casetest(options: argparse.Namespace) -> int:
    from .casedriver import driver, header_of
    from .casetest import renders

    settings = Settings(options)
    pack, _ = read_for_output(options)
    made = lower_pack(pack, options, settings) if pack is not None else None
    show_end(options)
    if made is None:
        return FAILED
    header = header_of(*made)
    wanted = [(header, render) for render in renders(settings.apply(pack))]
    file = f"{header.file}_cases.c"
    return write_output(options, {file: driver(f"pack {pack.name}", wanted)}, file, pack)


# ---- explain ----


def add_explain(commands) -> None:
    command = add_command(commands, "explain", "says what a diagnostic means")
    command.add_argument("code", nargs="?", metavar="CODE",
                         help="such as PR0301, or its name; without: lists them all")
    command.set_defaults(run=run_explain)


def run_explain(options: argparse.Namespace) -> int:
    from .codes import BY_NAME, REGISTRY
    from .explain import explanation
    from .suggest import nearest

    if options.code is None:
        for code in sorted(REGISTRY.values(), key=lambda item: item.code):
            print(f"{code.code}  {code.severity:7}  {code.name:28}  {code.title}")
        return FINE
    found = REGISTRY.get(options.code.upper()) or BY_NAME.get(options.code.lower())
    if found is None:
        close = nearest(options.code.upper(), REGISTRY) or nearest(options.code.lower(), BY_NAME)
        raise UsageError(f"there is no diagnostic {options.code}; "
                         + (f"did you mean {close}?" if close else "`promptrom explain` lists all"))
    print(explanation(found))
    return FINE


def add_explain_event(commands) -> None:
    command = add_command(commands, "explain-event", "shows the blocks of an event, and why each is there")
    command.add_argument("pack", metavar="PACK", help=PACK)
    command.add_argument("event", metavar="EVENT", help="such as thread_start")
    command.add_argument("--format", choices=("text", "json"), default="text", help="for people, or for programs")
    command.set_defaults(run=run_explain_event)


def run_explain_event(options: argparse.Namespace) -> int:
    from .explain_event import as_json, as_text, rows
    from .suggest import nearest

    pack, _ = read_pack(options.pack, argparse.Namespace(format="text", warnings=[]))
    if pack is None:
        return FAILED
    found = rows(pack, options.event)
    if not found:
        known = sorted({entry.event for entry in pack.entries if getattr(entry, "event", "")})
        close = nearest(options.event, known)
        raise UsageError(f"pack {pack.name} has no event {options.event}"
                         + (f"; did you mean {close}?" if close else "")
                         + f"\npromptrom: it has: {', '.join(known) or '(none)'}")
    print((as_json if options.format == "json" else as_text)(pack, options.event, found))
    return FINE
