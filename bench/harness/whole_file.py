# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Files that are there whole, or as they were, however a script ends: what driver/output_file.h is for commands.

    with whole_file.unfinished(path) as file:    # .tactus-unfinished-x7qw2c/NAME, beside it
        file.write_text(text)
                                                 # it is at its place now; after an exception, what was there is
"""

import contextlib
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path


@contextlib.contextmanager
def ended_by_exception():
    """SIGTERM and SIGHUP end the script as an exception does, so that what is temporary goes away. In the main thread; elsewhere
    nothing changes."""
    before = {}
    with contextlib.suppress(ValueError):
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def is_stream(path):
    """A device, a pipe, or what the script has open: nothing can be moved there."""
    return (path.exists() and not path.is_file()) or os.path.realpath(path.parent).startswith(("/dev", "/proc/"))


@contextlib.contextmanager
def unfinished(path):
    """Where to write the file. A link stays, and so do the permissions of what is replaced."""
    path = Path(path)
    if is_stream(path):
        yield path
        return
    target = Path(os.path.realpath(path))
    with ended_by_exception(), tempfile.TemporaryDirectory(prefix=".tactus-unfinished-", dir=target.parent) as folder:
        file = Path(folder) / target.name
        yield file
        if target.exists():
            if not os.access(target, os.W_OK):
                raise PermissionError(13, os.strerror(13), str(path))
            shutil.copymode(target, file)
        os.replace(file, target)


def write_text(path, text):
    with unfinished(path) as file:
        file.write_text(text)


def write_bytes(path, content):
    with unfinished(path) as file:
        file.write_bytes(content)


@contextlib.contextmanager
def unfinished_folder(path):
    """Where to make what becomes the folder; what was in it goes away then."""
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    with ended_by_exception(), tempfile.TemporaryDirectory(prefix=".tactus-unfinished-", dir=target.parent) as work:
        made = Path(work) / "made"
        made.mkdir()
        yield made
        if target.exists():
            target.rename(Path(work) / "old")
        made.rename(target)
