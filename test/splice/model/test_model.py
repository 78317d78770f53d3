#!/usr/bin/env python3
"""All schedules of small programs, and event logs of the implementation.

  test_model.py [path of splice-random_test]
"""
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


class Checker(unittest.TestCase):
    def test_accepts_a_run(self):
        check_events.check(LOG)

    def test_finds_what_is_wrong(self):
        mutants = {
            "interferes": LOG[:2] + LOG[6:8],
            "without a return": LOG[:5] + [LOG[10]],
            "others may move": LOG[:6] + [LOG[10]],
            "although nothing interferes": LOG[:3] + ["delay 0 0 1 r: w:0-8 r: w:0-8"],
            "ends with": LOG[:6],
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


if __name__ == "__main__":
    unittest.main()
