"""Write: generated files, all or none, and those that would not change keep their time."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_files(directory: Path, contents: dict[str, str]) -> list[str]:
    """Writes the files whose content differs and returns their names. Every new file is complete on disk before the
    first one is put in its place. Raises OSError, with the old files as they were."""
    directory.mkdir(parents=True, exist_ok=True)
    changed = {name: data for name, data in ((name, text.encode("utf-8")) for name, text in contents.items())
               if not holds(directory / name, data)}
    temporary: dict[str, str] = {}
    try:
        for name, data in changed.items():
            temporary[name] = write_beside(directory, name, data)
        for name in changed:
            os.replace(temporary[name], directory / name)
            del temporary[name]
    finally:
        for path in temporary.values():
            os.unlink(path)
    return list(changed)


def holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def write_beside(directory: Path, name: str, data: bytes) -> str:
    """A complete temporary file in the same directory; its path."""
    handle, path = tempfile.mkstemp(dir=directory, prefix=name + ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(path, 0o666 & ~current_umask())
    except BaseException:
        os.unlink(path)
        raise
    return path


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def depfile(target: str, inputs: list[str]) -> str:
    """A rule in the syntax that make and ninja read, and an empty one for each input, so that make does not stop at
    a file that is gone."""
    names = [escape(name) for name in inputs]
    return escape(target) + ":" + "".join(" \\\n  " + name for name in names) + "\n" + "".join(
        name + ":\n" for name in names)


def escape(path: str) -> str:
    return path.replace("\\", "\\\\").replace("$", "$$").replace(" ", "\\ ").replace("#", "\\#")
