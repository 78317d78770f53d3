#!/usr/bin/env python3
"""gdb stops at lines of Standard ML, and shows functions by their names: debug.py TACTUS_PML"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = """fun digits 0 = raise Fail "no digit"
  | digits n = if n < 10 then [n] else n mod 10 :: digits (n div 10)
fun total (x :: rest) = x + total rest
  | total [] = 0
val (_, sum) = ForkJoin.par (fn () => digits 5, fn () => total (digits (size (CommandLine.name ()) + 12345)))
val () = print (Int.toString sum ^ "\\n")
"""
COMMANDS = ["set confirm off", "set pagination off", "set breakpoint pending off", "break counted.sml:3", "run", "continue",
            "backtrace", "info breakpoints"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "counted.sml", Path(folder) / "counted"
        source.write_text(PROGRAM)
        for extra, knows_lines in ((["-g"], True), ([], False)):
            # Without optimisation, so that no function is inlined into another.
            subprocess.run([sys.argv[1], "build", *extra, "-O", "0", source, "-o", program], check=True)
            command = ["gdb", "-q", "-batch", "-nx", *(word for line in COMMANDS for word in ("-ex", line)), program]
            shown = subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
            text = shown.stdout + shown.stderr
            found = [re.search(pattern, text) for pattern in
                     (r"Breakpoint 1, total \(\) at .*counted\.sml:3", r"#0  total \(\) at .*counted\.sml:3",
                      r"#1 .* total \(\) at .*counted\.sml:3")]
            if all(found) != knows_lines:
                sys.exit(f"with {extra or 'no -g'}: {[bool(each) for each in found]}\n{text}")


if __name__ == "__main__":
    main()
