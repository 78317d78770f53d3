#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""make_deb.py --build BUILD --output FOLDER: makes Debian packages of a build (docs/decisions/0057-packages.md).

The build is installed into a staging folder, whose files are dealt out to libtactus0, tactus and tactus-doc."""

import argparse
import gzip
import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path

from packaging_support import SOURCE, fail, llvm, project_version, run, stage, whole_file

TREE = "usr/lib/tactus"
# An address that is reserved for examples: who gives packages to others gives his own (--maintainer).
MAINTAINER = "The founders of Tactus <tactus@example.org>"
SYMBOLS = SOURCE / "scripts/debian/libtactus0.symbols"
LIBRARIES = ("libtactus.so", "libtactus_mpi.so", "libtactus_splice.so", "libtactus_tbb.so")
OPENMP_RUNTIMES = ("libomp.so.5", "libgomp.so.1")
COMMANDS = ("tactus", "tactus-clang", "tactus-clang++", "tactus-flang")
# Of all files, so that the same sources give the same packages; Debian takes what is older than itself for a mistake.
DATE, SECONDS = "Sat, 01 Jan 2000 00:00:00 +0000", "946684800"


def is_elf(path):
    if path.is_symlink() or not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def split(staged, roots, architecture):
    """Deals the staged tree out to the folders of the packages."""
    tree = roots["tactus"] / TREE
    tree.parent.mkdir(parents=True)
    shutil.move(staged, tree)
    documents = roots["tactus-doc"] / "usr/share/doc"
    documents.mkdir(parents=True)
    shutil.move(tree / "share/doc/tactus", documents / "tactus")
    (tree / "share/doc").rmdir()
    shared = roots["tactus"] / "usr/share"
    shared.mkdir(parents=True)
    for shell in ("bash-completion", "fish", "zsh"):
        shutil.move(tree / "share" / shell, shared / shell)
    pages = tree / "share/man"
    if not pages.is_dir():
        fail("the build has no manual pages; apt install help2man, and build again")
    if not (tree / "lib/libtactus_tbb.so").exists():
        fail("the build has no libtactus_tbb.so; apt install libtbb-dev, and build again")
    shutil.move(pages, shared / "man")
    for path in sorted((shared / "man").rglob("*.1")):
        # No time in the header: the same sources give the same package.
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        path.unlink()

    libraries = roots["libtactus0"] / "usr/lib" / architecture
    libraries.mkdir(parents=True)
    for name in LIBRARIES:
        soname = os.readlink(tree / "lib" / name)
        file = os.readlink(tree / "lib" / soname)
        shutil.move(tree / "lib" / file, libraries / file)
        link(libraries / soname, file)
        # What the driver and find_package() look for stays in the tree, as links.
        (tree / "lib" / soname).unlink()
        link(tree / "lib" / soname, f"../../{architecture}/{soname}")

    # Programs that are linked with -ftactus-runtime=tactus look for it there, also where there is no compiler. The loader
    # searches no such folder by itself, so LLVM's and gcc's packages and other programs have nothing to do with it.
    openmp = roots["libtactus0"] / TREE / "lib/tactus/openmp"
    openmp.mkdir(parents=True)
    for name in OPENMP_RUNTIMES:
        shutil.move(tree / "lib/tactus/openmp" / name, openmp / name)

    for command in COMMANDS:
        link(roots["tactus"] / "usr/bin" / command, f"../lib/tactus/bin/{command}")
    pkgconfig = roots["tactus"] / "usr/lib" / architecture / "pkgconfig"
    pkgconfig.mkdir(parents=True)
    text = (tree / "lib/pkgconfig/tactus.pc").read_text()
    (pkgconfig / "tactus.pc").write_text(re.sub(r"^prefix=.*", "prefix=${pcfiledir}/../../tactus", text, flags=re.M))
    cmake = roots["tactus"] / "usr/lib/cmake/Tactus"
    cmake.mkdir(parents=True)
    for name in ("TactusConfig.cmake", "TactusConfigVersion.cmake"):
        (cmake / name).write_text(f'include("${{CMAKE_CURRENT_LIST_DIR}}/../../tactus/lib/cmake/Tactus/{name}")\n')


def finish_files(package, root, version, maintainer):
    """Strips programs, and adds what every package of Debian's has."""
    for path in sorted(root.rglob("*")):
        if is_elf(path) and path.suffix != ".o":
            run("strip", "--strip-unneeded", "--remove-section=.comment", path)
    documents = root / "usr/share/doc" / package
    documents.mkdir(parents=True, exist_ok=True)
    shutil.copy(SOURCE / "LICENSE", documents / "copyright")
    change = (f"tactus ({version}) unstable; urgency=medium\n\n  * See CHANGELOG.md in tactus-doc.\n\n -- {maintainer}  {DATE}\n")
    (documents / "changelog.gz").write_bytes(gzip.compress(change.encode(), mtime=0))
    for path in root.rglob("*"):
        if path.is_symlink():
            continue
        path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def library_dependencies(root, work, known):
    """What dpkg-shlibdeps says of all programs and libraries. `known` is the folder of libtactus0."""
    (work / "debian").mkdir(exist_ok=True)
    (work / "debian/control").write_text("Source: tactus\n\nPackage: tactus\nArchitecture: any\n")
    elves = [path for path in sorted(root.rglob("*")) if is_elf(path) and path.suffix != ".o"]
    said = run("dpkg-shlibdeps", "-O", "--ignore-missing-info", f"-l{known}", *(f"-e{path}" for path in elves), cwd=work)
    depends = re.search(r"shlibs:Depends=(.*)", said)
    return [one.strip() for one in depends[1].split(",") if not one.strip().startswith("libtactus0")] if depends else []


def library_symbols(root, work, version):
    """The file that says of each symbol since when it is there; fails where the list and the libraries differ."""
    made = work / "symbols"
    run("dpkg-gensymbols", "-plibtactus0", f"-v{version}", f"-P{root}", f"-I{SYMBOLS}", f"-O{made}", "-c4", cwd=work)
    return made.read_text()


def write_control(root, fields, files=()):
    control = root / "DEBIAN"
    control.mkdir()
    kilobytes = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file() or path.is_symlink()) // 1024 + 1
    fields = {**fields, "Installed-Size": str(kilobytes)}
    description = fields.pop("Description")
    text = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    (control / "control").write_text(f"{text}Description: {description}\n")
    for name, content in files:
        (control / name).write_text(content)
    sums = "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in sorted(root.rglob("*"))
                   if path.is_file() and not path.is_symlink() and control not in path.parents)
    (control / "md5sums").write_text(sums)


def libomp_package(version):
    """What holds the libomp that programs find where they run. Not every version of LLVM in Debian has one of its own."""
    library = Path(run(f"clang-{version}", "-print-file-name=libomp.so.5").strip()).resolve()
    return run("dpkg-query", "--search", library).split(":")[0]


def make(options, work):
    version = llvm.version(options.build)
    architecture = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
    machine = run("dpkg", "--print-architecture").strip()
    roots = {name: work / name for name in ("libtactus0", "tactus", "tactus-doc")}
    split(stage(options.build, work), roots, architecture)
    for package, root in roots.items():
        finish_files(package, root, options.version, options.maintainer)
    known = roots["libtactus0"] / "usr/lib" / architecture
    common = {"Version": options.version, "Section": "devel", "Priority": "optional", "Maintainer": options.maintainer, "Source": "tactus"}
    # Programs that are compiled with -fopenmp name libomp, whether or not anything is left for it.
    needed = [*library_dependencies(roots["libtactus0"], work, known), libomp_package(version)]
    write_control(roots["libtactus0"], {
        "Package": "libtactus0", "Architecture": machine, **common, "Section": "libs",
        "Depends": ", ".join(needed), "Suggests": "libhwloc15",
        "Description": "runtime that manages parallelism by itself\n Programs that tactus-clang has compiled need this library."},
        [("triggers", "activate-noawait ldconfig\n"),
         ("shlibs", "".join(f"{name.removesuffix('.so')} 0 libtactus0 (>= {options.version})\n" for name in LIBRARIES)),
         ("symbols", library_symbols(roots["libtactus0"], work, options.version))])
    # The last one is what `tactus pml build` links programs with.
    needs = [f"libtactus0 (= {options.version})", f"clang-{version}", f"libomp-{version}-dev", "libgmp-dev", *library_dependencies(roots["tactus"], work, known)]
    write_control(roots["tactus"], {
        "Package": "tactus", "Architecture": machine, **common, "Depends": ", ".join(needs), "Recommends": f"lld-{version}, pkg-config, tactus-doc",
        "Suggests": f"flang-{version}, python3, libtbb-dev",
        "Description": "compiler and tools for parallelism that manages itself\n"
                       " Compiles C and C++ with OpenMP, Cilk or forks, so that loops and calls\n"
                       " become tasks only where that pays. Schedules, grain sizes and cut-offs are\n"
                       " not needed."})
    write_control(roots["tactus-doc"], {
        "Package": "tactus-doc", "Architecture": "all", **common, "Section": "doc",
        "Description": "manual and examples of Tactus\n Tutorial, migration from other systems, guide, library, internals,\n and examples."})
    options.output.mkdir(parents=True, exist_ok=True)
    made = []
    for package, root in roots.items():
        kind = "all" if package == "tactus-doc" else machine
        file = options.output / f"{package}_{options.version}_{kind}.deb"
        with whole_file.unfinished(file) as unfinished:
            run("dpkg-deb", "--root-owner-group", f"-Z{options.compression}", "--build", root, unfinished,
                env={**os.environ, "SOURCE_DATE_EPOCH": SECONDS})
        made.append(file)
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="a complete build tree")
    parser.add_argument("--output", type=Path, required=True, help="where the packages go")
    parser.add_argument("--version", default=project_version())
    parser.add_argument("--maintainer", default=MAINTAINER, help="'NAME <ADDRESS>', of who answers for these packages")
    parser.add_argument("--compression", default="xz", choices=["xz", "none"])
    options = parser.parse_args()
    if not re.fullmatch(r"[0-9][A-Za-z0-9.+~]*", options.version):
        parser.error(f"'{options.version}' is no version of a Debian package: digits, letters, '.', '+', '~', a digit first")
    if not re.fullmatch(r"[^<>,\n]*[^<>,\s] <[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+>", options.maintainer):
        parser.error(f"'{options.maintainer}' is no maintainer: NAME <ADDRESS>, such as '{MAINTAINER}'")
    for tool in ("cmake", "dpkg-deb", "dpkg-gensymbols", "dpkg-shlibdeps", "strip"):
        if not shutil.which(tool):
            fail(f"'{tool}' is missing; run scripts/setup.sh, or apt install cmake dpkg-dev binutils")
    with tempfile.TemporaryDirectory() as folder:
        for file in make(options, Path(folder).resolve()):
            print(file)


if __name__ == "__main__":
    main()
