# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What is asked of the blocks of a document that are not executed: each kind has a reason, and a check of its own
(docs/decisions/0154-every-block-is-held-to-its-word.md)."""

import re
import subprocess

# Documents whose C++ blocks without a name are bodies of functions; test/library/examples.py runs them all in one program.
WITH_BODIES = {"library.md", "reference.md"}


class Wrong(Exception):
    """What is wrong with a document, with its line."""


def shell(block, runner):
    """`sh`: for the user's own machine. The shell can read it, `make` knows the goals, files of the checkout exist."""
    done = subprocess.run(["sh", "-n"], input=block.text, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Wrong(f"{block.place}: the shell cannot read this: {done.stderr}")
    known = set(re.findall(r"^([a-z-]+):", (runner.source / "Makefile").read_text(), re.M))
    for goal in re.findall(r"^make\s+([a-z][a-z-]*)", block.text, re.M):
        if goal not in known:
            raise Wrong(f"{block.place}: the Makefile has no goal '{goal}'")
    for file in re.findall(r"(?<![\w./~-])((?:scripts|examples|test|bench)/[\w./-]+)", block.text):
        if not (runner.source / file).exists():
            raise Wrong(f"{block.place}: there is no '{file}' in the checkout")


def words_of(line):
    """The words of a synopsis, without what is said of it behind two spaces, and without brackets."""
    synopsis = re.split(r"\s{2,}|\s#", line.strip(), maxsplit=1)[0]
    return re.sub(r"[][|]", " ", synopsis).split()


class Help:
    """What commands say of themselves."""

    def __init__(self, runner):
        self.runner, self.texts = runner, {}

    def of(self, words):
        if words not in self.texts:
            status, printed = self.runner.execute([*words, "--help"])
            self.texts[words] = printed if status == 0 else ""
        return self.texts[words]

    def command(self, words):
        """The longest beginning that is a command, with its sub-commands, and its help."""
        found = (words[0],)
        for word in words[1:]:
            listed = re.search(rf"^\s+{re.escape(word)}\b", self.of(found), re.M) if re.fullmatch(r"[a-z]+", word) else None
            if not listed or not self.of((*found, word)):
                break
            found = (*found, word)
        return found, self.of(found)


def usage(block, runner):
    """`usage`: the forms of a command, not for typing. The command is installed, its help knows sub-commands and options."""
    helps = Help(runner)
    for line in filter(str.strip, block.text.splitlines()):
        words = words_of(line)
        if not (runner.root / "bin" / words[0]).exists():
            raise Wrong(f"{block.place}: '{words[0]}' is none of our commands")
        command, text = helps.command(words)
        for word in words[len(command):]:
            if re.fullmatch(r"[a-z]+(-[a-z]+)*", word):
                known = re.search(rf"\b{word}\b", text)
            elif word.startswith("-"):
                known = re.search(rf"(?<![\w-]){re.escape(word.partition('=')[0])}(?![\w-])", text)
            else:
                continue  # FILE, PID, ..., a file's name
            if not known:
                raise Wrong(f"{block.place}: the help of '{' '.join(command)}' does not know '{word}'")


def grammar(block, _runner):
    """`ebnf`: each name that is used is defined, each that is defined but the first is used. Names in capitals stand for words, and
    what follows many spaces is a remark."""
    rules, of_words = [], False
    for line in block.text.splitlines():
        rule = re.match(r"(\w[\w-]*)\s*:=", line)
        if rule:
            of_words = rule[1].isupper()
        if not of_words:
            rules.append(re.sub(r"'[^']*'", " ", re.sub(r"\s{4,}[a-z].*$", "", line)))
    defined = [match[1] for line in rules if (match := re.match(r"(\w[\w-]*)\s*:=", line))]
    used = set(re.findall(r"\b[a-z][\w-]*\b", "\n".join(re.sub(r"^\w[\w-]*\s*:=", "", line) for line in rules)))
    for name in sorted(used - set(defined)):
        raise Wrong(f"{block.place}: the grammar uses '{name}' and does not define it")
    for name in sorted(set(defined[1:]) - used):
        raise Wrong(f"{block.place}: the grammar defines '{name}' and does not use it")


def signatures(block, runner):
    """`signatures`: what can be called, in short. Each name that is called is one of a public header."""
    headers = "".join(path.read_text() for path in sorted((runner.source / "include/tactus").rglob("*")) if path.is_file())
    called = re.findall(r"(?<![.\w>])([a-z]\w+)(?:<[^>]*>)?\(", re.sub(r" {4,}.*$", "", block.text, flags=re.M))
    if not called:
        raise Wrong(f"{block.place}: no signature in it")
    for name in called:
        if not re.search(rf"\b{name}\b", headers):
            raise Wrong(f"{block.place}: no header in include/tactus has '{name}'")


def body(block, _runner):
    """`cpp` without a name: the body of a function, which is run together with the others of its document."""
    if block.document.name not in WITH_BODIES:
        raise Wrong(f"{block.place}: nobody runs a block of 'cpp' without a file's name on its first line; name it")
    if "// prints " not in block.text:
        raise Wrong(f"{block.place}: an example without '// prints'")


CHECKS = {"sh": shell, "usage": usage, "ebnf": grammar, "signatures": signatures, "cpp": body}
