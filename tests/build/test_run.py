"""`run` installs what is missing, says so, and leaves apt alone when nothing is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from support import PYTHON, ROOT, InTemporaryDirectory, run, write

#: What the script itself uses, and what it looks for.
TOOLS = "sh cat env printf mktemp rm tee sed tr id dirname nproc mkdir".split()
NEEDED = ("cmake ninja cc make c++ clang clang-tidy cppcheck valgrind arm-none-eabi-gcc qemu-system-arm "
          "riscv64-unknown-elf-gcc qemu-system-riscv32 s390x-linux-gnu-gcc qemu-s390x wasm-ld node").split()

DEMO_PACKAGES = "cmake ninja-build gcc libc6-dev"
BENCH_PACKAGES = f"{DEMO_PACKAGES} g++ libcjson-dev libyaml-dev libfmt-dev libctemplate-dev"
TEST_PACKAGES = (f"{DEMO_PACKAGES} make g++ clang libclang-rt-dev clang-tidy cppcheck libcmocka-dev libcjson-dev "
                 "libxxhash-dev libyaml-dev valgrind gcc-arm-none-eabi qemu-system-arm gcc-riscv64-unknown-elf "
                 "qemu-system-misc gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user lld nodejs")


class Run(InTemporaryDirectory):
    """Runs the script with a PATH that holds no more than a test puts there."""

    def setUp(self) -> None:
        super().setUp()
        self.bin = self.directory / "bin"
        self.bin.mkdir()
        self.log = self.directory / "log"
        self.project = self.directory / "a clone"
        for name in ("run", "gen/cmake/python_check.py"):
            target = self.project / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
        for name in TOOLS:
            self.link(name)
        (self.bin / "python3").symlink_to(PYTHON)

    def link(self, name: str) -> None:
        (self.bin / name).symlink_to(shutil.which(name))  # type: ignore[arg-type]

    def fake(self, name: str, code: str = "") -> Path:
        """A command that notes how it was called, in place of the link that may stand there."""
        (self.bin / name).unlink(missing_ok=True)
        text = f'#!/bin/sh\necho {name} "$@" >>"{self.log}"\n{code}\n'
        return write(self.bin / name, text, executable=True)

    def fake_apt(self, installs: str = "") -> None:
        """An apt-get that installs by copying commands that do nothing."""
        nothing = write(self.directory / "nothing", "#!/bin/sh\nexit 0\n", executable=True)
        copies = "\n".join(f'cp "{nothing}" "{self.bin}/{name}"' for name in installs.split())
        self.link("cp")
        quiet = '[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 9'
        self.fake("apt-get", f'{quiet}\ncase "$*" in *install*)\n{copies}\nesac')

    def start(self, *arguments: str, status: int | None = None) -> str:
        return run(self.project / "run", *arguments, cwd=self.directory, env={"PATH": str(self.bin)}, status=status)

    def called(self, name: str) -> list[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.split()[0] == name]

    def test_fakes_leave_the_machine_alone(self) -> None:
        real = Path(shutil.which("id") or "")
        before = real.read_bytes()
        self.fake("id", "echo 0")
        self.assertEqual(real.read_bytes(), before)
        self.assertFalse((self.bin / "id").is_symlink())

    def test_nothing_missing_and_apt_is_left_alone(self) -> None:
        self.fake_apt()
        for name in NEEDED:
            self.fake(name, "mkdir -p build/dev")
        self.fake("ctest", 'echo "67% tests passed, 1 tests failed out of 3"; exit 8')
        said = self.start("test", status=1)
        self.assertEqual(self.called("apt-get"), [])
        self.assertEqual(said.splitlines()[-1], "2 passed, 1 failed")

        self.fake("ctest", 'echo "100% tests passed, 0 tests failed out of 3"')
        self.assertEqual(self.start("test", status=0).splitlines()[-1], "3 passed, 0 failed")

    def test_installs_what_is_missing_and_says_so(self) -> None:
        self.fake_apt(installs=" ".join(NEEDED))
        self.fake("id", "echo 0")
        said = self.start("test")
        update, install = self.called("apt-get")
        self.assertTrue(update.endswith(" update"), update)
        self.assertTrue(install.endswith(f"install -y --no-install-recommends {TEST_PACKAGES}"), install)
        self.assertIn("DPkg::Lock::Timeout=600", install)
        self.assertIn(f"not found on this machine, and now installed by apt-get: {TEST_PACKAGES}", said)

    def test_the_demo_needs_less(self) -> None:
        self.fake_apt()
        self.fake("id", "echo 0")
        said = self.start("demo", status=1)
        self.assertTrue(self.called("apt-get")[1].endswith(f" {DEMO_PACKAGES}"))
        self.assertIn(f"still not found after installing them: {DEMO_PACKAGES}", said)

    def test_benchmarks_need_libraries_of_cpp_and_get_their_arguments(self) -> None:
        self.fake_apt()
        self.fake("id", "echo 0")
        self.start("bench", status=1)
        self.assertTrue(self.called("apt-get")[1].endswith(f" {BENCH_PACKAGES}"))

        for name in NEEDED:
            self.fake(name)
        write(self.project / "tests" / "bench" / "bench.py", "import sys\nprint(sys.argv[1:])\n")
        self.assertEqual(self.start("bench", "--write", "--only", "a b", status=0), "['--write', '--only', 'a b']\n")

    def test_a_python_without_jinja2_in_front_is_passed_over(self) -> None:
        self.fake_apt()
        self.fake("id", "echo 0")
        (self.bin / "python3").unlink()
        self.fake("python3", "printf 'no jinja2'")
        (self.directory / "good").mkdir()
        (self.directory / "good" / "python3").symlink_to(PYTHON)
        path = os.pathsep.join([str(self.bin), str(self.directory / "good")])
        run(self.project / "run", "demo", env={"PATH": path}, status=1)
        self.assertNotIn("python3-jinja2", self.called("apt-get")[1])

    def test_sudo_when_not_root(self) -> None:
        self.fake_apt()
        self.fake("id", "echo 1000")
        self.assertIn("must run as root, or sudo must be there", self.start("demo", status=1))
        self.assertEqual(self.called("apt-get"), [])

        self.fake("sudo", 'exec "$@"')
        self.assertIn("through sudo", self.start("demo", status=1))
        self.assertEqual(len(self.called("sudo")), 2)
        self.assertEqual(len(self.called("apt-get")), 2)

    def test_without_apt(self) -> None:
        said = self.start("demo", status=1)
        self.assertIn(f"the Debian packages '{DEMO_PACKAGES}'", said)
        self.assertIn("no apt-get here", said)

    def test_usage(self) -> None:
        self.assertIn("./run test", self.start("help", status=0))
        self.assertIn("./run test", self.start(status=0))
        self.assertIn("usage", self.start("tset", status=2))
