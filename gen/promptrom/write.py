"""Write: generated files, all or none, and those that would not change keep their time."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_files(directory: Path, contents: dict[str, str], others: dict[Path, str] | None = None) -> list[str]:
    """Writes the files of a directory whose content differs, and other files in any case; returns the names of the
    former. Every new file is complete on disk before the first one is put in its place. Raises OSError, with the old
    files as they were."""
    directory.mkdir(parents=True, exist_ok=True)
    wanted = {directory / name: text.encode("utf-8") for name, text in contents.items()}
    also = {path: text.encode("utf-8") for path, text in (others or {}).items()}
    for path in (*wanted, *also):  # before one is opened: a pipe would wait for somebody to write
        if path.exists() and not path.is_file():
            raise OSError(errno.EEXIST, "it is no regular file", str(path))
    changed = {path: data for path, data in wanted.items() if not holds(path, data)}
    temporary: dict[Path, str] = {}
    try:
        for path, data in {**changed, **also}.items():
            temporary[path] = write_beside(path, data)
        for path in tuple(temporary):
            os.replace(temporary[path], path)
            del temporary[path]
    finally:
        for made in temporary.values():
            os.unlink(made)
    return [path.name for path in changed]


def holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def write_beside(target: Path, data: bytes) -> str:
    """A complete temporary file in the same directory; its path."""
    try:
        handle, path = tempfile.mkstemp(dir=target.parent, prefix=target.name + ".")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(path, 0o666 & ~current_umask())
        except BaseException:
            os.unlink(path)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None
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
