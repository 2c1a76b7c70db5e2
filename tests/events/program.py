"""A C program that compiles and sends the events of the scenarios, made from them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Mapping

from scenarios import DELIVERIES, EVENTS, PACK, ROOT, descriptor
from promptrom import arguments, check, model, names
from promptrom.casedriver import Header, Statements, header_of, integer
from promptrom.diagnostics import Report
from promptrom.emit import emit
from promptrom.lower import Options, lower
from promptrom.quote import c_bytes
from promptrom.view import view

HERE = Path(__file__).resolve().parent
SOURCES = [*sorted(ROOT.glob("runtime/core/*.c")), *sorted(ROOT.glob("runtime/prompt/*.c"))]
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]


def checked(directory: Path = PACK) -> model.Pack:
    report = Report()
    pack = check.check_pack(str(directory), report)
    if pack is None:
        raise AssertionError([item.message for item in report.items])
    return pack


def literal(text: str) -> str:
    data = text.encode("utf-8")
    return f"prm_bytes({' '.join(c_bytes(data))}, {len(data)})"


def descriptor_lines(event: str) -> list[str]:
    lines = ["prm_descriptor event;", "memset(&event, 0, sizeof event);",
             f"event.event_type = PRM_ON_{event.upper()};"]
    return lines + [f"event.{key} = {literal(value)};" for key, value in descriptor(event).items()]


ENUMERATIONS = {"source_kind": "PRM_DELIVERY_", "replay.replay_state": "PRM_REPLAY_",
                "evidence_class": "PRM_EVIDENCE_"}


def delivery_lines(values: Mapping[str, object]) -> list[str]:
    lines = []
    for key, value in values.items():
        if key in ENUMERATIONS:
            lines.append(f"delivery.{key} = {ENUMERATIONS[key]}{value};")
        else:
            lines.append(f"delivery.{key} = {value if isinstance(value, int) else literal(str(value))};")
    return lines


def filled(header: Header, event: str, target: str, pack: model.Pack) -> Statements:
    """Statements for the arguments of an event."""
    inputs = header.inputs[event]
    given = {key: value for key, value in EVENTS[event].items() if any(var.name == key for var in inputs)}
    made = Statements(header)
    values = arguments.convert(inputs, given, event)
    made.fill(target, header.structs.entry(event, inputs).members, values)
    return made


def function(pack: model.Pack, header: Header, event: str) -> str:
    """One C function for an event."""
    base = f"{pack.prefix}_{event}"
    made = filled(header, event, "args", pack)
    lines = ["prm_bundle bundle;", "prm_runtime_input input;", "prm_event_error error;", f"{base}_args args;"]
    body = [*made.declarations, "memset(&args, 0, sizeof args);", *made.statements]
    named = any(var.name.startswith("tool.") for var in header.inputs[event])
    if named:
        body.append(f"{base}_name(&args, {pack.prefix.upper()}_RUNTIME_CODEX);")
    if event in DELIVERIES:
        lines.append("prm_delivery delivery;")
        body = ["memset(&delivery, 0, sizeof delivery);", *delivery_lines(DELIVERIES[event]),
                "show_must(prm_input_of_delivery(&input, &event, &delivery, &error), &error);", *body,
                f"{base}_fill(&args, &input);",
                f"show_bundle(&{pack.prefix}_plans, &{pack.prefix}_pack, &event, &args, &bundle);"]
    else:
        body += [f"show_bundle(&{pack.prefix}_plans, &{pack.prefix}_pack, &event, &args, &bundle);",
                 f"show_must(prm_input_of_bundle(&input, &{pack.prefix}_plans, &bundle, &error), &error);"]
    body.append("show_input(&input);")
    for runtime in pack.runtimes:
        body += sent(pack, header, event, runtime.name)
    text = "\n    ".join([*lines, *descriptor_lines(event), *body])
    return f"static void run_{event}(void)\n{{\n    {text}\n}}\n"


def sent(pack: model.Pack, header: Header, event: str, runtime: str) -> list[str]:
    request = f"{runtime}.{event}"
    base = names.prefixed(pack.prefix, request)
    entry = next(item for item in pack.entries if item.id == request)
    events = [item.id for item in pack.entries if isinstance(item, model.Assembly) and item.event
              and any(part.target == item.id for _, part in entry.binds)]
    lines = ["{", f"{base}_args sent;"]
    pointers = []
    for name in events:
        if name == event:
            pointers.append("&args")
            continue
        other = filled(header, name, "around", pack)
        lines += [f"{pack.prefix}_{name}_args around;", *other.declarations, "memset(&around, 0, sizeof around);",
                  *other.statements]
        pointers.append("&around")
    call = ", ".join(["&sent", *pointers, "&input"])
    return [*lines, "memset(&sent, 0, sizeof sent);", f"{base}_take({call});",
            f"show_sent(&{pack.prefix}_plans, &{pack.prefix}_pack, {pack.prefix}_renderer_of("
            f"{pack.prefix.upper()}_RUNTIME_{runtime.upper()}, PRM_ON_{event.upper()}), &input, &sent);", "}"]


def source(pack: model.Pack, header: Header) -> str:
    functions = "\n".join(function(pack, header, event) for event in EVENTS)
    calls = "\n".join(f"    if (strcmp(argv[1], \"{event}\") == 0)\n        run_{event}();" for event in EVENTS)
    return (f"#include \"{header.file}.h\"\n#include \"show.h\"\n\n{functions}\n"
            f"int main(int argc, char **argv)\n{{\n    if (argc < 2)\n        return 2;\n"
            f"    show_quiet = argc > 2;\n{calls}\n    return 0;\n}}\n")


def build(directory: Path, compiler: str = "cc", flags: tuple[str, ...] = ("-O1",), source_map: bool = True,
          sources: "list[Path]" = SOURCES) -> Path:
    """Compiles the program."""
    pack = checked()
    tables = lower(pack, Options(json="json" in pack.formats, source_map=source_map))
    made = view(pack, tables, pack.name)
    for name, text in emit(made).items():
        (directory / name).write_text(text, encoding="utf-8")
    (directory / "events.c").write_text(source(pack, header_of(tables, made)), encoding="utf-8")
    program = directory / "events"
    done = subprocess.run([compiler, *STRICT, *flags, f"-I{ROOT / 'include'}",
                           f"-I{directory}", f"-I{HERE}", "-o", str(program), str(directory / "events.c"),
                           str(HERE / "show.c"), str(directory / f"{pack.name}.c"), *map(str, sources)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stdout)
    return program


def run(program: Path, event: str) -> str:
    done = subprocess.run([str(program), event], stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise AssertionError(f"{event}: {done.stdout}")
    return done.stdout
