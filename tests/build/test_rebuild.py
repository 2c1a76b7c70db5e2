"""What a build does again after a change: exactly what is needed, under Ninja and Makefiles alike."""

from __future__ import annotations

import os
from pathlib import Path

from projects import GREETINGS, from_source, two_packs
from support import GENERATOR, PYTHON, InTemporaryDirectory, copy_project, fails, run, write

BOTH = {"left", "right"}


class Common:
    """Keeps the cases of both generators from being run for themselves."""

    class Rebuild(InTemporaryDirectory):
        generator = ""

        def setUp(self) -> None:
            super().setUp()
            self.promptrom = copy_project(self.directory / "promptrom")
            self.project = two_packs(self.directory / "project", from_source(self.promptrom))
            self.pack = self.project / "packs" / "left"
            self.out = self.directory / "out"
            run("cmake", "-S", self.project, "-B", self.out, "-G", self.generator)
            run("cmake", "--build", self.out, "--target", "hello")

        def times(self, pattern: str) -> dict[Path, int]:
            return {path: path.stat().st_mtime_ns for path in self.out.rglob(pattern)}

        def rebuilt(self) -> tuple[set[str], set[str]]:
            """Builds again. Returns the packs that were compiled, and the C files that were."""
            before = self.times("*.stamp"), self.times("*.o")
            run("cmake", "--build", self.out, "--target", "hello")
            after = self.times("*.stamp"), self.times("*.o")
            packs, objects = ({path.name.split(".")[0] for path, time in now.items() if then.get(path) != time}
                              for then, now in zip(before, after))
            return packs, objects

        def check(self, packs: set[str], objects: set[str]) -> None:
            """The next build does this, and the one after it nothing."""
            self.assertEqual(self.rebuilt(), (packs, objects))
            self.assertEqual(self.rebuilt(), (set(), set()))

        def said(self) -> str:
            return run(self.out / "hello")

        def test_only_what_changed(self) -> None:
            self.assertEqual(self.said(), GREETINGS)
            self.check(set(), set())

            os.utime(self.pack / "motto.txt")
            self.check({"left"}, set())

            write(self.pack / "motto.txt", "All is fine with left.\n")
            self.check({"left"}, {"left", "hello"})  # the header holds the pack's fingerprint
            self.assertEqual(self.said(), GREETINGS.replace("well", "fine", 1))

            os.utime(self.promptrom / "gen" / "promptrom" / "emit.py")
            self.check(BOTH, set())

            os.utime(self.pack / "pack.yaml")
            self.assertEqual(self.rebuilt()[1], set())
            self.check(set(), set())

        def test_files_that_come_and_go(self) -> None:
            write(self.pack / "fresh.md", "A new slot.\n")
            packs, objects = self.rebuilt()
            self.assertEqual(packs, {"left"})
            self.assertEqual(objects, {"left", "hello"})
            self.check(set(), set())
            self.assertIn("fresh", (self.out / "left.pack" / "left.h").read_text())

            (self.pack / "fresh.md").unlink()
            self.check({"left"}, {"left", "hello"})
            self.assertNotIn("fresh", (self.out / "left.pack" / "left.h").read_text())

        def test_an_error_leaves_the_old_files(self) -> None:
            before = {path: path.read_bytes() for path in (self.out / "left.pack").glob("left.[ch]")}
            self.assertEqual(len(before), 2)
            write(self.pack / "wrong.yaml", 'slots: {wrong: {placeholders: [who], text: "{whom}"}}\n')
            said = fails("cmake", "--build", self.out, "--target", "hello")
            self.assertIn("wrong.yaml:1:", said)
            self.assertIn("{whom}", said)
            after = {path: path.read_bytes() for path in (self.out / "left.pack").glob("left.[ch]")}
            self.assertEqual(after, before)
            fails("cmake", "--build", self.out, "--target", "hello")

            (self.pack / "wrong.yaml").unlink()
            self.assertEqual(self.rebuilt()[1], set())
            self.check(set(), set())


class Ninja(Common.Rebuild):
    generator = "Ninja"


class Makefiles(Common.Rebuild):
    generator = "Unix Makefiles"


class NegativeControl(InTemporaryDirectory):
    """The times that the other tests go by tell a rebuild from none."""

    def test_a_forced_rebuild_is_seen(self) -> None:
        case = Ninja("test_only_what_changed")
        case.setUp()
        self.addCleanup(case.doCleanups)
        next(case.out.rglob("left.c.o")).unlink()
        self.assertEqual(case.rebuilt(), (set(), {"left"}))


class PlainMakefile(InTemporaryDirectory):
    """The depfile read by make itself."""

    MAKEFILE = """\
out/left.stamp:
\t"{python}" "{compiler}" build "{pack}" -o out --depfile out/left.d --stamp $@
-include out/left.d
"""

    def test_files_that_come_and_go(self) -> None:
        project = two_packs(self.directory / "project")
        pack = project / "packs" / "left"
        write(project / "Makefile", self.MAKEFILE.format(python=PYTHON, compiler=GENERATOR, pack=pack))
        fresh = pack / "with a $ and a space.md"
        idle = "make: 'out/left.stamp' is up to date."
        for change in (lambda: None, lambda: write(fresh, "---\nslot: fresh\n---\nNew.\n"), fresh.unlink):
            change()
            self.assertNotIn(idle, run("make", cwd=project))
            self.assertIn(idle, run("make", cwd=project))
