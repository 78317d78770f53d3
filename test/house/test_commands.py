"""test_commands.py: scripts that documents name as commands can be started as they stand there."""
import os
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from check_links import documents  # noqa: E402

# What begins a block's line, after settings of variables, or what stands in backticks with words behind it.
SCRIPT = r"(?:[A-Z_]+=\S+ )*((?:bench|examples|scripts|test)/[\w/-]+\.(?:py|sh))"
COMMAND = re.compile(rf"^ *(?:\$ )?{SCRIPT}(?= |$)|`{SCRIPT} [^`]+`", re.M)


class Commands(unittest.TestCase):
    def test_scripts_that_are_commands_can_be_executed(self):
        named = {}
        for document in documents(None):
            for match in COMMAND.finditer(document.read_text()):
                named.setdefault(match[1] or match[2], document.relative_to(ROOT))
        self.assertGreater(len(named), 30)
        for script, document in sorted(named.items()):
            path = ROOT / script
            with self.subTest(script=script, document=str(document)):
                self.assertTrue(path.exists(), "there is no such script")
                self.assertTrue(os.access(path, os.X_OK), "it may not be executed: chmod +x")
                self.assertTrue(path.read_bytes().startswith(b"#!"), "its first line names no interpreter")


if __name__ == "__main__":
    unittest.main()
