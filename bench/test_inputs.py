#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tests of the loaders of input files: what good files mean, and the one line that each kind of bad file ends with."""

import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness import build, kernels  # noqa: E402


def setUpModule():
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    Inputs.folder = Path(folder.name)
    toolchain = build.find_toolchain(Inputs.folder)
    names = ["cg", "ttv", "bfs", "cc", "floyd-warshall"]
    Inputs.programs = {kernel.name: build.build_kernel(toolchain, kernel, "serial", Inputs.folder)
                       for kernel in kernels.select(names, ["loops"])["loops"]}


class Inputs(unittest.TestCase):
    def run_kernel(self, kernel, *arguments):
        return subprocess.run([self.programs[kernel], *map(str, arguments), "--reps", "1", "--verify"],
                              capture_output=True, text=True, cwd=self.folder)

    def run_on(self, kernel, text):
        (self.folder / "input").write_bytes(text if isinstance(text, bytes) else text.encode())
        return self.run_kernel(kernel, "--input", "input")

    def checksum(self, kernel, text):
        result = self.run_on(kernel, text)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return float(next(line.split()[1] for line in result.stdout.splitlines() if line.startswith("checksum")))

    def assert_refused(self, kernel, text, *expected):
        result = self.run_on(kernel, text)
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1), result.stderr)
        for part in (f"{kernel}: error: input:", *expected, "; correct or replace the file"):
            self.assertIn(part, result.stderr)


BANNER = "%%MatrixMarket matrix coordinate real general\n"


class MatrixMarket(Inputs):
    def test_formats_mean_the_same(self):
        full = self.checksum("cg", BANNER + "% comment\n\n3 3 3\n1 2 1.0\n2 1 1.0e0\n3 3 1\n")
        symmetric = self.checksum("cg", "%%MatrixMarket MATRIX Coordinate integer Symmetric\n3 3 2\n2 1 1\n3 3 1\n")
        pattern = self.checksum("cg", "%%MatrixMarket matrix coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 3\r\n")
        twice = self.checksum("cg", BANNER + "3 3 4\n1 2 .5\n1 2 .5\n2 1 1\n3 3 1")
        self.assertEqual({full, symmetric, pattern, twice}, {full})

    def test_banner(self):
        for text in ("", "hello\n", "%%MatrixMarket matrix\n", "%%MatrixMarket vector coordinate real general\n"):
            self.assert_refused("cg", text, "no file of Matrix Market")
        self.assert_refused("cg", "%%MatrixMarket matrix array real general\n", "input:1:", "'array' is not supported")
        self.assert_refused("cg", "%%MatrixMarket matrix coordinate complex general\n", "real, integer, pattern")
        self.assert_refused("cg", "%%MatrixMarket matrix coordinate real hermitian\n", "general, symmetric")

    def test_size(self):
        self.assert_refused("cg", BANNER, "ends before the line with the size")
        self.assert_refused("cg", BANNER + "3 3\n", "input:2: the number of entries is missing")
        self.assert_refused("cg", BANNER + "0 3 1\n", "number of rows is 0, expected a whole number from 1")
        self.assert_refused("cg", BANNER + "3 3 1 1\n", "there is '1' behind")
        self.assert_refused("cg", BANNER + "9999999999999999999999 3 1\n", "number of rows is 9999999999999999999999")

    def test_entries(self):
        self.assert_refused("cg", BANNER + "3 3 2\n1 1 1\n", "ends after 1 of 2 entries")
        self.assert_refused("cg", BANNER + "3 3 1\n1 1 1\n2 2 2\n", "input:4: there is more than the 1 entries")
        self.assert_refused("cg", BANNER + "3 3 1\n1 4 1\n", "input:3: the column is 4, expected a whole number from 1 to 3")
        self.assert_refused("cg", BANNER + "3 3 1\n-1 1 1\n", "the row is -1")
        self.assert_refused("cg", BANNER + "3 3 1\n1 1 x\n", "the value is x, expected a finite number")
        self.assert_refused("cg", BANNER + "3 3 1\n1 1 nan\n", "the value is nan")
        self.assert_refused("cg", BANNER + "3 3 1\n1 1\n", "the value is missing")
        self.assert_refused("cg", BANNER + "3 3 1\n1 1 1 7\n", "there is '7' behind")
        self.assert_refused("cg", BANNER.encode() + b"3 3 1\n1 \0 1\n", "zero byte")

    def test_only_square_systems_have_solutions(self):
        result = self.run_on("cg", BANNER + "3 2 1\n1 1 1\n")
        self.assertEqual((result.returncode, result.stderr), (
            1, "cg: error: input: the matrix has 3 rows and 2 columns, choose a square one\n"))


class Snap(Inputs):
    def test_search_in_a_known_graph(self):
        # 10 is the busiest vertex and becomes number 0; its children are 1 and 2, and 3 hangs below 1. 4 and 5 are apart.
        graph = "# a comment\n10\t20\n10 30\n20 40\n30 40\n30 30\n10 20\n50 60\n"
        # Of parents times places: 0 * 2, 0 * 3 and 1 * 4.
        self.assertEqual(self.checksum("bfs", graph), 1 * 4)

    def test_components_of_a_known_graph(self):
        # Both components are found although the edges have a direction. Labels times places: 0, 0, and 2 * 3 + 2 * 4.
        self.assertEqual(self.checksum("cc", "2 1\n8 9\n"), 2 * 3 + 2 * 4)

    def test_bad_files(self):
        self.assert_refused("bfs", "# nothing\n\n", "ends without an edge")
        self.assert_refused("bfs", "1 2\n3\n", "input:2: the second vertex is missing")
        self.assert_refused("bfs", "1 2.5\n", "the second vertex is 2.5")
        self.assert_refused("bfs", "-1 2\n", "the first vertex is -1")
        self.assert_refused("bfs", "1 2 3\n", "there is '3' behind")
        self.assert_refused("bfs", "18446744073709551616 2\n", "the first vertex is 18446744073709551616")


class Frostt(Inputs):
    def test_entries_at_one_place_are_added(self):
        once = self.checksum("ttv", "# comment\n1 1 2 3.0\n2 1 1 -1\n2 2 2 1e0\n")
        twice = self.checksum("ttv", "2 2 2 1\n1 1 2 1.25\n2 1 1 -1\n1 1 2 1.75\n")
        self.assertEqual(once, twice)

    def test_bad_files(self):
        self.assert_refused("ttv", "", "ends without an entry")
        self.assert_refused("ttv", "1 1 1\n", "input:1: the value is missing")
        self.assert_refused("ttv", "1 1 1 1\n0 1 1 1\n", "input:2: the first index is 0, expected a whole number from 1")
        self.assert_refused("ttv", "1 1 1 1 1\n", "there is '1' behind")
        self.assert_refused("ttv", "1 1 1 inf\n", "the value is inf")
        self.assert_refused("ttv", "1 99999999999 1 1\n", "the second index is 99999999999")


class Options(Inputs):
    def test_sizes_beyond_memory(self):
        limit = 256 << 20
        for kernel in ("bfs", "cg", "ttv"):
            result = subprocess.run([self.programs[kernel], "--size", "100000000"], capture_output=True, text=True,
                                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertEqual((result.returncode, result.stderr), (
                1, f"{kernel}: error: no memory for inputs of this size, choose a smaller --size\n"))

    def test_missing_files(self):
        result = self.run_kernel("bfs", "--input", "elsewhere")
        self.assertEqual((result.returncode, result.stderr), (
            1, "bfs: error: elsewhere: cannot open: No such file or directory, name a file that can be read\n"))

    def test_folders(self):
        result = self.run_kernel("bfs", "--input", ".")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot read on: Is a directory", result.stderr)

    def test_kernels_without_a_format(self):
        result = self.run_kernel("floyd-warshall", "--input", "x")
        self.assertEqual((result.returncode, result.stderr), (
            2, "floyd-warshall: error: --input x: this kernel generates its input, see --help\n"))


if __name__ == "__main__":
    unittest.main()
