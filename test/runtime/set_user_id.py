#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""set_user_id.py PROGRAM VERSION: a copy of runtime-c-interface-test that gains root's rights for whoever starts it takes no settings
from him: no number of workers, and no file to write. Exit status 77: not root, or a folder where such programs gain nothing."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NOBODY = 65534
SKIPPED = 77


def main():
    program, version = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        if os.getuid() != 0 or os.statvfs(folder).f_flag & os.ST_NOSUID:
            return SKIPPED
        copy, statistics = Path(folder) / "program", Path(folder) / "statistics.json"
        shutil.copy(program, copy)
        environment = {"TACTUS_WORKERS": "7", "TACTUS_STATS": str(statistics)}

        def has_settings(mode, **as_whom):
            """Does the program say that it has 7 workers, and write its statistics?"""
            os.chmod(copy, mode)
            statistics.unlink(missing_ok=True)
            done = subprocess.run([copy, version, "7"], env=environment, capture_output=True, text=True, check=False, **as_whom)
            return done.returncode == 0, statistics.exists()

        for found, expected, what in ((has_settings(0o755), (True, True), "a plain program"),
                                      (has_settings(0o4755, user=NOBODY, group=NOBODY, extra_groups=[]), (False, False), "set-user-ID")):
            if found != expected:
                print(f"{what}: (takes workers, writes statistics) is {found}, not {expected}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
