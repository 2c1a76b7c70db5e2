"""What the figures depend on: processor, compiler, and versions of the rivals."""

from __future__ import annotations

import platform
import re
import subprocess
from pathlib import Path

import jinja2

PACKAGES = {"libcjson-dev": "cJSON", "libfmt-dev": "{fmt}", "libctemplate-dev": "ctemplate"}


def said(*command: str) -> str:
    """First line that a command prints, or nothing if there is no such command."""
    try:
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        return ""
    return done.stdout.split("\n")[0].strip()


def processor() -> str:
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return f"{found[1] if found else 'unknown'}, {platform.machine()}"


def compiler(command: str) -> str:
    """gcc and clang begin with their names; the rest of the line is about the distribution."""
    name = said(command, "--version").split(" ")[0]
    return f"{name} {said(command, '-dumpfullversion') or said(command, '-dumpversion')}"


def facts(compiler_command: str) -> dict[str, str]:
    versions = {name: said("dpkg-query", "-W", "-f", "${Version}", package).split("-")[0].split("+")[0]
                for package, name in PACKAGES.items()}
    versions.update({"Python": platform.python_version(), "Jinja2": jinja2.__version__,
                     "Node": said("node", "--version").lstrip("v")})
    return {"processor": processor(), "compiler": f"{compiler(compiler_command)}, -O2",
            "C library": " ".join(platform.libc_ver()),
            "rivals": ", ".join(f"{name} {version}" for name, version in versions.items() if version)}
