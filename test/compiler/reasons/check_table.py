"""Fails unless each reason of the compiler's table stands in the remark of a test that is expected to pass, and in docs/remarks.md.

    check_table.py REASONS.def FOLDER REMARKS.md
"""

import pathlib
import re
import sys

table = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
texts = re.findall(r'^TACTUS_REASON\(\w+, "(.*)"\)$', table, re.MULTILINE)
remarks = ""
for test in pathlib.Path(sys.argv[2]).glob("*.c*"):
    source = test.read_text(encoding="utf-8")
    if "XFAIL" not in source:
        remarks += "".join(line + "\n" for line in source.splitlines() if line.startswith("// REMARK"))
if not texts:
    sys.exit(f"{sys.argv[1]}: no reasons found")
shown = (r"(left to libomp|left to its region|runs as strands|runs in phases|runs in phases unless a callee is in the way|"
         r"caller's region|in the way of [\w' ]+): ")
untested = [text for text in texts if not re.search(f"{shown}{re.escape(text)}( \\[|$)", remarks, re.MULTILINE)]
if untested:
    sys.exit("no test shows: " + "; ".join(untested))
rows = re.findall(r"^\| ([^|]+?) \| [^|]+ \|$", pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"), re.MULTILINE)
unexplained = [text for text in texts if text not in rows]
if unexplained:
    sys.exit(f"{sys.argv[3]} has no row for: " + "; ".join(unexplained))
