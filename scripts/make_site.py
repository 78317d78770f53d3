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
from packaging_support import whole_file

SOURCE = Path(__file__).resolve().parent.parent
PAGES = {
    "Tactus": "README.md",
    "Tutorial": "docs/tutorial.md",
    "Migration": "docs/migration.md",
    "Examples": "examples/README.md",
    "Manual": {
        "Guide": "docs/guide.md", "OpenMP": "docs/openmp.md", "Without recompiling": "docs/dropin.md",
        "Cilk": "docs/cilk.md", "C++ library": "docs/library.md", "MPI": "docs/mpi.md",
        "Ranks": "docs/cluster.md", "oneTBB": "docs/tbb.md", "Fortran": "docs/fortran.md",
        "C++ reference": "docs/reference.md", "Remarks": "docs/remarks.md", "Flags and settings": "docs/settings.md", "Tools": "docs/tools.md",
        "Python": "scripts/wheel/README.md"},
    "Help": {
        "Questions": "docs/faq.md", "Troubleshooting": "docs/troubleshooting.md", "Glossary": "docs/glossary.md", "Changes": "CHANGELOG.md",
        "Contributing": "CONTRIBUTING.md", "Security": "SECURITY.md"},
    "Results": {
        "Loops and recursion": "bench/RESULTS.md", "Regions": "bench/RESULTS-regions.md", "C++ library": "bench/RESULTS-library.md",
        "Programs of oneTBB's style": "bench/RESULTS-tbb.md", "OpenMP without recompiling": "bench/RESULTS-dropin.md",
        "Ranks": "bench/RESULTS-cluster.md", "Slow kinds of programs": "bench/RESULTS-strangers.md",
        "Task programs": "bench/RESULTS-insieme.md", "Splicing": "bench/RESULTS-splice.md", "Parallel ML": "bench/RESULTS-pml.md",
        "Parallel ML: lists, trees, texts": "bench/RESULTS-pml-objects.md",
        "Parallel ML: MLton's compiler": "bench/RESULTS-pml-mlton.md", "Compiling": "bench/RESULTS-compile.md",
        "TPAL": "bench/RESULTS-tpal.md", "Beats": "bench/RESULTS-beat.md", "How it is measured": "docs/benchmarks.md"},
    "More": {
        "TPAL": "docs/tpal.md", "Parallel ML": "docs/pml.md", "Splicing": "docs/splicing.md", "Kernel module": "docs/kernel.md", "Platforms": "docs/platforms.md",
        "Forks": "docs/pcall.md", "Internals": "docs/internals/README.md", "Decisions": "docs/decisions/README.md"},
}
# The theme is light only, and breaks words and shrinks pictures in small windows until nobody can read them: there, tables and
# pictures scroll by themselves. In large windows it is no wider than text should be: there, tables and code get the room.
STYLE = """table { display: block; overflow-x: auto; }
h1, h2, h3, code { overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
a > code { color: #0b5fae !important; }
pre { font-size: 0.9em; }
td { min-width: 7em; }
td code { overflow-wrap: normal; }
@media (min-width: 700px) { td:first-child code { white-space: nowrap; } }
@media (min-width: 1300px) {
  .container { max-width: 1340px; }
  [role="main"] > p, [role="main"] > ul, [role="main"] > ol { max-width: 56rem; }
}
picture { display: block; overflow-x: auto; }
img { max-width: 100%; height: auto; }
picture img { min-width: 42rem; }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; }
  body, .modal-content, .card, .dropdown-menu, .bg-light, .form-control { background: #0d1117 !important; color: #d8dee6 !important; }
  h1, h2, h3, h4, h5, h6, th, td, .table, .nav-link, .navbar-brand, .dropdown-item, .modal-title, footer, footer * { color: #d8dee6 !important; }
  a:not(.nav-link):not(.dropdown-item):not(.navbar-brand) { color: #6cb2f5; }
  code, pre, kbd, pre code { background: #1e2329 !important; color: #d8dee6 !important; border-color: #3a424c !important; }
  a > code { color: #6cb2f5 !important; }
  table, th, td, hr, .navbar, .card, .dropdown-menu, .bs-sidebar, picture img { border-color: #3a424c !important; }
  img { background: #0d1117 !important; }
  tr:nth-child(odd) td { background: #161b22; }
  tr:nth-child(even) td { background: #0d1117; }
  .navbar-toggler { border-color: #3a424c !important; color: #d8dee6 !important; }
  .navbar-toggler-icon { filter: invert(1); }
  .dropdown-item:hover, .nav-link.active, .active > .nav-link { background: #1e2329 !important; }
}
"""


def stage(folder):
    """Copies what is linked: documents, pictures, and sources that documents name."""
    for name in ("README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "SECURITY.md"):
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
    with tempfile.TemporaryDirectory() as folder, whole_file.unfinished_folder(options.output) as site:
        done = make(Path(folder), site)
        if done.returncode:
            sys.exit(f"tactus: error: mkdocs ended with {done.returncode}: {(done.stderr + done.stdout).strip()}")
    print(options.output / "index.html")


if __name__ == "__main__":
    main()
