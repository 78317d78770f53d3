#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""test_clean_root.py --build BUILD --root FOLDER [--suite bookworm] [--mirror URL]: a fresh Debian, from the packages to the
first result, and one in each language.

Makes packages of a build in two versions, and a minimal root by debootstrap (or takes one that is there). There apt installs
the older ones, with all they need from the network; a program is compiled and run; apt upgrades to the newer ones. What
languages and libraries need is installed, and a program of each is compiled and run; apt purges. Then, on Debian 12, the steps
of the Dockerfile's second image are taken. Needs root and a network, so it is no test of ctest's. Prints how long each step
took.

--packages FOLDER takes packages that were made elsewhere, in FOLDER/0.0.1 and FOLDER/0.0.2: those of another release of Debian
are made there (scripts/platforms.sh)."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from test_dockerfile import instructions

SOURCE = Path(__file__).resolve().parents[2]
PACKAGES = ("libtactus0", "tactus", "tactus-doc")
OLDER, NEWER = "0.0.1", "0.0.2"
# What is compiled and run with the installed packages: what it needs besides them, the command, and what it prints. @LLVM@ is the
# version that the packages are for. The first one is the first result.
HERE = Path(__file__).resolve().parent
OPENMPI = ("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
           "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe")
LANGUAGES = {
    "C": ("", "tactus-clang -O2 -fopenmp sum.c -o sum && ./sum", "14.393\n"),
    "C++": ("", "tactus-clang++ -std=c++20 -O2 forks.cpp -o forks && ./forks", "832040\n"),
    "C++ by g++": ("g++ pkg-config", "g++ -std=c++20 -O2 forks.cpp -o forks $(pkg-config --cflags --libs tactus) && ./forks", "832040\n"),
    "standard policies": ("", "tactus-clang++ -std=c++20 -O2 standard.cpp -o standard && ./standard", "999999 499999500000\n"),
    "standard policies by g++": ("", "g++ -std=c++20 -O2 standard.cpp -o standard $(pkg-config --cflags --libs tactus) && ./standard",
                                 "999999 499999500000\n"),
    "standard policies of libc++": ("libc++-@LLVM@-dev", "tactus-clang++ -std=c++20 -O2 -stdlib=libc++ -fexperimental-library standard.cpp "
                                    "-o standard && ./standard", "999999 499999500000\n"),
    "Parallel ML": ("", "tactus pml build fib.sml -o fib && ./fib", "196418\n"),
    "Fortran": ("flang-@LLVM@", "tactus-flang -O2 -fopenmp sum.f90 -o sum && ./sum", "14.393\n"),
    "oneTBB": ("libtbb-dev", "tactus-clang++ -ftactus-tbb -std=c++20 -O2 tbb.cpp -o tbb -ltbb && ./tbb", "499999500000 499500\n"),
    "MPI": ("libopenmpi-dev openmpi-bin", f"OMPI_CC=tactus-clang mpicc -O2 -fopenmp ranks.c -o ranks && {OPENMPI} mpirun -n 2 ./ranks",
            "2 ranks: 14.393\n"),
}
# What mpirun asks of a machine. It is mounted in a namespace of its own.
MOUNTED = ("mount --make-rprivate / && mount -t proc proc \"$1/proc\" && mount --rbind /sys \"$1/sys\" && mount --rbind /dev \"$1/dev\" && "
           "shift && exec \"$@\"")


def step(what, *command, **options):
    began = time.monotonic()
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, check=False, **options)
    print(f"{time.monotonic() - began:7.1f} s  {what}", flush=True)
    if done.returncode:
        sys.exit(f"tactus: error: {what}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def in_root(root, what, command):
    environment = ("HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C")
    return step(what, "unshare", "--mount", "--fork", "sh", "-euc", MOUNTED, "sh", root,
                "chroot", root, "env", "-i", *environment, "sh", "-ec", command)


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"tactus: error: {what}: {got!r} instead of {wanted!r}")


def files(root):
    return {str(path.relative_to(root)) for path in (root / "usr").rglob("*") if "tactus" in path.name}


def install(root, what, version):
    in_root(root, what, f"apt-get install --yes --no-install-recommends /packages/{version}/*.deb")
    shown = in_root(root, "dpkg-query", f"dpkg-query --show --showformat '${{Package}} ${{Version}}\n' {' '.join(PACKAGES)}")
    expect(sorted(shown.splitlines()), [f"{name} {version}" for name in PACKAGES], what)


def result(root, language, what=None):
    _, command, printed = LANGUAGES[language]
    shown = in_root(root, what or language, f"cd /srv; {command}")
    expect(shown, printed, language)


def first_result(root):
    result(root, "C", "second command: compile and run")


def try_languages(root):
    depends = in_root(root, "what tactus depends on", "dpkg-query --show --showformat '${Depends}' tactus")
    llvm = re.search(r"\bclang-(\d+)", depends)[1]
    needed = " ".join(packages for packages, _, _ in LANGUAGES.values()).replace("@LLVM@", llvm)
    in_root(root, f"apt-get install {needed}", f"apt-get install --yes --no-install-recommends {needed}")
    for language in LANGUAGES:
        result(root, language)


def try_packages(root):
    began = time.monotonic()
    install(root, "first command: apt-get install ./*.deb", OLDER)
    first_result(root)
    print(f"{time.monotonic() - began:7.1f} s  from a fresh machine to the first result", flush=True)
    doctor = in_root(root, "tactus doctor", "tactus doctor")
    expect([line for line in doctor.splitlines() if line.startswith("MISSING")], [], "tactus doctor")
    shutil.copy(root / "srv/sum", root / "srv/older")
    install(root, "upgrade", NEWER)
    first_result(root)
    expect(in_root(root, "what the older version has compiled", "/srv/older"), "14.393\n", "after the upgrade")
    try_languages(root)
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
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--build", type=Path, help="a complete build tree")
    source.add_argument("--packages", type=Path, help=f"a folder with packages of both versions, in {OLDER} and {NEWER}")
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
    for version in (OLDER, NEWER) if options.build else ():
        step(f"packages of version {version}", sys.executable, SOURCE / "scripts/make_deb.py", "--build", options.build, "--output",
             root / "packages" / version, "--version", version)
    if options.packages:
        shutil.copytree(options.packages, root / "packages")
    shutil.copytree(HERE / "languages", root / "srv", dirs_exist_ok=True)
    # Ranks on one machine find each other by its name.
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost {os.uname().nodename}\n")
    in_root(root, "apt-get update", "apt-get update")
    try_packages(root)
    if options.suite == "bookworm":
        try_image(root)


if __name__ == "__main__":
    main()
