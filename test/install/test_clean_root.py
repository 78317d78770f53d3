# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_clean_root.py --packages FOLDER [--suite bookworm] [--mirror URL] [--root FOLDER]: a fresh Debian, from the packages to
the first result.

Makes a minimal root by debootstrap (or takes one that is there), has apt install the packages with all they need from the
network, compiles and runs a program in it, upgrades and purges. Needs root and a network, so it is no test of ctest's; the
steps of the Dockerfile's second image are the same. Prints how long each step took."""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = r"""#include <stdio.h>
int main(void) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 1; i <= 1000000; i++)
    total += 1.0 / i;
  printf("%.3f\n", total);
}
"""


def step(what, *command, **options):
    began = time.monotonic()
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, check=False, **options)
    print(f"{time.monotonic() - began:7.1f} s  {what}", flush=True)
    if done.returncode:
        sys.exit(f"tactus: error: {what}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def in_root(root, what, command):
    return step(what, "chroot", root, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", "sh",
                "-ec", command)


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"tactus: error: {what}: {got!r} instead of {wanted!r}")


def files(root):
    return {str(path.relative_to(root)) for path in (root / "usr").rglob("*") if "tactus" in path.name}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", type=Path, required=True, help="folder with the three .deb files")
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--mirror", default=[], nargs=1, help="where debootstrap fetches from, if not from its own default")
    parser.add_argument("--root", type=Path, required=True, help="made if it is not there, and kept")
    options = parser.parse_args()
    root = options.root.resolve()
    if not (root / "bin").exists():
        step("debootstrap", "debootstrap", "--variant=minbase", options.suite, root, *options.mirror)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    shutil.rmtree(root / "packages", ignore_errors=True)
    shutil.copytree(options.packages, root / "packages")
    (root / "root/first.c").write_text(PROGRAM)
    in_root(root, "apt-get update", "apt-get update")
    in_root(root, "first command: apt-get install ./*.deb",
            "apt-get install --yes --no-install-recommends /packages/*.deb")
    shown = in_root(root, "second command: compile and run", "cd /root; tactus-clang -O2 -fopenmp first.c -o first && ./first")
    expect(shown, "14.393\n", "the first result")
    doctor = in_root(root, "tactus doctor", "tactus doctor")
    expect([line for line in doctor.splitlines() if line.startswith("MISSING")], [], "tactus doctor")
    in_root(root, "reinstall", "apt-get install --yes --reinstall /packages/*.deb")
    expect(in_root(root, "dpkg --verify", "dpkg --verify libtactus0 tactus tactus-doc | grep -v /usr/share/doc/ || true"), "", "verify")
    in_root(root, "purge", "apt-get purge --yes tactus libtactus0 tactus-doc")
    expect(files(root), set(), "what is left after the purge")


if __name__ == "__main__":
    main()
