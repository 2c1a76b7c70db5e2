"""`init`: what it made of each file, for people."""

from __future__ import annotations

from .init_files import LeftOut
from .init_pack import Proposal, Slot
from .show import visible

_MOST = 5  #: changes of a file, or files of a kind, that are shown one by one


def as_text(proposal: Proposal, directory: str) -> str:
    """What was guessed and what was changed, file by file, then what holds for all."""
    plain = [slot for slot in proposal.slots if not _lines(slot, proposal)]
    parts = [_one(slot, proposal) for slot in proposal.slots if _lines(slot, proposal)]
    if plain:
        parts.append("as they are, without placeholders:\n" + "\n".join(
            visible(f"  {slot.prompt.origin} -> {slot.path}") for slot in plain))
    if proposal.dropped:
        parts.append(f"defaults and examples that differ between files are left out: {', '.join(proposal.dropped)}")
    if proposal.left:
        parts.append(left_out(proposal.left))
    count = len(proposal.slots)
    parts.append(f"{visible(directory)}: {count} slot{'s' if count != 1 else ''}, {len(proposal.variables)} "
                 f"variable{'s' if len(proposal.variables) != 1 else ''}")
    return "\n".join(parts)


def _one(slot: Slot, proposal: Proposal) -> str:
    lines = (f"{slot.prompt.origin} -> {slot.path}", *_lines(slot, proposal))
    return "\n  ".join(visible(line) for line in lines)


def _lines(slot: Slot, proposal: Proposal) -> list[str]:
    guess = slot.guess
    braces = "{{%s}}" if guess.syntax == "double" else "{%s}"
    lines = []
    if guess.placeholders:
        shown = [f"{braces % name} {proposal.variables[name].type}" for name in guess.placeholders]
        lines.append(f"placeholders, {guess.syntax} syntax: {', '.join(shown)}")
    elif guess.syntax == "double":
        lines.append("double syntax, without placeholders")
    if guess.literal:
        lines.append(f"text, not placeholders: {', '.join(braces % name for name in guess.literal)}")
    if guess.single:
        lines.append(f"text, since braces are doubled elsewhere: {', '.join(f'{{{name}}}' for name in guess.single)}")
    for line, old, new in guess.changes[:_MOST]:
        place = f"line {slot.prompt.line + line - 1}: " if slot.prompt.line else ""
        lines.append(f"changed: {place}{_short(old)} became {_short(new)}")
    if len(guess.changes) > _MOST:
        lines.append(f"changed: {len(guess.changes) - _MOST} more places of this kind")
    unused = [name for name in slot.prompt.front.inputs if name not in guess.placeholders]
    if unused:
        lines.append(f"declared, but not in the text: {', '.join(unused)}")
    lines += [f"front matter: {said}" for said in slot.prompt.front.said]
    if slot.prompt.front.foreign:
        lines.append(f"front matter: kept for other programs: {', '.join(slot.prompt.front.foreign)}")
    return lines + list(slot.prompt.said) + (["its CR line ends are kept"] if slot.keeps_newlines else [])


def left_out(left: LeftOut) -> str:
    """What was not read of given directories, by kind."""
    lines = []
    if left.suffixes:
        kinds = [f"{count} {suffix or 'without a suffix'}" for suffix, count in
                 sorted(left.suffixes.items(), key=lambda item: (-item[1], item[0]))]
        lines.append(f"no prompts by their names: {', '.join(kinds)}")
    if left.readmes:
        lines.append(f"README.md, which speaks of the others: {left.readmes}")
    for what, names in (("YAML and JSON without a prompt", left.without), ("hidden", left.hidden),
                        ("links", left.links)):
        if names:
            lines.append(f"{what}: {len(names)} ({_some(names)})")
    return "\n  ".join(visible(line) for line in ("left out; a file that is given by its own name is read:", *lines))


def _some(names: list[str]) -> str:
    return ", ".join(names[:_MOST]) + (", …" if len(names) > _MOST else "")


def _short(written: str) -> str:
    return written if len(written) <= 40 else written[:40] + "…"
