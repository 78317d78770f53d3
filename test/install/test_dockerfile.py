# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The Dockerfile, as far as can be told without a network: its commands, goals, files and packages exist, on the system that
the rest of the project is for."""

import re
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
INSTRUCTIONS = {"FROM", "COPY", "WORKDIR", "RUN", "CMD"}


def instructions():
    """(name, text) of each, with continued lines joined."""
    text = re.sub(r"^#.*\n", "", (SOURCE / "Dockerfile").read_text(), flags=re.M)
    lines = [line for line in re.sub(r"\\\n\s*", "", text).splitlines() if line]
    return [tuple(line.split(" ", 1)) for line in lines]


class Dockerfile(unittest.TestCase):
    def of(self, name):
        return [text for one, text in instructions() if one == name]

    def test_instructions_are_known(self):
        self.assertEqual({name for name, _ in instructions()}, INSTRUCTIONS)

    def test_commands_can_be_read(self):
        for command in self.of("RUN"):
            done = subprocess.run(["sh", "-n", "-c", command], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    def test_goals_of_make_exist(self):
        goals = [goal for command in self.of("RUN") for goal in re.findall(r"(?:^|&& )make (\w+)", command)]
        self.assertEqual(goals, ["deb"])
        rules = (SOURCE / "Makefile").read_text()
        self.assertRegex(rules, r"(?m)^deb:")
        # The packages lie where the second image looks for them.
        folder = re.search(r"--output (\S+)", rules.split("\ndeb:")[1])[1].replace("$(BUILD)", "build/release")
        copied = [text for text in self.of("COPY") if text.startswith("--from=build")]
        self.assertEqual(copied, [f"--from=build /tactus/{folder}/*.deb /tmp/packages/"])

    def test_the_system_is_the_one_that_is_named(self):
        self.assertIn("Debian 12 on x86-64", (SOURCE / "README.md").read_text())
        self.assertEqual([text.split()[0] for text in self.of("FROM")], ["debian:bookworm"] * 2)

    def test_packages_of_the_build_are_those_of_the_project(self):
        """What is installed by name is in the list that the build itself goes by."""
        known = set(re.sub(r"#.*", "", (SOURCE / "scripts/packages.txt").read_text()).replace("@LLVM@", "19").split())
        named = {word for command in self.of("RUN") for part in command.split("&&") if "apt-get install" in part
                 for word in part.split()[2:] if not word.startswith(("-", "/"))}
        self.assertLessEqual(named, known)
        self.assertIn("make", named)

    def test_what_packages_are_made_of_is_in_the_list(self):
        """`make deb` installs that list alone, and the script that makes packages refuses a build that lacks a part."""
        asked = set(re.findall(r"apt install ([\w.+-]+), and build", (SOURCE / "scripts/make_deb.py").read_text()))
        self.assertIn("libtbb-dev", asked)
        self.assertLessEqual(asked, set((SOURCE / "scripts/packages.txt").read_text().split()))

    def test_what_is_left_out_is_not_in_the_repository(self):
        ignored = (SOURCE / ".dockerignore").read_text().split("\n", 1)[1].split()
        self.assertIn("build", ignored)
        tracked = subprocess.run(["git", "ls-files", "--", *(name for name in ignored if name != ".git")], cwd=SOURCE,
                                 capture_output=True, text=True, check=False).stdout
        self.assertEqual(tracked, "")


if __name__ == "__main__":
    unittest.main()
