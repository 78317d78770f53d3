# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_top.py ROOT: what tactus top shows of a running program, and says where there is nothing to see."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
# Computes until its input ends, so that no test has to hurry.
PROGRAM = """
#include <stdio.h>
#include <poll.h>
int main(void) {
  struct pollfd input = {0, POLLIN, 0};
  puts("ready");
  fflush(stdout);
  while (poll(&input, 1, 0) == 0) {
    double total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int row = 0; row < 2000; row++)
#pragma omp parallel for reduction(+ : total)
      for (int column = 1; column <= row; column++)
        total += 1.0 / column;
    if (total < 0)
      return 1;
  }
}
"""


class Terminal:
    """tactus top on a terminal of a size, and what it has shown there."""

    def __init__(self, process, rows, columns, *options, kind="xterm"):
        self.ours, theirs = pty.openpty()
        self.resize(rows, columns)
        self.top = subprocess.Popen([ROOT / "bin/tactus", "top", str(process), *options], stdout=theirs, stderr=subprocess.PIPE, text=True,
                                    env={**os.environ, "TERM": kind})
        os.close(theirs)
        self.text = ""

    def resize(self, rows, columns):
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_until(self, pattern):
        """What is shown up to there. A minute is more than anything takes."""
        end = time.monotonic() + 60
        while not re.search(pattern, self.text):
            if time.monotonic() > end:
                raise AssertionError(f"'{pattern}' is never shown:\n{self.text}")
            if not select.select([self.ours], [], [], 1)[0]:
                continue
            try:
                piece = os.read(self.ours, 4096)
            except OSError:  # the last writer has closed it
                raise AssertionError(f"it ended without '{pattern}':\n{self.text}") from None
            self.text += piece.decode().replace("\r\n", "\n")
        found = re.search(pattern, self.text)
        shown, self.text = self.text[:found.end()], self.text[found.end():]
        return shown

    def close(self):
        self.top.kill()
        self.top.communicate()
        os.close(self.ours)


class Top(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name).resolve()
        (cls.folder / "program.c").write_text(PROGRAM)
        subprocess.run([ROOT / "bin/tactus-clang", "-O2", "-fopenmp", "program.c", "-o", "program"], cwd=cls.folder, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def top(self, *arguments):
        return subprocess.run([ROOT / "bin/tactus", "top", *map(str, arguments)], text=True, capture_output=True, timeout=120)

    def start(self, **settings):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
        program = subprocess.Popen([self.folder / "program"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                   env={**environment, "TACTUS_WORKERS": "2", **settings})
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.stdin.close)
        self.assertEqual(program.stdout.readline(), "ready\n")
        return program

    def assert_shows(self, shown, process):
        self.assertRegex(shown, rf"(?m)^program \({process}\): \d+\.\d s, 2 workers, \d+ promotions a second$")
        threads = re.findall(r"(?m)^(main thread|worker \d+) +(\d+)% +(\d+)% +(\d+)%  (.*)$", shown)
        self.assertEqual(threads[0][0], "main thread")
        for _, *shares, place in threads:
            self.assertLessEqual(sum(map(int, shares)), 102)
            self.assertRegex(place, r"^(program\.c:(8|10|11|12))?$")

    def test_a_running_program(self):
        # A relative name, with the number of the process in it, is looked for where the process is.
        program = self.start(TACTUS_TRACE="live-%p.json")
        rounds = []
        # On a busy machine a look may fall between two promotions.
        for _ in range(20):
            done = self.top(program.pid, "--interval", "0.2", "--count", "2")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            if "not begun to compute" in done.stdout:
                continue
            self.assert_shows(done.stdout, program.pid)
            rounds.append(done.stdout)
            counts = re.findall(r"(?m)^loop program\.c:\d+ +(\d+) +(\d+) +\d+$", done.stdout)
            if any(0 < int(promotions) <= int(tasks) for promotions, tasks in counts):
                break
        else:
            self.fail("no promotion is ever shown:\n" + "".join(rounds))
        self.assertTrue((self.folder / f"live-{program.pid}.json").exists())

    def test_it_ends_with_the_program(self):
        program = self.start(TACTUS_TRACE=str(self.folder / "ends.json"))
        top = subprocess.Popen([ROOT / "bin/tactus", "top", str(program.pid), "--interval", "0.1"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        self.assertRegex(top.stdout.readline(), r"program|process")  # it watches
        program.stdin.close()
        program.wait()
        shown, errors = top.communicate(timeout=120)
        self.assertEqual((top.returncode, errors), (0, ""))
        self.assertEqual(shown.splitlines()[-1], f"process {program.pid} has ended")

    def terminal(self, process, *arguments, **options):
        terminal = Terminal(process, *arguments, **options)
        self.addCleanup(terminal.close)
        return terminal

    def test_a_narrow_terminal(self):
        program = self.start(TACTUS_TRACE=str(self.folder / "narrow.json"))
        for columns in (34, 40, 60):
            terminal = self.terminal(program.pid, 24, columns, "--interval", "0.3")
            # Whole pictures, of which each begins where the one before did.
            shown = terminal.read_until(r"thread +busy(.*\n)+(.*\n)*?\x1b\[H")
            for line in re.sub(r"\x1b\[\w", "", shown).splitlines():
                self.assertLessEqual(len(line), columns, line)

    def test_a_low_terminal(self):
        program = self.start(TACTUS_TRACE=str(self.folder / "low.json"))
        shown = self.terminal(program.pid, 5, 80, "--interval", "0.3").read_until(r"thread +busy(.*\n)+(.*\n)*?\x1b\[H")
        for picture in shown.split("\x1b[H\x1b[J"):
            self.assertLessEqual(picture.count("\n"), 4, picture)  # so that nothing scrolls

    def test_a_terminal_that_changes_its_size(self):
        program = self.start(TACTUS_TRACE=str(self.folder / "resized.json"))
        terminal = self.terminal(program.pid, 24, 40, "--interval", "5")
        narrow = terminal.read_until(r"thread +busy")
        moment = re.search(r"\): (\d+\.\d+ s)", narrow)[1]
        terminal.resize(24, 100)
        terminal.top.send_signal(signal.SIGWINCH)
        # The same moment, in the new form, and not the next one.
        wide = terminal.read_until(r"thread {15,}busy")
        self.assertEqual(re.findall(r"\): (\d+\.\d+ s)", wide)[-1], moment)

    def test_a_terminal_that_cannot_be_written_over(self):
        program = self.start(TACTUS_TRACE=str(self.folder / "dumb.json"))
        for kind in ("dumb", ""):
            terminal = self.terminal(program.pid, 24, 80, "--interval", "0.2", kind=kind)
            shown = terminal.read_until(r"thread +busy(.*\n)*?.*thread +busy")
            self.assertNotIn("\x1b", shown)

    def test_the_end_is_said_on_a_terminal(self):
        program = self.start(TACTUS_TRACE=str(self.folder / "end.json"))
        terminal = self.terminal(program.pid, 24, 80, "--interval", "0.2")
        terminal.read_until("thread +busy")
        program.stdin.close()
        program.wait()
        terminal.read_until(rf"process {program.pid} has ended\n")
        self.assertEqual(terminal.top.wait(60), 0)

    def test_where_there_is_nothing_to_see(self):
        program = self.start()
        done = self.top(program.pid)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr,
                         f"tactus: error: process {program.pid} writes no trace; start it with TACTUS_TRACE=FILE.json\n")
        program.stdin.close()
        program.wait()
        gone = self.top(program.pid)
        self.assertEqual(gone.returncode, 1)
        self.assertRegex(gone.stderr, rf"^tactus: error: there is no process {program.pid} .*\n$")

    def test_bad_usage(self):
        for arguments in ([], ["x"], ["0"], ["1", "--interval", "0"], ["1", "--count", "-1"], ["1", "2"]):
            done = self.top(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertRegex(done.stderr, r"^tactus: error: .*\n$")


if __name__ == "__main__":
    unittest.main()
