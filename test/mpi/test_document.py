"""test_document.py BUILD MPI [DOCUMENT]: does what docs/mpi.md tells its reader to do, on a machine whose MPI is this one."""
import shutil
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.append(str(SOURCE / "test/documents"))

from documents import Runner, blocks  # noqa: E402
from run import environment  # noqa: E402
from unrun import Wrong  # noqa: E402

build, mpi = Path(sys.argv[1]).resolve(), sys.argv[2]
document = SOURCE / (sys.argv[3] if len(sys.argv) > 3 else "docs/mpi.md")
with tempfile.TemporaryDirectory() as folder:
    tools, here = Path(folder) / "mpi/bin", Path(folder) / "here"
    # An example is done in a copy of the examples.
    if document.is_relative_to(SOURCE / "examples"):
        shutil.copytree(SOURCE / "examples", Path(folder) / "examples")
        here = Path(folder) / document.parent.relative_to(SOURCE)
    else:
        here.mkdir()
    tools.mkdir(parents=True)
    for name in ("mpicc", "mpicxx", "mpirun", "mpiexec"):
        # No link: MPICH's launcher looks for its helper where it is itself.
        (tools / name).write_text(f'#!/bin/sh\nexec {name}.{mpi} "$@"\n')
        (tools / name).chmod(0o755)
    runner = Runner(build, here, SOURCE)
    runner.environment["PATH"] = f"{tools}:{runner.environment['PATH']}"
    runner.environment |= {name: value for name, value in environment().items() if name.startswith(("OMPI_", "PRTE_"))}
    runner.environment["MPI_HOME"] = str(tools.parent)  # for FindMPI
    try:
        for block in blocks(document):
            runner.run(block)
    except Wrong as problem:
        sys.exit(f"tactus: error: with {mpi}: {problem}")
