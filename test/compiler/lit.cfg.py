"""The compiler's tests: what lit runs, and the words that RUN lines may use.

Each test is named after the hazard that it guards against and is a small program of the user's. Two ways to look at
what becomes of it:

    %raw FILE | %convert | FileCheck     clang's own output, then the conversion alone, by opt: the shape of its result
    %tactus-clang -O2 -S -emit-llvm      the conversion with all that follows it: what optimisation makes of the shape

The folders follow compiler/: raise (what is recognised) and reasons (what is not, and why), captures, lower, bundles;
cilk (spawns), stages (each by itself, and what the analyses say); then what only a whole compilation shows: maps, vectorise, report, debug, levels.
"""

import os
import shlex
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))
from relative_paths import RelativeShTest

config.name = "tactus-compiler"
config.test_format = RelativeShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs", "relative_paths.py"]
config.test_source_root = os.path.dirname(__file__)

tools = config.llvm_tools
plugin = shlex.quote(os.path.join(config.tactus_root, "lib", "TactusPlugin.so"))
clang = shlex.quote(os.path.join(tools, "clang"))
clangxx = shlex.quote(os.path.join(tools, "clang++"))
# Any pattern that matches no pass makes clang record the source positions of OpenMP constructs, as tactus-clang does.
locations = "-Rpass=^tactus-source-locations$"
# Passes must run (no optnone), but none has yet: this is what the plugin sees. Names make the tests readable.
# Neither are positions to name the folder of the build.
raw = f"-fopenmp -O1 -Xclang -disable-llvm-passes -fno-discard-value-names '{locations}' -fdebug-compilation-dir=. -S -emit-llvm -o -"
opt = f"{shlex.quote(os.path.join(tools, 'opt'))} -load={plugin} -load-pass-plugin={plugin}"
driver = shlex.quote(os.path.join(config.tactus_root, "bin", "tactus-clang"))
driverxx = shlex.quote(os.path.join(config.tactus_root, "bin", "tactus-clang++"))
remarks = "-fopenmp -O1 -ftactus-verify -fno-caret-diagnostics -Rpass=tactus -Rpass-missed=tactus -c -o /dev/null"

# The longer words first: a word also matches where it is another's beginning.
config.substitutions += [
    ("%tactus-clangxx", driverxx),
    ("%tactus-clang", driver),
    ("%remarksxx", f"{driverxx} {remarks}"),
    ("%remarks", f"{driver} {remarks}"),
    ("%convert", f"{opt} -passes=tactus -tactus-verify -verify-each -S"),
    ("%rawxx", f"{clangxx} {raw}"),
    ("%raw", f"{clang} {raw}"),
    ("%llvm-link", shlex.quote(os.path.join(tools, "llvm-link"))),
    ("%clangxx", clangxx),
    ("%clang", clang),
    ("%opt", opt),
    ("%python", shlex.quote(config.python)),
    ("%include", shlex.quote(os.path.join(config.source_root, "include"))),
    ("%kernels", shlex.quote(os.path.join(config.source_root, "bench", "kernels"))),
]

config.environment["PATH"] = os.pathsep.join([tools, os.environ.get("PATH", "")])
# A caller's settings would change what the programs do.
for name in [name for name in config.environment if name.startswith("TACTUS_")]:
    del config.environment[name]

if shutil.which("gdb"):
    config.available_features.add("gdb")
if os.path.exists(os.path.join(tools, "ld.lld")):
    config.available_features.add("lld")
