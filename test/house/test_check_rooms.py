"""test_check_rooms.py SCRIPT: what scripts/check_rooms.py finds in small trees."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = sys.argv.pop(1)
PLAN = """# Rooms
## The house: `house/`
1. `low/`: what others use.
2. `high/left/`: uses it.
3. `high/right/`: uses both.
"""


class CheckRooms(unittest.TestCase):
    def check(self, files, plan=PLAN):
        """Exit status and errors for a tree of these files."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**files, "docs/internals/rooms.md": plan}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            run = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True)
            return run.returncode, run.stderr

    def test_includes_that_go_down_are_fine(self):
        files = {
            "house/low/a.h": '#include "low/b.h"\n#include "llvm/IR/Module.h"\n',
            "house/low/b.h": "",
            "house/high/left/c.cpp": '#include "low/a.h"\n',
            "house/high/right/d.cpp": '#include "high/left/c.h"\n',
            "house/high/left/c.h": "",
            "house/Top.cpp": '#include "high/right/d.cpp"\n',
        }
        self.assertEqual(self.check(files), (0, ""))

    def test_an_include_that_points_up(self):
        status, errors = self.check({"house/low/a.h": '#include "high/left/c.h"\n', "house/high/left/c.h": ""})
        self.assertEqual(status, 1)
        self.assertIn("house/low/a.h: includes high/left/c.h", errors)

    def test_a_path_from_the_includers_folder(self):
        files = {"house/low/a.h": '#include "../high/left/c.h"\n#include "b.h"\n', "house/low/b.h": "",
                 "house/high/left/c.h": '#include "../../low/b.h"\n'}
        status, errors = self.check(files)
        self.assertEqual(status, 1)
        self.assertEqual(errors.count("above"), 1, errors)

    def test_a_path_that_names_the_house(self):
        files = {"house/low/a.h": '#include "house/high/left/c.h"\n', "house/high/left/c.h": '#include "abi/b.h"\n',
                 "abi/b.h": ""}
        status, errors = self.check(files)
        self.assertEqual(status, 1)
        self.assertEqual(errors.count("above"), 1, errors)

    def test_rooms_beside_each_other_have_an_order(self):
        files = {"house/high/left/a.h": '#  include "high/right/b.h"\n', "house/high/right/b.h": ""}
        self.assertIn("is above high/left/", self.check(files)[1])

    def test_an_include_of_the_top(self):
        self.assertEqual(self.check({"house/low/a.h": '#include "Top.h"\n', "house/Top.h": ""})[0], 1)

    def test_a_file_in_no_room(self):
        status, errors = self.check({"house/cellar/a.cpp": ""})
        self.assertEqual(status, 1)
        self.assertIn("house/cellar/a.cpp: is in no room", errors)

    def test_a_plan_without_rooms_is_an_error(self):
        self.assertIn("a plan without rooms", self.check({}, "# Rooms\n")[1])


unittest.main()
