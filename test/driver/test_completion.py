# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What shells offer after a tab: every command and option that --help shows, in bash, zsh and fish, and nothing else."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from support import CLANG, COMMAND, SOURCE

DRIVER = pathlib.Path(os.environ["TACTUS_TEST_DRIVER"])
SCRIPTS = SOURCE / "driver/completion"


def run(command):
    """Lines of what a shell prints. Its variables are ours alone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
    # fish makes folders in its home.
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(command, text=True, capture_output=True, check=True,
                              env={**kept, "TACTUS_CLANG": CLANG, "HOME": home})
    return done.stdout.splitlines()


def quoted(words):
    return " ".join(f"'{word}'" for word in words)


def bash(*words):
    """What the function says that bash calls, for the last word."""
    function = re.search(r"complete .*-F (\w+) ", (SCRIPTS / "tactus.bash").read_text())[1]
    return run(["bash", "-c", f". '{SCRIPTS}/tactus.bash'; COMP_WORDS=({quoted(words)}); COMP_CWORD={len(words) - 1}; {function}; "
                'printf "%s\\n" "${COMPREPLY[@]}"'])


def zsh(*words):
    """What the function gives zsh's own functions. `_describe -o tactus ARRAY` has "word:meaning", `_files` files."""
    stubs = '_files() { }; _describe() { print -rl -- "${(@P)3}" }'
    lines = run(["zsh", "-f", "-c", f"{stubs}; words=({quoted(words)}); CURRENT={len(words)}; () {{ . '{SCRIPTS}/_tactus' }}"])
    return [line.partition(":")[0] for line in lines]


def fish(*words):
    """What fish itself offers, in a folder without files."""
    with tempfile.TemporaryDirectory() as folder:
        lines = run(["fish", "--no-config", "-c", f"cd {folder}; source '{SCRIPTS}/tactus.fish'; complete -C \"{' '.join(map(str, words))}\""])
    return [line.split("\t")[0] for line in lines]


def helped(*command):
    """Commands and options of a --help, read without what is tested."""
    text = subprocess.run([COMMAND, *command, "--help"], text=True, capture_output=True, check=True).stdout
    commands = re.findall(r"^  (\w+) ", text.partition("\nSubcommands:")[2], flags=re.M)
    heads = [line.strip().split("  ")[0] for line in text.splitlines() if re.match(r"  -", line)]
    options = {word.rstrip(",") for head in heads for word in re.split(r"[ ,]+", head) if word.startswith("-")}
    return commands, options


COMMANDS = [()] + [(name,) for name in helped()[0]]
COMMANDS += [(name, below) for name in helped()[0] for below in helped(name)[0]]


class Completion:
    def complete(self, *words):
        raise NotImplementedError

    def test_every_command_and_option(self):
        self.assertIn(("tpal", "run"), COMMANDS)
        for command in COMMANDS:
            commands, options = helped(*command)
            self.assertTrue(options, command)
            with self.subTest(command=command):
                self.assertEqual(set(self.complete(COMMAND, *command, "-")), options)
                if commands:
                    self.assertEqual(set(self.complete(COMMAND, *command, "")), set(commands))

    def test_the_beginning_of_a_word(self):
        self.assertEqual(self.complete(COMMAND, "re"), ["report"])
        self.assertEqual(self.complete(COMMAND, "run", "--st"), ["--stats", "--stats-file"])
        self.assertEqual(self.complete(COMMAND, "tpal", "compile", "--ex"), ["--export"])

    def test_what_follows_a_program_is_its_own(self):
        self.assertEqual(self.complete(COMMAND, "run", "--stats", "./program", "-"), [])
        self.assertEqual(self.complete(COMMAND, "report", "./program", "-"), [])

    def test_flags_of_the_compiler(self):
        self.assertEqual(self.complete(DRIVER, "-ftactus-remarks"), ["-ftactus-remarks", "-ftactus-remarks-missed"])
        self.assertIn("-ftactus-report=", self.complete(DRIVER, "-ftactus-r"))
        self.assertIn("-ftactus-beat=interrupt", self.complete(DRIVER, "-ftactus-b"))
        self.assertIn("-fopenmp-simd", self.complete(DRIVER, "-fopenmp-s"))
        for flag in re.findall(r"^  (-[a-z-]+=?)", subprocess.run([DRIVER, "--help"], text=True, capture_output=True, check=True)
                               .stdout.partition("TACTUS OPTIONS:")[2].partition("\n\n")[0], flags=re.M):
            self.assertTrue([one for one in self.complete(DRIVER, flag) if one.startswith(flag)], flag)


@unittest.skipUnless(shutil.which("bash"), "no bash")
class InBash(Completion, unittest.TestCase):
    def complete(self, *words):
        return [word for word in bash(*words) if word]


@unittest.skipUnless(shutil.which("zsh"), "no zsh")
class InZsh(Completion, unittest.TestCase):
    def complete(self, *words):
        return zsh(*words)


@unittest.skipUnless(shutil.which("fish"), "no fish")
class InFish(Completion, unittest.TestCase):
    def complete(self, *words):
        # fish shows in an order of its own.
        return sorted(fish(*words))


if __name__ == "__main__":
    unittest.main()
