# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_statistics.py ROOT: the table that TACTUS_STATS=1 prints, as people read it in a window of 80 columns."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
LONG_FILE = "a_long_name_of_a_source_file_as_large_projects_have_them.cpp"
PROGRAM = """#include <tactus/tactus.hpp>
#include <vector>
namespace numerical_methods {
template <class Number> Number everything(std::vector<Number> &values) {
  tactus::parallel_for(std::size_t{0}, values.size(), [&](std::size_t i) { values[i] += 1 / values[i]; });
  return values[0];
}
}
int main(int count, char **) {
  if (count > 1)
    return 0;
  std::vector<double> values(1000000, 1.0);
  return numerical_methods::everything(values) > 3;
}
"""


class Statistics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        (cls.folder / LONG_FILE).write_text(PROGRAM)
        subprocess.run([ROOT / "bin/tactus-clang++", "-std=c++20", "-O2", LONG_FILE, "-o", "program"], cwd=cls.folder, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def table(self, *arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
        done = subprocess.run([self.folder / "program", *arguments], text=True, capture_output=True,
                              env={**environment, "TACTUS_STATS": "1", "TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1"})
        return done.stderr

    def test_it_fits_and_is_short(self):
        table = self.table()
        self.assertEqual([line for line in table.splitlines() if len(line) > 80], [])
        self.assertRegex(table, r"(?m)^  promotions +[1-9]\d*$")
        # Counters of what has not happened are not there, nor the heading of forks, of which the program has none.
        self.assertEqual(re.findall(r"(?m)^  [a-z ]+ +0$", table), [])
        self.assertNotIn("forks/poll", table)
        # A long place stands above its numbers, and functions are cut.
        self.assertRegex(table, rf"(?m)^  {re.escape(LONG_FILE)}:5\n +[1-9]\d* +[1-9]\d* +\d+  .{{11}}\.\.\.$")

    def test_it_says_that_nothing_was_promoted(self):
        self.assertRegex(self.table("nothing"), r"(?m)^  promotions +0$")


if __name__ == "__main__":
    unittest.main()
