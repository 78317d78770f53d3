#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""make_site.py --output FOLDER: makes a static site of the same Markdown that the checkout shows, by MkDocs.

The documents go to the generator in the places that they have in the checkout, so that links between them are the same. The
pages work from a file system as well as from a server, and load nothing from elsewhere."""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import make_reference

SOURCE = Path(__file__).resolve().parent.parent
PAGES = {
    "Tactus": "README.md",
    "Tutorial": "docs/tutorial.md",
    "Migration": "docs/migration.md",
    "Examples": "examples/README.md",
    "Reference": {
        "Guide": "docs/guide.md", "C++ library": "docs/library.md", "Reference": "docs/reference.md", "OpenMP": "docs/openmp.md",
        "Questions": "docs/faq.md", "Troubleshooting": "docs/troubleshooting.md", "Benchmarks": "docs/benchmarks.md", "Results": "bench/RESULTS.md",
        "Python": "scripts/wheel/README.md", "Changes": "CHANGELOG.md"},
    "More": {
        "TPAL": "docs/tpal.md", "Parallel ML": "docs/pml.md", "Splicing": "docs/splicing.md", "Kernel": "docs/kernel.md", "Forks": "docs/pcall.md",
        "Glossary": "docs/glossary.md", "Internals": "docs/internals/README.md", "Decisions": "docs/decisions/README.md"},
}
STYLE = """table { display: block; overflow-x: auto; }
h1, h2, h3, code { overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
img { max-width: 100%; height: auto; }
"""


def stage(folder):
    """Copies what is linked: documents, pictures, and sources that documents name."""
    for name in ("README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(SOURCE / name, folder / name)
    leave = shutil.ignore_patterns("__pycache__", "build")
    for name in ("docs", "examples"):
        shutil.copytree(SOURCE / name, folder / name, ignore=leave)
    (folder / "docs/reference.md").write_text(make_reference.reference())
    (folder / "scripts/wheel").mkdir(parents=True)
    shutil.copy(SOURCE / "scripts/wheel/README.md", folder / "scripts/wheel")
    (folder / "bench").mkdir()
    for path in (SOURCE / "bench").glob("RESULTS*.md"):
        shutil.copy(path, folder / "bench")
    # The site's theme is light also where the reader prefers dark.
    readme = folder / "README.md"
    readme.write_text("".join(line for line in readme.read_text().splitlines(keepends=True) if "results-dark" not in line))
    (folder / "site.css").write_text(STYLE)


def navigation(pages):
    return [{title: navigation(target) if isinstance(target, dict) else target} for title, target in pages.items()]


def make(work, output):
    documents = work / "documents"
    documents.mkdir()
    stage(documents)
    # JSON is YAML.
    settings = {
        "site_name": "Tactus", "docs_dir": str(documents), "site_dir": str(output.resolve()), "use_directory_urls": False,
        "theme": {"name": "mkdocs", "highlightjs": False, "nav_style": "light"}, "nav": navigation(PAGES), "extra_css": ["site.css"],
        "plugins": ["search"], "markdown_extensions": ["tables", "fenced_code", {"toc": {"toc_depth": 3}}]}
    (work / "mkdocs.yml").write_text(json.dumps(settings))
    return subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--clean", "--config-file", work / "mkdocs.yml"], text=True,
                          capture_output=True, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="the site's folder; what is in it is replaced")
    options = parser.parse_args()
    if not shutil.which("mkdocs"):
        sys.exit("tactus: error: 'mkdocs' is missing; run scripts/setup.sh, or apt install mkdocs")
    with tempfile.TemporaryDirectory() as folder:
        done = make(Path(folder), options.output)
    if done.returncode:
        sys.exit(f"tactus: error: mkdocs ended with {done.returncode}: {(done.stderr + done.stdout).strip()}")
    print(options.output / "index.html")


if __name__ == "__main__":
    main()
