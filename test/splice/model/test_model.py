#!/usr/bin/env python3
"""All schedules of small programs, and event logs of the implementation.

  test_model.py [path of splice-random_test]
"""
import collections
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import check_events
import model

IMPLEMENTATION = sys.argv.pop(1) if len(sys.argv) > 1 else None
CELLS = 4


def random_step(generator, name):
    cells = range(CELLS)
    return ("step", frozenset(generator.sample(cells, generator.randrange(3))),
            frozenset(generator.sample(cells, generator.randrange(3))), name)


def random_call(generator, depth, name):
    operations = []
    for index in range(generator.randrange(1, 4)):
        if depth and generator.random() < 0.4:
            operations.append(["call", random_call(generator, depth - 1, name + (index,)), None])
        else:
            operations.append(random_step(generator, name + (index,)))
    behind = model.NOTHING
    for operation in reversed(operations):
        if operation[0] == "call":
            if generator.random() < 0.7:
                operation[2] = behind
            behind = model.union(behind, model.inclusive(operation[1]))
        else:
            behind = model.union(behind, (operation[1], operation[2]))
    return [tuple(operation) for operation in operations]


def random_program(seed):
    generator = random.Random(seed)
    return [random_call(generator, 2, (thread,)) for thread in range(generator.randrange(2, 4))]


def two_calls(first, second):
    return [("call", first, model.inclusive(second)), ("call", second, model.NOTHING)]


def random_parallel_call(generator, name):
    """Two calls at the end; before them a step, around them a call and behind that a step, or in one of them two more
    calls, so that forks fork."""
    step, *others = [random_step(generator, name + (index,)) for index in range(4)]
    kind = generator.randrange(4)
    if kind == 0:
        return [step, *two_calls(others[:1], others[1:2])]
    if kind == 1:
        return [("call", two_calls(others[:1], others[1:2]), (step[1], step[2])), step]
    if kind == 2:
        return two_calls(others[:1], two_calls(others[1:2], others[2:]))
    return two_calls(others[:1], others[1:2])


def random_parallel_program(seed):
    generator = random.Random(seed)
    return [random_parallel_call(generator, (thread,)) for thread in range(2)]


class AllSchedulesInParallel(unittest.TestCase):
    def test_give_the_sequential_result(self):
        explored = 0
        for seed in range(60):
            states = model.explore(random_parallel_program(seed), CELLS, model.Rules(forks=True), most_states=5000)
            explored += states is not None
        self.assertGreater(explored, 25)

    def test_a_missing_rule_is_found(self):
        for broken in ("kept", "before", "behind", "skipped", "own"):
            with self.subTest(broken):
                with self.assertRaises(model.Wrong):
                    for seed in range(400):
                        model.explore(random_parallel_program(seed), CELLS, model.Rules(forks=True, **{broken: False}),
                                      most_states=4000)


class AllSchedules(unittest.TestCase):
    def test_give_the_sequential_result(self):
        explored = 0
        for seed in range(150):
            states = model.explore(random_program(seed), CELLS, most_states=20000)
            explored += states is not None
        self.assertGreater(explored, 100)

    def test_a_missing_rule_is_found(self):
        for broken in ({"frames": False}, {"delayed": False}, {"own": False}):
            with self.subTest(broken):
                with self.assertRaises(model.Wrong):
                    for seed in range(400):
                        model.explore(random_program(seed), CELLS, model.Rules(**broken), most_states=5000)


LOG = """thread 0 0 0 r: w:0-8
thread 0 1 0 r: w:0-8
resume 0 0 1
step 0 0 1 r: w:0-8
after 0 0 1 r: w:
return 0 0 1
resume 0 1 1
step 0 1 1 r: w:0-8
after 0 1 1 r: w:
return 0 1 1
pop 0 0 1
pop 0 1 1
""".splitlines()


# One call finishes with two, of which the second is given away, runs elsewhere as far as it can, and comes back.
PARALLEL = """thread 0 0 0 r: w:0-8
thread 0 1 0 r: w:0-8
resume 0 0 1
call 0 0 2 r: w:0-4 r: w:4-8
resume 0 1 1
call 0 1 2 r: w:0-4 r: w:4-8
forked 1 0 1
forked 1 1 65537
thread 1 0 0 r: w:4-8
thread 1 1 0 r: w:4-8
resume 1 0 1
step 1 0 1 r: w:4-8
after 1 0 1 r: w:
return 1 0 1
resume 1 1 1
step 1 1 1 r: w:4-6
delay 1 1 2 r: w:3-5 r: w:3-5
after 1 1 2 r: w:
return 1 1 1
pop 1 0 1
pop 1 1 1
resume 0 0 2
step 0 0 1 r: w:0-4
after 0 0 1 r: w:
return 0 0 2
resume 0 1 2
step 0 1 1 r: w:0-4
after 0 1 1 r: w:
return 0 1 2
pop 0 0 2
pop 0 1 2
resume 0 0 1
join 0 0 1
resume 0 1 1
join 0 1 1
merge 1 0 0
merge 1 1 0
run 0 1 2 r: w:3-5
done 0 1 2
resume 0 0 1
return 0 0 1
resume 0 1 1
return 0 1 1
pop 0 0 1
pop 0 1 1
""".splitlines()


class Checker(unittest.TestCase):
    def test_accepts_a_run(self):
        check_events.check(LOG)
        check_events.check(PARALLEL)

    def test_finds_what_is_wrong(self):
        mutants = {
            "interferes": LOG[:2] + LOG[6:8],
            "without a return": LOG[:5] + [LOG[10]],
            "others may move": LOG[:6] + [LOG[10]],
            "although nothing interferes": LOG[:3] + ["delay 0 0 1 r: w:0-8 r: w:0-8"],
            "ends with": LOG[:6],
            # The second forked step touches what the first call of the maker still may do.
            "step runs although": PARALLEL[:16] + ["step 1 1 2 r: w:3-5"],
            # So does the maker touch what it has given away.
            "a step runs": PARALLEL[:25] + ["resume 0 1 2", "step 0 1 1 r: w:3-5"],
            "at its join": PARALLEL[:35] + ["resume 0 0 1"],
            "frames": PARALLEL[:35],
        }
        for complaint, lines in mutants.items():
            with self.subTest(complaint):
                with self.assertRaisesRegex(check_events.Complaint, complaint):
                    check_events.check(lines)


@unittest.skipUnless(IMPLEMENTATION, "no implementation given")
class Implementation(unittest.TestCase):
    def test_logs_are_runs_of_the_model(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "events.log"
            for first, space in ((1, "1024"), (100, "4")):
                subprocess.run([IMPLEMENTATION, str(first), "25"], check=True, stdout=subprocess.DEVNULL,
                               env={"TACTUS_WORKERS": "1", "TACTUS_SPLICE_EVENTS": str(log), "TACTUS_SPLICE_SPACE_KB": space})
                with open(log, encoding="ascii") as file:
                    counts = check_events.check(file)
                for event in ("delay", "run", "left", "wait", "apart", "part", "pop"):
                    self.assertGreater(counts[event], 0, event)

    def test_logs_of_several_workers_are_runs_of_the_model(self):
        total = collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "events.log"
            for seed in range(1, 7):
                subprocess.run([IMPLEMENTATION, str(1000 * seed), "2"], check=True, stdout=subprocess.DEVNULL,
                               env={"TACTUS_WORKERS": str(2 + seed % 3), "TACTUS_CHAOS": str(seed),
                                    "TACTUS_SPLICE_EVENTS": str(log), "TACTUS_SPLICE_SPACE_KB": "3" if seed % 2 else "64"})
                with open(log, encoding="ascii") as file:
                    total += check_events.check(file)
        for event in ("forked", "taken", "join", "merge", "guest"):
            self.assertGreater(total[event], 0, event)


if __name__ == "__main__":
    unittest.main()
