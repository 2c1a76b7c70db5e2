"""Codes of YAML, front matter and the texts in them: PR02xx."""

from __future__ import annotations

from .code_type import Code, Example

_PACK = "promptrom: 1\npack: demo\n"


def _slot(text: str) -> Example:
    """A pack whose slot is given by the lines below `hello:`."""
    return {"pack.yaml": _PACK + "slots:\n  hello:\n    " + text + "\n"}


CODES: tuple[Code, ...] = (
    Code("PR0201", "yaml-tag", "error", "a YAML tag",
         "Values are typed by this format, not by tags. A text that starts with `!` needs quotes.",
         _slot("text: !shout Hello"), _slot('text: "!shout Hello"')),
    Code("PR0202", "duplicate-key", "error", "a key stands twice in one mapping",
         "YAML readers disagree on which of the two counts, so that one of them would be lost silently.",
         _slot("text: Hello\n    text: Hi"), _slot("text: Hello")),
    Code("PR0203", "yaml-anchor", "error", "a YAML anchor",
         "Anchors and aliases hide where a text comes from, and can blow a small file up. Use a constant for a text "
         "that several slots share. A text that starts with `&` needs quotes.",
         _slot("text: &greeting Hello"), _slot("text: Hello")),
    Code("PR0204", "yaml-alias", "error", "a YAML alias",
         "An unquoted text that starts with `*` is an alias to YAML. Quote it if it is text.",
         _slot("text: *important"), _slot('text: "*important"')),
    Code("PR0205", "merge-key", "error", "a merge key <<",
         "Merge keys belong to an older version of YAML and hide which keys a mapping has. Write them out.",
         _slot("<<: {doc: A greeting.}\n    text: Hello"), _slot("doc: A greeting.\n    text: Hello")),
    Code("PR0206", "second-document", "error", "a file holds two YAML documents",
         "A line `---` inside a YAML file starts a second document, which would be ignored. Put it into a file of "
         "its own.",
         {"pack.yaml": _PACK + "slots: {hello: {text: Hello}}\n---\nslots: {}\n"}),
    Code("PR0207", "yaml-directive", "error", "a YAML directive",
         "Lines that start with `%` before a document change how YAML is read. This format has one way to read it.",
         {"pack.yaml": "%YAML 1.2\n---\n" + _PACK + "slots: {hello: {text: Hello}}\n"}),
    Code("PR0208", "nesting-limit", "error", "YAML is nested deeper than 64 levels",
         "The limit keeps hostile files from costing time and memory. No pack needs so much.",
         {"pack.yaml": _PACK + "x-deep: " + "[" * 64 + "]" * 64 + "\n"}),
    Code("PR0209", "key-not-text", "error", "a key is a list, a mapping or nothing",
         "Keys are names. A key that starts with { or [ was probably meant as a text and needs quotes.",
         _slot("text: Hello\n    {doc}: A greeting."), _slot("text: Hello\n    doc: A greeting.")),
    Code("PR0210", "key-limit", "error", "a key is over 1,024 bytes",
         "A key so long is probably a text that lost its quotes.",
         {"pack.yaml": _PACK + "x-" + "k" * 1200 + ": 1\n"}),
    Code("PR0211", "yaml-syntax", "error", "the YAML is invalid",
         "The file, or its front matter, cannot be read beyond this place. The usual causes are a text that starts "
         "with a special character, or one that holds `: `; both need quotes.",
         _slot("text: Usage: {pct}"), _slot('text: "Usage: high"')),
    Code("PR0212", "front-matter-open", "error", "front matter is never closed",
         "A Markdown file whose first line is `---` starts with front matter, which ends at the next line that is "
         "exactly `---`.",
         {"pack.yaml": _PACK, "hello.md": "---\ndoc: A greeting.\nHello\n"},
         {"pack.yaml": _PACK, "hello.md": "---\ndoc: A greeting.\n---\nHello\n"}),
    Code("PR0213", "front-matter-missed", "warning", "what looks like front matter is text",
         "Front matter is read only if the very first line is exactly `---`. With a blank line before it, its lines "
         "would be shipped as part of the prompt.",
         {"pack.yaml": _PACK, "hello.md": "\n---\ndoc: A greeting.\n---\nHello\n"},
         {"pack.yaml": _PACK, "hello.md": "---\ndoc: A greeting.\n---\nHello\n"}),
    Code("PR0214", "line-separator", "error", "a line or paragraph separator in YAML",
         "U+2028 and U+2029 end a line for some YAML readers and not for others, so that a text would depend on the "
         "reader. Write them as escapes in double quotes.",
         _slot("text: \"Hello\u2028you\""), _slot('text: "Hello\\u2028you"')),
    Code("PR0215", "not-a-mapping", "error", "a YAML file holds no keys",
         "A YAML file of a pack is a mapping from the keys of the format (slots, variables and so on) to their "
         "values.",
         {"pack.yaml": _PACK + "slots: {hello: {text: Hello}}\n", "more.yaml": "- hello\n"}),
    Code("PR0220", "text-not-quoted", "error", "YAML reads a text as a list or a mapping",
         "A text that starts with `{`, `[` or `- `, or that holds `: `, is a collection to YAML. Put it in quotes.",
         _slot("text: {pct}"), _slot('text: "pct"')),
    Code("PR0221", "text-is-comment", "error", "YAML reads a text as a comment",
         "` #` starts a comment in YAML, so that a text that begins with `# ` is empty. Put it in quotes, or below "
         "`|-`.",
         _slot("text: # Title"), _slot('text: "# Title"')),
    Code("PR0222", "text-is-null", "error", "no text stands where one is wanted",
         "An empty value and `null` are not text. Write \"\" for an empty text.",
         _slot("text:"), _slot('text: ""')),
    Code("PR0223", "text-cut", "warning", "a text is cut by a comment",
         "In an unquoted text, ` #` starts a comment, and the rest of the line is lost.",
         _slot("text: Fix issue #12"), _slot('text: "Fix issue #12"')),
    Code("PR0224", "text-folded", "warning", "an unquoted text goes over several lines",
         "YAML joins the lines of an unquoted text with spaces. Write the text below `|-` to keep its lines, or "
         "below `>-` to say that they are to be joined.",
         _slot("text: Hello\n      you"), _slot("text: |-\n      Hello\n      you")),
    Code("PR0225", "backslash-n", "warning", "a backslash and an n in single quotes",
         "Single quotes keep backslashes, so that the model reads `\\n` and not a new line. Double quotes make "
         "it one.",
         _slot("text: 'Hello\\nyou'"), _slot('text: "Hello\\nyou"')),
    Code("PR0226", "final-newline", "warning", "a block text ends in a newline",
         "A text below `|` or `>` keeps one newline at its end, which is rarely meant in a prompt. `|-` and `>-` "
         "drop it; `|+`, or `final_newline: keep`, says that it is meant.",
         _slot("text: |\n      Hello"), _slot("text: |-\n      Hello")),
)
