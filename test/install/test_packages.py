# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Makes Debian packages and has dpkg install, upgrade and purge them in a root of its own (docs/decisions/0057-packages.md)."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from projects_support import HISTOGRAM, PROJECTS, run

LLVM = os.environ.get("LLVM", "19")

SOURCE = Path(__file__).resolve().parents[2]
BUILD = os.environ["TACTUS_TEST_BUILD"]
PACKAGES = ["libtactus0", "tactus", "tactus-doc"]
FIRST, SECOND = "0.1.1", "0.1.2+test" # later than those of scripts/debian/libtactus0.symbols


def as_root(*command):
    """dpkg gives files to root; who is not root only pretends."""
    return [*command] if os.geteuid() == 0 else ["fakeroot", *command]


@unittest.skipUnless(shutil.which("dpkg") and (os.geteuid() == 0 or shutil.which("fakeroot")), "no dpkg, or no root to be had")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name).resolve()
        for version in (FIRST, SECOND):
            run(sys.executable, SOURCE / "scripts/make_deb.py", "--build", BUILD, "--output", cls.folder / version, "--version", version,
                "--compression", "none")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def setUp(self):
        self.root = Path(tempfile.mkdtemp(dir=self.folder))
        database = self.root / "var/lib/dpkg"
        for name in ("info", "updates", "triggers"):
            (database / name).mkdir(parents=True)
        # What this machine has counts as installed, so that dependencies are judged. Files of those packages are not there.
        shutil.copy("/var/lib/dpkg/status", database / "status")
        self.dpkg("--purge", "--force-all", *PACKAGES)
        for name in database.glob("info/*.list"):
            name.unlink()

    def dpkg(self, *arguments):
        environment = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
        return run(*as_root("dpkg", f"--root={self.root}", "--force-not-root", "--log=/dev/null", *arguments), env=environment)

    def install(self, version):
        self.dpkg("--install", *sorted((self.folder / version).glob("*.deb")))

    def files(self):
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*")
                if not path.is_dir() and "var/lib/dpkg" not in str(path)}

    def versions(self):
        shown = self.dpkg_query("--showformat", "${Package} ${Version} ${db:Status-Status}\n", "--show", *PACKAGES)
        return sorted(shown.splitlines())

    def dpkg_query(self, *arguments):
        return run("dpkg-query", f"--admindir={self.root}/var/lib/dpkg", *arguments).stdout

    def assert_programs_work(self):
        work = self.root / "work"
        shutil.copytree(PROJECTS, work)
        run(self.root / "usr/bin/tactus-clang", "-O2", "-fopenmp", "histogram.c", "-o", "program", cwd=work)
        done = run(work / "program", env={**os.environ, "TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "1"})
        self.assertEqual(done.stdout, HISTOGRAM)
        # On a machine with the runtime's package only, the loader finds the library in the system's folder.
        architecture = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").stdout.strip()
        libraries = self.root / "usr/lib" / architecture
        hidden = self.root / "hidden"
        (self.root / "usr/lib/tactus").rename(hidden)
        done = subprocess.run([work / "program"], capture_output=True, text=True, env={**os.environ, "LD_LIBRARY_PATH": str(libraries)})
        hidden.rename(self.root / "usr/lib/tactus")
        self.assertEqual(done.stdout, HISTOGRAM)
        self.assertEqual(run(self.root / "usr/bin/tactus", "doctor").returncode, 0)
        environment = {**os.environ, "PKG_CONFIG_PATH": str(libraries / "pkgconfig")}
        run("sh", "-c", "g++ -std=c++20 -O1 header_user.cpp $(pkg-config --cflags --libs tactus) -o header", cwd=work, env=environment)
        self.assertEqual(run(work / "header").stdout, "6765 328350\n")
        done = run(os.environ["TACTUS_TEST_CMAKE"], "-S", work / "library", "-B", work / "build",
                   f"-DTactus_DIR={self.root}/usr/lib/cmake/Tactus")
        self.assertIn("bin/tactus-clang++", done.stdout)
        shutil.rmtree(work)

    def test_install_upgrade_and_purge(self):
        before = self.files()
        self.install(FIRST)
        self.assertEqual(self.versions(), [f"{package} {FIRST} installed" for package in PACKAGES])
        self.assert_programs_work()
        first = self.files()
        self.install(SECOND)
        self.assertEqual(self.versions(), [f"{package} {SECOND} installed" for package in PACKAGES])
        self.assertEqual(self.files(), first)
        self.assert_programs_work()
        self.assertEqual(run("dpkg", f"--root={self.root}", "--verify", *PACKAGES).stdout, "")
        self.dpkg("--purge", *PACKAGES)
        self.assertEqual(self.files(), before)
        self.assertFalse((self.root / "usr/lib/tactus").exists())

    def test_dependencies(self):
        status = self.root / "var/lib/dpkg/status"
        entries = status.read_text().split("\n\n")
        status.write_text("\n\n".join(entry for entry in entries if not entry.startswith(f"Package: clang-{LLVM}\n")))
        with self.assertRaisesRegex(AssertionError, f"clang-{LLVM}"):
            self.install(FIRST)

    def control(self, package, *fields):
        return run("dpkg-deb", "--field", next((self.folder / FIRST).glob(f"{package}_*.deb")), *fields).stdout.strip()

    def test_each_command_has_a_manual_page(self):
        self.install(FIRST)
        folder = self.root / "usr/share/man/man1"
        pages = {path.name.removesuffix(".1.gz"): gzip.decompress(path.read_bytes()).decode() for path in folder.iterdir()}
        commands = {path.name for path in (self.root / "usr/bin").iterdir()}
        help_text = run(self.root / "usr/bin/tactus", "--help").stdout
        commands |= {f"tactus-{name}" for name in re.findall(r"^  (\w+) ", help_text.partition("Subcommands:")[2], flags=re.M)}
        self.assertLessEqual(commands, set(pages))
        for name, text in pages.items():
            self.assertRegex(text, rf"(?m)^\.SH NAME\n{re.escape(name)} \\- \w.*\n\.SH SYNOPSIS\n", name)
            self.assertIn(".SH OPTIONS" if name != "tactus-bench" else "options:", text, name)
            for other in re.findall(r"\.BR (\S+) \(1\)", text):
                self.assertIn(other, pages, name)
        self.assertIn("TACTUS_WORKERS", pages["tactus-run"])
        self.assertIn("ftactus\\-report", pages["tactus-clang"])
        self.assertFalse((self.root / "usr/lib/tactus/share/man").exists())

    def test_what_programs_need_is_known_by_their_symbols(self):
        """Who packs a converted program asks dpkg-shlibdeps, which reads the library's list."""
        self.install(FIRST)
        work = self.root / "work"
        (work / "debian").mkdir(parents=True)
        (work / "debian/control").write_text("Source: program\n\nPackage: program\nArchitecture: any\n")
        run(self.root / "usr/bin/tactus-clang", "-O2", "-fopenmp", PROJECTS / "histogram.c", "-o", work / "program")
        control = self.root / "control"
        run("dpkg-deb", "--control", next((self.folder / FIRST).glob("libtactus0*.deb")), control)
        architecture = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").stdout.strip()
        unpacked = self.root / "unpacked"
        shutil.copytree(self.root / "usr/lib" / architecture, unpacked / "usr/lib" / architecture, symlinks=True)
        control.rename(unpacked / "DEBIAN")
        said = run("dpkg-shlibdeps", "-O", f"-S{unpacked}", "-eprogram", cwd=work).stdout
        # The version in which the newest of them came, and not that of the package that was there.
        self.assertRegex(said, r"libtactus0 \(>= 0\.1\.0\)")

    def test_the_maintainer_is_whoever_makes_the_packages(self):
        def make(maintainer):
            return subprocess.run([sys.executable, SOURCE / "scripts/make_deb.py", "--build", BUILD, "--output", self.root / "made",
                                   "--maintainer", maintainer, "--compression", "none"], text=True, capture_output=True, check=False)
        for wrong in ("Ann", "ann@example.org", "Ann <ann@localhost>", "Ann <ann@example.org>\nDepends: all", ""):
            done = make(wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)
            self.assertIn("NAME <ADDRESS>", done.stderr)
        done = make("Ann Böhm <ann@place.example.org>")
        self.assertEqual(done.returncode, 0, done.stderr)
        for package in PACKAGES:
            field = run("dpkg-deb", "--field", next((self.root / "made").glob(f"{package}_*.deb")), "Maintainer").stdout
            self.assertEqual(field, "Ann Böhm <ann@place.example.org>\n")

    @unittest.skipUnless(shutil.which("lintian"), "no lintian")
    def test_lintian_is_silent(self):
        # What is compressed takes longer, and is no part of what is tested.
        unpacked = "uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball"
        shown = run("lintian", "--allow-root", "--suppress-tags", unpacked, *sorted((self.folder / FIRST).glob("*.deb"))).stdout
        self.assertEqual(shown, "")

    def test_the_runtime_brings_what_programs_name(self):
        """What the loader looks for on a machine that has the runtime's package only."""
        self.install(FIRST)
        self.root.joinpath("work").mkdir()
        run(self.root / "usr/bin/tactus-clang", "-O2", "-fopenmp", PROJECTS / "histogram.c", "-o", self.root / "work/program")
        named = re.findall(r"NEEDED.*\[lib(\w+)\.so", run("readelf", "--dynamic", self.root / "work/program").stdout)
        depends = self.control("libtactus0", "Depends")
        packages = {"c": "libc6", "m": "libc6", "omp": "libomp5-", "gcc_s": "libgcc-s1", "stdc": "libstdc++6"}
        for library in set(named) - {"tactus"}:
            self.assertIn(packages[library], depends)

    def test_the_compiler_brings_what_programs_are_linked_with(self):
        """Files of packages for development, which only this machine may have by chance."""
        self.install(FIRST)
        self.root.joinpath("work").mkdir()
        program = self.root / "work/program"
        run(self.root / "usr/bin/tactus", "pml", "build", SOURCE / "test/install/languages/fib.sml", "-o", program)
        self.assertIn("libgmp.so", run("readelf", "--dynamic", program).stdout)
        self.assertIn("libgmp-dev", self.control("tactus", "Depends").split(", "))

    def test_the_runtime_brings_its_own_openmp(self):
        """A program of -ftactus-runtime=tactus finds it on a machine that has the runtime's package only."""
        self.install(FIRST)
        program = self.folder / "with_own_openmp"
        run(self.root / "usr/bin/tactus-clang", "-O2", "-fopenmp", "-ftactus-runtime=tactus", PROJECTS / "histogram.c", "-o", program)
        self.dpkg("--purge", "tactus", "tactus-doc")
        architecture = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").stdout.strip()
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.root / "usr/lib" / architecture)}
        self.assertIn(f"{self.root}/usr/lib/tactus/lib/tactus/openmp/libomp.so.5", run("ldd", program, env=environment).stdout)
        self.assertEqual(run(program, env=environment).stdout, HISTOGRAM)
        self.assertEqual([str(path.relative_to(self.root)) for path in (self.root / "usr/lib" / architecture).glob("lib*omp*")], [])

    def test_same_sources_same_packages(self):
        again = self.folder / "again"
        run(sys.executable, SOURCE / "scripts/make_deb.py", "--build", BUILD, "--output", again, "--version", FIRST, "--compression",
            "none")
        for file in again.glob("*.deb"):
            self.assertEqual(file.read_bytes(), (self.folder / FIRST / file.name).read_bytes(), file.name)

    def test_documents_have_no_dead_links(self):
        self.install(FIRST)
        run(sys.executable, SOURCE / "scripts/check_links.py", self.root / "usr/share/doc/tactus")


if __name__ == "__main__":
    unittest.main()
