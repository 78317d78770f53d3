# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What the reader of documents, the check of links and the front page's script find in small trees."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from documents import Runner, Wrong, blocks, for_llvm, matches

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "scripts"))
import front_page  # noqa: E402
RESULTS = SOURCE / "bench/RESULTS.md"


class Documents(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "work").mkdir()
        (self.folder / "Makefile").write_text("install: build\n")

    def run_document(self, text):
        document = self.folder / "d.md"
        document.write_text(text)
        runner = Runner(self.folder, self.folder / "work", self.folder)
        for block in blocks(document):
            runner.run(block)

    def assert_wrong(self, text, message):
        with self.assertRaisesRegex(Wrong, message):
            self.run_document(text)

    def test_files_are_written_and_commands_run(self):
        self.run_document("```c\n// a/x.c: one\nint x;\n```\n\n```console\n$ cat a/x.c\n// a/x.c...int x;\n$ echo a \\\n  b\na b\n```\n")

    def test_what_is_printed_counts(self):
        self.assert_wrong("```console\n$ echo 1\n2\n```\n", r"d\.md:1: 'echo 1' printed\n1\ninstead of\n2")
        self.assert_wrong("```console\n$ echo 1\n```\n", "instead of")
        self.assert_wrong("```console\n$ echo 1; false\n1\n```\n", "ended with 1")

    def test_clang_has_the_version_that_is_tested(self):
        self.assertEqual(for_llvm("clang-19 a.c && clang++-19 a.cpp", "22"), "clang-22 a.c && clang++-22 a.cpp")
        self.assertEqual(for_llvm("tactus-clang 19; ls clang-190 x-19", "22"), "tactus-clang 19; ls clang-190 x-19")

    def test_a_file_in_parts(self):
        self.run_document("```c\n// x.c\na\n```\n\n```c\n// x.c, continued\nb\n```\n\n```console\n$ grep -v / x.c\na\nb\n```\n")
        self.assert_wrong("```c\n// y.c, continued\nb\n```\n", "no block before begins it")

    def test_lines_come_as_in_a_terminal(self):
        program = "import sys\nprint(1)\nsys.stderr.write('2\\n')\nprint(3)\n"
        self.run_document(f"```python\n# x.py\n{program}```\n\n```console\n$ python3 x.py\n1\n2\n3\n```\n")

    def test_blocks_that_nobody_runs_are_refused(self):
        for block in ("```cpp\nint x;\n```\n", "```\nplain\n```\n", "```bash\nls\n```\n", "```text\nplain\n```\n"):
            self.assert_wrong(block, "nobody runs a block")
        self.assert_wrong("text\n```c\n// x.c\n", r"d\.md:2: the block is not closed")
        self.assert_wrong("text\n\n    make install\n", r"d\.md:3: a block that is indented has no language")
        self.run_document("* one\n\n  two\n    three\n")

    def test_forms_of_a_command(self):
        (self.folder / "bin").mkdir()
        command = self.folder / "bin/tactus"
        command.write_text("#!/bin/sh\ncase $1 in --help) echo '  top  Shows';; top) echo '  --count N  times, or forever';; esac\n")
        command.chmod(0o755)
        self.run_document("```usage\ntactus top --count 3 PID     a remark --on it\ntactus top [--count=N] forever\n```\n")
        self.assert_wrong("```usage\ntactus top --interval 3\n```\n", "the help of 'tactus top' does not know '--interval'")
        self.assert_wrong("```usage\ntactus bottom\n```\n", "does not know 'bottom'")
        self.assert_wrong("```usage\nls -l\n```\n", "'ls' is none of our commands")

    def test_grammars(self):
        self.run_document("```ebnf\nlist := item { ',' item }     what it is\nitem := NAME\n     | 'x' list\nNAME := any letters\n```\n")
        self.assert_wrong("```ebnf\nlist := item\n```\n", "uses 'item' and does not define it")
        self.assert_wrong("```ebnf\nlist := NAME\nitem := NAME\n```\n", "defines 'item' and does not use it")

    def test_signatures(self):
        (self.folder / "include/tactus").mkdir(parents=True)
        (self.folder / "include/tactus/x.hpp").write_text("void parallel_for();\n")
        self.run_document("```signatures\nparallel_for(begin, end)       body(i)\n```\n")
        self.assert_wrong("```signatures\nparallel_four(begin, end)\n```\n", "no header in include/tactus has 'parallel_four'")

    def test_shell_for_the_users_machine(self):
        self.run_document("```sh\nmake install\n```\n")
        self.assert_wrong("```sh\nmake instal\n```\n", "no goal 'instal'")
        self.assert_wrong("```sh\nif true\n```\n", "the shell cannot read this")
        self.assert_wrong("```sh\nscripts/nothing.sh\n```\n", "there is no 'scripts/nothing.sh'")

    def test_dots_stand_for_any_text(self):
        self.assertTrue(matches("a\nb\nc 1.5 s\n", "a...c ... s"))
        self.assertFalse(matches("a\nb\n", "a"))
        self.assertFalse(matches("axb", "a.b"))


class Links(unittest.TestCase):
    def check(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (Path(folder) / f"{name}.md").write_text(text)
            done = subprocess.run([sys.executable, SOURCE / "scripts/check_links.py", folder], capture_output=True, text=True)
            return done.returncode, done.stderr

    def test_live_links(self):
        self.assertEqual(self.check(a="# One `two`\n[x](b.md#b-c) [y](#one-two) [w](https://x.y/z)\n```text\n[n](o.md)\n```\n",
                                    b="# B, c\n"), (0, ""))

    def test_dead_links(self):
        for text, why in (("[x](c.md)", "no such file"), ("\n[x](b.md#d)", "no such heading"), ('<img src="p.svg">', "no such file")):
            status, errors = self.check(a=text, b="# B\n")
            self.assertEqual(status, 1)
            self.assertRegex(errors, rf"a\.md:{1 + text.count(chr(10))}: .*{why}")


class FrontPage(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        (self.root / "bench").mkdir()
        for name in front_page.FILES.values():
            (self.root / "bench" / name).write_text((SOURCE / "bench" / name).read_text())
        (self.root / "README.md").write_text((SOURCE / "README.md").read_text())
        self.assertEqual(self.front_page().returncode, 0)

    def front_page(self, *arguments):
        command = [sys.executable, SOURCE / "scripts/front_page.py", "--root", self.root, *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def test_new_measurements_make_it_stale(self):
        self.assertEqual(self.front_page("--check").returncode, 0)
        results = self.root / "bench/RESULTS.md"
        lines = results.read_text().splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines) if line.startswith("| mandelbrot | 0"))
        lines[at] = lines[at].replace(" | 0.5", " | 0.9", 1)
        results.write_text("".join(lines))
        stale = self.front_page("--check")
        self.assertEqual(stale.returncode, 1)
        self.assertIn("docs/pictures/results-light.svg", stale.stderr)
        self.front_page()
        self.assertEqual(self.front_page("--check").returncode, 0)

    def test_old_measurements_are_refused(self):
        def git(*arguments):
            return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=self.root, check=True,
                                  capture_output=True, text=True).stdout.strip()

        git("init", "-q")
        git("commit", "-q", "--allow-empty", "-m", "measured")
        for name in front_page.FILES.values():
            results = self.root / "bench" / name
            results.write_text(re.sub(r"^- Commit: .*$", f"- Commit: {git('rev-parse', 'HEAD')}", results.read_text(), flags=re.M))
        self.front_page()
        (self.root / "runtime").mkdir()
        for number in range(3):
            (self.root / "runtime/a").write_text(str(number))
            git("add", "runtime")
            git("commit", "-q", "-m", "changed")
        self.assertEqual(self.front_page("--check", "--most-commits", "3").returncode, 0)
        old = self.front_page("--check", "--most-commits", "2")
        self.assertEqual(old.returncode, 1)
        self.assertIn("loops: measured at ", old.stderr)
        self.assertIn("3 commits of the product ago", old.stderr)

    def test_missed_bars_are_on_the_front_page(self):
        for name in front_page.FILES.values():
            results = self.root / "bench" / name
            results.write_text(re.sub(r"\| (MISSED|within the noise) \|$", "| met |", results.read_text(), flags=re.M))
        self.front_page()
        self.assertIn("No bar of these is missed.", (self.root / "README.md").read_text())
        results = self.root / "bench/RESULTS-regions.md"
        results.write_text(re.sub(r"^(\| the same, beside .* )met \|$", r"\1MISSED |", results.read_text(), flags=re.M))
        self.assertEqual(self.front_page("--check").returncode, 1)
        self.front_page()
        # Whose sameness it is, too: the row stands alone there.
        self.assertRegex(" ".join((self.root / "README.md").read_text().split()),
                         r"\* \*\*Whole OpenMP programs, beside a foreign busy process\.\*\* On average, Tactus on 2 workers takes "
                         r"\d\.\d\d times as long as the best OpenMP schedule\. We wanted at most 0\.85\.")

    def test_disturbed_bars_are_on_the_front_page(self):
        results = self.root / "bench/RESULTS-regions.md"
        text = re.sub(r"(\| Tactus on 2 workers / best OpenMP schedule, worst .*\| )[^|]+ \|\n", r"\1disturbed, repeat |\n", results.read_text())
        results.write_text(text)
        self.front_page()
        self.assertRegex(" ".join((self.root / "README.md").read_text().split()),
                         r"disturbed these measurements, .*Whole OpenMP programs, Tactus on 2 workers and best OpenMP schedule")

    def test_sentences_about_missed_bars(self):
        for bar, said in (
            (("A / best B, worst", "≤ 1.06", "1.149 (x)!"),
             "**P.** The worst is x: A takes 1.15 times as long as the best B. We wanted at most 1.06."),
            (("fib, par, 1 worker / g++ serial", "≤ 2", "2.5"),
             "**P, fib, par.** 1 worker takes 2.50 times as long as g++ serial. We wanted at most 2."),
            (("beats seen, worst kernel", "≥ 99 %", "98 %"), "**P.** beats seen, worst kernel: 98 %. We wanted at least 99 %.")):
            self.assertEqual(front_page.sentence("P", *bar), said)

    def test_a_report_of_another_form_is_refused(self):
        results = self.root / "bench/RESULTS.md"
        results.write_text(results.read_text().replace("Tactus / OpenMP best", "T / O"))
        self.assertIn("no column 'Tactus / OpenMP best'", self.front_page().stderr)


if __name__ == "__main__":
    unittest.main()
