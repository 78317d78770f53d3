"""test_prose.py: documents have lines that fit a window, comments at the top of sources are whole, and internals name the
files that there are."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTH = 130
INTERNALS = sorted((ROOT / "docs/internals").glob("*.md"))
FOR_READERS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")), *INTERNALS,
               *sorted((ROOT / "examples").rglob("*.md")), *sorted((ROOT / "scripts").rglob("*.md"))]
# Who has a page of its own that says what each source is for.
PAGES = {"compiler": "compiler.md", "compiler/splice": "splicing.md", "runtime": "runtime.md", "splice": "splicing.md",
         "trace": "tracing.md"}


def prose_lines(path):
    """(number, line) of what a reader's window wraps: no tables, no blocks of code."""
    is_code = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        is_fence = line.lstrip().startswith("```")
        is_code ^= is_fence
        if not (is_fence or is_code or line.startswith("    ") or line.lstrip().startswith("|")):
            yield number, line


def words(line):
    """Without the targets of links: `[decision 5](0005-...)` is read as `decision 5`."""
    return re.sub(r"\]\([^)]*\)", "]", line)


class Prose(unittest.TestCase):
    def test_lines_fit_a_window(self):
        for path in FOR_READERS:
            wide = [number for number, line in prose_lines(path) if len(words(line)) > WIDTH]
            self.assertEqual(wide, [], f"{path.relative_to(ROOT)}: lines of more than {WIDTH} columns; wrap them")

    def test_headers_are_code(self):
        # A page takes `<tactus/latent.h>` without back quotes for HTML, and shows nothing.
        for path in FOR_READERS:
            for number, line in prose_lines(path):
                with self.subTest(page=path.name, line=number):
                    self.assertNotRegex(re.sub(r"`[^`]*`?", "", line), r"<\w+/[\w.]+>")


class Comments(unittest.TestCase):
    """clang-format tears a line that is too wide, also the first one and what stands in a block of `|*`."""
    SOURCES = sorted(path for suffix in ("h", "hpp", "cpp", "c") for path in ROOT.glob(f"[a-z]*/**/*.{suffix}")
                     if path.relative_to(ROOT).parts[0] not in ("build", "test"))

    def test_first_lines_are_whole(self):
        for path in self.SOURCES:
            first = path.read_text(errors="replace").partition("\n")[0]
            if first.startswith("//===- "):
                with self.subTest(source=str(path.relative_to(ROOT))):
                    self.assertTrue(first.endswith("===//"), "shorten the title, or the dashes behind it")

    def test_blocks_are_whole(self):
        for path in self.SOURCES:
            text = path.read_text(errors="replace")
            if re.match(r"/\*===-.*\n\|\*", text):
                lines = text.partition("\n\\*===")[0].splitlines()[1:]
                torn = [number for number, line in enumerate(lines, 2) if not line.startswith("|*")]
                with self.subTest(source=str(path.relative_to(ROOT))):
                    self.assertEqual(torn, [], "lines that do not begin with |*; wrap them by hand")


    def test_lists_are_whole(self):
        """A last word that clang-format puts below the first one of an entry stands in front of the rest of the entry."""
        for path in self.SOURCES:
            lines = path.read_text(errors="replace").splitlines()
            for number, (entry, word, rest) in enumerate(zip(lines, lines[1:], lines[2:]), 2):
                indents = [re.match(r"\s*(?://|\|\*)( {3,})\S", line) for line in (entry, word, rest)]
                if not all(indents) or len(entry) < 104 or len(word.split()) > 3:
                    continue
                widths = [len(indent[1]) for indent in indents]
                with self.subTest(source=str(path.relative_to(ROOT)), line=number):
                    self.assertFalse(widths[0] == widths[1] < widths[2], "wrap the entry by hand")

    def test_references_can_be_followed(self):
        for path in [*self.SOURCES, *FOR_READERS, *sorted((ROOT / "docs/decisions").rglob("*.md"))]:
            with self.subTest(source=str(path.relative_to(ROOT))):
                found = re.findall(r"\bdesign,? §\S*|\bissue #?\d+", path.read_text(errors="replace"))
                self.assertEqual(found, [], "name what is in the tree instead")


class Internals(unittest.TestCase):
    def test_each_source_has_an_entry(self):
        for page in sorted(set(PAGES.values())):
            text = (ROOT / "docs/internals" / page).read_text()
            folders = [folder for folder, name in PAGES.items() if name == page]
            for path in sorted(source for folder in folders for source in (ROOT / folder).rglob("*.cpp")):
                folder = max((folder for folder in PAGES if path.is_relative_to(ROOT / folder)), key=len)
                # What compiled TPAL calls has one entry for all of it.
                if PAGES[folder] == page and not path.is_relative_to(ROOT / "runtime/tpal"):
                    with self.subTest(page=page, source=str(path.relative_to(ROOT))):
                        self.assertTrue(re.search(rf"\b{path.stem}\b", text) or self.by_pattern(path, text), "say there what it does")

    @staticmethod
    def by_pattern(path, text):
        """trace/report_command.cpp is one of `trace/*_command`."""
        patterns = re.findall(r"`([\w/]*\*\w+)`", text)
        return any(path.with_suffix("").match(pattern) for pattern in patterns)

    def test_paths_are_there(self):
        folders = "|".join(sorted(path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "build"))))
        for page in INTERNALS:
            for name in re.findall(rf"`((?:{folders})/[\w./-]*)`", page.read_text()):
                with self.subTest(page=page.name, name=name):
                    self.assertTrue((ROOT / name).exists() or list(ROOT.glob(name.rstrip(".") + ".*")), "it is not there")


if __name__ == "__main__":
    unittest.main()
