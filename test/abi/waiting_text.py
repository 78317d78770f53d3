# Part of Tactus, under the MIT licence. See LICENSE for details.
"""waiting_text.py NM LIBRARY: fails unless the section for code that waits for the program (runtime/os/waiting_text.h) has locks
and what they wait by, and nothing else. A signal's handler that has met this code begins siblings of what waits. Code that is
taken for it is never met as libtactus' own: nothing is found around it then, and tasks that wait for each other hang."""

import re
import subprocess
import sys

BEGIN, END = "__start_tactus_waiting_text", "__stop_tactus_waiting_text"
EXPECTED = re.compile(r"tactus_lock_\w+|tactus::(SystemAtomics::\w+|pauseProcessor)\(.*")

nm, library = sys.argv[1:]
symbols = subprocess.run([nm, "--demangle", library], capture_output=True, text=True, check=True).stdout
places = [(int(place, 16), name) for place, name in re.findall(r"^([0-9a-f]+) [tT] (.+)$", symbols, re.MULTILINE)]
bounds = {name: place for place, name in places if name in (BEGIN, END)}
if len(bounds) != 2:
    sys.exit(f"{library}: {BEGIN} and {END} are not there")
inside = {name for place, name in places if bounds[BEGIN] <= place < bounds[END] and name != BEGIN}
problems = [f"{name} is in the section" for name in sorted(inside) if not EXPECTED.fullmatch(name)]
if "tactus_lock_enter" not in inside:
    problems.append("tactus_lock_enter is not in the section")
for problem in problems:
    print(f"{library}: {problem}")
sys.exit(bool(problems))
