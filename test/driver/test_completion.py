# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What bash offers after a tab."""

import os
import pathlib
import shutil
import subprocess
import unittest

from support import CLANG, COMMAND, SOURCE

DRIVER = pathlib.Path(os.environ["TACTUS_TEST_DRIVER"])


@unittest.skipUnless(shutil.which("bash"), "no bash")
class Completion(unittest.TestCase):
    def complete(self, function, *words):
        """The replies for the last word."""
        quoted = " ".join(f"'{word}'" for word in words)
        script = (f". '{SOURCE}/driver/completion.bash'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; {function}; "
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        environment = {**os.environ, "TACTUS_CLANG": CLANG}
        done = subprocess.run(["bash", "-c", script], text=True, capture_output=True, check=True, env=environment)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_commands(self):
        self.assertEqual(self.complete("_tactus", COMMAND, "re"), ["report"])
        self.assertLessEqual({"doctor", "env", "run", "bench"}, set(self.complete("_tactus", COMMAND, "")))

    def test_options_of_commands(self):
        self.assertEqual(self.complete("_tactus", COMMAND, "run", "--st"), ["--stats", "--stats-file"])
        self.assertEqual(self.complete("_tactus", COMMAND, "report", "--comp"), ["--compile-report"])
        self.assertIn("--version", self.complete("_tactus", COMMAND, "--"))
        self.assertEqual(self.complete("_tactus", COMMAND, "run", "./pro"), [])

    def test_flags_of_the_compiler(self):
        self.assertEqual(self.complete("_tactus_clang", DRIVER, "-ftactus-remarks"), ["-ftactus-remarks", "-ftactus-remarks-missed"])
        self.assertIn("-ftactus-report=", self.complete("_tactus_clang", DRIVER, "-ftactus-r"))
        self.assertIn("-fopenmp-simd", self.complete("_tactus_clang", DRIVER, "-fopenmp-s"))


if __name__ == "__main__":
    unittest.main()
