#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Runs programs again and again, each time under another setting: for what fails once in a thousand runs.

Each program is run in turn with other numbers of workers, beats of a microsecond, every fork promoted, and chaos with a new
seed. It has to end as its first run did: with the same status and the same output (numbers of a line that begins with `~` are
compared as harness.py does). Let something else keep the machine busy meanwhile: most such faults need a thread that is
stopped where nobody thought of it.

    repeat.py [--minutes N] [--seed N] [--limit SECONDS] [--filter TEXT] [--without 'SETTING;...'] COMMAND ...
    repeat.py --list FILE

A COMMAND is one word of the shell, with variables in front if need be: 'OMP_NUM_THREADS=2 ./program 100'. A file for --list
has one in each line. Of a run that does not end within the limit gdb shows the stacks of all threads. Exit codes: 0 no
difference, 1 some, 2 bad usage.
"""

import argparse
import collections
import os
import pathlib
import random
import shlex
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "conformance"))
import harness  # noqa: E402


def settings(choose):
    """The next settings, without end."""
    def chaos():
        return {"TACTUS_CHAOS": str(choose.randrange(1, 1 << 30))}

    while True:
        for workers in ("2", "1", "4", "3", "9"):
            own = {"TACTUS_WORKERS": workers}
            yield f"workers={workers}", own
            yield f"chaos, workers={workers}", own | chaos()
            yield f"beat=1, workers={workers}", own | {"TACTUS_HEARTBEAT_US": "1"}
            yield f"beat=20, workers={workers}", own | {"TACTUS_HEARTBEAT_US": "20"}
            yield f"promote=all, workers={workers}", own | {"TACTUS_PROMOTE": "all"}
            yield f"promote=tokens, workers={workers}", own | {"TACTUS_PROMOTE": "tokens"}
            yield f"chaos, one processor, workers={workers}", own | chaos() | {"processors": "1"}
            yield f"beat=20, one processor, workers={workers}", own | {"TACTUS_HEARTBEAT_US": "20", "processors": "1"}
        yield "default", {}


class Command:
    """A program with its words and variables, and how its first run ended."""

    def __init__(self, line):
        words = shlex.split(line)
        names = 0
        while names < len(words) and "=" in words[names].split("/")[0]:
            names += 1
        self.line = line
        self.environment = dict(word.split("=", 1) for word in words[:names])
        self.words = words[names:]
        self.first = None

    def run(self, extra, limit):
        """How the run ended, as (status, output), or (None, stacks)."""
        extra = dict(extra)
        one = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if extra.pop("processors", None) else []
        process = subprocess.Popen([*one, *self.words], env=clean_environment() | self.environment | extra,
                                   cwd=pathlib.Path(self.words[0]).resolve().parent, stdin=subprocess.DEVNULL, text=True,
                                   errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            output, _ = process.communicate(timeout=limit)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            return None, harness.backtraces(process.pid)
        finally:
            harness.kill_group(process)

    def complaint(self, extra, limit):
        """What is wrong with one run, or None."""
        status, output = self.run(extra, limit)
        if self.first is None:
            self.first = (status, output)
        if status is None:
            return f"does not end\n{output}"
        if status != self.first[0]:
            how = signal.Signals(-status).name if status < 0 else f"status {status}"
            return f"{how} instead of {self.first[0]}\n{output[-2000:]}"
        difference = harness.difference(self.first[1], output)
        return f"prints something else: {difference}" if difference else None


def clean_environment():
    return {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_", "KMP_"))}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*", metavar="COMMAND")
    parser.add_argument("--list", type=pathlib.Path, help="a file with one command in each line")
    parser.add_argument("--filter", default="", help="only commands that contain this")
    parser.add_argument("--without", default="", help="no settings that contain one of these, by semicolons")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--limit", type=float, default=60, help="seconds within which a run ends")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    lines = arguments.commands + (arguments.list.read_text().splitlines() if arguments.list else [])
    arguments.commands = [Command(line) for line in lines if line.strip() and arguments.filter in line]
    if not arguments.commands:
        parser.error("no command to run")
    return arguments


def main():
    arguments = parse_arguments()
    unwanted = [word for word in arguments.without.split(";") if word]
    ends = time.monotonic() + arguments.minutes * 60
    runs, failures = 0, collections.Counter()
    for name, extra in settings(random.Random(arguments.seed)):
        if any(word in name for word in unwanted):
            continue
        for command in arguments.commands:
            if time.monotonic() > ends:
                print(f"{runs} runs of {len(arguments.commands)} programs, {sum(failures.values())} failures")
                for line, count in failures.most_common():
                    print(f"{count} of {line}")
                return 1 if failures else 0
            runs += 1
            if complaint := command.complaint(extra, arguments.limit):
                failures[command.line] += 1
                variables = " ".join(f"{key}={value}" for key, value in extra.items())
                print(f"FAIL {name}: {variables} {command.line}: {complaint}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
