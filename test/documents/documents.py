# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Reads a Markdown document as a program: files, commands and what they print (docs/decisions/0056-documents-are-run.md)."""

import dataclasses
import os
import re
import subprocess
from pathlib import Path

FILE_LANGUAGES = {"c", "cpp", "python", "cython", "cmake", "rust", "toml"}
COMMENT = re.compile(r"(?://|#)\s*([\w./-]+\.\w+|CMakeLists\.txt)(?:$|:|\s)")
SECONDS_EACH = 300


class Wrong(Exception):
    """What is wrong with a document, with its line."""


@dataclasses.dataclass
class Block:
    """One fenced block. `path` is the file that it is, for blocks that are one."""

    document: Path
    line: int
    language: str
    text: str

    @property
    def path(self):
        first = self.text.split("\n", 1)[0]
        named = COMMENT.match(first)
        return named[1] if named and self.language in FILE_LANGUAGES else None

    @property
    def place(self):
        return f"{self.document.name}:{self.line}"


def blocks(document):
    """All fenced blocks in their order; one that is not closed is an error."""
    found, opened = [], None
    for number, line in enumerate(document.read_text().splitlines(), 1):
        fence = re.match(r"\s*```+(.*)$", line)
        if opened is None and fence:
            opened = Block(document, number, fence[1].strip(), "")
        elif opened is not None and fence:
            found.append(opened)
            opened = None
        elif opened is not None:
            opened.text += line + "\n"
    if opened:
        raise Wrong(f"{opened.place}: the block is not closed")
    return found


def matches(printed, expected):
    """Whether that was printed, but for spaces at the ends of lines; '...' in the expected text stands for any text, lines included."""
    printed, expected = (re.sub(r"[ \t]+$", "", text, flags=re.M).strip() for text in (printed, expected))
    return re.fullmatch(".*?".join(map(re.escape, expected.split("..."))), printed, re.S) is not None


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
        self.folder, self.source = folder, source
        kept = {name: os.environ[name] for name in ("TMPDIR",) if name in os.environ}
        # What a test sets for programs, and what spares it time.
        kept |= {name: value for name, value in os.environ.items() if name.startswith(("TACTUS_", "CMAKE_", "CCACHE_"))}
        self.environment = {**kept, "PATH": f"{root}/bin:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
                            "PKG_CONFIG_PATH": f"{root}/lib/pkgconfig", "CMAKE_PREFIX_PATH": str(root),
                            "SOURCES": str(source)}

    def run(self, block):
        if block.path:
            path = self.folder / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.language == "console":
            for command, expected in commands(block):
                self.console(block, command, expected)
        elif block.language == "sh":
            self.check_shell(block)
        elif block.language != "text":
            raise Wrong(f"{block.place}: nobody runs a block of '{block.language}' without a file's name on its first line; name it, "
                        "or make it a console or text block")

    def console(self, block, command, expected):
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_EACH, check=False)
        if done.returncode:
            raise Wrong(f"{block.place}: '{command}' ended with {done.returncode}:\n{done.stdout}")
        if not matches(done.stdout, expected):
            raise Wrong(f"{block.place}: '{command}' printed\n{done.stdout}instead of\n{expected}")

    def check_shell(self, block):
        """Commands for the user's machine are not run, but must be readable, and name goals that there are."""
        done = subprocess.run(["sh", "-n"], input=block.text, text=True, capture_output=True, check=False)
        if done.returncode:
            raise Wrong(f"{block.place}: the shell cannot read this: {done.stderr}")
        goals = re.findall(r"^make\s+([a-z-]+)", block.text, re.M)
        known = set(re.findall(r"^([a-z-]+):", (self.source / "Makefile").read_text(), re.M))
        for goal in goals:
            if goal not in known:
                raise Wrong(f"{block.place}: the Makefile has no goal '{goal}'")
