"""test_times.py BUILD: a test that names no time of its own ends after some minutes, whatever it waits for."""
import re
import sys
from pathlib import Path

settings = (Path(sys.argv[1]) / "DartConfiguration.tcl").read_text()
seconds = re.search(r"^TimeOut: (\d+)$", settings, re.M)
if not seconds or not 0 < int(seconds[1]) <= 900:
    sys.exit(f"test_times.py: {seconds and seconds[0]}: tests may wait for ever, or for long (CMakeLists.txt, DART_TESTING_TIMEOUT)")
