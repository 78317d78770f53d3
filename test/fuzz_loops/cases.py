"""Random programs of several files that check themselves.

A kind of such programs is a module with `make(seed, tools)`. What the programs compute is fixed by the standard or bounded by
it, so there is nothing to compare with: a case fails if it does not build, prints a complaint, does not end with 0 or
does not end. A reference build, by clang with libomp or by gcc, checks the program itself.
"""

import dataclasses
import pathlib
import subprocess

import harness
from harness import Failure, Setting

LIMIT_SECONDS = 60


@dataclasses.dataclass
class Case:
    """Commands are lists of words, run in the case's folder. The last one of each list builds `program`."""

    sources: dict[str, str]
    build: list[list[str]]
    settings: list[Setting]
    program: str = "program"
    # Of the reference; empty for none.
    reference: list[list[str]] = dataclasses.field(default_factory=list)
    # What the case is about, for the report of its failure.
    words: str = ""


def usual_settings(choose) -> list[Setting]:
    """A few of the settings that promote, on fewer and more workers than there are processors."""
    workers = str(choose.choice([2, 3, 4, 9]))
    chaos = str(choose.randrange(1, 100000))
    return [Setting("workers=1", {"TACTUS_WORKERS": "1"}),
            Setting(f"workers={workers}", {"TACTUS_WORKERS": workers}),
            Setting("beat=1us", {"TACTUS_WORKERS": workers, "TACTUS_HEARTBEAT_US": "1"}),
            Setting("promote=all", {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all"}),
            Setting(f"chaos={chaos}", {"TACTUS_WORKERS": workers, "TACTUS_CHAOS": chaos})]


def run(words: list[str], folder: pathlib.Path, extra: dict[str, str], what: str) -> None:
    environment = {**harness.clean_environment(), **extra}
    # How many threads there are is what these programs are about.
    if "OMP_NUM_THREADS" not in extra:
        del environment["OMP_NUM_THREADS"]
    process = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        stacks = harness.backtraces(process.pid)
        harness.kill_group(process)
        raise Failure(f"{what}: not done after {LIMIT_SECONDS} s\n{stacks}") from None
    if process.returncode != 0 or output:
        raise Failure(f"{what}: status {process.returncode}: {' '.join(words)}\n{output[:600]}")


def verifying(command: list[str]) -> list[str]:
    """Has LLVM verify what our compiler makes."""
    return [command[0], "-ftactus-verify", *command[1:]] if "tactus-clang" in pathlib.Path(command[0]).name else command


def check_reference(case: Case, folder: pathlib.Path) -> None:
    for command in case.reference:
        run(command, folder, {}, "reference, build")
    if case.reference:
        run(["./" + case.program], folder, {"OMP_NUM_THREADS": "4", "KMP_WARNINGS": "0"}, "reference: the program is wrong")


def check(case: Case, folder: pathlib.Path, is_reference_late: bool = False) -> None:
    """The reference tells programs that are wrong. If it is late, only one that fails is asked about."""
    for name, text in case.sources.items():
        (folder / name).write_text(text)
    if not is_reference_late:
        check_reference(case, folder)
    try:
        for command in case.build:
            run(verifying(command), folder, {}, f"build ({case.words})")
        for setting in case.settings:
            run(["./" + case.program], folder, setting.environment, f"{case.words}, {setting.name}")
    except Failure as failure:
        if is_reference_late:
            check_reference(case, folder)
        raise failure
