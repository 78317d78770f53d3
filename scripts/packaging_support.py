# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What the scripts that make packages share, with each other and with the test of the kernel module."""

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent

sys.path.insert(0, str(SOURCE / "bench"))
from harness import llvm, whole_file  # noqa: E402, F401


def fail(message):
    sys.exit(f"tactus: error: {message}")


def run(*command, stderr=subprocess.PIPE, **options):
    """What the command writes to its standard output."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=stderr, check=False, **options)
    if done.returncode:
        fail(f"'{' '.join(map(str, command))}' ended with {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def project_version():
    match = re.search(r"project\(Tactus VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())
    return match[1]


def stage(build, work):
    """Installs a build below the folder `work`, and returns the tree."""
    run("cmake", "--install", build, "--prefix", "/installed", env={**os.environ, "DESTDIR": str(work / "staged")})
    return work / "staged" / "installed"
