#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What TACTUS_PROMOTE=all and TACTUS_CHAOS promote: everything in small programs, a bounded part of large ones, something
of every place, and with one worker the same each time. No test looks at times.

    test_sampling.py BUILD
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(sys.argv[1])
SOURCE = pathlib.Path(__file__).parent / "loops_and_spawns.c"
LINES = {name: number for number, line in enumerate(SOURCE.read_text().splitlines(), 1)
         for name in ("hot spawn", "hot loop", "rare spawn") if line.endswith(f"// {name}")}


def run(folder, count, **settings):
    """(counters, promotions by place)"""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
    subprocess.run([folder / "program", str(count)], check=True, timeout=120,
                   env={**inherited, "TACTUS_STATS": str(folder / "stats.json"), "TACTUS_WORKERS": "1", **settings})
    stats = json.loads((folder / "stats.json").read_text())
    places = {name: sum(place["promotions"] for place in stats["loops"] + stats["forks"] if place["line"] == line)
              for name, line in LINES.items()}
    return stats["counters"], places


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([BUILD / "bin/tactus-clang", "-O1", "-g", "-fopenmp", SOURCE, "-o", folder / "program"], check=True)

        counters, places = run(folder, 1000, TACTUS_PROMOTE="all")
        assert counters["passedOver"] == 0, counters
        # The last spawn of a loop has a rest as well: the end of the loop.
        assert places["hot spawn"] >= 999 and places["rare spawn"] >= 4, places
        assert places["hot loop"] > 400, places

        for settings in ({"TACTUS_PROMOTE": "all"}, {"TACTUS_CHAOS": "1"}, {"TACTUS_CHAOS": "2"}):
            counters, places = run(folder, 1000000, **settings)
            # Promotions cost microseconds: fewer than one of a hundred passes.
            assert 4000 < counters["promotions"] < 20000, (settings, counters)
            assert counters["passedOver"] > 100000, (settings, counters)
            assert all(places.values()), (settings, places)
            again, _ = run(folder, 1000000, **settings)
            for key in ("promotions", "passedOver", "tasks"):
                assert counters[key] == again[key], (settings, key, counters, again)

        counters, places = run(folder, 20000, TACTUS_PROMOTE="every")
        assert counters["passedOver"] == 0 and places["hot spawn"] >= 19999, (counters, places)


main()
