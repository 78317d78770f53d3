# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Tests of the spmv example: test_reader.py PROGRAM. Exact messages for malformed files, products against a naive one."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = None
KARATE = Path(__file__).resolve().parent / "matrices" / "karate.mtx"
GENERAL = b"%%MatrixMarket matrix coordinate real general\n"
SYMMETRIC = b"%%MatrixMarket matrix coordinate real symmetric\n"


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60)


def input_vector(columns):
    return [1 + i % 7 * 0.125 for i in range(columns)]


class Reader(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "m.mtx"

    def product(self, text):
        """The product that the program computes for a file with this text, and the facts that it prints."""
        self.path.write_bytes(text)
        output = Path(self.folder.name) / "product.mtx"
        result = run(self.path, "--batches", 1, "--batch-ms", 0, "--product", output)
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.returncode, 0)
        facts = dict(line.split(" ", 1) for line in result.stdout.splitlines())
        lines = output.read_text().split()
        # "%%MatrixMarket matrix array real general", then the size.
        self.assertEqual(lines[:7], ["%%MatrixMarket", "matrix", "array", "real", "general", facts["rows"], "1"])
        return [float(word) for word in lines[7:]], facts

    def assert_rejected(self, text, line, message):
        self.path.write_bytes(text)
        result = run(self.path)
        self.assertEqual(result.stderr, f"spmv: error: {self.path}:{line}: {message}\n")
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.returncode, 1)

    def test_general_real(self):
        product, facts = self.product(GENERAL + b"% comment\n\n3 4 4\n1 1 2\n3 4 -1e1\r\n1 3 +0.5\n\n3 1 4.\n")
        x = input_vector(4)
        self.assertEqual(product, [2 * x[0] + 0.5 * x[2], 0, 4 * x[0] - 10 * x[3]])
        self.assertEqual((facts["rows"], facts["columns"], facts["nonzeros"]), ("3", "4", "4"))

    def test_header_in_any_case_and_file_without_last_newline(self):
        product, _ = self.product(b"%%matrixmarket MATRIX Coordinate INTEGER General\n1 1 1\n1 1 -7")
        self.assertEqual(product, [-7.0])

    def test_symmetric_mirrors_the_lower_triangle_once(self):
        product, facts = self.product(SYMMETRIC + b"3 3 3\n1 1 5\n2 1 3\n3 2 4\n")
        x = input_vector(3)
        self.assertEqual(product, [5 * x[0] + 3 * x[1], 3 * x[0] + 4 * x[2], 4 * x[1]])
        self.assertEqual(facts["nonzeros"], "5")

    def test_skew_symmetric_mirrors_with_the_other_sign(self):
        product, _ = self.product(b"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n")
        x = input_vector(2)
        self.assertEqual(product, [-3 * x[1], 3 * x[0]])

    def test_repeated_entries_add_up(self):
        product, _ = self.product(GENERAL + b"1 1 2\n1 1 2\n1 1 3\n")
        self.assertEqual(product, [5.0])

    def test_no_entries(self):
        product, _ = self.product(GENERAL + b"2 3 0\n")
        self.assertEqual(product, [0.0, 0.0])

    def test_karate_club(self):
        """The facts that are published about it, and the product against a naive one."""
        edges = [tuple(map(int, line.split())) for line in KARATE.read_text().splitlines()
                 if not line.startswith("%")][1:]
        self.assertEqual((len(edges), len(set(edges))), (78, 78))
        neighbours = [[] for _ in range(34)]
        for a, b in edges:
            self.assertGreater(a, b)
            neighbours[a - 1].append(b - 1)
            neighbours[b - 1].append(a - 1)
        degrees = [len(friends) for friends in neighbours]
        self.assertEqual((degrees[0], degrees[33], degrees[32], min(degrees)), (16, 17, 12, 1))
        product, facts = self.product(KARATE.read_bytes())
        self.assertEqual((facts["rows"], facts["nonzeros"]), ("34", "156"))
        x = input_vector(34)
        self.assertEqual(product, [sum(x[friend] for friend in friends) for friends in neighbours])

    def test_missing_file(self):
        result = run(self.path)
        self.assertEqual(result.stderr, f"spmv: error: {self.path}: cannot open the file (No such file or directory), "
                                        "check its name\n")
        self.assertEqual(result.returncode, 1)

    def test_folder(self):
        result = run(self.folder.name)
        self.assertEqual(result.stderr, f"spmv: error: {self.folder.name}: cannot read the file (Is a directory), "
                                        "name a Matrix Market file\n")
        self.assertEqual(result.returncode, 1)

    def test_bad_headers(self):
        missing = "no Matrix Market header, the first line must begin with %%MatrixMarket"
        self.assert_rejected(b"", 1, missing)
        self.assert_rejected(b"\n", 1, missing)
        self.assert_rejected(b"3 3 1\n1 1 1\n", 1, missing)
        self.assert_rejected(b"\x7fELF\0\0\0\n", 1, missing)
        self.assert_rejected(b"%%MatrixMarket matrix coordinate\n", 1,
                             "the header has 3 words, write %%MatrixMarket matrix coordinate real general")
        self.assert_rejected(b"%%MatrixMarket vector coordinate real general\n", 1,
                             "the file holds a 'vector', give a file that holds a matrix")
        self.assert_rejected(b"%%MatrixMarket matrix array real general\n", 1,
                             "the format is 'array', convert the matrix to coordinate format")
        self.assert_rejected(b"%%MatrixMarket matrix coordinate complex general\n", 1,
                             "values are 'complex', convert them to real, integer or pattern")
        self.assert_rejected(b"%%MatrixMarket matrix coordinate real hermitian\n", 1,
                             "the symmetry is 'hermitian', convert the matrix to general, symmetric or skew-symmetric")
        self.assert_rejected(b"%%MatrixMarket matrix coordinate pattern skew-symmetric\n", 1,
                             "a pattern has no signs and cannot be skew-symmetric, declare it as symmetric or give values")

    def test_bad_size_lines(self):
        self.assert_rejected(GENERAL, 1, "the size line is missing, write: rows columns entries")
        self.assert_rejected(GENERAL + b"% only\n\n", 3, "the size line is missing, write: rows columns entries")
        self.assert_rejected(GENERAL + b"3 3\n", 2, "the size line has 2 words instead of 3, write: rows columns entries")
        self.assert_rejected(GENERAL + b"0 3 1\n", 2,
                             "number of rows '0' is out of range, it must be from 1 to 2147483647")
        self.assert_rejected(GENERAL + b"3 2147483648 1\n", 2,
                             "number of columns '2147483648' is out of range, it must be from 1 to 2147483647")
        self.assert_rejected(GENERAL + b"3 -3 1\n", 2, "number of columns '-3' is not a whole number, write digits only")
        self.assert_rejected(GENERAL + b"3 3.0 1\n", 2,
                             "number of columns '3.0' is not a whole number, write digits only")
        self.assert_rejected(GENERAL + b"3 99999999999999999999999999999 1\n", 2,
                             "number of columns '999999999999999999999999...' is out of range, it must be from 1 to "
                             "2147483647")
        self.assert_rejected(SYMMETRIC + b"2 3 1\n1 1 1\n", 2, "a symmetric matrix has as many rows as columns, correct "
                             "the size or declare it as general")
        self.assert_rejected(GENERAL + b"3 3 9000000000000000000\n1 1 1\n", 2,
                             "9000000000000000000 entries are announced but the file is too short for them, correct the "
                             "number or get the whole file")

    def test_bad_entries(self):
        self.assert_rejected(GENERAL + b"3 3 1\n1 2\n", 3,
                             "the entry has 2 words instead of 3, write: row column value")
        self.assert_rejected(GENERAL + b"3 3 1\n1 2 3 4\n", 3,
                             "the entry has 4 words instead of 3, write: row column value")
        self.assert_rejected(b"%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2 3\n", 3,
                             "the entry has 3 words instead of 2, write: row column")
        self.assert_rejected(GENERAL + b"3 3 1\n0 1 1\n", 3, "row '0' is out of range, it must be from 1 to 3")
        self.assert_rejected(GENERAL + b"3 3 2\n1 1 1\n1 4 1\n", 4, "column '4' is out of range, it must be from 1 to 3")
        self.assert_rejected(GENERAL + b"3 3 1\n1 x 1\n", 3, "column 'x' is not a whole number, write digits only")
        self.assert_rejected(GENERAL + b"3 3 1\n1 1 \xff\0\n", 3, "value '??' is not a finite number, correct it")
        for word in (b"nan", b"inf", b"1.2.3", b"+-1", b"0x10", b"--1"):
            self.assert_rejected(GENERAL + b"3 3 1\n1 1 " + word + b"\n", 3,
                                 f"value '{word.decode()}' is not a finite number, correct it")
        self.assert_rejected(GENERAL + b"3 3 1\n1 1 1e999\n", 3, "value '1e999' is out of range, scale the matrix")
        integer = b"%%MatrixMarket matrix coordinate integer general\n"
        self.assert_rejected(integer + b"3 3 1\n1 1 1.5\n", 3,
                             "value '1.5' is not an integer, declare the matrix as real or correct the value")
        self.assert_rejected(integer + b"3 3 1\n1 1 9223372036854775808\n", 3,
                             "value '9223372036854775808' does not fit in 64 bits, declare the matrix as real")
        self.assert_rejected(SYMMETRIC + b"3 3 1\n1 2 1\n", 3,
                             "the entry lies above the diagonal of a symmetric matrix, give the lower triangle only")
        self.assert_rejected(b"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 1\n", 3,
                             "the entry lies on the diagonal of a skew-symmetric matrix, which is zero: remove it")

    def test_wrong_number_of_entries(self):
        self.assert_rejected(GENERAL + b"3 3 2\n1 1 1\n% a long comment\n", 4,
                             "the file ends after 1 of 2 entries, correct the number or get the whole file")
        self.assert_rejected(GENERAL + b"3 3 1\n1 1 1\n2 2 2\n", 4, "more than the announced 1 entries, correct the number")

    def test_truncated_files_are_rejected(self):
        text = KARATE.read_bytes()
        last_line = len(text.rstrip().rpartition(b"\n")[0])  # Without the last digit, its last line would be valid.
        for length in range(0, last_line, 7):
            self.path.write_bytes(text[:length])
            result = run(self.path, "--batches", 1, "--batch-ms", 0)
            self.assertEqual(result.returncode, 1, length)
            self.assertRegex(result.stderr, r"\Aspmv: error: .*:\d+: [^\n]+, [^\n]+\n\Z")


class CommandLine(unittest.TestCase):
    def assert_usage_error(self, message, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (2, "", f"spmv: error: {message}\n"))

    def test_wrong_use(self):
        neither = "give either a Matrix Market file or --generate, see --help"
        self.assert_usage_error(neither)
        self.assert_usage_error(neither, "a.mtx", "--generate", "random")
        self.assert_usage_error("two files, a.mtx and b.mtx: give one", "a.mtx", "b.mtx")
        self.assert_usage_error("--rows: unknown, or its value is missing, see --help", "--rows")
        self.assert_usage_error("--rows 1k: not a whole number in range, see --help", "--rows", "1k")
        self.assert_usage_error("--rows -1: not a whole number in range, see --help", "--rows", "-1")
        self.assert_usage_error("--tune: unknown option, see --help", "--tune", "1")

    def test_wrong_generator_arguments(self):
        for arguments, message in (
                (("--generate", "dense"), "--generate dense: unknown kind of matrix, use arrowhead, powerlaw or random"),
                (("--generate", "random", "--rows", "0"), "--rows 0: out of range, it must be from 1 to 2147483647"),
                (("--generate", "random", "--rows", "4294967296"),
                 "--rows 4294967296: out of range, it must be from 1 to 2147483647")):
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stderr), (1, f"spmv: error: {message}\n"))

    def test_product_that_cannot_be_written(self):
        result = run("--generate", "random", "--rows", 3, "--batch-ms", 0, "--product", "/nowhere/at/all")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "spmv: error: /nowhere/at/all: cannot write the product (No such file or "
                                        "directory), choose a file that is writable\n")

    def test_generators(self):
        """Sizes that follow from the shapes, and the seed's effect."""
        def facts(kind, rows, seed):
            result = run("--generate", kind, "--rows", rows, "--seed", seed, "--batches", 1, "--batch-ms", 0)
            self.assertEqual(result.returncode, 0, result.stderr)
            return {key: value for key, value in (line.split(" ", 1) for line in result.stdout.splitlines())
                    if key != "product_seconds"}

        for rows in (1, 2, 3, 1000):
            self.assertEqual(facts("arrowhead", rows, 1)["nonzeros"], str(3 * rows - 2))
        for kind in ("powerlaw", "random"):
            self.assertEqual(facts(kind, 1000, 7), facts(kind, 1000, 7))
            self.assertNotEqual(facts(kind, 1000, 7)["checksum"], facts(kind, 1000, 8)["checksum"])
            self.assertGreaterEqual(int(facts(kind, 1000, 7)["nonzeros"]), 1000)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
