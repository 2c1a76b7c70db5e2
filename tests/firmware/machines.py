"""The machines that the runtime is built for here: how to compile, link and run for each.

Those without an operating system get start-up code, memcpy and its like, and a little of printf from bare/."""

from __future__ import annotations

import re
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
#: Neither headers nor start-up code of a C library, but the compiler may still know what memcpy does.
FREESTANDING = ["-ffreestanding", "-fbuiltin", f"-I{BARE}"]
#: As CMake's option PROMPTROM_SMALL has it.
SMALL = ("-Os", "-DPRM_SMALL", "-fno-jump-tables")
FAST = ("-O2",)


class Failed(AssertionError):
    """A command ended otherwise than it should have."""


@dataclass(frozen=True)
class Machine:
    name: str
    compiler: str
    flags: tuple[str, ...]
    library: tuple[str, ...]  #: flags of the runtime: small or fast
    emulator: tuple[str, ...]  #: the program's path is put behind it
    packages: str  #: what Debian calls the compiler and the emulator
    board: tuple[str, ...] = ()  #: start-up code; none: there is an operating system
    linking: tuple[str, ...] = ("-Wl,--gc-sections",)
    memory: int = 1 << 20  #: bytes that a program of cases may take for results
    linker: str = ""  #: a tool that the compiler calls, and that may be missing

    @property
    def by_gcc(self) -> bool:
        return self.compiler != "clang"

    def tool(self, name: str) -> str:
        """A tool of the compiler's own."""
        return re.sub(r"gcc$", name, self.compiler)

    def missing(self) -> str:
        """The first tool that is not here, or nothing."""
        tools = (self.compiler, self.linker, *self.emulator[:1])
        return next((tool for tool in tools if tool and not shutil.which(tool)), "")


def bare_linking(script: str) -> tuple[str, ...]:
    return ("-nostdlib", "-Wl,--gc-sections", f"-L{BARE}", "-T", str(BARE / script))


ARM_EMULATOR = ("qemu-system-arm", "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config",
                "enable=on,target=native")
ARM_PACKAGES = "gcc-arm-none-eabi and qemu-system-arm"

HOST = Machine("x86-64", "gcc", (), FAST, (), "gcc")
CORTEX_M3 = Machine(
    "Cortex-M3", "arm-none-eabi-gcc", ("-mcpu=cortex-m3", "-mthumb"), SMALL,
    (*ARM_EMULATOR, "-M", "mps2-an385", "-kernel"), ARM_PACKAGES, ("cortex_m.c", "board.c"),
    bare_linking("mps2-an385.ld"))
CORTEX_M0 = Machine(
    "Cortex-M0", "arm-none-eabi-gcc", ("-mcpu=cortex-m0", "-mthumb"), FAST,
    (*ARM_EMULATOR, "-M", "microbit", "-kernel"), ARM_PACKAGES, ("cortex_m.c", "board.c"),
    bare_linking("microbit.ld"), memory=12 << 10)
RISCV = Machine(
    "RV32", "riscv64-unknown-elf-gcc", ("-march=rv32imac", "-mabi=ilp32"), FAST,
    ("qemu-system-riscv32", "-M", "virt", "-bios", "none", "-nographic", "-monitor", "none", "-serial", "stdio",
     "-kernel"), "gcc-riscv64-unknown-elf and qemu-system-misc", ("riscv.c", "board.c"), bare_linking("virt.ld"))
S390X = Machine("s390x", "s390x-linux-gnu-gcc", ("-static",), FAST, ("qemu-s390x",),
                "gcc-s390x-linux-gnu, libc6-dev-s390x-cross and qemu-user")
WASM32 = Machine("wasm32", "clang", ("--target=wasm32", "-fno-builtin-bcmp"), FAST, ("node", str(BARE / "wasm.mjs")),
                 "clang, lld and nodejs", ("wasm.c",), ("-nostdlib", "-Wl,--no-entry"), linker="wasm-ld")

#: All but the host.
OTHERS = (CORTEX_M3, CORTEX_M0, RISCV, S390X, WASM32)


def command(*words: object, cwd: Path | None = None, status: int = 0) -> str:
    """Output of a command, both streams."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False, timeout=300)
    if done.returncode != status:
        raise Failed(f"{words[0]} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def compile_objects(machine: Machine, folder: Path, sources: list[Path], *flags: object) -> list[Path]:
    """The objects of these sources, in a folder of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    bare = FREESTANDING if machine.board else []
    command(machine.compiler, *STRICT, *SECTIONS, *bare, *machine.flags, f"-I{ROOT / 'include'}", *flags, "-c",
            *sources, cwd=folder)
    return [folder / f"{source.stem}.o" for source in sources]


def runtime(machine: Machine, folder: Path, *flags: object) -> list[Path]:
    return compile_objects(machine, folder, CORE, *machine.library, *flags)


def board(machine: Machine, folder: Path) -> list[Path]:
    """What stands in for an operating system and a C library."""
    if not machine.board:
        return []
    # Loops that copy and fill must not become calls of themselves.
    alone = ["-fno-builtin"] + (["-fno-tree-loop-distribute-patterns"] if machine.by_gcc else [])
    return compile_objects(machine, folder, [BARE / name for name in ("string.c", "stdio.c", *machine.board)], "-Os",
                           *alone)


def link(machine: Machine, program: Path, objects: list[Path], *flags: object) -> Path:
    compiler_library = ["-lgcc"] if machine.board and machine.by_gcc else []
    command(machine.compiler, *machine.flags, *machine.linking, *flags, *objects, *compiler_library, "-o", program)
    return program


def run(machine: Machine, program: Path, *words: object, status: int = 0) -> str:
    """What the program says."""
    return command(*machine.emulator, program, *words, status=status)
