"""Runs a command so many times, which must print the same each time: repeatedly.py COUNT -- COMMAND..."""
import subprocess
import sys

count, command = int(sys.argv[1]), sys.argv[sys.argv.index("--") + 1:]
outputs = {subprocess.run(command, check=True, capture_output=True).stdout for _ in range(count)}
if len(outputs) > 1:
    sys.exit(f"{len(outputs)} different outputs of {count} runs")
