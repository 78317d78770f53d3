#!/usr/bin/env python3
"""Checks that includes go down: scripts/check_rooms.py

docs/internals/rooms.md lists the rooms of each floor plan from the bottom up. A file may include what is in its own
room or in one that is listed before. Exit status 1 with a line for each include that points up, and for each file that
is in no room; 0 if there is none.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAN = ROOT / "docs/internals/rooms.md"
SOURCES = {".h", ".cpp", ".def", ".S"}
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
# `## The compiler: `compiler/``, and under it `3. `analysis/`: what it answers to`.
HEADING = re.compile(r"^## .*`([a-z]+)/`")
ROOM = re.compile(r"^\d+\. `([a-z/]+)/`")


def fail(message):
    sys.exit(f"tactus: error: {message}")


def read_plan(text):
    """The rooms of each top folder, from the bottom up."""
    plans, rooms = {}, None
    for line in text.splitlines():
        if heading := HEADING.match(line):
            rooms = plans.setdefault(heading[1], [])
        elif line.startswith("## "):
            rooms = None
        elif (room := ROOM.match(line)) and rooms is not None:
            rooms.append(room[1])
    if not plans or not all(plans.values()):
        fail(f"{PLAN.relative_to(ROOT)}: a plan without rooms, list them as `1. `name/`: sentence`")
    return plans


def room_of(path, rooms):
    """The innermost room that holds the path, which is relative to the plan's folder; None for files at the top."""
    folder = path.parent.as_posix()
    return folder if folder in rooms else None


def check(top, rooms, skipped):
    """Yields a message for each file or include that does not fit the plan of the folder `top`."""
    base = ROOT / top
    for source in sorted(base.rglob("*")):
        path = source.relative_to(base)
        if source.suffix not in SOURCES or path.parts[0] in skipped or len(path.parts) == 1:
            continue
        room = room_of(path, rooms)
        if room is None:
            yield f"{top}/{path}: is in no room, put it into one of {PLAN.relative_to(ROOT)}"
            continue
        for name in INCLUDE.findall(source.read_text()):
            target = Path(name)
            if not (base / target).is_file():
                if (source.parent / target).is_file() and len(target.parts) == 1:
                    continue
                if target.parts[0] in {part.split("/")[0] for part in rooms}:
                    yield f"{top}/{path}: includes {name}, which does not exist"
                continue
            included = room_of(target, rooms)
            if included is None or rooms.index(included) > rooms.index(room):
                yield f"{top}/{path}: includes {name}, which is above {room}/, move one of them"


def main():
    plans = read_plan(PLAN.read_text())
    # A plugin of its own, for clang.
    skipped = {"compiler": {"cilk"}}
    messages = [message for top, rooms in plans.items() for message in check(top, rooms, skipped.get(top, set()))]
    for message in messages:
        print(f"tactus: error: {message}", file=sys.stderr)
    sys.exit(1 if messages else 0)


if __name__ == "__main__":
    main()
