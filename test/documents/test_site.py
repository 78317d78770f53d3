# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The static site: every link leads somewhere, and pages fit windows of 1400 and of 400 pixels, in headless Chromium."""

import html.parser
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote, urlparse

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "test"))
import windows  # noqa: E402


class Page(html.parser.HTMLParser):
    """What a page refers to, and what can be referred to in it."""

    def __init__(self, path):
        super().__init__()
        self.references, self.names, self.scripts = [], set(), []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.names.add(value)
            elif name in ("href", "src", "srcset") and value is not None:
                self.references.append(value)
                if tag != "a" and not (tag == "link" and ("rel", "canonical") in attributes):
                    self.scripts.append(value)


@unittest.skipUnless(shutil.which("mkdocs"), "no mkdocs")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name).resolve()
        cls.site = cls.folder / "site"
        subprocess.run([sys.executable, SOURCE / "scripts/make_site.py", "--output", cls.site], check=True, capture_output=True)
        cls.pages = {path: Page(path) for path in cls.site.rglob("*.html") if path.name != "404.html"}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_every_document_is_a_page(self):
        for document in (SOURCE / "docs").rglob("*.md"):
            relative = document.relative_to(SOURCE)
            page = relative.with_name("index.html") if relative.name == "README.md" else relative.with_suffix(".html")
            self.assertTrue((self.site / page).exists(), page)
        self.assertTrue((self.site / "docs/reference.html").exists())

    def test_links_lead_somewhere(self):
        dead = []
        for path, page in self.pages.items():
            for reference in page.references:
                parts = urlparse(reference)
                if parts.scheme or reference in ("", "#"):
                    continue
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                if not target.exists():
                    dead.append(f"{path.relative_to(self.site)}: {reference}")
                elif parts.fragment and target in self.pages and unquote(parts.fragment) not in self.pages[target].names:
                    dead.append(f"{path.relative_to(self.site)}: no {reference}")
        self.assertEqual(dead, [])

    def test_pictures_of_both_colours(self):
        for colours in ("light", "dark"):
            self.assertIn(f"results-{colours}.svg", " ".join(self.pages[self.site / "index.html"].references))

    def test_pages_of_the_manual_are_in_the_menu(self):
        menu = " ".join(self.pages[self.site / "index.html"].references)
        for document in (SOURCE / "docs").glob("*.md"):
            self.assertIn(f"docs/{document.stem}.html", menu)

    def test_nothing_is_loaded_from_elsewhere(self):
        for path, page in self.pages.items():
            self.assertEqual([one for one in page.scripts if urlparse(one).netloc], [], path)

    @unittest.skipUnless(windows.has_chromium(), "no chromium")
    def test_pages_fit_their_window(self):
        browser = windows.Browser(self.folder)
        for name in ("index.html", "docs/tutorial.html", "docs/guide.html", "docs/settings.html", "docs/library.html", "docs/reference.html",
                     "examples/index.html", "examples/life/index.html"):
            for width in windows.WIDTHS:
                with self.subTest(name=name, width=width):
                    self.assertIsNone(browser.problem(self.site / name, width))

    @unittest.skipUnless(windows.has_chromium(), "no chromium")
    def test_readers_who_prefer_dark(self):
        browser = windows.Browser(self.folder)
        for name in ("index.html", "docs/guide.html", "docs/reference.html"):
            for colours in ("light", "dark"):
                with self.subTest(name=name, colours=colours):
                    self.assertEqual(browser.colours(self.site / name, colours == "dark"), (colours, ""))

    @unittest.skipUnless(windows.has_chromium(), "no chromium")
    def test_the_picture_is_drawn(self):
        for palette, ground in (("light", "ffffff"), ("dark", "0d1117")):
            picture = SOURCE / f"docs/pictures/results-{palette}.svg"
            size = re.search(r'width="(\d+)" height="(\d+)"', picture.read_text())
            shot = self.folder / f"{palette}.png"
            windows.Browser(self.folder).run(picture, size[1], f"--screenshot={shot}", f"--default-background-color={ground}ff")
            width, height = struct.unpack(">II", shot.read_bytes()[16:24])
            self.assertGreater(width * height, 0)
            self.assertGreater(shot.stat().st_size, 20000, "an empty picture")


if __name__ == "__main__":
    unittest.main()
