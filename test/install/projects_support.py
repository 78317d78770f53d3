# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What the tests of installed trees share."""

import pathlib
import subprocess

PROJECTS = pathlib.Path(__file__).resolve().parent / "projects"
HISTOGRAM, PRIMES = "270000\n", "669\n"


def run(*arguments, **options):
    done = subprocess.run([str(a) for a in arguments], text=True, capture_output=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done
