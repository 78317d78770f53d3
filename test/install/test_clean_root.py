# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_clean_root.py --build BUILD --root FOLDER [--suite bookworm] [--mirror URL]: a fresh Debian, from the packages to the
first result.

Makes packages of a build in two versions, and a minimal root by debootstrap (or takes one that is there). There apt installs
the older ones, with all they need from the network; a program is compiled and run; apt upgrades to the newer ones, and purges.
Then the steps of the Dockerfile's second image are taken. Needs root and a network, so it is no test of ctest's. Prints how
long each step took."""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

from test_dockerfile import instructions

SOURCE = Path(__file__).resolve().parents[2]
PACKAGES = ("libtactus0", "tactus", "tactus-doc")
OLDER, NEWER = "0.0.1", "0.0.2"
PROGRAM = r"""#include <stdio.h>
int main(void) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 1; i <= 1000000; i++)
    total += 1.0 / i;
  printf("%.3f\n", total);
}
"""
FORKS = r"""#include <cstdio>
#include <tactus/tactus.hpp>
long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}
int main() { std::printf("%ld\n", fib(30)); }
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


def install(root, what, version):
    in_root(root, what, f"apt-get install --yes --no-install-recommends /packages/{version}/*.deb")
    shown = in_root(root, "dpkg-query", f"dpkg-query --show --showformat '${{Package}} ${{Version}}\n' {' '.join(PACKAGES)}")
    expect(sorted(shown.splitlines()), [f"{name} {version}" for name in PACKAGES], what)


def first_result(root):
    shown = in_root(root, "second command: compile and run", "cd /srv; tactus-clang -O2 -fopenmp first.c -o first && ./first")
    expect(shown, "14.393\n", "the first result")


def try_packages(root):
    began = time.monotonic()
    install(root, "first command: apt-get install ./*.deb", OLDER)
    first_result(root)
    print(f"{time.monotonic() - began:7.1f} s  from a fresh machine to the first result", flush=True)
    doctor = in_root(root, "tactus doctor", "tactus doctor")
    expect([line for line in doctor.splitlines() if line.startswith("MISSING")], [], "tactus doctor")
    install(root, "upgrade", NEWER)
    first_result(root)
    expect(in_root(root, "what the older version has compiled", "/srv/first"), "14.393\n", "after the upgrade")
    expect(in_root(root, "dpkg --verify", f"dpkg --verify {' '.join(PACKAGES)} | grep -v /usr/share/doc/ || true"), "", "verify")
    in_root(root, "purge", f"apt-get purge --yes {' '.join(PACKAGES)}")
    expect(files(root), set(), "what is left after the purge")


def try_image(root):
    """The Dockerfile's second image, from what the first one makes."""
    shutil.copytree(root / "packages" / NEWER, root / "tmp/packages")
    commands = instructions()
    second = max(index for index, (name, _) in enumerate(commands) if name == "FROM")
    for name, command in commands[second:]:
        if name == "RUN":
            in_root(root, f"Dockerfile: {command[:60]}", command)
    shown = in_root(root, "in the image: g++ and the library",
                    "cd /srv; g++ -std=c++20 -O2 forks.cpp -o forks -I/usr/lib/tactus/include -L/usr/lib/tactus/lib -ltactus && ./forks")
    expect(shown, "832040\n", "forks by g++")
    shown = in_root(root, "in the image: tactus-clang++", "cd /srv; tactus-clang++ -std=c++20 -O2 forks.cpp -o forks && ./forks")
    expect(shown, "832040\n", "forks by tactus-clang++")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="a complete build tree")
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--mirror", default=[], nargs=1, help="where debootstrap fetches from, if not from its own default")
    parser.add_argument("--root", type=Path, required=True, help="made if it is not there, and kept")
    options = parser.parse_args()
    root = options.root.resolve()
    if not (root / "bin").exists():
        step("debootstrap", "debootstrap", "--variant=minbase", options.suite, root, *options.mirror)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    for folder in ("packages", "tmp/packages"):
        shutil.rmtree(root / folder, ignore_errors=True)
    for version in (OLDER, NEWER):
        step(f"packages of version {version}", sys.executable, SOURCE / "scripts/make_deb.py", "--build", options.build, "--output",
             root / "packages" / version, "--version", version)
    (root / "srv/first.c").write_text(PROGRAM)
    (root / "srv/forks.cpp").write_text(FORKS)
    in_root(root, "apt-get update", "apt-get update")
    try_packages(root)
    try_image(root)


if __name__ == "__main__":
    main()
