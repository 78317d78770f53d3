# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Reads a Markdown document as a program: files, commands and what they print
(docs/decisions/0056-documents-are-run.md, docs/decisions/0154-every-block-is-held-to-its-word.md)."""

import dataclasses
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
from pathlib import Path

import unrun
from unrun import Wrong

FILE_LANGUAGES = {"c", "cpp", "fortran", "python", "cython", "cmake", "go", "rust", "toml", "sml", "tpal"}
FILE_NAME = r"([\w./-]+\.\w+|CMakeLists\.txt)"
COMMENT = re.compile(rf"(?://|#|!|\(\*)\s*{FILE_NAME}(, continued)?(?:$|:|\s)")
SECONDS_EACH = 300
LLVM = os.environ.get("LLVM", "19")


@dataclasses.dataclass
class Block:
    """One fenced block. `path` is the file that it is, or that it goes on with, for blocks that are one."""

    document: Path
    line: int
    language: str
    text: str

    @property
    def named(self):
        first = self.text.split("\n", 1)[0]
        return COMMENT.match(first) if self.language in FILE_LANGUAGES else None

    @property
    def path(self):
        return self.named[1] if self.named else None

    @property
    def continues(self):
        return bool(self.named and self.named[2])

    @property
    def place(self):
        return f"{self.document.name}:{self.line}"


def blocks(document):
    """All fenced blocks in their order. A block that is not closed is an error, and so is one that is made by indenting: nobody
    could say what it is."""
    found, opened, before = [], None, ""
    for number, line in enumerate(document.read_text().splitlines(), 1):
        fence = re.match(r"\s*```+(.*)$", line)
        if opened is None and fence:
            opened = Block(document, number, fence[1].strip(), "")
        elif opened is not None and fence:
            found.append(opened)
            opened = None
        elif opened is not None:
            opened.text += line + "\n"
        elif line.startswith("    ") and line.strip() and not before.strip():
            raise Wrong(f"{document.name}:{number}: a block that is indented has no language; put it between fences")
        before = line
    if opened:
        raise Wrong(f"{opened.place}: the block is not closed")
    return found


def matches(printed, expected):
    """Whether that was printed, but for spaces at the ends of lines; '...' in the expected text stands for any text, lines included."""
    printed, expected = (re.sub(r"[ \t]+$", "", text, flags=re.M).strip() for text in (printed, expected))
    return re.fullmatch(".*?".join(map(re.escape, expected.split("..."))), printed, re.S) is not None


def for_llvm(command, version):
    """Documents name the clang of LLVM 19, and what is tested may be built for another one."""
    return re.sub(r"\b(clang(?:\+\+)?)-19\b", rf"\1-{version}", command)


def commands(block):
    """(command, what it prints) for each '$ ' line; a '\\' at the end of a line joins it with the next one."""
    found = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], ""])
        elif found and not found[-1][1] and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line
        elif found:
            found[-1][1] += line + "\n"
        else:
            raise Wrong(f"{block.place}: a console block begins with a line '$ command'")
    return found


class Runner:
    """Executes the blocks of one document in one folder."""

    def __init__(self, root, folder, source):
        self.folder, self.source, self.root = folder, source, Path(root)
        kept = {name: os.environ[name] for name in ("TMPDIR",) if name in os.environ}
        # What a test sets for programs, and what spares it time.
        kept |= {name: value for name, value in os.environ.items() if name.startswith(("TACTUS_", "CMAKE_", "CCACHE_"))}
        self.environment = {**kept, "PATH": f"{root}/bin:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
                            # No colours.
                            "TERM": "dumb", "PKG_CONFIG_PATH": f"{root}/lib/pkgconfig", "CMAKE_PREFIX_PATH": str(root),
                            "SOURCES": str(source)}

    def run(self, block):
        if block.path:
            self.write(block)
        elif block.language == "console":
            for command, expected in commands(block):
                self.console(block, command, expected)
        elif block.language in unrun.CHECKS:
            unrun.CHECKS[block.language](block, self)
        else:
            raise Wrong(f"{block.place}: nobody runs a block of '{block.language}' without a file's name on its first line; name it, "
                        f"or make it one of: console, {', '.join(unrun.CHECKS)}")

    def write(self, block):
        path = self.folder / block.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if block.continues:
            if not path.exists():
                raise Wrong(f"{block.place}: '{block.path}' is continued, but no block before begins it")
            path.write_text(path.read_text() + block.text)
        else:
            path.write_text(block.text)

    def execute(self, command):
        """(exit status, what is printed), as in a reader's terminal: a line appears when it is printed, whatever it is printed on."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        with subprocess.Popen(command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                              start_new_session=True) as child:
            os.close(theirs)
            ending = threading.Timer(SECONDS_EACH, os.killpg, (child.pid, signal.SIGKILL))
            ending.start()
            printed = b""
            while part := self.read(ours):
                printed += part
            status = child.wait()
            ending.cancel()
        os.close(ours)
        return status, printed.decode(errors="replace").replace("\r\n", "\n")

    @staticmethod
    def read(terminal):
        try:
            return os.read(terminal, 65536)
        except OSError:  # nobody holds its other side any more
            return b""

    def console(self, block, command, expected):
        status, printed = self.execute(["sh", "-c", for_llvm(command, LLVM)])
        if status:
            raise Wrong(f"{block.place}: '{command}' ended with {status}:\n{printed}")
        if not matches(printed, expected):
            raise Wrong(f"{block.place}: '{command}' printed\n{printed}instead of\n{expected}")
