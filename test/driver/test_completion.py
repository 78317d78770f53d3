# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What shells offer after a tab: every command and option that --help shows, in bash, zsh and fish, and nothing else."""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import tempfile
import time
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
    """What the function gives zsh's own functions. `_describe [-o] tactus ARRAY` has "word:meaning", `_files` files."""
    stubs = '_files() { }; _describe() { if [[ $1 == -o ]]; then shift; fi; print -rl -- "${(@P)2}" }'
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


class Typed(unittest.TestCase):
    """What shells without anyone's settings make of keys: they, and not we, decide what is offered where."""

    SHELLS = {
        "bash": (["--norc", "--noprofile", "-i"], f". '{SCRIPTS}/tactus.bash'; PS1='rea''dy> '"),
        "zsh": (["-f", "-i"], f"fpath=('{SCRIPTS}' $fpath); autoload -Uz compinit; compinit -u -D; PROMPT='rea''dy> '"),
        "fish": (["--no-config", "-i"], f"source '{SCRIPTS}/tactus.fish'; function fish_prompt; echo 'rea''dy> '; end"),
    }
    KEYS = {
        "tactus do\t": "doctor",
        "tactus tpal com\t": "tpal compile",
        "tactus run --stats-f\t": "run --stats-file",
        "tactus simulate tr\t": "simulate trace.json",
        "tactus report my\t": "report my program",
    }

    def wait(self, terminal, isDone):
        """Reads on until then, as shells wait for who reads what they write. A minute is more than anything takes."""
        end, text = time.monotonic() + 60, b""
        while not isDone(text):
            self.assertLess(time.monotonic(), end, text)
            if select.select([terminal], [], [], 0.1)[0]:
                text += os.read(terminal, 65536)

    def type(self, shell):
        arguments, settings = self.SHELLS[shell]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "my program").touch()
            (folder / "trace.json").touch()
            # It answers shells as the command does, and notes what it would be told to do.
            (folder / "bin").mkdir()
            (folder / "bin/tactus").write_text(f'#!/bin/sh\nif [ "$1" = complete ]; then exec \'{COMMAND}\' "$@"; fi\n'
                                               f"echo \"$*\" > '{folder}/new'\nmv '{folder}/new' '{folder}/told'\n")
            (folder / "bin/tactus").chmod(0o755)
            process, terminal = pty.fork()
            if process == 0:
                os.chdir(folder)
                os.execvpe(shell, [shell, *arguments], {"PATH": f"{folder}/bin:{os.environ['PATH']}", "TERM": "xterm", "HOME": name,
                                                        "LANG": "C.UTF-8"})
            try:
                os.write(terminal, settings.encode() + b"\r")
                self.wait(terminal, lambda text: b"ready> " in text)
                for keys, told in self.KEYS.items():
                    os.write(terminal, keys.encode())
                    # The shell may take its time to complete, and what comes behind is typed into that.
                    os.write(terminal, b"\r")
                    self.wait(terminal, lambda text: (folder / "told").exists())
                    self.assertEqual((folder / "told").read_text().strip(), told, shell)
                    (folder / "told").unlink()
            finally:
                os.kill(process, 9)
                os.waitpid(process, 0)
                os.close(terminal)

    def test_keys(self):
        for shell in self.SHELLS:
            if shutil.which(shell):
                with self.subTest(shell=shell):
                    self.type(shell)


if __name__ == "__main__":
    unittest.main()
