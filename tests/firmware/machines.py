"""The machines that the runtime is built for here: how to compile, link and run for each."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BARE = HERE / "bare"
CORE = sorted((ROOT / "runtime" / "core").glob("*.c"))

STRICT = ("-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align "
          "-Wstrict-prototypes -Wvla -Werror").split()
SECTIONS = ["-ffunction-sections", "-fdata-sections"]
#: As CMake's option PROMPTROM_SMALL has it.
SMALL = ["-Os", "-DPRM_SMALL", "-fno-jump-tables"]
FAST = ["-O2"]
FREESTANDING = ["-ffreestanding", f"-I{BARE}"]


class Failed(AssertionError):
    """A command ended otherwise than it should have."""


@dataclass(frozen=True)
class Machine:
    name: str
    compiler: str
    flags: tuple[str, ...]
    library: tuple[str, ...]  #: flags of the runtime, which is small or fast
    emulator: tuple[str, ...]  #: the program's path is put behind it
    packages: str  #: what Debian calls the compiler and the emulator
    board: tuple[str, str] | None = None  #: start-up code and linker script; None: there is an operating system

    def missing(self) -> str:
        """The first tool that is not here, or nothing."""
        tools = (self.compiler, *self.emulator[:1])
        return next((tool for tool in tools if not shutil.which(tool)), "")


ARM = ("-mthumb",)
ARM_EMULATOR = ("qemu-system-arm", "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config",
                "enable=on,target=native")
ARM_PACKAGES = "gcc-arm-none-eabi and qemu-system-arm"

HOST = Machine("x86-64", "gcc", (), tuple(FAST), (), "gcc")
CORTEX_M3 = Machine("Cortex-M3", "arm-none-eabi-gcc", ("-mcpu=cortex-m3", *ARM), tuple(SMALL),
                    (*ARM_EMULATOR, "-M", "mps2-an385", "-kernel"), ARM_PACKAGES, ("cortex_m.c", "mps2-an385.ld"))
CORTEX_M0 = Machine("Cortex-M0", "arm-none-eabi-gcc", ("-mcpu=cortex-m0", *ARM), tuple(SMALL),
                    (*ARM_EMULATOR, "-M", "microbit", "-kernel"), ARM_PACKAGES, ("cortex_m.c", "microbit.ld"))
RISCV = Machine("RV32", "riscv64-unknown-elf-gcc", ("-march=rv32imac", "-mabi=ilp32"), tuple(FAST),
                ("qemu-system-riscv32", "-M", "virt", "-bios", "none", "-nographic", "-monitor", "none", "-serial",
                 "stdio", "-kernel"), "gcc-riscv64-unknown-elf and qemu-system-misc", ("riscv.c", "virt.ld"))
S390X = Machine("s390x", "s390x-linux-gnu-gcc", ("-static",), tuple(FAST), ("qemu-s390x",),
                "gcc-s390x-linux-gnu, libc6-dev-s390x-cross and qemu-user")
EMULATED = (CORTEX_M3, CORTEX_M0, RISCV, S390X)


def command(*words: object, cwd: Path | None = None, status: int | None = 0) -> str:
    """Output of a command, both streams; any exit status will do if `status` is None."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False, timeout=300)
    if status is not None and done.returncode != status:
        raise Failed(f"{words[0]} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def compile_objects(machine: Machine, folder: Path, sources: "list[Path]", *flags: object) -> "list[Path]":
    """The objects of these sources, in a folder of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    bare = FREESTANDING if machine.board else []
    command(machine.compiler, *STRICT, *SECTIONS, *bare, *machine.flags, f"-I{ROOT / 'include'}", *flags, "-c",
            *sources, cwd=folder)
    return [folder / f"{source.stem}.o" for source in sources]


def runtime(machine: Machine, folder: Path, *flags: object) -> "list[Path]":
    return compile_objects(machine, folder, CORE, *machine.library, *flags)


def board(machine: Machine, folder: Path) -> "list[Path]":
    """What stands in for an operating system and a C library."""
    if not machine.board:
        return []
    sources = [BARE / name for name in ("board.c", "string.c", "stdio.c", machine.board[0])]
    return compile_objects(machine, folder, sources, "-Os", "-fno-tree-loop-distribute-patterns")


def link(machine: Machine, program: Path, objects: "list[Path]", *flags: object) -> Path:
    bare = ["-nostdlib", f"-L{BARE}", "-T", BARE / machine.board[1]] if machine.board else []
    libraries = ["-lgcc"] if machine.board else []
    command(machine.compiler, *machine.flags, *bare, "-Wl,--gc-sections", *flags, *objects, *libraries, "-o", program)
    return program


def run(machine: Machine, program: Path, *words: object, status: int = 0) -> str:
    """What the program says."""
    return command(*machine.emulator, program, *words, status=status)
