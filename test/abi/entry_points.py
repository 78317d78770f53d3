# Part of Tactus, under the MIT licence. See LICENSE for details.
"""entry_points.py NM LIBRARY LIST VERSION: fails unless the list names exactly what the library exports, with that version.

VERSION is TACTUS_ and the number in the library's name, or empty: without versions, as sanitizers link it."""

import re
import subprocess
import sys
from pathlib import Path

nm, library, listed_in, version = sys.argv[1:]
symbols = subprocess.run([nm, "--dynamic", "--defined-only", library], capture_output=True, text=True, check=True).stdout
found = re.findall(r" ([A-Za-z]) (\w+)(?:@@?(\w+))?$", symbols, re.MULTILINE)
exported = {name for kind, name, _ in found if kind in "TW" and name.startswith("tactus_")}
listed = re.findall(r"^TACTUS_ENTRY_POINT\((tactus_\w+), (?:MayPromote|Harmless)\)$", Path(listed_in).read_text(), re.MULTILINE)
# The list takes these from their own tables.
functions = Path(listed_in).with_name("openmp_functions.def").read_text()
listed += ["tactus_" + name for name in re.findall(r"^OPENMP_\w+\((\w+)", functions, re.MULTILINE)]
functions = Path(listed_in).with_name("team_functions.def").read_text()
listed += ["tactus_team_" + name for name in re.findall(r"^TACTUS_TEAM_FUNCTION\((\w+)", functions, re.MULTILINE)]
problems = [f"{name} is exported but not listed" for name in sorted(exported - set(listed))]
problems += [f"{name} is listed but not exported" for name in sorted(set(listed) - exported)]
problems += [f"{name} is listed twice" for name in sorted({name for name in listed if listed.count(name) > 1})]
if version:
    problems += [f"{name} has the version '{its}', not {version}" for kind, name, its in found if its != version and name != version]
    problems += [f"{name} is exported, and is no name of ours" for _, name, _ in found if not name.startswith("tactus_") and name != version]
if not exported:
    problems.append(f"{library} exports nothing")
for problem in problems:
    print(f"{listed_in}: {problem}")
sys.exit(bool(problems))
