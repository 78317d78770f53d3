"""Runs each stage of passes.def in a process of its own: stages.py INPUT.ll OUTPUT.ll -- OPT [OPTIONS...]"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

source, output = sys.argv[1:3]
opt = sys.argv[sys.argv.index("--") + 1:]
passes = Path(__file__).parents[4] / "compiler/passes.def"
stages = re.findall(r'^TACTUS_STAGE\("([^"]+)"', passes.read_text(), re.MULTILINE)
if len(stages) < 10:
    sys.exit(f"{passes}: only {len(stages)} stages")
present = source
for number, stage in enumerate(stages):
    written = f"{output}.{number}"
    subprocess.run(opt + [f"-passes={stage}", "-verify-each", "-S", present, "-o", written], check=True)
    present = written
shutil.copyfile(present, output)
