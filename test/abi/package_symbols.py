# Part of Tactus, under the MIT licence. See LICENSE for details.
"""package_symbols.py NM SYMBOLS LIBRARY...: fails unless the Debian package's list of symbols is what the libraries export."""

import re
import subprocess
import sys
from pathlib import Path

nm, listed_in, *libraries = sys.argv[1:]
listed, library = {}, None
for line in Path(listed_in).read_text().splitlines():
    if head := re.fullmatch(r"(lib\S+) libtactus0 #MINVER#", line):
        library = listed.setdefault(head[1], [])
    elif entry := re.fullmatch(r" (\w+@\w+) \d+(?:\.\d+)+", line):
        library.append(entry[1])
    elif not line.startswith("#"):
        sys.exit(f"{listed_in}: '{line}' is neither a library nor a symbol with its version")

problems = []
for path in map(Path, libraries):
    name = re.search(r"SONAME.*\[(.*)\]", subprocess.run(["readelf", "--dynamic", path], capture_output=True, text=True, check=True).stdout)[1]
    symbols = subprocess.run([nm, "--dynamic", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    # A version is a symbol of its own, an absolute one, which nm gives no version. Base is Debian's word for none.
    exported = {f"{symbol}@{version or (symbol if kind == 'A' else 'Base')}"
                for kind, symbol, version in re.findall(r" ([A-Za-z]) (\w+)(?:@@?(\w+))?$", symbols, re.MULTILINE)}
    found = listed.pop(name, [])
    problems += [f"{symbol} of {name} is exported but not listed" for symbol in sorted(exported - set(found))]
    problems += [f"{symbol} of {name} is listed but not exported" for symbol in sorted(set(found) - exported)]
    problems += [f"{symbol} of {name} is listed twice" for symbol in sorted({symbol for symbol in found if found.count(symbol) > 1})]
problems += [f"{name} is none of the libraries" for name in listed]
for problem in problems:
    print(f"{listed_in}: {problem}")
sys.exit(bool(problems))
