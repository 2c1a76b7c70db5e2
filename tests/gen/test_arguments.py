"""Arguments in JSON: what is wrong with them is said, and nothing is guessed."""

from __future__ import annotations

import unittest

import checking  # noqa: F401 - finds the compiler

from promptrom import arguments, rawjson


class FromJson(unittest.TestCase):
    def refused(self, text: str, says: str) -> None:
        with self.assertRaises(ValueError) as caught:
            arguments.from_json(text)
        self.assertIn(says, str(caught.exception))

    def test_an_object(self) -> None:
        self.assertEqual(arguments.from_json('{"a": "\\ud83d\\ude00", "b": [{"c": 1}]}'), {"a": "😀", "b": [{"c": 1}]})

    def test_what_is_refused(self) -> None:
        self.refused("[1]", "not a JSON object")
        self.refused('{"a": 1, "a": 1}', "a given twice")
        self.refused('{"a": [{"b": 1, "b": 2}]}', "b given twice")
        self.refused('{"a": NaN}', "NaN")
        self.refused('{"a": "\\ud800"}', "half a character")
        self.refused('{"a": "\\udcff"}', "half a character")
        self.refused('{"a": ' + "[" * 100000 + "]" * 100000 + "}", "nested too deep")

    def test_raw_numbers_of_any_length(self) -> None:
        self.assertTrue(rawjson.well_formed(b"9" * 5000))
        self.assertTrue(rawjson.well_formed(b"-0." + b"9" * 5000))
        self.assertFalse(rawjson.well_formed(b"0" * 5000))


if __name__ == "__main__":
    unittest.main()
