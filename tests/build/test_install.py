"""An installed promptrom: find_package(), the library, and the compiler as a command."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from projects import GREETINGS, INSTALLED, two_packs
from support import PYTHON, ROOT, InTemporaryDirectory, fails, run


class Install(InTemporaryDirectory):
    def setUp(self) -> None:
        super().setUp()
        build, self.prefix = self.directory / "build", self.directory / "prefix"
        run("cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DPROMPTROM_TESTS=OFF", "-DPROMPTROM_EXAMPLES=OFF",
            f"-DCMAKE_INSTALL_PREFIX={self.prefix}")
        run("cmake", "--build", build)
        run("cmake", "--install", build)
        self.project = two_packs(self.directory / "project", INSTALLED)

    def configure(self, prefix: Path) -> tuple[object, ...]:
        return ("cmake", "-S", self.project, "-B", self.directory / "out", "-G", "Ninja",
                f"-DCMAKE_PREFIX_PATH={prefix}")

    def test_find_package_after_a_move(self) -> None:
        moved = self.prefix.rename(self.directory / "elsewhere")
        shutil.rmtree(self.directory / "build")
        run(*self.configure(moved))
        run("cmake", "--build", self.directory / "out")
        self.assertEqual(run(self.directory / "out" / "hello"), GREETINGS)

    def test_without_it_nothing_is_found(self) -> None:
        self.assertIn("promptrom", fails(*self.configure(self.directory / "nowhere")))

    def test_another_version_is_refused(self) -> None:
        lists = self.project / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace(INSTALLED, "find_package(promptrom 99 REQUIRED)"))
        self.assertIn("99", fails(*self.configure(self.prefix)))

    def test_the_command(self) -> None:
        command, generated = self.prefix / "bin" / "promptrom", self.directory / "generated"
        (self.directory / "link").symlink_to(command)
        path = os.pathsep.join([str(Path(PYTHON).parent), os.environ["PATH"]])
        for name in (command, self.directory / "link"):
            run(name, "build", self.project / "packs" / "left", "-o", generated, env={"PATH": path})
            self.assertTrue((generated / "left.c").exists())
            shutil.rmtree(generated)
        said = run(command, "check", self.directory, env={"PATH": path}, status=1)
        self.assertIn("pack.yaml", said)
