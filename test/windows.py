# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Pages of ours in windows of any width, in headless Chromium."""

import re
import shutil
import subprocess

WIDTHS = (1400, 400)
# Says in the title how wide the page is, in comparison with its window.
PROBE = """<script>addEventListener("load", () => setTimeout(() => {
  document.title = `fits ${document.documentElement.scrollWidth} ${document.documentElement.clientWidth} of ${innerWidth}`;
}, 300));</script>"""
# Says in the title what is too faint to be read: texts whose luminance is too near to that of what is behind them (WCAG's
# formula, which asks for a ratio of 4.5; 3 leaves out nothing that one stumbles over).
CONTRAST = """<script>addEventListener("load", () => setTimeout(() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (; element; element = element.parentElement) {
      const colour = channels(getComputedStyle(element).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.5) return colour;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) {
    const element = walker.currentNode.parentElement, style = getComputedStyle(element);
    if (!walker.currentNode.data.trim() || !element.getClientRects().length || element.closest("svg, script, [disabled], .disabled")) continue;
    const [a, b] = [luminance(channels(style.color)), luminance(ground(element))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 3) faint.add(walker.currentNode.data.trim().slice(0, 40));
  }
  document.title = `faint ${faint.size} ${[...faint].slice(0, 3).join(" | ")} on ${ground(document.body).join(",")}.`;
}, 300));</script>"""
# Chromium's window is never narrower than 500 pixels, so the page stands in a frame of its own.
FRAME = """<body style="margin:0"><iframe id="f" style="border:0" width="%d" height="900" src="%s"></iframe>
<script>addEventListener("load", () => setTimeout(() => {
  document.title = document.getElementById("f").contentDocument.title; }, 800));</script>"""

# What the search of MkDocs says while all is well, if the page lives that long: Chromium gives no level with it.
PROGRESS = r'"(Loaded worker|Loading script: |All search scripts loaded|Lunr .* search ready)'


def has_chromium():
    return shutil.which("chromium") is not None


class Browser:
    """Keeps its profile, and what it draws, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.blanks = {}

    def run(self, page, width, *flags):
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files",
                   "--enable-logging=stderr", f"--user-data-dir={self.folder}/profile", f"--window-size={width},1000",
                   "--virtual-time-budget=3000", *flags, page.as_uri()]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)

    def problem(self, page, width):
        """Why the page is not fit for a window of that width, or None. The page's folder must be writable."""
        probed, frame = page.with_name("probed-" + page.name), page.with_name("frame-" + page.name)
        shot = self.folder / f"{page.stem}-{width}.png"
        try:
            probed.write_text(page.read_text().replace("</head>", PROBE + "</head>"))
            frame.write_text(FRAME % (width, probed.name))
            done = self.run(frame, max(width, 500), "--dump-dom")
            drawn = self.run(frame, max(width, 500), f"--screenshot={shot}")
            blank = self.blank(frame, width)
        finally:
            probed.unlink(missing_ok=True)
            frame.unlink(missing_ok=True)
        shown = re.search(r"<title>fits (\d+) (\d+) of (\d+)</title>", done.stdout)
        if not shown or int(shown[3]) != width:
            return f"it was not shown: {done.stdout[:300]}"
        if int(shown[1]) > int(shown[2]):
            return f"it is {shown[1]} pixels wide"
        for line in (done.stderr + drawn.stderr).splitlines():
            if "CONSOLE" in line and not re.search(PROGRESS, line):
                return f"it says on the console: {line}"
        if shot.stat().st_size < 3 * blank:
            return f"its picture is empty: {shot.stat().st_size} bytes, and {blank} without the page"
        return None

    def colours(self, page, is_dark):
        """What the page's ground is, light or dark, and texts that are too faint on it, where the reader prefers dark or not."""
        probed = page.with_name("probed-" + page.name)
        try:
            probed.write_text(page.read_text().replace("</head>", CONTRAST + "</head>"))
            done = self.run(probed, 1000, "--dump-dom", f"--blink-settings=preferredColorScheme={0 if is_dark else 1}")
        finally:
            probed.unlink(missing_ok=True)
        shown = re.search(r"<title>faint (\d+) (.*?) on (\d+),.*?\.</title>", done.stdout, flags=re.S)
        if not shown:
            return f"it was not shown: {done.stdout[:300]}", ""
        return "dark" if int(shown[3]) < 128 else "light", shown[2] if int(shown[1]) else ""

    def blank(self, frame, width):
        """The size of a picture with nothing in it."""
        if width not in self.blanks:
            shot = self.folder / "blank.png"
            frame.write_text(FRAME % (width, "about:blank"))
            self.run(frame, max(width, 500), f"--screenshot={shot}")
            self.blanks[width] = shot.stat().st_size
        return self.blanks[width]
