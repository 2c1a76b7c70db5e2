"""Generated headers: clean as C99 and C++11, and a guard against the wrong struct and forgotten values."""

from __future__ import annotations

from pathlib import Path

from support import (C_COMPILERS, CPP_COMPILERS, ROOT, STRICT_C, STRICT_CPP, InTemporaryDirectory, fails, promptrom,
                     run, write)

GUARD = "-Werror=incompatible-pointer-types"  # what promptrom_add_pack() asks of everybody who links a pack

PROGRAM = """
#include <nudge.h>

int main(void)
{
    char text[NUDGE_TIER_MAX_BYTES + 1];
    prm_report report;
    %s
    return nudge_tier_render(&nudge_pack, &args, text, sizeof text, &report) == PRM_OK ? 0 : 1;
}
"""

VALUES = "prm_int(2), prm_int(1), prm_int(1), prm_int(5)"
RIGHT = f'nudge_tier_args args = nudge_tier_args_make({VALUES}, prm_cstr("3"));'
WRONG = {  # what is wrong: the statement, and what compilers say of it
    "forgotten": (f"nudge_tier_args args = nudge_tier_args_make({VALUES});", "too few arguments"),
    "swapped": (f'nudge_tier_args args = nudge_tier_args_make(prm_cstr("3"), {VALUES});', "incompatible type"),
    "other_slot": (f"nudge_breakdown_args args = nudge_breakdown_args_make({VALUES}, prm_int(7));",
                   "incompatible[ -]pointer[ -]type"),
}


class Headers(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        promptrom("build", ROOT / "packs" / "nudge", "-o", self.directory / "out")
        self.include = ["-I", ROOT / "include", "-I", self.directory / "out"]

    def source(self, statement: str, name: str) -> Path:
        return write(self.directory / name, PROGRAM % statement)

    def test_generated_c_and_headers_are_clean(self) -> None:
        self.assertTrue(C_COMPILERS and CPP_COMPILERS)
        for compiler in C_COMPILERS:
            run(compiler, *STRICT_C, *self.include, "-c", self.directory / "out" / "nudge.c", "-o", "/dev/null")
            run(compiler, *STRICT_C, *self.include, "-c", self.source(RIGHT, "right.c"), "-o", "/dev/null")
        for compiler in CPP_COMPILERS:
            run(compiler, *STRICT_CPP, *self.include, "-c", self.source(RIGHT, "right.cc"), "-o", "/dev/null")

    def test_every_public_header_stands_alone(self) -> None:
        headers = sorted((ROOT / "include" / "promptrom").glob("*.h"))
        self.assertTrue(headers)
        for header in headers:
            code = f"#include <promptrom/{header.name}>\nint prm_none;\n"
            source = write(self.directory / f"{header.stem}.c", code)
            for compiler in C_COMPILERS:
                run(compiler, *STRICT_C, *self.include, "-c", source, "-o", "/dev/null")

    def test_wrong_arguments_do_not_compile(self) -> None:
        for name, (statement, complaint) in WRONG.items():
            for compiler in C_COMPILERS:
                with self.subTest(name, compiler=compiler):
                    source = self.source(statement, f"{name}.c")
                    said = fails(compiler, "-std=c99", GUARD, *self.include, "-c", source, "-o", "/dev/null")
                    self.assertRegex(said, complaint)
            for compiler in CPP_COMPILERS:
                with self.subTest(name, compiler=compiler):
                    source = self.source(statement, f"{name}.cc")
                    fails(compiler, "-std=c++11", *self.include, "-c", source, "-o", "/dev/null")

    def test_the_guard_is_what_refuses_another_slots_struct(self) -> None:
        source = self.source(WRONG["other_slot"][0], "other_slot.c")
        for compiler in C_COMPILERS:
            run(compiler, "-std=c99", GUARD.replace("-Werror=", "-Wno-error="), *self.include, "-c", source,
                "-o", "/dev/null")
