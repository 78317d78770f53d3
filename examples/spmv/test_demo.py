# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tests of the demo's judgement: it must notice results that differ, and read counters that it does not know."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import demo  # noqa: E402


class Judgement(unittest.TestCase):
    def test_equal_and_reassociated_products_agree(self):
        demo.compare_products("m", "Tactus", [0.0, 3.0], [0.0, 3.0])
        demo.compare_products("m", "Tactus", [1.0 + 1e-13], [1.0])

    def test_different_products_are_an_error(self):
        for product in ([1.0, 2.0], [1.0, 2.0, 3.1], [1.0, 2.0, float("nan")], [1.0, 2.0, 0.0]):
            with self.assertRaises(demo.DemoError):
                demo.compare_products("m", "Tactus", product, [1.0, 2.0, 3.0])

    def test_promotions(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "counters.json"
            self.assertEqual(demo.promotions_by_loop(path), "-")
            path.write_text('{"loops": [{"file": "a.cpp", "line": 7, "promotions": 2}, {"line": 3, "promotions": 0}]}')
            self.assertEqual(demo.promotions_by_loop(path), "line 3: 0, line 7: 2")
            for text in ("", "{}", "[]", '{"loops": 3}', '{"loops": [{}]}'):
                path.write_text(text)
                self.assertEqual(demo.promotions_by_loop(path), "-")

    def test_a_wrong_program_fails_the_demo(self):
        """End to end: `serial` and a program whose last element differs."""
        with tempfile.TemporaryDirectory() as folder:
            programs = {}
            for system, last in (("serial", "2"), ("Tactus", "3")):
                programs[system] = Path(folder) / system
                programs[system].write_text(
                    "#!/bin/sh\necho rows 2\necho nonzeros 2\necho product_seconds 0.5\n"
                    f"for last; do :; done\nprintf '%%%%MatrixMarket\\n2 1\\n1\\n{last}\\n' > \"$last\"\n")
                programs[system].chmod(0o755)
            with self.assertRaisesRegex(demo.DemoError, "m: Tactus computes 3.0 for row 2, serial 2.0"):
                demo.measure("m", [], programs, 1, 1, Path(folder))
            programs["Tactus"] = programs["serial"]
            row = demo.measure("m", [], programs, 1, 1, Path(folder))
            self.assertEqual(row["times"], {"serial": 0.5, "Tactus": 0.5})

    def test_missing_compiler(self):
        self.assertEqual(demo.main(["/nowhere", "--check"]), 1)


if __name__ == "__main__":
    unittest.main()
