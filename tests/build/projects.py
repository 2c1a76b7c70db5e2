"""A project with two packs, as a user of promptrom would have it."""

from __future__ import annotations

from pathlib import Path

from support import ROOT, write

PACK = """\
promptrom: 1
pack: {name}
variables:
  who: {{type: text, max_bytes: 20}}
constants:
  motto: {{file: motto.txt}}
slots:
  greeting: {{placeholders: [who, motto], text: "Hello {{who}}. {{motto}}"}}
"""

PROGRAM = """\
#include <stdio.h>
#include <left.h>
#include <right.h>

int main(void)
{
    char text[LEFT_GREETING_MAX_BYTES + RIGHT_GREETING_MAX_BYTES + 1];
    left_greeting_args left = left_greeting_args_make(prm_cstr("L"));
    right_greeting_args right = right_greeting_args_make(prm_cstr("R"));
    if (left_greeting_render(&left_pack, &left, text, sizeof text, NULL) != PRM_OK) return 1;
    puts(text);
    if (right_greeting_render(&right_pack, &right, text, sizeof text, NULL) != PRM_OK) return 1;
    puts(text);
    return 0;
}
"""

GREETINGS = "Hello L. All is well with left.\nHello R. All is well with right.\n"

PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(two_packs C)
{promptrom}
promptrom_add_pack(left PACK packs/left)
promptrom_add_pack(right PACK packs/right)
add_executable(hello hello.c)
target_link_libraries(hello PRIVATE left right)
"""



def from_source(root: Path) -> str:
    return f'add_subdirectory("{root}" promptrom)'


FROM_SOURCE = from_source(ROOT)
INSTALLED = "find_package(promptrom 0.1 REQUIRED)"


def two_packs(directory: Path, promptrom: str = FROM_SOURCE) -> Path:
    """Writes the project: hello.c uses both packs, each of which has its motto in a file of its own."""
    for name in ("left", "right"):
        write(directory / "packs" / name / "pack.yaml", PACK.format(name=name))
        write(directory / "packs" / name / "motto.txt", f"All is well with {name}.\n")
    write(directory / "hello.c", PROGRAM)
    write(directory / "CMakeLists.txt", PROJECT.format(promptrom=promptrom))
    return directory
