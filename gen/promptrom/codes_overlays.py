"""Codes of overlays: PR07xx. Mistakes that a pack can hold as well have the same codes as there."""

from __future__ import annotations

from .code_type import Code, Example

_PACK = """promptrom: 1
pack: demo
slots:
  nudge:
    normal: {text: Compress soon.}
    tip: {text: Take several ranges at once.}
"""


def _overlay(text: str, **more: str) -> Example:
    """A small pack with an overlay."""
    return {"pack.yaml": _PACK, "overlays/de.yaml": text, **more}


CODES: tuple[Code, ...] = (
    Code("PR0701", "unknown-override", "error", "an overlay replaces what the pack does not have",
         "An overlay holds texts for slots, groups of slots, constants and the joins of assemblies that the pack "
         "declares, nested as in the pack. A mistyped name would otherwise change nothing, and nobody would notice.",
         _overlay("nudge: {norml: Bald verdichten.}\n"), _overlay("nudge: {normal: Bald verdichten.}\n")),
    Code("PR0702", "empty-override", "error", "an overlay has a key without a value",
         "In an overlay, null stands for the default and \"\" for an empty text. A key with nothing behind it could "
         "mean either, so that one of them must be written.",
         _overlay("nudge:\n  normal:\n"), _overlay("nudge:\n  normal: null\n")),
    Code("PR0703", "override-not-text", "error", "an overlay holds a number or a boolean",
         "All values of an overlay are texts. An unquoted number or boolean is text to one reader of YAML and not to "
         "another, so that it must be quoted.",
         _overlay("nudge: {normal: 12}\n"), _overlay("nudge: {normal: \"12\"}\n")),
    Code("PR0704", "overlay-file", "error", "a file below overlays/ belongs to no overlay",
         "Overlay NAME is the file overlays/NAME.yaml, and Markdown files below overlays/NAME/. Any other file would "
         "be ignored.",
         {"pack.yaml": _PACK, "overlays/tip.md": "Mehrere auf einmal.\n"},
         {"pack.yaml": _PACK, "overlays/de/nudge/tip.md": "Mehrere auf einmal.\n"}),
    Code("PR0705", "other-final-newlines", "warning", "an overlay's text ends in another number of newlines",
         "What stands behind a text is arranged for its default. One more or one fewer newline at its end moves all "
         "that follows. A text below `|` or `>` keeps one newline, and below `|-` or `>-` none.",
         _overlay("nudge:\n  normal: |\n    Bald verdichten.\n"),
         _overlay("nudge:\n  normal: |-\n    Bald verdichten.\n")),
    Code("PR0706", "build-time-only", "error", "an overlay for start-up does what only the compiler can",
         "Overlays that a program reads when it starts replace the texts of slots and constants. Joins of "
         "assemblies, constants in constants, bound names inside rows, and rows inside others of which they are no "
         "field are laid down in the tables of a pack when it is compiled. Overlays that are compiled in may use all "
         "of these.",
         {}),
    Code("PR0707", "start-up-limit", "error", "an overlay is too large for start-up",
         "A program that reads an overlay when it starts accepts at most 16,384 nodes of YAML, and of one text "
         "at most 65,535 pieces between placeholders. Overlays that are compiled in have wider limits.", {}),
    Code("PR0708", "not-overridable", "error", "no program can read overlays of the pack",
         "The rules for overlays that a program reads when it starts are compiled into a pack that says "
         "`overridable: true`. Without them there is nothing to hold such a file against.", {}),
)
