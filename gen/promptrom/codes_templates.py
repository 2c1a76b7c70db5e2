"""Codes of templates and placeholders: PR03xx. Those from PR0320 on are near misses."""

from __future__ import annotations

from .code_type import Code, Example

_PACK = """promptrom: 1
pack: demo
variables:
  pct: {type: integer, min: 0, max: 100}
  has_time: {type: flag}
slots:
  uses: {placeholders: [pct, has_time], text: "{pct}\\n{#has_time}\\nNow.\\n{/has_time}"}
"""


def _text(text: str, names: str = "pct", more: str = "") -> Example:
    """A pack with a slot of this text."""
    lines = "".join(f"      {line}\n" if line else "\n" for line in text.split("\n"))
    return {"pack.yaml": f"{_PACK}  hello:\n    placeholders: [{names}]\n{more}    text: |-\n{lines}"}


def _double(text: str, names: str = "pct") -> Example:
    return _text(text, names, "    syntax: double\n")


def _miss(code: str, name: str, title: str, explanation: str, wrong: Example, right: Example) -> Code:
    return Code(code, name, "warning", title,
                explanation + " By the rules it is text, and stays as written; `allow: [" + code + "]` on the slot "
                "says that this is meant.", wrong, right)


_FOREIGN = "It has a meaning in another template language and none here, so that it was probably left over."

CODES: tuple[Code, ...] = (
    Code("PR0301", "unknown-placeholder", "error", "a placeholder is not on the allow-list",
         "A text may use only the names that its slot lists under `placeholders`. A mistyped name would otherwise "
         "reach the model as it is. Correct it, add it to the list, or name it under `literal` if the braces "
         "are text.",
         _text("{pct}% used, {pctt}% at most"), _text("{pct}% used")),
    Code("PR0302", "malformed-placeholder", "error", "doubled braces hold no name",
         "In double syntax, `{{` starts a placeholder wherever a `}}` follows, and only a name may stand between "
         "them, without spaces. A backslash before it makes it text.",
         _double("{{ pct }}% used"), _double("{{pct}}% used")),
    Code("PR0303", "missing-placeholder", "error", "a text lacks a placeholder that it must hold",
         "The slot lists the name under `requires`. An overlay that loses it would lose what the prompt is about; "
         "only an empty text may do without.",
         _text("Context is used", more="    requires: [pct]\n"), _text("{pct}% used", more="    requires: [pct]\n")),
    Code("PR0304", "inline-tag", "error", "a section tag is not alone on its line",
         "A section holds whole lines, so that nobody has to think about the white space around its tags. For a "
         "choice inside a line, bind a placeholder to a part with a condition.",
         _text("Now {#has_time}or never{/has_time}", "has_time"),
         _text("{#has_time}\nNow or never\n{/has_time}", "has_time")),
    Code("PR0305", "section-open", "error", "a section is never closed",
         "Each section ends with a tag of its own name, on a line of its own.",
         _text("{#has_time}\nNow", "has_time"), _text("{#has_time}\nNow\n{/has_time}", "has_time")),
    Code("PR0306", "section-not-open", "error", "a tag closes a section that is not open",
         "The section was closed before, or never opened.",
         _text("Now\n{/has_time}", "has_time"), _text("{#has_time}\nNow\n{/has_time}", "has_time")),
    Code("PR0307", "sections-crossed", "error", "two sections cross",
         "A section that starts inside another ends inside it.",
         _text("{#has_time}\n{#pct}\nNow\n{/has_time}\n{/pct}", "has_time, pct"),
         _text("{#has_time}\n{#pct}\nNow\n{/pct}\n{/has_time}", "has_time, pct")),
    Code("PR0308", "sections-limit", "error", "sections are nested deeper than 8",
         "The limit bounds what the runtime keeps while it renders. Move the inner lines to a slot of their own.",
         _text("\n".join(["{#has_time}"] * 9 + ["Now"] + ["{/has_time}"] * 9), "has_time")),
    Code("PR0309", "unknown-section", "error", "a section's name is not on the allow-list",
         "In double syntax, every tag must belong to a name of the slot. A backslash before the tag makes it text.",
         _double("{{#has_tim}}\nNow\n{{/has_tim}}", "has_time"),
         _double("{{#has_time}}\nNow\n{{/has_time}}", "has_time")),
    Code("PR0310", "section-not-allowed", "error", "a section where only plain text may stand",
         "Constants and texts inside assemblies are the same for every caller, or are part of a line; they hold no "
         "sections. Use a slot.",
         {"pack.yaml": "promptrom: 1\npack: demo\nconstants:\n  a: {text: A}\n  b: {text: \"{#a}\\nB\\n{/a}\"}\n"
                       "slots:\n  hello: {placeholders: [a, b], text: \"{a} {b}\"}\n"}),
    Code("PR0311", "section-line-ends", "error", "a section in a text that keeps CR",
         "The lines of a section are joined by LF. A text that keeps its CR LF would mix both.",
         {"pack.yaml": _PACK, "hello.md": "---\r\nplaceholders: [has_time]\r\nnewlines: keep\r\n---\r\n"
                                          "{#has_time}\r\nNow\r\n{/has_time}\r\n"}),
    _miss("PR0320", "single-braces", "a name in single braces in double syntax",
          "The name is on the allow-list, but in double syntax only doubled braces make a placeholder.",
          _double("{{pct}} of {pct}"), _double("{{pct}} of {{pct}}")),
    Code("PR0321", "double-braces", "warning", "a name in doubled braces in single syntax",
         "In single syntax the inner braces are the placeholder, and the outer ones stay around its value.",
         _text("{{pct}}% used"), _text("{pct}% used")),
    _miss("PR0322", "attribute", "a placeholder with an attribute", "Values have no attributes.",
          _text("{pct} {pct.value}"), _text("{pct}")),
    _miss("PR0323", "element", "a placeholder with an index", "Values have no elements; rows are shown by a section.",
          _text("{pct} {pct[0]}"), _text("{pct}")),
    _miss("PR0324", "spaced-braces", "spaces inside the braces of a placeholder",
          "The name is on the allow-list, but a placeholder holds nothing but its name.",
          _text("{pct} { pct }"), _text("{pct}")),
    _miss("PR0325", "hyphenated-name", "a placeholder with hyphens",
          "With underscores it would be a name of the allow-list. Names hold letters, digits and underscores.",
          _text("{#has_time}\nNow {has-time}\n{/has_time}", "has_time"),
          _text("{#has_time}\nNow\n{/has_time}", "has_time")),
    _miss("PR0326", "percent-name", "a name in the style of a percent format", _FOREIGN,
          _text("{pct} %(pct)s"), _text("{pct}")),
    Code("PR0327", "dollar-name", "warning", "a placeholder behind a dollar sign",
         "The dollar sign is text and stays in front of the value. It was probably left from a shell or script.",
         _text("${pct}"), _text("{pct}")),
    _miss("PR0328", "angle-name", "a name in angle brackets",
          "The name is on the allow-list, and no closing tag of that name follows.",
          _text("{pct} of <pct>"), _text("{pct}")),
    _miss("PR0329", "numbered", "a number in braces", _FOREIGN, _text("{pct} of {0}"), _text("{pct}")),
    _miss("PR0330", "percent-format", "%s or %d", _FOREIGN, _text("{pct} of %d"), _text("{pct}")),
    _miss("PR0331", "block-tag", "{% as in another template language", _FOREIGN,
          _text("{pct} {% if x %}"), _text("{pct}")),
    _miss("PR0332", "comment-tag", "{# as in another template language", _FOREIGN,
          _text("{pct} {# note #}"), _text("{pct}")),
    _miss("PR0333", "keyword-tag", "{{#if}} and the like", _FOREIGN, _text("{pct} {{#if x}}"), _text("{pct}")),
    _miss("PR0334", "doubled-json", "doubled braces around JSON",
          "Format strings double the braces that are text. Here single braces are text already.",
          _text("{pct} {{\"a\": 1}}"), _text("{pct} {\"a\": 1}")),
    Code("PR0335", "escaped-only", "warning", "a placeholder is allowed but only escaped",
         "The name is on the allow-list, and the text holds it only behind a backslash, which makes it text. One of "
         "the two is not meant.",
         _text("\\{pct}"), _text("{pct}")),
    Code("PR0336", "placeholder-in-code", "warning", "a placeholder stands in a fenced code block",
         "It is replaced there too. In code that is shown to the model as an example, braces are often meant as they "
         "are; then put a backslash before them.",
         _text("```\n{pct}\n```"), _text("```\n\\{pct}\n```\n{pct}")),
    Code("PR0337", "almost-placeholder", "warning", "a literal name is almost that of a placeholder",
         "With `literal: all`, every name that is not on the allow-list stays as written. This one looks like a "
         "mistyped placeholder.",
         _text("{pct} {pctt}", more="    literal: all\n"), _text("{pct} {other}", more="    literal: all\n")),
    _miss("PR0338", "formatted", "a placeholder with a format",
          "Values are formatted before they are given.", _text("{pct} {pct:03d}"), _text("{pct}")),
    _miss("PR0339", "almost-section", "a tag has almost the name of a placeholder",
          "In single syntax the tag of an unknown name is text. This one looks like a mistyped section.",
          _text("{#has_time}\nNow\n{/has_time}\n{#has_tim}", "has_time"),
          _text("{#has_time}\nNow\n{/has_time}", "has_time")),
)
