"""test_count.py: what count.py reads in callgrind's files, and when it calls a count worse."""
import unittest

import count

PROFILE = """\
fn=(1) main
16 30
cfn=(2) runTimed
calls=1 26
+4 4711
cfn=(3) other
calls=2 40
117 99
fn=(2)
26 11
cfn=(3)
calls=1 40
* 50
fn=(4) nest
cfi=(5) elsewhere.c
cfn=(2)
calls=1 26
9 289
"""


class Count(unittest.TestCase):
    def test_calls_are_added_up_by_name(self):
        self.assertEqual(count.inclusive_counts(PROFILE, {"runTimed"}), {"runTimed": 5000})
        self.assertEqual(count.inclusive_counts(PROFILE, {"other"}), {"other": 149})

    def test_a_function_that_is_not_called_has_no_count(self):
        self.assertEqual(count.inclusive_counts(PROFILE, {"main", "nobody"}), {})

    def test_one_percent_is_allowed(self):
        self.assertEqual(count.judged({"a": 10100}, {"a": 10000})[1], [])
        self.assertEqual(count.judged({"a": 10101}, {"a": 10000})[1], ["a"])
        self.assertEqual(count.judged({"a": 5000}, {"a": 10000})[1], [])

    def test_a_figure_for_each_count(self):
        self.assertEqual(count.judged({"new": 1}, {})[1], ["new"])
        figures = count.read_figures()[1]
        self.assertEqual(set(figures), {name for program in count.PROGRAMS for name in program.functions})


if __name__ == "__main__":
    unittest.main()
