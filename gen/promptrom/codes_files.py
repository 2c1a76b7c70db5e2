"""Codes of files and encodings: PR01xx."""

from __future__ import annotations

from .code_type import Code

_PACK = "promptrom: 1\npack: demo\n"
_SLOT = "slots:\n  hello: {text: Hello}\n"

CODES: tuple[Code, ...] = (
    Code("PR0101", "missing-manifest", "error", "the directory holds no pack.yaml",
         "A pack is a directory with a manifest named pack.yaml, which says at least `promptrom: 1` and `pack: "
         "NAME`. Give the directory that holds it, or write one.",
         {"slots.yaml": _SLOT}, {"pack.yaml": _PACK, "slots.yaml": _SLOT}),
    Code("PR0102", "not-a-directory", "error", "the pack is not a directory",
         "Commands take the directory of a pack, not one of its files.", {}),
    Code("PR0103", "not-a-file", "error", "a pipe, device, socket or directory stands where a file should",
         "Only regular files are read. Anything else is refused without being opened, since reading a pipe could "
         "wait for ever and opening a device could have effects.", {}),
    Code("PR0104", "unreadable", "error", "a file or directory cannot be read",
         "The operating system refused to open it. The message says why: it does not exist, it may not be read, or a "
         "link leads nowhere or in a circle.", {}),
    Code("PR0105", "file-too-large", "error", "a file is over 4 MiB",
         "No file of a pack may have more than 4,194,304 bytes. Split it.", {}),
    Code("PR0106", "same-but-for-case", "error", "two names differ only in case",
         "Some file systems cannot hold both, and would then build another pack from the same sources. Rename one.",
         {"pack.yaml": _PACK + "constants:\n  a: {file: a.txt}\n"
                               "slots:\n  hello: {placeholders: [a], text: \"{a}\"}\n",
          "a.txt": "a", "A.txt": "A"}),
    Code("PR0107", "link-out", "error", "a link leads out of the pack",
         "A pack is complete in itself: what it is built from lies below its directory. Copy the file into it.", {}),
    Code("PR0108", "link-loop", "error", "a link leads to a directory around it",
         "Following it would never end. Remove the link.", {}),
    Code("PR0109", "bad-file-name", "error", "the name of a file is no text",
         "Names of files are UTF-8 without control characters, since they are shown in messages and written to "
         "dependency files.",
         {"pack.yaml": _PACK + _SLOT, "notes\x01.txt": "x"}, {"pack.yaml": _PACK + _SLOT, "notes.txt": "x"}),
    Code("PR0110", "path-out", "error", "a path leads out of the pack",
         "What `file:` names lies in the pack: the path is relative to the pack's directory and has no `..` in it.",
         {"pack.yaml": _PACK + "slots:\n  hello: {file: ../hello.txt}\n"},
         {"pack.yaml": _PACK + "slots:\n  hello: {file: hello.txt}\n", "hello.txt": "Hello\n"}),
    Code("PR0111", "untidy-path", "error", "a path is not written as the pack knows it",
         "A path has one form: parts joined by `/`, none of them empty, `.` or hidden. With one form, two keys that "
         "name one file can be compared, on every system.",
         {"pack.yaml": _PACK + "slots:\n  hello: {file: ./hello.txt}\n", "hello.txt": "Hello\n"},
         {"pack.yaml": _PACK + "slots:\n  hello: {file: hello.txt}\n", "hello.txt": "Hello\n"}),
    Code("PR0112", "no-such-file", "error", "a file that is named is not there",
         "`file:` names a file below the pack's directory, by its path from there.",
         {"pack.yaml": _PACK + "slots:\n  hello: {file: helo.txt}\n", "hello.txt": "Hello\n"},
         {"pack.yaml": _PACK + "slots:\n  hello: {file: hello.txt}\n", "hello.txt": "Hello\n"}),
    Code("PR0113", "changed-while-read", "error", "a file changed while it was read",
         "Half of one version and half of another would have been compiled. Run again when nothing writes to "
         "it.", {}),
    Code("PR0114", "directory-limit", "error",
         "directories are nested deeper than 32, or more than 16 paths lead to one",
         "The limits keep a mistaken link or a misplaced tree from being read as part of a pack. What several links "
         "lead to is read once for each of them.",
         {"pack.yaml": _PACK + _SLOT, "/".join(["d"] * 33) + "/a.txt": "x"}),
    Code("PR0115", "invalid-utf8", "error", "a byte is not UTF-8",
         "All files of a pack are UTF-8. The message gives the first byte that is not, with its offset from the "
         "start of the file. Save the file in that encoding.",
         {"pack.yaml": _PACK, "hello.md": b"Gr\xfc\xdf Gott\n"}, {"pack.yaml": _PACK, "hello.md": "Grüß Gott\n"}),
    Code("PR0116", "utf16", "error", "a file is UTF-16 or UTF-32",
         "All files of a pack are UTF-8. Some editors save other encodings; choose UTF-8 there.",
         {"pack.yaml": _PACK + _SLOT, "bye.md": "Goodbye".encode("utf-16")},
         {"pack.yaml": _PACK + _SLOT, "bye.md": "Goodbye"}),
    Code("PR0117", "control-character", "error", "a control character stands in a text",
         "Tab and newline are the only control characters that belong into a prompt. NUL would end it early in C, "
         "and others change what a terminal or a model sees.",
         {"pack.yaml": _PACK, "hello.md": "Hello\x07\n"}, {"pack.yaml": _PACK, "hello.md": "Hello\n"}),
    Code("PR0121", "byte-order-mark", "note", "a byte-order mark was left out",
         "UTF-8 needs no mark. It was dropped, so that it does not become part of the prompt.",
         {"pack.yaml": _PACK, "hello.md": "\ufeffHello\n"}, {"pack.yaml": _PACK, "hello.md": "Hello\n"}),
    Code("PR0122", "line-ends", "note", "line ends were read as LF",
         "CR LF and lone CR become LF, so that a pack gives the same bytes on every system. `newlines: keep` on a "
         "slot or the pack keeps them.",
         {"pack.yaml": _PACK, "hello.md": "Hello\r\nyou\r\n"}, {"pack.yaml": _PACK, "hello.md": "Hello\nyou\n"}),
    Code("PR0123", "bidirectional-control", "warning", "a character that turns the direction of writing",
         "Such characters can make a text look different from what a model reads. They are right in some languages; "
         "then say `allow: [PR0123]`.",
         {"pack.yaml": _PACK, "hello.md": "Hello \u202eyou\n"}, {"pack.yaml": _PACK, "hello.md": "Hello you\n"}),
    Code("PR0124", "invisible-character", "warning", "a character that nobody sees",
         "Zero-width spaces, soft hyphens and the like come in by copying and can hide text from its readers. "
         "Joiners between letters beyond ASCII and in emoji are not meant.",
         {"pack.yaml": _PACK, "hello.md": "Hello\u200b you\n"}, {"pack.yaml": _PACK, "hello.md": "Hello you\n"}),
    Code("PR0125", "front-matter-in-text", "warning", "a plain text file starts with a line ---",
         "Front matter is read only in Markdown files that are slots. In a file that `file:` names, it would be "
         "shipped as part of the prompt.",
         {"pack.yaml": _PACK + "slots:\n  hello: {file: hello.txt}\n", "hello.txt": "---\nx: 1\n---\nHello\n"},
         {"pack.yaml": _PACK + "slots:\n  hello: {file: hello.txt}\n", "hello.txt": "Hello\n"}),
    Code("PR0126", "other-suffix", "warning", "a file looks like part of the pack but is not read",
         "YAML files end in .yaml and slots in .md, in lower case. A file with another ending is read only where a "
         "`file:` names it.",
         {"pack.yaml": _PACK + _SLOT, "more.yml": "slots: {bye: {text: Bye}}\n"},
         {"pack.yaml": _PACK + _SLOT, "more.yaml": "slots: {bye: {text: Bye}}\n"}),
    Code("PR0127", "pack-within", "error", "a manifest stands where only other files of a pack may",
         "A pack is one directory with one pack.yaml; another one inside would be read as part of it. Give each a "
         "directory of its own. `init` says so of packs among its files, which need not be made anew.",
         {"pack.yaml": _PACK + _SLOT, "more/pack.yaml": "promptrom: 1\npack: more\n"},
         {"pack.yaml": _PACK + _SLOT}),
)
