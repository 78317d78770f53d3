#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""make_wheel.py --build BUILD --output FOLDER: makes a Python wheel with the installed tree (PEP 427).

It brings compiler, runtime and tools; the clang that they are built for has to be on the machine. Wheels know no links, so a file with several names is there
several times. It is named tactus-compiler: on PyPI, `tactus` is a package of other people."""

import argparse
import base64
import hashlib
import os
import re
import shutil
import tempfile
import zipfile
from pathlib import Path

from packaging_support import SOURCE, fail, llvm, project_version, run, stage, whole_file

TAG = "py3-none-linux_x86_64"
NAME = "tactus_compiler"
# Of the tree, what a Python user has no use for.
LEFT_OUT = ("share/doc", "share/bash-completion", "share/fish", "share/zsh", "share/tactus/bench", "share/tactus/kernel",
            "share/tactus/abi")
LIBRARIES = ("libtactus.so", "libtactus_splice.so")
COMMANDS = ("tactus", "tactus-clang", "tactus-clang++", "tactus-flang")


def without_links(tree):
    """Leaves the libraries under the two names that are asked for: the linker's, and the loader's in its own folder."""
    for name in LEFT_OUT:
        shutil.rmtree(tree / name, ignore_errors=True)
    for name in LIBRARIES:
        soname = os.readlink(tree / "lib" / name)
        file = (tree / "lib" / name).resolve()
        (tree / "lib/tactus" / soname).unlink()
        run("strip", "--strip-unneeded", file)
        shutil.copy(file, tree / "lib/tactus" / soname)
        for link in (tree / "lib" / name, tree / "lib" / soname):
            link.unlink()
        file.rename(tree / "lib" / name)
    for path in tree.rglob("*"):
        if path.is_symlink():
            target = path.resolve()
            path.unlink()
            shutil.copy(target, path)


def metadata(version, llvm_version):
    """The document names Debian 12's LLVM and C library, and this wheel may be of another system."""
    text = (SOURCE / "scripts/wheel/README.md").read_text()
    text = re.sub(r"\b(clang[ -]|libomp-)19\b", rf"\g<1>{llvm_version}", text)
    text = text.replace("glibc 2.36 or newer, as Debian 12 has", os.confstr("CS_GNU_LIBC_VERSION") + " or newer")
    return (f"Metadata-Version: 2.1\nName: tactus-compiler\nVersion: {version}\nSummary: Parallelism that manages itself\nLicense: MIT\n"
            "Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n" + text)


def write(wheel, files):
    """Files are (name, bytes, is executable); RECORD is made of them and comes last."""
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, content, executable=False):
            entry = zipfile.ZipInfo(name)  # with a fixed time: the same sources give the same wheel
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
        for name, content, executable in files:
            add(name, content, executable)
            sum256 = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={sum256},{len(content)}\n")
        record = next(name for name, _, _ in files if name.endswith("/METADATA")).replace("METADATA", "RECORD")
        add(record, ("".join(lines) + f"{record},,\n").encode())


def collect(tree, version, llvm_version):
    for path in sorted((SOURCE / "scripts/wheel").glob("*.py")):
        yield f"{NAME}/{path.name}", path.read_bytes(), False
    for path in sorted(tree.rglob("*")):
        if path.is_file():
            yield f"{NAME}/tree/{path.relative_to(tree)}", path.read_bytes(), os.access(path, os.X_OK)
    information = f"{NAME}-{version}.dist-info"
    yield f"{information}/LICENSE", (SOURCE / "LICENSE").read_bytes(), False
    yield f"{information}/METADATA", metadata(version, llvm_version).encode(), False
    yield f"{information}/WHEEL", f"Wheel-Version: 1.0\nGenerator: tactus\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode(), False
    launch = (SOURCE / "scripts/wheel/launch.sh").read_bytes()
    for command in COMMANDS:
        yield f"{NAME}-{version}.data/scripts/{command}", launch, True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True, help="a complete build tree")
    parser.add_argument("--output", type=Path, required=True, help="where the wheel goes")
    parser.add_argument("--version", default=project_version())
    options = parser.parse_args()
    if not re.fullmatch(r"\d+(\.\d+)*((a|b|rc|\.dev|\.post)\d+)?", options.version):
        parser.error(f"'{options.version}' is no version of a Python package, such as 0.1.0 or 0.2.0.dev3")
    for tool in ("cmake", "strip"):
        if not shutil.which(tool):
            fail(f"'{tool}' is missing; run scripts/setup.sh, or apt install cmake binutils")
    options.output.mkdir(parents=True, exist_ok=True)
    wheel = options.output / f"{NAME}-{options.version}-{TAG}.whl"
    with tempfile.TemporaryDirectory() as folder:
        tree = stage(options.build, Path(folder).resolve())
        without_links(tree)
        with whole_file.unfinished(wheel) as file:
            write(file, list(collect(tree, options.version, llvm.version(options.build))))
    print(wheel)


if __name__ == "__main__":
    main()
