#!/usr/bin/env python3
"""Tests of other compilers, which are not ours and no part of the tree: foreign.py TACTUS_PML FOLDER

FOLDER is Debian's source package `polyml` or `mlton`, unpacked. Programs that the other compiler accepts have to be accepted,
and to run to their end, interpreted or, where that is not enough, compiled; MLton's have to print what their .ok files say.
Programs that it refuses have to be refused with a message. What deviates for a reason that is known is listed in KNOWN of its
suite, or found by the structure that it names. Anything else is a failure.
"""
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS, INTERPRETED_SECONDS = 300, 30
FIELDS = "wants functions to be general in the fields of a record that later uses tell (docs/pml.md)"
UNDETERMINED = "a type that a top-level declaration leaves undetermined is determined by a later one (docs/pml.md)"
ROUNDING = "sets another rounding mode (docs/pml.md)"
HISTORY = "nothing is kept of an exception's way (docs/pml.md)"
SIZES = "prints the sizes of MLton's objects"
SHORT = "its Real.toString leaves out .0, as only MLton's does"


class PolyML:
    """Programs without expected output: an exception is the failure."""

    folders = ("Tests/Succeed", "Tests/Fail")
    suffix = ".ML"
    options = ()
    # What programs mention of the compiler and change nothing by; on the first line, so that the others keep their numbers.
    prelude = ("structure PolyML = struct structure Compiler = struct val maxInlineSize = ref 0 val debug = ref false "
               "val printInAlphabeticalOrder = ref false end fun print x = x fun fullGC () = () end; ")
    missing = re.compile(r"there is no (?:structure|functor|value or constructor) "
                         r"'(Thread|Weak|HashArray|Foreign|INetSock|NetHostDB|PrimIO|use)'|the structure '(PolyML)[.\w]*' has no ")
    known = {
        "Test076": FIELDS, "Test123": FIELDS,
        "Test055": "binds a type variable that is bound around it, which the Definition forbids (2.9)",
        "Test057": "uses the writers below streams",
        "Test004": UNDETERMINED, "Test005": UNDETERMINED, "Test031": UNDETERMINED,
    }

    @staticmethod
    def project(copy):
        return copy

    @staticmethod
    def expected(_source):
        return None


class MLton:
    """Programs print what their .ok files say; those with a .nonterm file do not end. Integers and words have 32 bits."""

    folders = ("regression", "regression/fail")
    suffix = ".sml"
    options = ("--default-int", "32", "--default-word", "32")
    prelude = ""
    missing = re.compile(r"there is no structure '(BoolArray2)'|the structure '(MLton)[.\w]*' has no structure 'World'")
    known = {
        "abstype": "compares values of an abstype outside of it",
        "dfa-gen": "raises Subscript, by Poly/ML, too",
        "exn-history": HISTORY, "exn-history3": HISTORY,
        "ffi-opaque": "an extension: _symbol", "flat-array.3": SHORT, "flexrecord": FIELDS,
        "ieee-real": ROUNDING, "mlton.share": SIZES,
        "mutex": "is at its end before the timer's first tick, which its output shows",
        "real": SHORT, "real-str": ROUNDING, "serialize": "is left out by MLton's own script, too", "size": SIZES,
        "string": "String.fromCString gives an empty string for what is none; Poly/ML's and SML/NJ's give NONE",
        "testMatrix": SHORT, "widechar": "characters have 8 bits (docs/pml.md)",
    }

    @staticmethod
    def project(copy):
        """As MLton's own script has it."""
        made = copy.with_suffix(".mlb")
        libraries = "\n".join(f"$(SML_LIB)/basis/{name}.mlb" for name in ("basis", "mlton", "sml-nj", "unsafe"))
        ignored = " ".join(f'"{what}{kind} ignore"' for what in ("nonexhaustive", "redundant") for kind in ("Bind", "Match"))
        made.write_text(f'{libraries}\nann "allowFFI true" "allowOverload true" "allowExtendedTextConsts true" {ignored} in {copy.name} end\n')
        return made

    @staticmethod
    def expected(source):
        # Where the output depends on the size of words, it has another name.
        ok = next((each for suffix in (".rep64a8.ok", ".rep64.ok", ".ok") if (each := source.with_suffix(suffix)).exists()), None)
        if not ok:
            return None
        # The message about an exception has its own form.
        return "".join(line for line in ok.read_text(errors="replace").splitlines(keepends=True) if not line.startswith("unhandled exception"))


def run(command, folder, seconds=SECONDS, errors=subprocess.STDOUT):
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True,
                              timeout=seconds, errors="replace", cwd=folder)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "does not end")


def judge(suite, source, ran):
    """`passed` or what is wrong. Of native programs both outputs together are compared, as MLton's own script does."""
    expected = suite.expected(source)
    if expected is None:
        return "passed" if ran.returncode == 0 else f"status {ran.returncode}: {ran.stdout[-200:]}"
    printed = "".join(line for line in ran.stdout.splitlines(keepends=True) if not line.startswith("tactus: error: uncaught"))
    printed += "Nonzero exit status.\n" if ran.returncode != 0 else ""
    return "passed" if printed == expected else "prints something else"


def judge_run(pml, suite, source, copy, folder):
    if source.with_suffix(".nonterm").exists():
        return "passed"
    # The compiler has warnings.
    interpreted = run([pml, "interpret", *suite.options, copy], folder, INTERPRETED_SECONDS, subprocess.DEVNULL)
    found = judge(suite, source, interpreted)
    if found == "passed":
        return found
    built = run([pml, "build", *suite.options, copy, "-o", source.stem], folder)
    return judge(suite, source, run([f"./{source.stem}"], folder)) if built.returncode == 0 else built.stdout[-200:]


def check(pml, suite, root, source, scratch):
    """One program: its folder and name, `passed` or what is wrong, and why if that is known."""
    kind, name = str(source.parent.relative_to(root)), source.stem
    folder = scratch / kind / name
    folder.mkdir(parents=True)
    copy = folder / f"{name}.sml"
    copy.write_bytes(suite.prelude.encode() + source.read_bytes())
    (folder / "README").touch()  # filesys looks at it
    copy = suite.project(copy)
    reason = suite.known.get(name, "")
    checked = run([pml, "check", *suite.options, copy], folder)
    refused = checked.returncode == 1 and "error:" in checked.stdout
    if checked.returncode not in (0, 1) or (checked.returncode == 1 and not refused):
        return kind, name, f"the front end ends with {checked.returncode}", ""
    if kind == suite.folders[1]:
        return kind, name, "passed" if refused else "accepted", reason
    if refused:
        missing = suite.missing.search(checked.stdout)
        first = next(line for line in checked.stdout.splitlines() if "error:" in line)
        return kind, name, first, reason or (f"uses {next(filter(None, missing.groups()))}" if missing else "")
    found = judge_run(pml, suite, source, copy, folder)
    shutil.rmtree(folder)
    return kind, name, found, reason


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pml, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    suite = next((each for each in (PolyML, MLton) if (root / each.folders[0]).is_dir()), None)
    if suite is None:
        sys.exit(f"{root} is neither Poly/ML's source package nor MLton's")
    sources = sorted(source for folder in suite.folders for source in (root / folder).glob("*" + suite.suffix))
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda source: check(pml, suite, root, source, pathlib.Path(scratch)), sources))
    for kind, name, found, reason in results:
        if found != "passed":
            print(f"{kind}/{name}: {found}\n    {reason or 'NOT KNOWN'}")
    for folder in suite.folders:
        mine = [found for kind, _, found, _ in results if kind == folder]
        print(f"{folder}: {len(mine)} programs, {mine.count('passed')} passed, {len(mine) - mine.count('passed')} deviate")
    unknown = sum(found != "passed" and not reason for _, _, found, reason in results)
    print(f"{unknown} deviate for a reason that is not known")
    sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
