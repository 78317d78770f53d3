#!/usr/bin/env python3
"""Checks that includes go down: scripts/check_rooms.py [ROOT]

docs/internals/rooms.md lists the rooms of each floor plan from the bottom up. A file may include what is in its own
room or in one that is listed before. Exit status 1 with a line for each include that points up, and for each file that
is in no room; 0 if there is none.
"""
import re
import sys
from pathlib import Path

PLAN = Path("docs/internals/rooms.md")
# Folders that are houses of their own: the plugin for clang itself.
OUTSIDE = {"compiler": {"cilk", "splice"}}
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
        fail(f"{PLAN}: a plan without rooms, list them as `1. `name/`: sentence`")
    return plans


def room_of(path, rooms):
    """The room that holds the path, which is relative to the plan's folder; None for what is in no room."""
    folder = path.parent.as_posix()
    return folder if folder in rooms else None


def target_of(name, source, base):
    """The file of the house that the include names: from the includer's folder, the house, or what the house stands in;
    None for others."""
    for folder in (source.parent, base, base.parent):
        file = (folder / name).resolve()
        if file.is_file() and file.is_relative_to(base.resolve()):
            return file.relative_to(base.resolve())
    return None


def check(base, rooms):
    """Yields a message for each file or include that does not fit the plan of the folder `base`."""
    top = base.name
    for source in sorted(base.rglob("*")):
        path = source.relative_to(base)
        if source.suffix not in SOURCES or path.parts[0] in OUTSIDE.get(top, set()) or len(path.parts) == 1:
            continue
        room = room_of(path, rooms)
        if room is None:
            yield f"{top}/{path}: is in no room, put it into one of {PLAN}"
            continue
        for name in INCLUDE.findall(source.read_text()):
            target = target_of(name, source, base)
            if target is None:
                continue  # of another house, or a library
            included = room_of(target, rooms)
            if included is None or rooms.index(included) > rooms.index(room):
                yield f"{top}/{path}: includes {name}, which is above {room}/, move one of them"


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    plans = read_plan((root / PLAN).read_text())
    messages = [message for top, rooms in plans.items() for message in check(root / top, rooms)]
    for message in messages:
        print(f"tactus: error: {message}", file=sys.stderr)
    sys.exit(1 if messages else 0)


if __name__ == "__main__":
    main()
