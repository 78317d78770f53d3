#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_facts.py BIN: lists in the documents are complete: settings, flags, commands, options and headers, with their limits.

What there is, the sources say and the commands themselves."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

BIN = Path(sys.argv.pop(1)).resolve()
SOURCE = Path(__file__).resolve().parents[2]
DOCS = SOURCE / "docs"
# Read by tests only, or an option of our own build.
OF_TESTS = {"TACTUS_FULL_CONFORMANCE", "TACTUS_MODEL_SEEDS", "TACTUS_TPAL_FUZZ"}


def said(*command):
    return subprocess.run([BIN / command[0], *command[1:]], capture_output=True, text=True, check=True, timeout=60).stdout


def runtime_settings():
    """Name -> what is allowed, in the runtime's words."""
    text = (SOURCE / "runtime/os/settings.cpp").read_text()
    return dict(re.findall(r'^    \{"(TACTUS_\w+)",\s*"([^"]*)"', text, re.M))


def documented(document):
    """Name -> the other cells, of rows whose first cell is a variable, `=value` aside."""
    rows = re.findall(r"^\| `(TACTUS_\w+)(?:=[^`]*)?`[^|]* \|(.*)\|$", (DOCS / document).read_text(), re.M)
    return {name: [cell.strip() for cell in re.split(r"(?<!\\)\|", cells)] for name, cells in rows}


class Settings(unittest.TestCase):
    def test_each_variable_is_documented(self):
        read = set()
        for folder in ("runtime", "splice", "pml", "driver", "trace", "analyze", "compiler", "tpal"):
            for path in (SOURCE / folder).rglob("*.[ch]*"):
                # Names, not beginnings of names, and no guards of headers.
                read |= {name for name in re.findall(r'"(TACTUS_[A-Z_]*[A-Z])"', path.read_text()) if not name.endswith("_H")}
        listed = {name for document in ("settings.md", "splicing.md", "pml.md") for name in documented(document)}
        for name in re.findall(r"`(TACTUS_\w+)=", (DOCS / "settings.md").read_text()):
            listed.add(name)
        # The beginning of Splicing's names, which is a name as well.
        self.assertEqual(sorted(read - OF_TESTS - listed), [])
        self.assertEqual(sorted(listed - read), [])

    def test_what_is_allowed(self):
        rows = documented("settings.md")
        settings = runtime_settings()
        self.assertGreater(len(settings), 15)
        self.assertEqual(sorted(settings), sorted(rows))
        for name, allowed in settings.items():
            with self.subTest(name):
                cell = rows[name][0]
                self.assertEqual([one for one in re.findall(r"\d+", cell) if one not in re.findall(r"\d+", allowed)], [])
                for word in re.findall(r"`([a-z-]+)`", cell):
                    self.assertRegex(allowed, rf"\b{word}\b")
                for ending in re.findall(r"`FILE(\.\w+)`", cell):
                    self.assertIn(ending, allowed)
                if re.match(r"a whole number .*from", allowed):
                    self.assertRegex(cell, r"\d+ to \d+")

    def test_the_command_lists_them(self):
        listed = dict(re.findall(r"^(TACTUS_\w+) +(?:not set: )?(.*)$", said("tactus", "env"), re.M))
        self.assertEqual(sorted(listed), sorted(runtime_settings()))
        for name, cells in documented("settings.md").items():
            default = re.search(r"Default: (\d+)", cells[1])
            if default:
                self.assertIn(default[1], listed[name], name)


class Commands(unittest.TestCase):
    def test_flags_of_the_compiler(self):
        known = set(re.findall(r"^  (-f[\w-]+)", said("tactus-clang", "--help"), re.M)) & set(
            re.findall(r"-f(?:no-)?tactus[\w-]*|-fopencilk", said("tactus-clang", "--help").partition("All options of clang")[0]))
        listed = set(re.findall(r"^\| `(-f[\w-]+)", (DOCS / "settings.md").read_text(), re.M))
        self.assertGreater(len(known), 8)
        self.assertEqual(sorted(known), sorted(listed))

    def test_each_command_has_a_place(self):
        commands = re.findall(r"^  ([a-z]+) ", said("tactus", "--help").partition("Subcommands:")[2], re.M)
        self.assertGreater(len(commands), 8)
        text = (DOCS / "tools.md").read_text() + (DOCS / "guide.md").read_text()
        for command in commands:
            self.assertTrue(f"tactus {command}" in text, command)

    def test_each_option_is_documented(self):
        everything = "".join(path.read_text() for path in DOCS.glob("*.md"))
        for command in ("run", "report", "advise", "top", "simulate", "analyze"):
            for option in re.findall(r"(?<![\w-])(--[a-z][a-z-]+)", said("tactus", command, "--help").partition("Options:")[2]):
                if option != "--help":
                    with self.subTest(command=command, option=option):
                        self.assertTrue(re.search(rf"(?<![\w-]){option}\b", everything))


class Headers(unittest.TestCase):
    def test_of_the_library(self):
        text = (DOCS / "library.md").read_text()
        for path in (SOURCE / "include/tactus").iterdir():
            if path.suffix in (".hpp", "") and path.is_file() and not path.name.startswith("splice"):
                self.assertTrue(f"| `<tactus/{path.name}>` |" in text, path.name)

    def test_of_cilk(self):
        text = (DOCS / "cilk.md").read_text()
        for path in (SOURCE / "include/cilk").glob("*.h"):
            # Likewise `opmul`, ...
            self.assertTrue(f"<cilk/{path.name}>" in text or f"`{path.stem.removeprefix('reducer_')}`" in text, path.name)


if __name__ == "__main__":
    unittest.main()
