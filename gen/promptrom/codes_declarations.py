"""Codes of declarations: PR04xx."""

from __future__ import annotations

from .code_type import Code, Example


def _pack(declarations: str, **files: str) -> Example:
    """A manifest with declarations below it, and other files by name."""
    return {"pack.yaml": "promptrom: 1\npack: example\n" + declarations, **files}


_HELLO = "slots:\n  hello: {text: Hello}\n"
_NAME = "slots:\n  hello: {placeholders: [name], text: \"Hello {name}\"}\n"


def _many_choices() -> str:
    names = ", ".join(f"c{number}" for number in range(256))
    return (f"variables:\n  tone: {{type: choice, of: [{names}]}}\n"
            "slots:\n  hello: {placeholders: [tone], text: Hello}\n")


CODES: tuple[Code, ...] = (
    Code("PR0401", "unknown-key", "error", "a key that means nothing here",
         "Every key is known to the format, starts with `x-`, or is listed under `foreign` in the manifest because "
         "another program reads it. A mistyped key would otherwise be ignored without a word.",
         _pack("slots:\n  hello: {placeholder: [name], text: Hello}\n"),
         _pack("slots:\n  hello: {placeholders: [], text: Hello}\n")),
    Code("PR0402", "wrong-type", "error", "a value of the wrong kind",
         "A mapping, a list, a text, a number or a boolean stands where something else is needed. Words like `no` "
         "and `017` are text where text is needed; only `true` and `false` are booleans.",
         _pack("overridable: yes please\n" + _HELLO), _pack("overridable: true\n" + _HELLO)),
    Code("PR0403", "missing-key", "error", "a key that must be there is not",
         "Some keys have no default, since guessing would be silently wrong: the type of a variable, the names of "
         "a choice, the text of a slot.",
         _pack("variables:\n  name: {doc: Who.}\n" + _HELLO),
         _pack("variables:\n  name: {type: text, doc: Who.}\n" + _NAME)),
    Code("PR0404", "format-version", "error", "a format version that this compiler does not know",
         "`promptrom:` in the manifest says in which version of the format the pack is written. This compiler "
         "knows version 1.",
         {"pack.yaml": "promptrom: 2\npack: example\n" + _HELLO},
         {"pack.yaml": "promptrom: 1\npack: example\n" + _HELLO}),
    Code("PR0405", "unknown-word", "error", "a word that is not among the possible ones",
         "Some keys take one word of a few. The note lists them.",
         _pack("syntax: triple\n" + _HELLO), _pack("syntax: double\n" + _HELLO)),
    Code("PR0406", "bad-number", "error", "a number that is outside its range or not written as one",
         "Integers have 64 bits, signed or unsigned: from -9223372036854775808 to 18446744073709551615. They are "
         "written in decimal without a leading 0, since readers disagree on what `017` is.",
         _pack("variables:\n  name: {type: text, max_bytes: -1}\n" + _NAME),
         _pack("variables:\n  name: {type: text, max_bytes: 40}\n" + _NAME)),
    Code("PR0407", "bad-name", "error", "not a possible name",
         "Names become names in C and parts of ids, so they are made of ASCII letters, digits, `_` and, where the "
         "note says so, `-` or `.`. `index` and `index1` are the number of a row.",
         _pack("slots:\n  1st: {text: Hello}\n"), _pack("slots:\n  first: {text: Hello}\n")),
    Code("PR0408", "declared-twice", "error", "one name for two things",
         "A name may be declared once, whichever files the two declarations stand in. Slots, assemblies and "
         "requests share one namespace, variables and constants another.",
         _pack(_HELLO, **{"hello.md": "Hello again\n"}), _pack(_HELLO, **{"again.md": "Hello again\n"})),
    Code("PR0409", "undeclared-name", "error", "an allow-list names something that is declared nowhere",
         "A placeholder needs a declaration, from which its type in C follows. Declare a variable or a constant of "
         "that name, or, if the text should keep the braces, list the name under `literal`.",
         _pack(_NAME), _pack("variables:\n  name: {type: text}\n" + _NAME)),
    Code("PR0410", "unused-variable", "warning", "a variable that nothing lists",
         "No slot, assembly or request uses the variable: it was renamed, or the slot that should use it does not.",
         _pack("variables:\n  name: {type: text}\n" + _HELLO), _pack(_HELLO)),
    Code("PR0411", "unused-constant", "warning", "a constant that nothing lists",
         "No slot, assembly, request or other constant uses the constant.",
         _pack("constants:\n  rules: {text: Be brief.}\n" + _HELLO), _pack(_HELLO)),
    Code("PR0412", "same-name-in-c", "error", "two names that are equal in C",
         "In C, `-` and `.` become `_`, keywords and macros get a trailing `_`, and macros are in upper case. Two "
         "names that differ in the pack can so become one.",
         _pack("slots:\n  a-b: {text: Hello}\n  a_b: {text: Hello}\n"),
         _pack("slots:\n  a-b: {text: Hello}\n  a_c: {text: Hello}\n")),
    Code("PR0413", "constant-circle", "error", "a constant that contains itself",
         "Constants may contain others, but following them must come to an end.",
         _pack("constants:\n  a: {text: \"{b}\"}\n  b: {text: \"{a}\"}\nslots:\n  hello: {placeholders: [a], text: "
               "\"{a}\"}\n"),
         _pack("constants:\n  a: {text: \"{b}\"}\n  b: {text: Hello}\nslots:\n  hello: {placeholders: [a], text: "
               "\"{a}\"}\n")),
    Code("PR0414", "limit", "error", "more than a limit allows",
         "Limits: 65,535 slots a pack, 255 inputs a slot, assembly or request, 255 choices and 255 fields a "
         "variable, 3 levels of rows within rows, 4 MiB a constant or text with all it contains, 64 MiB all texts "
         "of a pack with the constants in each, and 32 constants within constants. The message names the limit and "
         "the value.",
         _pack(_many_choices())),
    Code("PR0415", "bad-default", "error", "a default that does not fit its variable",
         "A default stands in for a missing value, so it must be of the variable's type and within its limits.",
         _pack("variables:\n  name: {type: text, max_bytes: 3, default: nobody}\n" + _NAME),
         _pack("variables:\n  name: {type: text, max_bytes: 6, default: nobody}\n" + _NAME)),
    Code("PR0416", "bad-example", "error", "an example that does not fit its variable",
         "An example must be a value that the variable could have; previews are made from it.",
         _pack("variables:\n  name: {type: integer, max: 9, example: 10}\n" + _NAME),
         _pack("variables:\n  name: {type: integer, max: 9, example: 9}\n" + _NAME)),
    Code("PR0417", "key-of-other-type", "error", "a key that belongs to another type",
         "The key exists, but says nothing about a variable of this type: flags and rows have no default, only "
         "text has a fence, only integers have a min.",
         _pack("variables:\n  name: {type: text, min: 1}\n" + _NAME),
         _pack("variables:\n  name: {type: text}\n" + _NAME)),
    Code("PR0418", "empty-range", "error", "a range that holds no number",
         "`min` is above `max`, so no value would ever be accepted.",
         _pack("variables:\n  name: {type: integer, min: 9, max: 1}\n" + _NAME),
         _pack("variables:\n  name: {type: integer, min: 1, max: 9}\n" + _NAME)),
    Code("PR0419", "bad-refinement", "error", "a slot cannot change a variable in this way",
         "A slot may narrow a variable of the pack (a lower `max_bytes`, a smaller range) and give it another "
         "default, doc or example. It cannot widen it or change its type, choices or fields; constants take no "
         "declaration.",
         _pack("variables:\n  name: {type: text}\nslots:\n  hello: {placeholders: {name: {type: integer}}, text: "
               "\"Hello {name}\"}\n"),
         _pack("variables:\n  name: {type: text}\nslots:\n  hello: {placeholders: {name: {max_bytes: 9}}, text: "
               "\"Hello {name}\"}\n")),
    Code("PR0420", "setting-outside-manifest", "error", "a setting of the pack in another file",
         "What holds for the whole pack stands in `pack.yaml`, where everybody looks for it.",
         _pack("", **{"slots.yaml": "syntax: double\n" + _HELLO}),
         _pack("syntax: double\n", **{"slots.yaml": _HELLO})),
    Code("PR0421", "two-texts", "error", "both a text and a file",
         "A slot or constant has one text: written in place, or in a file of its own.",
         _pack("slots:\n  hello: {text: Hello, file: hello.txt}\n", **{"hello.txt": "Hello\n"}),
         _pack("slots:\n  hello: {file: hello.txt}\n", **{"hello.txt": "Hello\n"})),
    Code("PR0422", "cannot-allow", "error", "`allow` lists what is no warning",
         "`allow` silences warnings by their codes. Errors cannot be silenced, and a mistyped code would silence "
         "nothing.",
         _pack("allow: [PR0409]\n" + _HELLO), _pack("allow: [PR0410]\n" + _HELLO)),
    Code("PR0423", "not-text", "error", "a value that cannot be shown as text",
         "Flags and rows decide which lines are there and have no text of their own; raw JSON stands in requests "
         "only.",
         _pack("variables:\n  loud: {type: flag}\nslots:\n  hello: {placeholders: [loud], text: \"Hello {loud}\"}\n"),
         _pack("variables:\n  loud: {type: flag}\nslots:\n  hello: {placeholders: [loud], text: \"{#loud}\\nHELLO\\n"
               "{/loud}\"}\n")),
    Code("PR0424", "not-on-allow-list", "error", "`requires` or `bind` names what the allow-list does not",
         "Both speak of placeholders, and every placeholder of a slot stands on its allow-list.",
         _pack("slots:\n  hello: {requires: [name], text: Hello}\n"), _pack(_HELLO)),
    Code("PR0425", "dotted-name", "error", "a name with dots outside double syntax",
         "Only double syntax has placeholders like `{{user.name}}`. In single syntax `{user.name}` is literal, so "
         "the name could never be used.",
         _pack("variables:\n  user.name: {type: text}\nslots:\n  hello: {placeholders: [user.name], text: Hello}\n"),
         _pack("syntax: double\nvariables:\n  user.name: {type: text}\nslots:\n  hello: {placeholders: [user.name], "
               "text: \"Hello {{user.name}}\"}\n")),
    Code("PR0426", "literal-placeholder", "error", "a name that is both a placeholder and literal",
         "A name is either replaced by a value or stays as written.",
         _pack("variables:\n  name: {type: text}\nslots:\n  hello: {placeholders: [name], literal: [name], text: "
               "Hello}\n"),
         _pack("variables:\n  name: {type: text}\nslots:\n  hello: {placeholders: [name], text: Hello}\n")),
    Code("PR0427", "no-section-name", "error", "a section over something that is no argument",
         "The lines of a section are there when an argument has a value. Constants always have one, and whether a "
         "bound part yields any bytes is known only while it is rendered.",
         _pack("constants:\n  rules: {text: Be brief.}\nslots:\n  hello: {placeholders: [rules], text: \"{#rules}\\n"
               "Rules\\n{/rules}\"}\n"),
         _pack("constants:\n  rules: {text: Be brief.}\nslots:\n  hello: {placeholders: [rules], text: \"Rules\\n"
               "{rules}\"}\n")),
)
