#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Commands that take long say so on a terminal, and nowhere else."""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

LLVM = os.environ.get("LLVM", "19")

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CLANG = os.environ.get("TACTUS_CLANG") or f"clang-{LLVM}"

# Longer than the two seconds after which a command says what it does.
PROGRAM = r"""
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i < 100000; i++)
    sum += 1.0 / i;
  if (getenv("SLOW"))
    sleep(4);
  return sum < 0;
}
"""


def on_terminal(command, folder, environment):
    """Status, and what is written to standard error, which is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the last writer has closed it
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    return process.wait(), text.decode()


def others_say_it_too(root, folder):
    """What waits for clang, which takes its time here."""
    (folder / "slow-clang").write_text(f"#!/bin/sh\nsleep 3\nexec '{CLANG}' \"$@\"\n")
    (folder / "slow-clang").chmod(0o755)
    (folder / "hello.sml").write_text('val _ = print "hello\\n"\n')
    (folder / "sum.tpal").write_text((SOURCE / "tpal/programs/prod.tpal").read_text())
    environment = {**os.environ, "TERM": "xterm", "TACTUS_CLANG": str(folder / "slow-clang")}
    for command, doing in ((["doctor"], "trying the installation"), (["tpal", "compile", "sum.tpal", "-o", "sum"], "compiling sum.tpal"),
                           (["pml", "run", "hello.sml"], "compiling hello.sml")):
        status, text = on_terminal([root / "bin/tactus", *command], folder, environment)
        assert status == 0 and re.fullmatch(rf"(\r\x1b\[Ktactus: {doing}, \d+ s)+\r\x1b\[K", text), (command, status, text)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "program.c").write_text(PROGRAM)
        subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", "program.c", "-o", "program"], cwd=folder, check=True)
        subprocess.run(["./program"], cwd=folder, check=True, env={**os.environ, "TACTUS_TRACE": "trace.json"})
        simulate = [root / "bin/tactus", "simulate", "--check", "--runs", "1", "trace.json"]
        slow = {**os.environ, "TERM": "xterm", "SLOW": "1"}

        status, text = on_terminal(simulate, folder, slow)
        assert status == 0 and re.search(r"running the program anew, \d+ s", text), (status, text)
        # Each line is written over the one before, and the last is wiped away.
        assert re.fullmatch(r"(\r\x1b\[Ktactus: [a-z ]+, \d+ s)+\r\x1b\[K", text), text

        assert on_terminal(simulate, folder, {**slow, "TERM": "dumb"}) == (0, "")
        done = subprocess.run(simulate, cwd=folder, env=slow, capture_output=True, text=True, check=True)
        assert done.stderr == "", done.stderr
        quick = {key: value for key, value in slow.items() if key != "SLOW"}
        quick_command = [root / "bin/tactus", "report", "--trace", "trace.json", "-o", "page.html"]
        status, text = on_terminal(quick_command, folder, quick)
        # On a machine that is busy this may take long as well.
        assert status == 0 and text.split("\x1b[K")[-1] == "tactus: wrote page.html\r\n", (status, text)
        others_say_it_too(root, folder)
    print("progress: ok")


if __name__ == "__main__":
    main()
