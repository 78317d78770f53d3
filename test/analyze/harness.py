"""What the tests of `tactus analyze` share: building programs and reading what is said of them."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
ROOT = Path()


def run(*arguments, **options):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, **options)


class Analyses(unittest.TestCase):
    """A folder for each test, the compilers and the command."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def build(self, output, *arguments, cxx=False):
        """Compiles and links with the arguments; the path of what comes out."""
        path = self.folder / output
        done = run(ROOT / f"bin/tactus-clang{'++' if cxx else ''}", *arguments, "-o", path, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def analyze(self, *files, status=0):
        """The JSON, and what is on stderr."""
        done = run(ROOT / "bin/tactus", "analyze", "--json", *files, cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout) if done.stdout else None, done.stderr

    def context(self, analysis, function):
        found = [context for context in analysis["contexts"] if context["function"] == function]
        self.assertEqual(len(found), 1, f"{function} in {analysis['contexts']}")
        return found[0]


def main():
    global ROOT
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} BUILD [TEST...]")
    ROOT = Path(sys.argv.pop(1)).resolve()
    unittest.main(module="__main__")
