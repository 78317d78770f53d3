"""Packs of random programs: what the oracles say of each program, and whether ours says the same.

A program prints lines that begin with "> ". Between programs stands a line "> @ NUMBER". An oracle reads each program by its
own `use`, so that one that is refused, or that ends with an exception, does not end the session. Ours is compiled as one
text; what is refused, or ends with an exception, cannot stand there, and is tried by itself.
"""

import dataclasses
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STRESS = {"TACTUS_PML_STRESS": "1", "TACTUS_PML_VERIFY": "1"}
WAYS = [
    {"TACTUS_WORKERS": "1"},
    {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1"},
    {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1", "TACTUS_PML_STRESS": "7", "TACTUS_PML_VERIFY": "1"},
    {"TACTUS_WORKERS": "1", **STRESS},
    {"TACTUS_WORKERS": "2", "TACTUS_PROMOTE": "all", **STRESS},
]
SECONDS = 300
UNCAUGHT = "tactus: error: uncaught exception "
MARK, ENDED = "> @ ", "> !"
# Rules that are never used are no errors: most programs have some.
SMLNJ_OPTIONS = ["-Ccompiler-mc.error-redundant=false", "-Ccompiler-mc.warn-redundant=false",
                 "-Ccompiler-mc.warn-non-exhaustive-match=false", "-Ccompiler-mc.warn-non-exhaustive-bind=false"]
# Errors of the oracles' own.
NO_VERDICT = ["unexpectedly raised while compiling", "Fatal error -- Uncaught exception", "Compiler bug"]


@dataclasses.dataclass
class Case:
    """A program; from its leaf `wrong_at` on, if that is not 0, it is likely to have no type."""
    seed: int
    wrong_at: int
    text: str
    # The same in the forms of Successor ML, which only ours reads.
    ours: str = ""


@dataclasses.dataclass
class Verdict:
    """What a program is said to print, or that it is refused; and whether an exception ends it."""
    lines: list
    is_refused: bool = False
    raised: bool = False


@dataclasses.dataclass
class Problem:
    cases: list
    what: str

    def __str__(self):
        names = ", ".join(f"seed {case.seed}, wrong at {case.wrong_at}" for case in self.cases)
        return f"{names}: {self.what}"


@dataclasses.dataclass
class Result:
    counts: dict
    problems: list


def run(command, environment=None):
    """Status and output; None after the time limit."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    try:
        done = subprocess.run(command, env={**clean, **(environment or {})}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout.decode("latin-1")


def said(text):
    return [line for line in text.splitlines() if line.startswith("> ")]


def oracle_says(command, error, folder, count):
    """The oracle's verdicts on program-0.sml, program-1.sml and so on; None where it has none."""
    done = run(command)
    verdicts = [None] * count
    if done is None:
        return verdicts
    for section in done[1].split("\n" + MARK)[1:]:
        number, _, text = section.partition("\n")
        if any(own in text for own in NO_VERDICT):
            continue
        lines = said(text)
        raised = bool(lines) and lines[-1] == ENDED
        if raised:
            lines.pop()
            # SML/NJ's own compiler may raise, Overflow for one. A program of ours prints a line before it can.
            if not lines and error not in text:
                continue
        if error in text:
            verdicts[int(number)] = Verdict([], is_refused=True)
        elif int(number) < count:
            verdicts[int(number)] = Verdict(lines, raised=raised)
    return verdicts


def write_session(folder, pack):
    """The programs, and a file that reads them one after the other."""
    (folder / "oracle.sml").write_text((HERE / "generator" / "oracle.sml").read_text())
    session = [f'val _ = use "{folder}/oracle.sml";',
               f'fun one (number, file) = (print ("\\n{MARK}" ^ number ^ "\\n"); use file '
               f'handle _ => print "\\n{ENDED}\\n");']
    for number, case in enumerate(pack):
        (folder / f"program-{number}.sml").write_text(case.text)
        session.append(f'val _ = one ("{number}", "{folder}/program-{number}.sml");')
    # A last mark: what an oracle says at its end belongs to no program.
    session.append(f'val _ = print "\\n{MARK}{len(pack)}\\n";')
    (folder / "session.sml").write_text("\n".join(session) + "\n")


def oracles_say(options, folder, pack):
    """For each program what the oracles agree on; None where they do not, or have nothing to say."""
    write_session(folder, pack)
    session = str(folder / "session.sml")
    poly = oracle_says([options.poly, "-q", "--error-exit", "--use", session], ": error: ", folder, len(pack))
    smlnj = oracle_says([options.smlnj, *SMLNJ_OPTIONS, session], " Error: ", folder, len(pack))
    # SML/NJ alone is not believed: it takes 0 mod 0 for 0 where integers have no bounds.
    return [verdict if other in (verdict, None) else None for verdict, other in zip(poly, smlnj)]


def is_interpreted(options, seed):
    """The interpreter takes longer than native code and its compilation: it has its part of the packs."""
    return options.interpret or seed // options.pack % 6 == 5


def commands(options, folder, source, seed):
    """What runs the program: names, commands, settings. Or the reason why it cannot be built."""
    size = ["64", "32", "63"][seed // options.pack % 3]
    forms = ["--default-ann", "allowSuccessorML true"] if options.successor else []
    if is_interpreted(options, seed):
        return [(f"interpret, int {size}", [options.pml, "interpret", "--check", *forms, "--default-int", size, str(source)], {})], ""
    level = "0" if seed // options.pack % 5 == 0 else "2"
    built = folder / "program"
    done = run([options.pml, "build", "--check", *forms, "-O", level, "--default-int", size, str(source), "-o", str(built)])
    if done is None or done[0] != 0:
        return [], f"build: {done and (done[0], errors(done[1]) or done[1][-800:])}"
    return [(f"-O {level}, int {size}, {way}", [str(built)], way) for way in WAYS], ""


def errors(text):
    return "\n".join(line for line in text.splitlines() if ": error: " in line)[:800]


def first_difference(done, lines, expected, raised):
    """None if a run is as it should be."""
    if done is None:
        return f"does not end in {SECONDS} s"
    # An exception that nobody handles is the end of the program, also with the others.
    ended = (done[0] == 1 and UNCAUGHT in done[1]) if raised else done[0] == 0
    if lines == expected and ended:
        return None
    for number, (line, wanted) in enumerate(zip([*lines, ""], [*expected, ""])):
        if line != wanted:
            return f"status {done[0]}, line {number}: {line}\n  the others: {wanted}\n{done[1][-300:]}"
    return f"status {done[0]}: {done[1][-300:]}"


def ours_differ(options, folder, pack, verdicts):
    """The first way in which ours differs on accepted programs in one text; None if there is none."""
    source = folder / "pack.sml"
    source.write_text("\n".join(f'val _ = print "{MARK}{number}\\n";\n{case.ours or case.text}' for number, case in enumerate(pack)))
    expected = [line for number, verdict in enumerate(verdicts) for line in [f"{MARK}{number}", *verdict.lines]]
    runs, problem = commands(options, folder, source, pack[0].seed)
    for name, command, way in runs:
        done = run(command, way)
        differs = first_difference(done, done and said(done[1]), expected, verdicts[-1].raised)
        if differs:
            return f"{name}: {differs}"
    return problem or None


def narrowed(options, folder, pack, verdicts):
    """Problems of the programs of a pack, each by itself where that is possible."""
    problem = ours_differ(options, folder, pack, verdicts)
    if not problem or len(pack) == 1:
        return [Problem(pack, problem)] if problem else []
    half = len(pack) // 2
    parts = narrowed(options, folder, pack[:half], verdicts[:half]) + narrowed(options, folder, pack[half:], verdicts[half:])
    return parts or [Problem(pack, f"only together: {problem}")]


def refused_by_us(options, folder, number, case):
    """Whether ours refuses a program that the others refuse."""
    checked = run([options.pml, "check", str(folder / f"program-{number}.sml")])
    if checked is None or checked[0] != 1:
        return Problem([case], f"check: status {checked and checked[0]}, the others refuse it")
    return None


def check_pack(options, pack):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        verdicts = oracles_say(options, folder, pack)
        known = [(number, case, verdict) for number, (case, verdict) in enumerate(zip(pack, verdicts)) if verdict]
        refused = [(number, case) for number, case, verdict in known if verdict.is_refused]
        problems = [problem for number, case in refused if (problem := refused_by_us(options, folder, number, case))]
        # A program that is meant to be right and that an oracle refuses is a mistake of the generator.
        problems += [Problem([case], "the oracles refuse it") for _, case in refused if not case.wrong_at]
        good = [(case, verdict) for _, case, verdict in known if not verdict.is_refused]
        # Only the last program of a text may end with an exception.
        whole = [pair for pair in good if not pair[1].raised]
        for group in [whole, *([pair] for pair in good if pair[1].raised)]:
            if group:
                problems += narrowed(options, folder, [case for case, _ in group], [verdict for _, verdict in group])
    wrong = sum(len(problem.cases) for problem in problems)
    return Result({"agree": len(good), "refused": len(refused), "open": len(pack) - len(known), "wrong": wrong}, problems)
