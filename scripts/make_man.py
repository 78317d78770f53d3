#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""make_man.py --tree TREE --output FOLDER: manual pages of an installed tree's commands, from what their --help prints.

help2man writes them. Each command has a page of its own, and so has each of tactus' (tactus-run.1): what there is, is read
from --help as shells read it (docs/decisions/0136-shells-ask-the-command.md)."""

import argparse
import os
import re
import shlex
import tempfile
from pathlib import Path

from packaging_support import fail, project_version, run

# Clang and flang have pages of their own, so only what is ours is said of the compilers.
COMPILERS = {"tactus-clang": "C", "tactus-clang++": "C++", "tactus-flang": "Fortran"}
STATUS = "0 when all went well, 1 when something failed, 2 for a command line that is wrong."
OTHER_STATUS = {("tactus-clang",): "As clang's.", ("tactus-clang++",): "As clang's.", ("tactus-flang",): "As flang's.",
                ("tactus", "run"): "The program's own; 1 if it cannot be started, 2 for a command line that is wrong."}
# Of all pages, so that the same sources give the same ones; it is not shown.
DAY, SECONDS = "January 2000", "946684800"


def help_of(tree, *words):
    # What a user's variables say is not for everyone's page; and argparse breaks lines by the terminal's width.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
    return run(tree / "bin" / words[0], *words[1:], "--help", env={**environment, "COLUMNS": "80"})


def subcommands(text):
    return re.findall(r"^  ([\w-]+) ", text.partition("\nSubcommands:")[2], flags=re.MULTILINE)


def compiler_help(text, command):
    """Clang's form of --help, cut behind what is ours, in the form of the other commands."""
    ours = text.partition("TACTUS OPTIONS:\n")[2].partition("\n\n")[0]
    if not ours:
        fail(f"'{command} --help' has no list of Tactus' own options; look at driver/clang_main.cpp")
    compiler = "flang" if command.endswith("flang") else "clang"
    overview = re.search(r"OVERVIEW: (.*)", text)[1]
    return (f"{overview}.\n\nUsage: {command} [options] file...\n\nLoops that carry OpenMP pragmas are converted when -fopenmp is given. "
            f"All options of {compiler} pass through; see {compiler}(1).\n\nOptions:\n{ours}\n")


def page(text, words, meaning, others, options):
    """Has help2man read the text as if a command printed it."""
    name = "-".join(words)
    # Its form of a short option beside a long one, and of a usage that is longer than a line.
    text = re.sub(r"^(  -\w),(--)", r"\1, \2", text, flags=re.MULTILINE)
    text = re.sub(r"^usage: .*(?:\n .*)*", lambda usage: "U" + " ".join(usage[0].split())[1:], text)
    also = ", ".join(f".BR {other} (1)" for other in others).replace(", ", " ,\n")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "help").write_text(text)
        (Path(folder) / "more").write_text(f"[exit status]\n{OTHER_STATUS.get(words, STATUS)}\n\n[see also]\n{also}\n")
        printer = Path(folder) / name
        printer.write_text(f"#!/bin/sh\nexec cat {shlex.quote(folder)}/help\n")
        printer.chmod(0o755)
        made = options.output / f"{name}.1"
        run(options.help2man, "--section=1", "--no-info", "--manual=Tactus", f"--source=Tactus {project_version()}",
            f"--version-string={project_version()}", f"--name={meaning}", f"--include={folder}/more", f"--output={made}", printer,
            env={**os.environ, "SOURCE_DATE_EPOCH": SECONDS, "LC_ALL": "C.UTF-8"})
    made.write_text(made.read_text().replace(f'"{DAY}"', '""'))


def pages(tree):
    """Words, text and meaning of each command."""
    for compiler, language in COMPILERS.items():
        text = compiler_help(help_of(tree, compiler), compiler)
        yield (compiler,), text, f"compile {language} with parallelism that manages itself"
    above = help_of(tree, "tactus")
    yield ("tactus",), above, "run, watch and judge programs whose parallelism manages itself"
    for command in subcommands(above):
        text = help_of(tree, "tactus", command)
        yield ("tactus", command), text, meaning_of(command, above)
        for below in subcommands(text):
            yield ("tactus", command, below), help_of(tree, "tactus", command, below), meaning_of(below, text)


def meaning_of(command, text):
    """"  run    Run a converted program" and the lines that go on below it."""
    entry = re.search(rf"^  {re.escape(command)} +(.*(?:\n {{10,}}.*)*)", text, flags=re.MULTILINE)
    words = " ".join(entry[1].split())
    return words[0].lower() + words[1:] if words[1:2].islower() else words


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", type=Path, required=True, help="an installed tree")
    parser.add_argument("--output", type=Path, required=True, help="where the pages go")
    parser.add_argument("--help2man", default="help2man", help="the program")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    commands = list(pages(options.tree))
    for words, text, meaning in commands:
        # Those above it, those directly below it, and what stands beside tactus.
        others = {other for other, _, _ in commands if other != words and (other == words[:-1] or other[:-1] == words)}
        others |= {other for other, _, _ in commands if len(other) == 1 and len(words) == 1 and other != words}
        page(text, words, meaning, sorted("-".join(other) for other in others), options)


if __name__ == "__main__":
    main()
