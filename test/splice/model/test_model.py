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
    read, written = (generator.sample(range(CELLS), generator.randrange(3)) for _ in range(2))
    return ("step", model.touching(read, written), name)


def random_parts(generator, name):
    parts = [random_step(generator, name)[1] for _ in range(generator.randrange(2, 4))]
    return ("parts", parts, name)


def random_call(generator, depth, name, parts):
    operations = []
    for index in range(generator.randrange(1, 4)):
        if depth and generator.random() < 0.4:
            operations.append(["call", random_call(generator, depth - 1, name + (index,), parts), None])
        elif parts and generator.random() < 0.5:
            operations.append(random_parts(generator, name + (index,)))
        else:
            operations.append(random_step(generator, name + (index,)))
    behind = model.NOTHING
    for operation in reversed(operations):
        if operation[0] == "call" and generator.random() < 0.7:
            operation[2] = behind
        behind |= model.inclusive([operation])
    return [tuple(operation) for operation in operations]


def random_program(seed):
    generator = random.Random(seed)
    return [random_call(generator, 2, (thread,), False) for thread in range(generator.randrange(2, 4))]


def random_program_with_parts(seed):
    generator = random.Random(seed)
    threads = generator.randrange(2, 4)
    return [random_call(generator, 3 - threads, (thread,), True) for thread in range(threads)]


def two_calls(first, second):
    return [("call", first, model.inclusive(second)), ("call", second, model.NOTHING)]


def random_parallel_call(generator, name):
    """Two calls at the end; before them a step, around them a call and behind that a step, or in one of them two more
    calls, so that forks fork."""
    step, first, second, third = (random_step(generator, name + (index,)) for index in range(4))
    calls = two_calls([first], [second])
    return ([step, *calls], [("call", calls, step[1]), step], two_calls([first], two_calls([second], [third])),
            calls)[generator.randrange(4)]


def random_parallel_program(seed):
    generator = random.Random(seed)
    return [random_parallel_call(generator, (thread,)) for thread in range(2)]


def explore_all(program, seeds, most_states, **rules):
    """How many of the programs have been explored to their end."""
    return sum(model.explore(program(seed), CELLS, model.Rules(**rules), most_states) is not None for seed in range(seeds))


class AllSchedules(unittest.TestCase):
    def test_give_the_sequential_result(self):
        self.assertGreater(explore_all(random_program, 150, 20000), 140)
        self.assertGreater(explore_all(random_program_with_parts, 150, 20000), 140)
        self.assertGreater(explore_all(random_parallel_program, 60, 5000, forks=True), 35)

    def test_a_missing_rule_is_found(self):
        for rule in ("frames", "delayed", "own"):
            with self.subTest(rule), self.assertRaises(model.Wrong):
                explore_all(random_program, 400, 5000, **{rule: False})
        for rule in ("frames", "delayed", "own", "parts"):
            with self.subTest(rule, parts=True), self.assertRaises(model.Wrong):
                explore_all(random_program_with_parts, 400, 5000, **{rule: False})
        for rule in ("kept", "before", "behind", "skipped", "own"):
            with self.subTest(rule, forks=True), self.assertRaises(model.Wrong):
                explore_all(random_parallel_program, 400, 4000, forks=True, **{rule: False})


def threads(group, *effects):
    return [f"thread {group} {number} 0 r: w:{written}" for number, written in enumerate(effects)]


def turn(group, thread, depth, written):
    """A thread runs its only step and wants to return."""
    return [f"resume {group} {thread} {depth}", f"step {group} {thread} 1 r: w:{written}", f"after {group} {thread} 1 r: w:",
            f"return {group} {thread} {depth}"]


def pops(group, depth):
    return [f"pop {group} {thread} {depth}" for thread in range(2)]


LOG = threads(0, "0-8", "0-8") + turn(0, 0, 1, "0-8") + turn(0, 1, 1, "0-8") + pops(0, 1)

# One call finishes with two, of which the second is given away, runs elsewhere as far as it can, and comes back.
FORK = [*threads(0, "0-8", "0-8"),
        "resume 0 0 1", "call 0 0 2 r: w:0-4 r: w:4-8", "resume 0 1 1", "call 0 1 2 r: w:0-4 r: w:4-8",
        "forked 1 0 1", "forked 1 1 65537", *threads(1, "4-8", "4-8")]
FORKED = [*turn(1, 0, 1, "4-8"), "resume 1 1 1", "step 1 1 1 r: w:4-6"]
DELAYED = ["delay 1 1 2 r: w:3-5 r: w:3-5", "after 1 1 2 r: w:", "return 1 1 1", *pops(1, 1)]
KEPT = [*turn(0, 0, 2, "0-4"), *turn(0, 1, 2, "0-4"), *pops(0, 2)]
JOIN = ["resume 0 0 1", "join 0 0 1", "resume 0 1 1", "join 0 1 1"]
MERGED = ["merge 1 0 0", "merge 1 1 0", "run 0 1 2 r: w:3-5", "done 0 1 2"]
END = ["resume 0 0 1", "return 0 0 1", "resume 0 1 1", "return 0 1 1", *pops(0, 1)]


class Checker(unittest.TestCase):
    def test_accepts_a_run(self):
        check_events.check(LOG)
        check_events.check(FORK + FORKED + DELAYED + KEPT + JOIN + MERGED + END)

    def test_finds_what_is_wrong(self):
        interferes = "a step runs although something pending before it interferes"
        at_join = FORK + FORKED + DELAYED + KEPT + JOIN
        mutants = [
            (interferes, LOG[:2] + LOG[6:8]),
            ("without a return", LOG[:5] + [LOG[10]]),
            ("others may move", LOG[:6] + [LOG[10]]),
            ("although nothing interferes", LOG[:3] + ["delay 0 0 1 r: w:0-8 r: w:0-8"]),
            ("group 0 ends with", LOG[:6]),
            # The second forked step touches what the first call of the maker still may do.
            (interferes, FORK + FORKED + ["step 1 1 2 r: w:3-5"]),
            # So does the maker touch what it has given away.
            (interferes, FORK + FORKED + DELAYED + KEPT[:4] + ["resume 0 1 2", "step 0 1 1 r: w:3-5"]),
            ("an earlier thread has failed", LOG[:6] + ["fail 0 0 1"] + LOG[6:8]),
            ("at its join", at_join + ["resume 0 0 1"]),
            ("group 0 ends with", at_join),
        ]
        for complaint, lines in mutants:
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
