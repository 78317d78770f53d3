#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""check_links.py [FOLDER]: finds links in Markdown that lead nowhere: no such file, or no such heading in it.

Without FOLDER all tracked documents of the checkout are read, else all below it, as they are installed. Links to the web
are left alone. Exit status 1: some link is dead."""

import functools
import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|(?:src|srcset|href)=\"([^\"]+)\"")
FENCED = re.compile(r"^(\s*```+).*?^\s*```+\s*$", re.M | re.S)


def documents(folder):
    if folder:
        return sorted(folder.rglob("*.md"))
    root = Path(__file__).resolve().parent.parent
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", "*.md"], cwd=root,
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [root / name for name in listed.stdout.split("\0") if name]
    return sorted(path for path in root.rglob("*.md") if "build" not in path.relative_to(root).parts)


def anchor(heading):
    """The name that a page gives a heading: GitHub's rule."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


@functools.cache
def prose(path):
    """The text, with blocks of code blanked: what is in them is no link and no heading."""
    return FENCED.sub(lambda block: "\n" * block[0].count("\n"), path.read_text())


@functools.cache
def anchors(path):
    seen, names = {}, set()
    for heading in re.findall(r"^#+\s+(.*?)\s*$", prose(path), re.M):
        name = anchor(heading)
        count = seen.get(name, 0)
        seen[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def problem(document, target):
    """Why this link is dead, or None."""
    if re.match(r"[a-z]+:", target):
        return None
    file, _, heading = target.partition("#")
    path = (document.parent / file) if file else document
    if not path.exists():
        return "there is no such file"
    if heading and path.suffix == ".md" and heading not in anchors(path.resolve()):
        return "there is no such heading"
    return None


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    found = documents(folder)
    if not found:
        sys.exit(f"tactus: error: {folder}: no documents there; name a folder that holds some")
    dead = 0
    for document in found:
        text = prose(document)
        for match in LINK.finditer(text):
            target = match[1] or match[2]
            why = problem(document, target)
            if why:
                line = text.count("\n", 0, match.start()) + 1
                print(f"tactus: error: {document}:{line}: the link '{target}' is dead: {why}; mend or drop it", file=sys.stderr)
                dead += 1
    sys.exit(1 if dead else 0)


if __name__ == "__main__":
    main()
