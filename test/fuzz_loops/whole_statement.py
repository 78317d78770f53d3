"""What a statement of a whole program is (whole.py)."""

import dataclasses
from collections.abc import Callable

# How statements use the shared variables. What has the same word goes together without a barrier between:
OWN = "own"  # an iteration's own elements, by the distribution that all loops of the region have
SLOT = "slot"  # a thread's own element
SUM = "sum"  # added to in a critical construct
ATOMIC = "atomic"  # added to by atomic updates, which a critical construct does not keep out
READ = "read"
ALONE = "alone"  # nobody else meanwhile


class Statement:
    """The same with constructs and serially. `uses` maps shared variables to words; `waits`: all threads meet at its end."""

    def __init__(self, parallel, serial, uses=None, waits=False):
        self.parallel, self.serial, self.uses, self.waits = parallel, serial, uses or {}, waits


@dataclasses.dataclass
class Kind:
    """Of statements. `make(region)` returns one."""

    make: Callable
    weight: int = 2
    tells_threads: bool = False  # what it computes depends on which thread executes what
    needs_cxx: bool = False
    needs_threads: bool = False  # not for a team of one
