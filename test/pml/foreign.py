#!/usr/bin/env python3
"""Poly/ML's own tests, which are not ours and no part of the tree: foreign.py TACTUS_PML FOLDER

FOLDER is that of Debian's source package `polyml`, unpacked. Programs of Tests/Succeed have to be accepted, and to run to
their end without an exception, interpreted; those of Tests/Fail have to be refused with a message. What deviates for a
reason that is known is listed in KNOWN, or found by the structure of Poly/ML's that it names. Anything else is a failure.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

SECONDS = 120
FLEXIBLE = "uses records of which some fields are not known where a declaration ends"
UNDETERMINED = "a type that a top-level declaration leaves undetermined is determined by a later one (docs/pml.md)"
KNOWN = {
    "Succeed/Test015": FLEXIBLE, "Succeed/Test076": FLEXIBLE, "Succeed/Test123": FLEXIBLE,
    "Succeed/Test055": "binds a type variable that is bound around it, which the Definition forbids (2.9)",
    "Succeed/Test057": "uses the writers below streams",
    "Fail/Test004": UNDETERMINED, "Fail/Test005": UNDETERMINED, "Fail/Test031": UNDETERMINED,
}
# What programs mention of Poly/ML's compiler and change nothing by; on the first line, so that the others keep their numbers.
POLY = ("structure PolyML = struct structure Compiler = struct val maxInlineSize = ref 0 val debug = ref false "
        "val printInAlphabeticalOrder = ref false end fun print x = x fun fullGC () = () end; ")
# What only Poly/ML has, or the Basis as an option, by the first message about it.
MISSING = re.compile(r"there is no (?:structure|functor|value or constructor) "
                     r"'(Thread|Weak|HashArray|Foreign|INetSock|NetHostDB|PrimIO|use)'|the structure '(PolyML)[.\w]*' has no ")


def run(command):
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, errors="replace")
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "does not end")


def check(pml, source, copy):
    """One program: `passed`, or what is wrong, and why if that is known."""
    kind, name = source.parent.name, f"{source.parent.name}/{source.stem}"
    copy.write_bytes(POLY.encode() + source.read_bytes())
    checked = run([pml, "check", copy])
    refused = checked.returncode == 1 and "error:" in checked.stderr
    if checked.returncode not in (0, 1) or (checked.returncode == 1 and not refused):
        return name, f"the front end ends with {checked.returncode}", ""
    if kind == "Fail":
        return name, "passed" if refused else "accepted", KNOWN.get(name, "")
    if refused:
        missing = MISSING.search(checked.stderr)
        first = next(line for line in checked.stderr.splitlines() if "error:" in line)
        return name, first, f"uses {missing[1] or missing[2]}" if missing else KNOWN.get(name, "")
    ran = run([pml, "interpret", copy])
    return name, "passed" if ran.returncode == 0 else f"status {ran.returncode}: {ran.stderr[-200:]}", KNOWN.get(name, "")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pml, tests = sys.argv[1], pathlib.Path(sys.argv[2]) / "Tests"
    sources = sorted([*tests.glob("Succeed/*.ML"), *tests.glob("Fail/*.ML")])
    if not sources:
        sys.exit(f"there are no programs in {tests}")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda source: check(pml, source, pathlib.Path(folder) / f"{source.parent.name}_{source.stem}.sml"), sources))
    unknown = [result for result in results if result[1] != "passed" and not result[2]]
    for name, found, reason in results:
        if found != "passed":
            print(f"{name}: {found}" + (f"\n    {reason}" if reason else "\n    NOT KNOWN"))
    for kind in ("Succeed", "Fail"):
        mine = [result for result in results if result[0].startswith(kind)]
        passed = sum(result[1] == "passed" for result in mine)
        print(f"{kind}: {len(mine)} programs, {passed} passed, {len(mine) - passed} deviate")
    print(f"{len(unknown)} deviate for a reason that is not known")
    sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
