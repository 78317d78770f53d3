# Part of Tactus, under the MIT licence. See LICENSE for details.
"""expect.py [--status N] [--file FILE] PATTERN -- COMMAND...: fails unless the command ends with the status (0) and what it
has written, on both streams or into the file, contains the pattern.

ctest's PASS_REGULAR_EXPRESSION ignores the exit status. The end by a signal has the status that a shell gives it: 128 more.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("--status", type=int, default=0)
parser.add_argument("--file", type=Path)
parser.add_argument("pattern")
parser.add_argument("command", nargs="+")
options = parser.parse_args()
if options.file:
    options.file.unlink(missing_ok=True)
process = subprocess.run(options.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
status = process.returncode if process.returncode >= 0 else 128 - process.returncode
text = options.file.read_text() if options.file else process.stdout
problems = []
if status != options.status:
    problems.append(f"the status is {status}, not {options.status}")
if not re.search(options.pattern, text):
    problems.append(f"nothing matches: {options.pattern}")
if problems:
    print(process.stdout)
    sys.exit("; ".join(problems))
