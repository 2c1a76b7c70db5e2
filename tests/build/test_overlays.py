"""Overlays on the command line, in CMake, and in a program."""

from __future__ import annotations

import json
from pathlib import Path

from projects import FROM_SOURCE
from support import InTemporaryDirectory, fails, promptrom, run, write

PACK = """\
promptrom: 1
pack: hello
variables: {who: {type: text, max_bytes: 20}}
slots:
  greeting: {placeholders: [who], text: "Hello {who}"}
  farewell: {text: Goodbye}
cases:
  - {name: german, overlay: de, render: farewell, expect: Tschüs}
"""
GERMAN = 'greeting: "Hallo {who}"\nfarewell: Tschüs\n'
CHINESE = 'greeting: "{who}，你好"\n'
TAIWAN = "farewell: 再會\n"

PROGRAM = """\
#include <stdio.h>
#include <hello.h>

int main(int count, char **names)
{
    char text[HELLO_GREETING_MAX_BYTES + 1];
    hello_greeting_args args = hello_greeting_args_make(prm_cstr("you"));
    const prm_pack *pack = &hello_pack;
#ifdef HELLO_OVERLAYS
    if (count > 1) pack = hello_choose(prm_cstr(names[1]));
#endif
    (void)count, (void)names;
    if (hello_greeting_render(pack, &args, text, sizeof text, NULL) != PRM_OK) return 1;
    puts(text);
    return 0;
}
"""

PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(overlays C)
{promptrom}
promptrom_add_pack(hello PACK pack {options})
add_executable(say say.c)
target_link_libraries(say PRIVATE hello)
"""


class Overlays(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        self.pack = self.directory / "pack"
        write(self.pack / "pack.yaml", PACK)
        write(self.pack / "overlays" / "de.yaml", GERMAN)
        write(self.pack / "overlays" / "zh.yaml", CHINESE)
        self.host = write(self.directory / "host" / "zh-TW.yaml", TAIWAN)


class CommandLine(Overlays):
    def header(self, *options: object) -> str:
        promptrom("build", self.pack, "-o", self.directory / "out", *options)
        return (self.directory / "out" / "hello.h").read_text(encoding="utf-8")

    def packs(self, *options: object) -> list[str]:
        header = self.header(*options)
        return [name for name in ("de", "zh", "zh_TW") if f"extern const prm_pack hello_{name}_pack;" in header]

    def test_which_are_compiled_in(self) -> None:
        self.assertEqual(self.packs(), ["de", "zh"])
        self.assertEqual(self.packs("--overlay", "zh"), ["zh"])
        self.assertEqual(self.packs("--overlay", "zh", "--overlay", self.host), ["zh", "zh_TW"])
        self.assertEqual(self.packs("--overlay", self.host), ["zh_TW"])
        self.assertEqual(self.packs("--no-overlays"), [])
        self.assertNotIn("OVERLAYS", self.header("--no-overlays"))

    def test_wrong_names(self) -> None:
        said = promptrom("build", self.pack, "-o", self.directory / "out", "--overlay", "dee", status=2)
        self.assertIn("pack hello has no overlay dee; did you mean de?", said)
        promptrom("build", self.pack, "-o", self.directory / "out", "--overlay", "de", "--no-overlays", status=2)
        promptrom("render", self.pack, "farewell", "--overlay", "de", "--overlay", "zh", status=2)

    def test_check(self) -> None:
        promptrom("check", self.pack, "--overlay", self.host)
        write(self.host, "farewel: 再會\ngreeting: '{whom}'\n")
        said = promptrom("check", self.pack, "--overlay", self.host, status=1)
        self.assertIn(f"{self.host}:1:1: error[PR0701]: pack hello has no slot farewel", said)
        self.assertIn(f"{self.host}:2:12: error[PR0301]: slot greeting has no placeholder {{whom}}", said)
        promptrom("check", self.pack)

    def test_render(self) -> None:
        def rendered(name: str, *options: object) -> str:
            return promptrom("render", self.pack, name, *options)

        self.assertEqual(rendered("farewell"), "Goodbye")
        self.assertEqual(rendered("farewell", "--overlay", "de"), "Tschüs")
        self.assertEqual(rendered("greeting", "--overlay", self.host, "--set", "who=Li"), "Li，你好")

    def test_cases(self) -> None:
        self.assertIn("1 passed", promptrom("test", self.pack))
        write(self.pack / "overlays" / "de.yaml", "farewell: Servus\n")
        self.assertIn("1 failed", promptrom("test", self.pack, status=1))

    def test_list(self) -> None:
        said = promptrom("list", self.pack)
        self.assertIn("overlay de: 2 of 2 slots replaced\nat default: (none)", said)
        self.assertIn("overlay zh: 1 of 2 slots replaced\nat default: farewell", said)
        listed = json.loads(promptrom("list", self.pack, "--format", "json"))["overlays"]
        self.assertEqual(listed[1], {"name": "zh", "fallback": "", "replaced": ["greeting"],
                                     "at_default": ["farewell"]})

    def test_what_is_generated_does_not_tell_where_a_file_lay(self) -> None:
        other = write(self.directory / "elsewhere" / "zh-TW.yaml", TAIWAN)
        made = []
        for path in (self.host, other):
            self.header("--source-map", "--overlay", path)
            made.append([(self.directory / "out" / f"hello.{suffix}").read_bytes() for suffix in "ch"])
        self.assertEqual(made[0], made[1])

    def test_dependencies(self) -> None:
        depfile = self.directory / "hello.d"
        self.header("--overlay", self.host, "--depfile", depfile)
        written = depfile.read_text(encoding="utf-8")
        for path in (self.host, self.pack / "overlays" / "zh.yaml", self.pack / "overlays"):
            self.assertIn("\n" + str(path).replace(" ", "\\ ") + ":", written)


class InCMake(Overlays):
    def configure(self, options: str) -> None:
        write(self.directory / "say.c", PROGRAM)
        write(self.directory / "CMakeLists.txt", PROJECT.format(promptrom=FROM_SOURCE, options=options))
        self.out = self.directory / "build"
        run("cmake", "-S", self.directory, "-B", self.out, "-G", "Ninja")

    def said(self, *names: str) -> list[str]:
        run("cmake", "--build", self.out, "--target", "say")
        return [run(self.out / "say", *([name] if name else [])).strip() for name in names]

    def test_all_by_default(self) -> None:
        self.configure("")
        self.assertEqual(self.said("", "de", "de-AT", "zh-TW", "fr"),
                         ["Hello you", "Hallo you", "Hallo you", "you，你好", "Hello you"])

        write(self.pack / "overlays" / "de.yaml", GERMAN.replace("Hallo", "Servus"))
        self.assertEqual(self.said("de"), ["Servus you"])
        write(self.pack / "overlays" / "de-CH.yaml", 'greeting: "Grüezi {who}"\n')
        self.assertEqual(self.said("de-CH", "de-AT"), ["Grüezi you", "Servus you"])
        (self.pack / "overlays" / "de-CH.yaml").unlink()
        self.assertEqual(self.said("de-CH"), ["Servus you"])

    def test_names_and_files(self) -> None:
        self.configure("OVERLAYS zh host/zh-TW.yaml")
        self.assertEqual(self.said("zh-TW", "de"), ["you，你好", "Hello you"])
        write(self.host, 'greeting: "{who}，您好"\n')
        self.assertEqual(self.said("zh-TW", "zh"), ["you，您好", "you，你好"])
        write(self.host, 'greeting: "{whom}"\n')
        self.assertIn("PR0301", fails("cmake", "--build", self.out, "--target", "say"))

    def test_none(self) -> None:
        self.configure("NO_OVERLAYS")
        self.assertEqual(self.said("de"), ["Hello you"])

    def test_what_excludes_each_other(self) -> None:
        write(self.directory / "say.c", PROGRAM)
        project = PROJECT.format(promptrom=FROM_SOURCE, options="NO_OVERLAYS OVERLAYS de")
        write(self.directory / "CMakeLists.txt", project)
        self.assertIn("exclude each other", fails("cmake", "-S", self.directory, "-B", self.directory / "build"))


del Overlays
