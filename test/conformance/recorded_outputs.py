"""What clang's own builds of the corpus print, recorded so that continuous integration need not build them each time.

What a program should print changes with the program alone. So a record, outputs/FOLDER/NAME.out, begins with a digest of all that
the program is made of: its files, the headers beside the corpus, its flags and its environment. One whose digest is another does
not count: the program is then built by clang, without and with libomp, as without a record. `run.py --record` writes them, after
all systems have agreed.
"""

import functools
import hashlib
import pathlib

import harness

HERE = pathlib.Path(__file__).resolve().parent
# Whose output a record stands for.
SYSTEMS = ("serial", "libomp")
MARK = "digest "


@functools.cache
def digest_of_headers() -> bytes:
    found = hashlib.sha256()
    for header in sorted(path for path in HERE.iterdir() if path.suffix in (".h", ".hpp")):
        found.update(header.name.encode() + b"\0" + header.read_bytes())
    return found.digest()


def digest(program: harness.Program, path: pathlib.Path) -> str:
    found = hashlib.sha256(digest_of_headers())
    found.update(repr((program.flags, sorted(program.environment.items()))).encode())
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            found.update(file.name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def record_of(path: pathlib.Path) -> pathlib.Path:
    return HERE / "outputs" / path.parent.name / f"{path.name}.out"


def find(program: harness.Program, path: pathlib.Path) -> str | None:
    """What the program in `path` should print, if that is recorded for it as it is now."""
    try:
        first, _, output = record_of(path).read_text().partition("\n")
    except OSError:
        return None
    return output if first == MARK + digest(program, path) else None


def write(program: harness.Program, path: pathlib.Path, output: str) -> None:
    record = record_of(path)
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(MARK + digest(program, path) + "\n" + output)
