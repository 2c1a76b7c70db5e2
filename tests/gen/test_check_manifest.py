from __future__ import annotations

import unittest

from checking import HEAD, CheckCase, check_files

HELLO = "slots:\n  hello: {text: Hello}\n"


class Manifest(CheckCase):
    def test_smallest_pack(self) -> None:
        pack = self.good(HELLO)
        self.assertEqual((pack.name, pack.prefix, pack.version, pack.overridable, pack.formats),
                         ("example", "example", "", False, ("text",)))

    def test_all_settings(self) -> None:
        pack = self.good("prefix: ex\nversion: 1.0\noverridable: true\nformats: [json, text]\nforeign: [tags]\n"
                         "doc: A pack.\nx-owner: me\ntags: [a]\nallow: [PR0410]\nvariables: {n: {type: "
                         "text}}\n" + HELLO)
        self.assertEqual((pack.prefix, pack.version, pack.overridable, pack.formats),
                         ("ex", "1.0", True, ("text", "json")))

    def test_name_with_dashes_gives_a_prefix(self) -> None:
        pack, _ = check_files({"pack.yaml": "promptrom: 1\npack: my-pack\n" + HELLO})
        self.assertEqual((pack.name, pack.prefix), ("my-pack", "my_pack"))

    def test_names_that_are_refused(self) -> None:
        for name in ("1pack", "_pack", "a.b", "a b", "päck", "''", "a/b"):
            with self.subTest(name):
                _, report = check_files({"pack.yaml": f"promptrom: 1\npack: {name}\n" + HELLO})
                self.assertEqual([item.code for item in report.items], ["PR0407"])

    def test_prefixes_that_are_refused(self) -> None:
        for prefix in ("a-b", "1", "prm", "PRM", "promptrom"):
            with self.subTest(prefix):
                self.bad(f"prefix: {prefix}\n" + HELLO, "PR0407", prefix)

    def test_pack_called_like_the_library(self) -> None:
        _, report = check_files({"pack.yaml": "promptrom: 1\npack: prm\n" + HELLO})
        self.assertEqual([item.code for item in report.items], ["PR0407"])
        pack, report = check_files({"pack.yaml": "promptrom: 1\npack: prm\nprefix: mine\n" + HELLO})
        self.assertEqual((report.items, pack.prefix), ([], "mine"))

    def test_format_version(self) -> None:
        for version, code in (("2", "PR0404"), ("1.0", "PR0404"), ("one", "PR0404"), ("[1]", "PR0404"),
                              ("'1'", "PR0404")):
            with self.subTest(version):
                _, report = check_files({"pack.yaml": f"promptrom: {version}\npack: a\n" + HELLO})
                self.assertEqual([item.code for item in report.items], [code])

    def test_what_must_be_there(self) -> None:
        _, report = check_files({"pack.yaml": HELLO})
        self.assertEqual([item.code for item in report.items], ["PR0403", "PR0403"])

    def test_unknown_key_has_a_suggestion(self) -> None:
        item = self.bad("syntx: double\n" + HELLO, "PR0401", "syntx")
        self.assertEqual(item.helps, ("did you mean syntax?",))

    def test_words(self) -> None:
        self.bad("syntax: doubled\n" + HELLO, "PR0405", "doubled", "did you mean double?")
        self.bad("newlines: drop\n" + HELLO, "PR0405", "drop")
        self.bad("final_newline: no\n" + HELLO, "PR0405", "no")
        self.bad("formats: [text, jsn]\n" + HELLO, "PR0405", "jsn")
        self.bad("formats: [json]\n" + HELLO, "PR0405")
        self.bad("defaults: {placeholders: all}\n" + HELLO, "PR0405", "all")

    def test_booleans_are_true_or_false(self) -> None:
        self.bad("overridable: yes\n" + HELLO, "PR0402", "yes")
        self.bad("overridable: 'true'\n" + HELLO, "PR0402", "'true'")
        self.assertTrue(self.good("overridable: True\n" + HELLO).overridable)

    def test_settings_stand_in_the_manifest_only(self) -> None:
        for key in ("syntax: double", "allow: []", "pack: b", "promptrom: 1"):
            with self.subTest(key):
                self.bad("", "PR0420", key.split(":")[0], **{"more.yaml": key + "\n" + HELLO})

    def test_packs_within(self) -> None:
        for name, what in (("y/pack.yaml", "move y out"), ("more.yaml", "move more.yaml out")):
            with self.subTest(name):
                more = "promptrom: 1\npack: b\nsyntax: double\n" + HELLO
                self.bad(HELLO, "PR0127", "promptrom", what, **{name: more})

    def test_declarations_in_several_files(self) -> None:
        pack = self.good("variables: {a: {type: text}}\n", **{
            "x.yaml": "variables: {b: {type: text}}\nslots: {one: {placeholders: [a, b], text: \"{a}{b}\"}}\n",
            "y/z.yaml": "slots: {two: {text: Two}}\n"})
        self.assertEqual([item.id for item in pack.entries], ["one", "two"])

    def test_one_name_in_two_files(self) -> None:
        item = self.bad("variables: {a: {type: text}}\nslots: {h: {placeholders: [a], text: '{a}'}}\n", "PR0408", "a",
                        **{"b.yaml": "variables: {a: {type: integer}}\n"})
        self.assertEqual(item.span.source.name, "b.yaml")
        self.assertEqual(item.related[0].span.source.name, "pack.yaml")

    def test_allow(self) -> None:
        self.bad("allow: [PR0409]\n" + HELLO, "PR0422", "PR0409", "only warnings")
        self.bad("allow: [PR9999]\n" + HELLO, "PR0422", "PR9999")
        self.bad("allow: [unused]\n" + HELLO, "PR0422", "unused")

    def test_allow_silences_warnings_and_nothing_else(self) -> None:
        unused = "variables: {a: {type: text}}\n" + HELLO
        self.warned(unused, "PR0410", "a")
        self.warned("allow: [PR0411]\n" + unused, "PR0410")
        self.good("allow: [PR0410]\n" + unused)

    def test_every_error_stands_at_its_place(self) -> None:
        """Five different mistakes in three files: five errors in one run."""
        pack, report = check_files({
            "pack.yaml": HEAD + "syntax: singel\nvariables:\n  pct: {type: integer, min: 9, max: 1}\n  name: {type: "
                                "text}\n",
            "slots.yaml": "slots:\n  a: {placeholders: [pct], text: \"{pctt}\"}\n  b: {placeholders: [nme], text: "
                          "hi}\n",
            "deep/c.md": "---\nplaceholders: [name]\nrequire: [name]\n---\n{name}\n"})
        self.assertIsNone(pack)
        found = sorted((item.span.source.name, item.span.source.position(item.span.start), item.code)
                       for item in report.items)
        self.assertEqual(found, [
            ("deep/c.md", (3, 1), "PR0401"), ("pack.yaml", (3, 9), "PR0405"), ("pack.yaml", (5, 37), "PR0418"),
            ("slots.yaml", (2, 35), "PR0301"), ("slots.yaml", (3, 22), "PR0409")])

    def test_no_manifest_and_broken_manifest(self) -> None:
        for files in ({}, {"pack.yaml": "a: [\n"}, {"pack.yaml": "- a\n"}, {"pack.yaml": "text\n"},
                      {"pack.yaml": b"\xff\xfe"}):
            pack, report = check_files(files)
            self.assertIsNone(pack)
            self.assertTrue(report.failed)

    def test_files_of_the_pack_are_listed(self) -> None:
        pack = self.good("", **{"a/b.md": "Hi\n", "README.md": "no slot\n"})
        self.assertEqual([item.id for item in pack.entries], ["a.b"])
        self.assertEqual(len([name for name in pack.files if name.endswith("b.md")]), 1)
        self.assertEqual(len([name for name in pack.files if name.endswith("/a")]), 1)


if __name__ == "__main__":
    unittest.main()
