"""scripts/setup.sh, with stand-ins for the programs that would change the system."""

import pathlib
import shutil
import tempfile
import unittest

from support import SOURCE, run



def names(file):
    lines = (text.split("#")[0].strip() for text in (SOURCE / "scripts" / file).read_text().splitlines())
    return [line.replace("@LLVM@", "19").rstrip("?") for line in lines if line]


TO_BUILD = names("packages.txt")
PACKAGES = TO_BUILD + names("packages-tests.txt")


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name) / "bin"
        self.bin.mkdir()
        self.log = pathlib.Path(folder.name) / "log"
        for tool in ("sh", "sed", "dirname", "env"):
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.tool("apt-get", f'echo "$DEBIAN_FRONTEND apt-get $*" >> {self.log}')

    def tool(self, name, text):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def setup_with(self, installed, user, *lists, **variables):
        lines = "".join(f"echo 'installed {name}'\n" for name in installed)
        self.tool("dpkg-query", lines + "exit 1")
        self.tool("id", f"echo {user}")
        return run(["/bin/sh", SOURCE / "scripts/setup.sh", *lists], env={"PATH": str(self.bin), **variables})

    def test_packages_are_named_once(self):
        self.assertEqual(sorted(set(PACKAGES)), sorted(PACKAGES))

    def test_nothing_to_do(self):
        done = self.setup_with(PACKAGES, 1000)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertFalse(self.log.exists())

    def test_root_installs_what_is_missing(self):
        # clang-19 is a part of no other name, but clang-format-19 begins like it: names have to be compared whole.
        done = self.setup_with([name for name in PACKAGES if name not in ("clang-19", "make")], 0)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            self.log.read_text(),
            " apt-get update\nnoninteractive apt-get install --yes --no-install-recommends clang-19 make\n",
        )

    def test_another_llvm(self):
        done = self.setup_with([name for name in PACKAGES if name != "lld-19"], 0, LLVM="22")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(" lld-22", self.log.read_text())
        self.assertNotIn("-19", self.log.read_text())

    def test_what_a_release_lacks_is_left_out(self):
        lacking = [name for name in PACKAGES if name not in ("polyml", "smlnj")]
        self.assertEqual(self.setup_with(lacking, 0).returncode, 0)
        self.assertFalse(self.log.exists())
        self.tool("apt-cache", '[ "$2" = polyml ]')
        self.assertEqual(self.setup_with(lacking, 0).returncode, 0)
        self.assertTrue(self.log.read_text().endswith("--no-install-recommends polyml\n"), self.log.read_text())

    def test_a_list_that_is_given_is_the_only_one(self):
        done = self.setup_with(TO_BUILD, 0, SOURCE / "scripts/packages.txt")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertNotEqual(self.setup_with(TO_BUILD, 0).stdout, "")

    def test_a_user_installs_with_sudo(self):
        self.tool("sudo", f'echo sudo >> {self.log}\nexec "$@"')
        done = self.setup_with(PACKAGES[1:], 1000)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.log.read_text().count("sudo"), 2)

    def test_a_user_without_sudo_is_told_what_to_do(self):
        done = self.setup_with(PACKAGES[1:], 1000)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"^tactus: error: .*apt-get install {PACKAGES[0]}\n$")

    def test_failed_installation_is_a_failure(self):
        self.tool("apt-get", "exit 100")
        self.assertNotEqual(self.setup_with([], 0).returncode, 0)

    def test_other_distributions(self):
        done = run(["/bin/sh", SOURCE / "scripts/setup.sh"], env={"PATH": str(self.bin)})
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^tactus: error: .*packages\.txt.*\n$")


if __name__ == "__main__":
    unittest.main()
