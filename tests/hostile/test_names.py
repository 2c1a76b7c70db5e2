"""Names that mean something to C, C++, their headers or our own generated code, as names of everything in a pack."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable

from hostile import ROOT, HostileTest, in_this_process, installed, run
from promptrom import collisions

C_KEYWORDS = """
    auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    alignas alignof bool constexpr false nullptr static_assert thread_local true typeof typeof_unqual
    _Alignas _Alignof _Atomic _BitInt _Bool _Complex _Decimal32 _Generic _Imaginary _Noreturn _Static_assert
    _Thread_local asm fortran
    """.split()
CPP_KEYWORDS = """
    and and_eq bitand bitor catch char8_t char16_t char32_t class co_await co_return co_yield compl concept
    const_cast consteval constinit contract_assert decltype delete dynamic_cast explicit export final friend
    import module mutable namespace new noexcept not not_eq operator or or_eq override private protected public
    reflexpr reinterpret_cast requires static_cast synchronized template this throw try typeid typename using
    virtual wchar_t xor xor_eq atomic_cancel atomic_commit atomic_noexcept
    """.split()
TYPES = """
    size_t ptrdiff_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t intptr_t uintptr_t max_align_t
    prm_text prm_integer prm_choice prm_rows prm_row_source prm_pack prm_id prm_format prm_report prm_status prm_sink
    prm_slice prm_cursor prm_segment prm_field prm_trait prm_entry prm_origin PRM_OK PRM_MUST_USE PRM_TEXT
    """.split()
OUR_OWN = """
    args report pack buffer capacity list count sink cursor rows memory source context made set tool in_made data size
    pool last full entries fields traits names name_at files origins text_segments json_segments layout_sum_0
    layout_sum_1 measure render gather emit open make id ids version fingerprint tools tool_set array row index index1
    version_ pool_ hostile hostile_pack hostile_args main memcpy memset strlen NULL_ _x __x _X _0 __ _ x__y
    """.split()
C_HEADERS = """
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdarg stdbool stddef
    stdint stdio stdlib string tgmath time wchar wctype
    """.split()
C11_HEADERS = ["stdalign", "stdatomic", "stdnoreturn", "threads", "uchar"]
CPP_HEADERS = """
    cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio
    cstdlib cstring ctime cwchar cwctype atomic string utility
    """.split()


def includes(headers: list[str], suffix: str) -> str:
    return "".join(f"#include <{header}{suffix}>\n" for header in headers)


def macros(directory: Path) -> list[str]:
    """Every macro that the headers of C11 define, save for those that begin with an underscore."""
    source = directory / "macros.c"
    source.write_text(includes(C_HEADERS + C11_HEADERS, ".h"), encoding="utf-8")
    output = run("gcc", "-std=c11", "-dM", "-E", source).stdout
    names = {line.split()[1].split("(")[0] for line in output.splitlines()}
    return sorted(name for name in names if not name.startswith("_"))


def without_twins(words: list[str], key: Callable[[str], str]) -> list[str]:
    """Those words that do not become one with an earlier one."""
    seen: dict[str, str] = {}
    for word in words:
        seen.setdefault(key(word), word)
    return list(seen.values())


class Names(HostileTest):
    def words(self) -> list[str]:
        return list(dict.fromkeys(C_KEYWORDS + CPP_KEYWORDS + TYPES + OUR_OWN + macros(self.directory)))

    def check_compiled(self, name: str = "hostile", c: tuple[str, ...] = ("gcc", "clang"),
                       cpp: tuple[str, ...] = ("g++", "clang++")) -> None:
        """The pack as C, and its header behind all standard headers as C and C++."""
        self.compiles(self.out / f"{name}.c", *installed(*c))
        for compilers, suffix, text in ((c, "c", includes(C_HEADERS, ".h")), (cpp, "cc", includes(CPP_HEADERS, ""))):
            source = self.directory / f"user.{suffix}"
            source.write_text(f"{text}#include <{name}.h>\nint hostile_user(void);\nint hostile_user(void) "
                              f"{{ return {name.upper()}_IDS; }}\n", encoding="utf-8")
            self.compiles(source, *installed(*compilers))

    def test_there_are_many_words(self) -> None:
        words = self.words()
        self.assertGreater(len(words), 600)
        for word in ("while", "class", "errno", "NULL", "assert", "va_arg", "INT_MAX", "stdin"):
            self.assertIn(word, words)

    def test_as_slots(self) -> None:
        words = [word for word in without_twins(self.words(), lambda word: word.upper().rstrip("_"))
                 if not word.startswith("hostile")]
        self.manifest({"slots": {word: {"text": word} for word in words}})
        self.build()
        self.check_compiled()
        expected = sorted(word.encode() for word in words)
        self.assertEqual([text for text, _ in self.rendered()], expected)

    def test_as_placeholders(self) -> None:
        words = [word for word in without_twins(self.words(), lambda word: word.rstrip("_"))
                 if word not in ("index", "index1")]
        groups = [words[start:start + 200] for start in range(0, len(words), 200)]
        self.manifest({"variables": {word: {"type": "text", "default": "D"} for word in words},
                       "slots": {f"s{number}": {"placeholders": group,
                                                "text": " ".join(f"{{{word}}}" for word in group)}
                                 for number, group in enumerate(groups)}})
        self.build()
        self.check_compiled()

    def test_as_one_placeholder_each(self) -> None:
        """With few placeholders a slot has a constructor, whose parameters have names as well."""
        words = [word for word in without_twins(C_KEYWORDS + CPP_KEYWORDS + TYPES + OUR_OWN,
                                                lambda word: word.rstrip("_")) if word not in ("index", "index1")]
        self.manifest({"variables": {word: {"type": "integer", "min": 0} for word in words},
                       "slots": {f"s{number}": {"placeholders": [word], "text": f"{{{word}}}"}
                                 for number, word in enumerate(words)}})
        self.build()
        self.check_compiled()

    def test_as_fields_choices_and_tools(self) -> None:
        words = [word for word in without_twins(self.words(), lambda word: word.upper().rstrip("_"))
                 if word not in ("index", "index1") and len(word) < 60]
        self.manifest({
            "variables": {"rows": {"type": "rows", "fields": {word: {"type": "text"} for word in words[:250]}},
                          "choice": {"type": "choice", "of": words[250:500]}},
            "slots": {"s": {"placeholders": ["rows", "choice"],
                            "text": "{choice}\n{#rows}\n" + "\n".join(f"{{{word}}}" for word in words[:250])
                                    + "\n{/rows}"}},
            "tools": {word: {"description": "D", "parameters": {"type": "object", "properties": {}}}
                      for word in words if word != "COUNT" and word != "count"}})
        self.build()
        self.check_compiled()

    def test_as_rows_and_choices_themselves(self) -> None:
        words = without_twins(C_KEYWORDS + CPP_KEYWORDS + TYPES, lambda word: word.upper().rstrip("_"))
        variables: dict[str, object] = {}
        for number, word in enumerate(words):
            variables[word] = ({"type": "rows", "fields": {"x": {"type": "text"}}} if number % 2
                               else {"type": "choice", "of": ["a", "b"]})
        slots = {f"s{number}": {"placeholders": [word], "text": f"{{#{word}}}\nline\n{{/{word}}}"}
                 for number, word in enumerate(words)}
        self.manifest({"variables": variables, "slots": slots})
        self.build()
        self.check_compiled()

    def test_as_packs(self) -> None:
        for name in ("class", "int", "NULL", "template", "pool", "fields", "layout", "text", "name", "a-b",
                     "status", "render", "pack", "tables"):
            with self.subTest(name):
                stem = name.replace("-", "_")
                self.out = self.directory / stem
                self.manifest({"variables": {stem: {"type": "text", "default": "D"}},
                               "slots": {stem: {"text": "T"},
                                         "x": {"text": f"{{{stem}}}", "placeholders": [stem]}}}, name)
                self.build()
                self.check_compiled(stem, ("gcc",), ("g++",))

    def test_a_pack_whose_header_would_hide_a_standard_one(self) -> None:
        for name in ("string", "stddef", "assert", "time", "Math"):
            with self.subTest(name):
                self.manifest({"slots": {"x": {"text": "T"}}}, name)
                self.assertIn("PR0407", self.build(status=1))

    def test_names_that_meet_those_of_the_tables(self) -> None:
        """Each either compiles or is an error of the pack; it never reaches the C compiler."""
        for name, variable in (("text", "segments"), ("layout", "sum_0"), ("name", "at"), ("pool", "pool"),
                               ("json", "segments"), ("a", "b_args"), ("a", "b_render"), ("a", "b_render_json"),
                               ("a", "b_args_make"), ("a", "pack"), ("a", "tool_set"), ("size", "t"), ("va", "list"),
                               ("a", "overlay"), ("a", "overlays")):
            with self.subTest(f"{name}_{variable}"):
                self.out = self.directory / f"{name}_{variable}"
                self.manifest({"formats": ["text", "json"],
                               "variables": {variable: {"type": "choice", "of": ["x"]}, "v": {"type": "text"}},
                               "slots": {"b": {"text": "{v}", "placeholders": ["v"]},
                                         "c": {"text": f"{{{variable}}}", "placeholders": [variable]}}}, name)
                status, output = in_this_process(["build", str(self.pack), "-o", str(self.out)])
                if status == 0:
                    self.check_compiled(name, ("gcc",), ("g++",))
                else:
                    self.assertRegex(output, r"error\[PR(0412|0602)\]")

    def test_the_names_of_tables_are_all_known(self) -> None:
        """The list of names that nothing else may have is complete."""
        text = (ROOT / "tests" / "golden" / "expected" / "rich.c").read_text(encoding="utf-8")
        found = re.findall(r"^static const (?!struct)\w+ (\w+)\[\] = |^\} (\w+) = \{", text, re.MULTILINE)
        tables = {first or second for first, second in found}
        self.assertIn("text_segments", tables)
        self.assertEqual(tables - {*collisions.TABLES, *collisions.RULE_TABLES}, set())

    def test_long_names_stay_apart(self) -> None:
        """C99 promises 63 first characters of a name inside a file and 31 between files; compilers look at more."""
        long = "n" * 63
        self.manifest({"slots": {long + "a": {"text": "A"}, long + "b": {"text": "B"}, "c" * 200: {"text": "C"}}})
        self.build()
        self.check_compiled()
        self.assertEqual([text for text, _ in self.rendered()], [b"C", b"A", b"B"])

    def test_names_that_become_one(self) -> None:
        for ids in (["a-b", "a_b"], ["a.b", "a_b"], ["Ab", "aB"], ["hostile_x", "x"], ["while", "while_"]):
            with self.subTest(str(ids)):
                slots: dict[str, object] = {}
                for each in ids:
                    group, dot, name = each.partition(".")
                    slots.update({group: {name: {"text": "T"}}} if dot else {each: {"text": "T"}})
                self.manifest({"slots": slots})
                if ids == ["while", "while_"]:
                    self.build()
                    self.check_compiled()
                else:
                    self.assertIn("PR0412", self.build(status=1))

    def test_placeholders_that_become_one(self) -> None:
        self.manifest({"variables": {"int": {"type": "text"}, "int_": {"type": "text"}},
                       "slots": {"s": {"placeholders": ["int", "int_"], "text": "{int}{int_}"}}})
        self.assertIn("PR0412", self.build(status=1))

    def test_a_warning_is_seen(self) -> None:
        self.out.mkdir()
        source = self.out / "bad.c"
        source.write_text("int f(void);\nint f(void) { int unused; return 0; }\n", encoding="utf-8")
        with self.assertRaises(AssertionError):
            self.compiles(source, "gcc")
