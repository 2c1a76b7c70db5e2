"""Overlay files for pack sample, most of them wrong somewhere."""

from __future__ import annotations

from random import Random

SLOTS = {
    "nudge": ("normal", "tip", "tier"),
    "table": ("list", "quoted", "deep"),
    "": ("page", "raw", "loose", "card", "lonely", "entry", "said", "apart", "given"),
}
CONSTANTS = ("motto", "rules", "nothing", "nested", "unused", "dash", "lead")
NAMES = ("pct", "model", "note", "busy", "mood", "quote", "skills", "title", "uses", "tags", "word", "index",
         "index1", "user.name", "motto", "rules", "nothing", "dash", "chat", "short", "say", "command",
         "pctt", "modell", "x", "a.b",
         "Model", "seven_letters")
WORDS = ("Hello", "a", "two words", "é", "日本", "🙂", "\\", "\\\\", "\"", "'", "{", "}", "{{", "}}", "{}", "{ a }",
         "- ", ": ", " #", "# x", "%s", "\t", "  ", "\n", "\n\n", "\n  ", "<b", "*a*", "&", "!", "|", ">", "@", "`",
         "<", "</", "< rem", "/", "INDER", "12", "no", "null", "~", "\u200b", "\ufeff", "{\"k\": 1}", ",", "[",
         "]", "?", "x: y", "---", "...")
DEFAULTS = {
    "normal": "Context is at {pct}% of {model}. {motto}", "tip": "Take several at once: {a: 1} \\ {command}.",
    "tier": "Tier {pct}\n{note}", "raw": "{anything} {{goes}} \\{here}", "motto": "Less is more.",
    "lonely": "{nothing}", "said": "See {dash} {quote}{note}", "apart": "See {say} and {quote}.",
    "given": "Given {note}.", "dash": "-", "lead": "Dear",
    "nested": "<{motto}>", "nothing": "", "rules": "Be brief.\n\nBe kind.\n"}
#: Texts that break one rule each.
RULES = (
    'nudge: {normal: "{pct}\\n{#motto}\\nx\\n{/motto}"}', 'card: "{#chat}\\nx\\n{/chat}"', 'card: "{chat}{skills}"',
    'table: {quoted: "<{quote}"}', 'card: "<{chat}."', 'card: "a <{short}"', 'nudge: {tip: "x <"}', 'raw: "</remi"',
    'table: {quoted: "{quote}"}', 'table: {quoted: "{model}{quote}"}', 'constants: {motto: "a <"}', 'page: "x\\n<"',
    'page: "<\\n{{#busy}}\\nx\\n{{/busy}}"', 'table: {quoted: "</ Rem{quote}"}',
    'table: {quoted: "<{model}{quote}<x>"}',
    'table: {quoted: "<x{quote} </reminders{quote}"}', "table: {list: \"" + "{#busy}\\n" * 10 + "\"}",
    "page: \"" + "{{#busy}}\\n" * 9 + "x\\n" + "{{/busy}}\\n" * 9 + "\"", 'table: {list: "{busy}{skills}{mood}"}',
    'table: {list: "{#skills}\\n{#tags}\\n{/skills}\\n{/tags}"}', 'card: "{#skills}\\n{chat}\\n{/skills}"',
    'table: {list: "{#skills}\\n{#skills}\\n{/skills}\\n{/skills}"}', 'page: "{{#rules}}\\n{{/rules}}"',
    'page: "{{#busi}}\\nx\\n{{/busi}}"',
    'given: "<{note}."', 'given: "</ {note}."', 'given: "<{quote}."', 'given: "{note}."',
    'table: {list: "<{title}"}', 'table: {list: "{#skills}\\n<{title}.\\n{/skills}"}',
    'table: {list: "{#skills}\\n{#tags}\\n<{word}{title}.\\n{/tags}\\n{/skills}"}',
    'constants: {motto: "{motto}", rules: "{nothing} {#nothing}"}', 'table: {list: "{#busy}\\r\\nx\\n{/busy}"}')
#: Files on top of each other: the pack's own texts over others.
CHAINS = (('constants: {nested: x}', 'constants: {nested: "<{motto}>"}'), 
          ('said: x', 'said: "See <{dash}{quote}{note} <"'),
          ('constants: {dash: x.}', 'said: "<x {dash}{quote}"', 'constants: {dash: "-"}'))
#: Files in which a value stands behind the beginning of a tag.
MEETINGS = ('said: "{quote}"\napart: "<{say}."\n', 'said: "<{dash}{quote}"\n', 'constants: {dash: ""}\n',
            'apart: "x\\n{#busy}\\n{say}\\n{/busy}\\n{quote}."\n', 'apart: "x\\n{#busy}\\nx\\n{/busy}\\n{lead}"\n',
            'said: "<\\n{#busy}\\n{quote}\\n{/busy}"\n', 'apart: "a <"\n', 'said: "< {note}{quote}"\n',
            'given: "<{note}."\n', 'given: "< {note}."\n', 'table: {list: "{#skills}\\n<{title}.\\n{/skills}"}\n')
FITTING = {
    "normal": ("pct", "model", "motto"), "tier": ("pct", "note"), "quoted": ("quote", "model"),
    "list": ("mood", "model", "note"), "page": ("user.name", "model", "rules", "nothing"), "loose": ("model", "what"),
    "card": ("chat", "model", "short", "motto"), "lonely": ("nothing",), "entry": ("title", "uses"),
    "tip": ("command",), "said": ("dash", "quote", "note"),
    "apart": ("say", "quote", "dash", "nested", "motto", "lead"), "given": ("note", "quote")}
NEAR = ("said", "apart", "given")  #: slots in which tags matter
#: What is written around values there.
NEAR_TAGS = ("<", "</", "< /", "<rem", "</ Rem", "<b>", "/", " ", "\n", "der", "inder", "x", "", "", ".", "<x",
             "reminder", "//")


class Files:
    """One overlay file after another, the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def file(self) -> bytes:
        style = self.random.random()
        text = self.good() if style < 0.45 else self.mixed()
        if style > 0.75:
            text = self.damaged(text)
        data = text.encode("utf-8", "surrogatepass")
        if style > 0.95:
            data = self.damaged_bytes(data)
        return data

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    # ---- texts ----

    def fitting(self, key: str) -> str:
        """A text that its slot accepts, most of the time."""
        names = FITTING.get(key, ())
        double = key == "page"
        opening, closing = ("{{", "}}") if double else ("{", "}")
        if key in NEAR and self.chance(0.6):
            return self.near_tags(names)
        parts = [self.pick(("one", "two", "\n", " ", "é", "\\", "{ a }", "end."))
                 for _ in range(self.random.randrange(5))]
        wanted = ["pct"] if key == "normal" else ["pct", "note"] if key == "tier" else []
        wanted += [self.pick(names) for _ in range(self.random.randrange(3)) if names]
        for name in wanted:
            parts.insert(self.random.randrange(len(parts) + 1), opening + name + closing)
        text = "".join(parts)
        if key in ("list", "page", "card") and self.chance(0.6):
            text += self.sections(key, opening, closing)
        if key in ("list", "page", "card") and self.chance(0.3):
            text = self.sections(key, opening, closing)[1:] + text
        return text

    def near_tags(self, names: tuple[str, ...]) -> str:
        parts = []
        for _ in range(self.random.randrange(1, 5)):
            parts += [self.pick(NEAR_TAGS), "{" + self.pick(names) + "}" if self.chance(0.7) else ""]
            if self.chance(0.15):
                parts.append(self.pick(("\n{#busy}\n", "\n{^busy}\n")) + self.pick(NEAR_TAGS)
                             + self.pick(("", "{quote}")) + "\n{/busy}\n")
        return "".join(parts) + self.pick((".", "", "x"))

    def near_fences(self) -> str:
        """Texts and constants around fenced values."""
        lines = [f"{key}: {self.plain(self.near_tags(FITTING[key]))}" for key in NEAR
                 if self.chance(0.4)]
        constants = [f"{name}: {self.plain(self.pick(NEAR_TAGS))}" for name in ("dash", "nothing")
                     if self.chance(0.4)]
        return "\n".join([*lines, "constants: {" + ", ".join(constants) + "}"]) + "\n"

    @staticmethod
    def plain(text: str) -> str:
        return '"' + text.replace("\n", "\\n") + '"'

    def sections(self, key: str, opening: str, closing: str) -> str:
        def tag(name: str) -> str:
            return f"\n{opening}{name}{closing}\n"

        if key == "page" or self.chance(0.3) and key == "list":
            sigil = self.pick("#^")
            return tag(sigil + "busy") + self.pick(("x", "", "x\n\ny")) + tag("/busy") + self.pick(("", "tail"))
        inner = self.pick(("- {title}", "{index} {uses}", "", "{index1}", "{#tags}\n{word}\n{/tags}",
                           "{^tags}\nnone\n{/tags}\nx", "a\n{#tags}\n{word} {title} {index}\n{/tags}"))
        return tag("#skills") + inner + tag("/skills") + self.pick(("", "tail", "\n"))

    def strange(self) -> str:
        parts = []
        for _ in range(self.random.randrange(1, 8)):
            kind = self.random.random()
            name = self.pick(NAMES)
            if kind < 0.35:
                parts.append(self.pick(WORDS))
            elif kind < 0.6:
                parts.append(self.pick(("{%s}", "{{%s}}", "\\{%s}", "\\\\{%s}", "{ %s }", "{{ %s }}",
                                        "{{{%s}}}")) % name)
            elif kind < 0.9:
                parts.append(self.pick(("\n{#%s}\n", "\n{/%s}\n", "\n{^%s}\n", "{#%s}", "\n {{#%s}} \n",
                                        "\n{{/%s}}\n",
                                        "\n\\{#%s}\n")) % name)
            else:
                parts.append(self.pick(("x", " ", "\n")))
        return "".join(parts)

    def text(self, key: str) -> str:
        kind = self.random.random()
        if kind < 0.15:
            return DEFAULTS.get(key, "plain")
        return self.fitting(key) if kind < 0.6 else self.strange()

    # ---- YAML ----

    def scalar(self, text: str, indent: int) -> str:
        """A text in one of the styles of YAML; plain ones may come out as something else."""
        style = self.random.random()
        pad = " " * (indent + self.pick((1, 2, 2, 4)))
        if style < 0.35:
            return self.double(text)
        if style < 0.5 and "\n" not in text:
            return "'" + text.replace("'", "''") + "'"
        if style < 0.65 and "\n" not in text and text.strip() == text and text:
            return text
        if style < 0.9:
            mark = self.pick(("|", "|-", "|+", ">", ">-", ">+"))
            if text[:1] in (" ", "\n", "\t") or not text:
                mark = mark[0] + str(len(pad) - indent) + mark[1:]
            return mark + self.pick(("", " # c")) + "\n" + "\n".join(pad + line if line or self.chance(0.3) else ""
                                                                   for line in text.split("\n"))
        return self.double(text)

    def double(self, text: str) -> str:
        made = []
        for char in text:
            if char in "\\\"":
                made.append("\\" + char)
            elif char == "\n":
                made.append("\\n" if self.chance(0.8) else "\n\n      ")
            elif char == "\t":
                made.append("\\t")
            elif self.chance(0.03):
                made.append(f"\\U{ord(char):08x}")
            elif char == "\ufeff" or self.chance(0.02):
                made.append(f"\\u{ord(char):04x}" if ord(char) < 0x10000 else char)
            elif self.chance(0.01):
                made.append(char + "\\\n      ")
            else:
                made.append(char)
        return '"' + "".join(made) + '"'

    def value(self, key: str, indent: int) -> str:
        kind = self.random.random()
        if kind < 0.06:
            return self.pick(("null", "~", "Null", '""', "''"))
        if kind < 0.1:
            return self.pick(("", "12", "true", "0x1F", "1.5", "[a, b]", "{}", "{text: x}", "{text: null}", "[]",
                              "*a", "&a x",
                              "!!str x", "!t 'x'", "# only", " # only", "no", ".inf", "1e3", "{a: 1, a: 2}", "- x",
                              '"\\x07"', '"a\\0b"', '"\\ud800"', '"\\q"', "&a [*a]", "{file: y}", "0o17", "+.nan"))
        return self.scalar(self.text(key), indent)

    def good(self) -> str:
        """Groups and slots in order, with values that mostly fit."""
        lines = []
        for group, slots in SLOTS.items():
            if self.chance(0.3):
                continue
            indent = 0
            if group:
                lines.append(f"{group}:")
                indent = 2
            some = [slot for slot in slots if self.chance(0.5)] or [slots[0]]
            for slot in some:
                if slot == "deep":
                    lines.append("  deep: {inner: {leaf: " + self.pick(("L", '"{x}"', "null")) + "}}")
                    continue
                text = DEFAULTS.get(slot, "plain") if self.chance(0.2) else self.fitting(slot)
                lines.append(" " * indent + f"{slot}: " + self.pick(("null", '""', self.double(text),
                                                                     self.double(text),
                                                                    self.scalar(text, indent))))
        if self.chance(0.3):
            name = self.pick(CONSTANTS)
            lines.append("constants: {" + name + ": " + self.double(self.pick(
                ("New.", DEFAULTS.get(name, "x"), "", "/", "INDER", "x <", "<b>"))) + "}")
        return "\n".join(lines) + "\n"

    def mixed(self) -> str:
        lines = []
        for _ in range(self.random.randrange(1, 6)):
            kind = self.random.random()
            if kind < 0.6:
                group = self.pick(tuple(SLOTS))
                if group:
                    lines.append(f"{self.key(group)}:")
                    lines += [f"  {self.key(slot)}: " + self.value(slot,
                                                                   2) for slot in SLOTS[group] if self.chance(0.5)]
                else:
                    slot = self.pick(SLOTS[""])
                    lines.append(f"{self.key(slot)}: " + self.value(slot, 0))
            elif kind < 0.75:
                name = self.pick(CONSTANTS)
                lines.append("constants:\n  " + self.key(name) + ": " + self.value(name, 2))
            elif kind < 0.77:
                lines.append(self.pick(RULES))
            elif kind < 0.8:
                lines.append("assemblies: " + self.pick(("{whole: {join: x}}", "null", "", "[]", "x")))
            elif kind < 0.9:
                lines.append(self.pick(("nudge: null", "nudge: {}", "nudge:", "nudge: x", "nudge: []", "table: ~",
                                        "nudge.tip: x",
                                        "table: {deep.inner.leaf: x}", "table: {deep: x}", "{nudge: {tip: x}}",
                                        "constants: null",
                                        "constants: 1", "constants:", "? nudge\n: {tip: y}", "? [a]\n: b", "<<: x",
                                        "* : y",
                                        "'<<': x", "# only a comment", "", "nudge: {tip: 'a', ? {x: y} : z}")))
            else:
                lines.append(self.pick(("---", "...", "%YAML 1.1", "%TAG ! x", "- a", "text", "\t", "nudge: {tip: a",
                                        "a: 'b",
                                        "raw: \"b", "a: b: c", "@x: y", "raw: `x", "a: [b}", "  x: y", "\u2028",
                                        "\x07", "\x85",
                                        "raw: 'a' b", "raw: {a: b} c", "x" * 1030 + ": y", "'" + "k" * 1030 + "': y",
                                        "[" * 70)))
        start = self.pick(("%YAML 1.1\n---\n", "---\n", "%TAG !a! b\n---\n")) if self.chance(0.03) else ""
        return start + "\n".join(lines) + self.pick(("\n", "", "\n\n"))

    def key(self, name: str) -> str:
        if self.chance(0.9):
            return name
        return self.pick((name + "x", name[:-1], f'"{name}"', f"'{name}'", name.upper(), f"&k {name}", f"&{name}",
                          f"!<x> {name}", f"!<x {name}",
                          f"!!str {name}",
                          f"? {name}\n", "é", "''", "~", "null", "x.y", '"a\\nb\'"', f"{name} "))

    # ---- damage ----

    def damaged(self, text: str) -> str:
        for _ in range(self.random.randrange(1, 4)):
            at = self.random.randrange(len(text) + 1)
            kind = self.random.random()
            if kind < 0.3:
                text = text[:at] + text[at + self.random.randrange(1, 4):]
            elif kind < 0.6:
                text = text[:at] + self.pick(WORDS) + text[at:]
            elif kind < 0.8:
                lines = text.split("\n")
                number = self.random.randrange(len(lines))
                lines.insert(self.random.randrange(len(lines) + 1), lines[number])
                text = "\n".join(lines)
            else:
                text = text[:at]
        return text

    def damaged_bytes(self, data: bytes) -> bytes:
        kind = self.random.random()
        at = self.random.randrange(len(data) + 1)
        if kind < 0.3:
            return data[:at] + bytes([self.random.randrange(256)]) + data[at:]
        if kind < 0.5:
            return data.replace(b"\n", self.pick((b"\r\n", b"\r")))
        if kind < 0.7:
            return b"\xef\xbb\xbf" + data
        if kind < 0.8:
            return data.decode("utf-8", "replace").encode(self.pick(("utf-16", "utf-16-be", "utf-32")))
        return data[:at] + self.pick((b"\xc3", b"\xed\xa0\x80", b"\xc2\x85", b"\xe2\x80\xa9", b"\0",
                                      b"\xef\xbf\xbe")) + data[at:]
