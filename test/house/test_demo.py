"""test_demo.py NINJA FOLDER: `make demo` compiles neither a command line nor tests. Its target is tactus-compiler; tactus-clang
passes its options to clang, and CLI11 and GoogleTest take seconds of every file that reads them."""
import subprocess
import sys
import unittest

NINJA, FOLDER = sys.argv[1:3]
HEADERS = ("CLI/CLI.hpp", "gtest/gtest.h")


def ninja(tool, *arguments):
    return subprocess.run([NINJA, "-C", FOLDER, "-t", tool, *arguments], capture_output=True, text=True,
                          check=True).stdout.splitlines()


class Demo(unittest.TestCase):
    def test_reads_no_header_of_other_parts(self):
        objects = [line for line in ninja("inputs", "tactus-compiler") if line.endswith(".o")]
        self.assertIn("driver/CMakeFiles/tactus-driver.dir/clang_main.cpp.o", objects)
        file, found, known = "", [], 0
        for line in ninja("deps", *objects):
            if not line.startswith(" "):
                file, known = line.split(":")[0], known + ("#deps" in line)
            elif line.endswith(HEADERS):
                found.append((file, line.strip()))
        self.assertGreater(known, len(objects) // 2, "ninja has no record of what most objects read")
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
