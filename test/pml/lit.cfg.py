"""The programs of Parallel ML's tests: what lit runs, and the words that RUN lines may use.

    accept   each construct of the Definition; %check --show-types shows the types that were found
    refuse   each message of the front end
    warn     warnings, with the example of what is not matched
    simplify what the middle end makes of programs

A program stands before its RUN lines, so that its lines have the numbers that messages say.
"""

import os
import shlex

import lit.formats

config.name = "tactus-pml"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".sml"]
config.test_source_root = os.path.dirname(__file__)
config.substitutions += [
    ("%lower", shlex.quote(os.path.join(config.tactus_root, "bin", "tactus-pml")) + " lower --check"),
    ("%llvm", shlex.quote(os.path.join(config.tactus_root, "bin", "tactus-pml")) + " build --check --emit llvm"),
    ("%elide", shlex.quote(os.path.join(config.tactus_root, "bin", "tactus-pml")) + " elide --check --emit llvm"),
    ("%build", shlex.quote(os.path.join(config.tactus_root, "bin", "tactus-pml")) + " build"),
    ("%check", shlex.quote(os.path.join(config.tactus_root, "bin", "tactus-pml")) + " check"),
]
config.environment["PATH"] = os.pathsep.join([config.llvm_tools, os.environ.get("PATH", "")])
