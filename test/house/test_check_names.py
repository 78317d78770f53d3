"""test_check_names.py SCRIPT: what scripts/check_names.py finds in small trees."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = sys.argv.pop(1)


class CheckNames(unittest.TestCase):
    def check(self, files):
        """Exit status and errors for a tree of these files."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, "compiler", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            run = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True)
            return run.returncode, run.stderr

    def test_two_files_of_a_folder(self):
        status, errors = self.check({"room/a.cpp": "static bool isOwn(int a) { return a; }\n",
                                     "room/b.cpp": "const Value *isOwn(long b) {\n  return isOwn(b);\n}\n"})
        self.assertEqual(status, 1)
        self.assertIn("room: isOwn() is in a.cpp and b.cpp", errors)

    def test_files_of_two_folders(self):
        files = {"one/a.cpp": "static void run() {}\n", "two/b.cpp": "static void run() {}\n"}
        self.assertEqual(self.check(files), (0, ""))

    def test_what_a_header_declares_has_overloads(self):
        files = {"room/a.h": "void lower(Fork &fork);\nvoid lower(Loop &loop);\n", "room/a.cpp": "void lower(Fork &fork) {}\n",
                 "room/b.cpp": "void lower(Loop &loop) {}\n"}
        self.assertEqual(self.check(files), (0, ""))

    def test_declarations_may_be_repeated(self):
        files = {"room/a.cpp": "int count();\nint f() { return count(); }\n", "room/b.cpp": "int count();\nint g() { return count(); }\n"}
        self.assertEqual(self.check(files), (0, ""))

    def test_calls_and_members_are_none(self):
        files = {"room/a.cpp": "struct A {\n  int size() { return 0; }\n};\nint Of::all() { return 0; }\n",
                 "room/b.cpp": "struct B {\n  int size() { return 0; }\n};\nint On::all() {\n  return size();\n}\n"}
        self.assertEqual(self.check(files), (0, ""))


unittest.main()
