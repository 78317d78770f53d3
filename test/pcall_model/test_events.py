#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Event logs: those of real runs are runs of the model, and faults in logs are found.

    test_events.py BUILD        the build folder, which has bin/pcall-model-runs and bin/runtime-shared-test
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from event_log import BadLog, NotARun, check
from faults import FAULTS, put_together, take_apart
from language import Sequential
from machine import FreePolicy, TokenPolicy
from mutants import MUTANTS
from programs import PROGRAMS
from replay import Replay
from runs import RUNS
from simulate import Simulation

BUILD = None

SETTINGS = [{"TACTUS_PROMOTE": "all", "TACTUS_WORKERS": "1"},
            {"TACTUS_PROMOTE": "all", "TACTUS_WORKERS": "4"},
            {"TACTUS_HEARTBEAT_US": "1", "TACTUS_WORKERS": "2"},
            {"TACTUS_HEARTBEAT_US": "1", "TACTUS_WORKERS": "4", "TACTUS_TOKENS": "100"},
            {"TACTUS_HEARTBEAT_US": "5", "TACTUS_WORKERS": "3", "TACTUS_TOKENS": "classic"},
            {"TACTUS_HEARTBEAT_US": "5", "TACTUS_WORKERS": "2", "TACTUS_TOKENS": "4", "TACTUS_PROMOTE": "tokens"},
            *({"TACTUS_CHAOS": str(seed), "TACTUS_WORKERS": str(1 + seed)} for seed in range(4))]


def run(program, arguments, settings):
    """(what was printed, the log)"""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "events.log"
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("TACTUS_")}
        done = subprocess.run([BUILD / "bin" / program, *arguments], env={**inherited, "TACTUS_EVENTS": log, **settings},
                              check=True, capture_output=True, text=True, timeout=120)
        if done.stderr:
            raise AssertionError(done.stderr)
        return done.stdout.strip(), log.read_text()


class RealRuns(unittest.TestCase):
    def test_logged_forks_are_runs_of_the_model(self):
        totals, rules = {}, {}
        for name, program in RUNS.items():
            for settings in SETTINGS:
                with self.subTest(program=name, settings=settings):
                    printed, log = run("pcall-model-runs", [name, "20000"], settings)
                    outcome = Sequential(program).outcome
                    self.assertEqual(printed, "%s %s" % outcome)
                    counts = check(log)
                    replay = Replay(log, program)
                    self.assertEqual(replay.outcome, outcome)
                    self.assertEqual(replay.rules.get("PROMOTE", 0), counts.get("promote", 0))
                    if settings.get("TACTUS_PROMOTE") == "all":
                        self.assertGreater(counts["promote"], 3)
                    for sums, parts in ((totals, counts), (rules, replay.rules)):
                        for key, value in parts.items():
                            sums[key] = sums.get(key, 0) + value
        # Every rule but those that need luck with the schedule.
        self.assertLessEqual({"STMT", "GOTO", "CALL", "RETURN", "PCALL", "PROMOTE", "CLONE", "SETJOIN", "RAISE", "UNWIND",
                              "HANDLE", "CANCEL"}, rules.keys())

    def test_tokens_are_spent_for_nobody(self):
        """MPL's policy, with one worker: promotions that each have spent a token, where ours has none."""
        for program, arguments in (("fib", "20000"), ("mixed", "2000")):
            few = {"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "5"}
            _, log = run("pcall-model-runs", [program, arguments], few)
            self.assertEqual(check(log).get("promote", 0), 0, program)
            _, log = run("pcall-model-runs", [program, arguments], {**few, "TACTUS_PROMOTE": "tokens"})
            counts = check(log)
            self.assertGreater(counts["promote"], 3, program)
            self.assertEqual(counts["unpaid"], 0, program)

    def test_loops_and_forks_in_one_order(self):
        """The header's loops between its forks, with exceptions."""
        for settings in SETTINGS:
            with self.subTest(settings=settings):
                printed, log = run("pcall-model-runs", ["mixed", "2000"], settings)
                self.assertEqual(printed, f"result {8 * (190 + 7) + 33}")
                counts = check(log)
                if settings.get("TACTUS_PROMOTE") == "all":
                    self.assertIn("kind=loop", log)
                    self.assertGreater(counts["promote"], 20)

    def test_loops_follow_the_protocol(self):
        for settings in SETTINGS[1:5] + SETTINGS[-1:]:
            with self.subTest(settings=settings):
                _, log = run("runtime-shared-test", [], settings)
                counts = check(log)
                self.assertEqual(counts["task"], counts["start"])
                self.assertEqual(counts["wait"], counts["release"])

    def test_rests_of_rests_follow_the_protocol(self):
        """A loop of spawns, compiled: what is handed on, what follows, and what waits because a call has thrown."""
        source = pathlib.Path(__file__).parent / "rests.cpp"
        counts = {}
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "rests"
            subprocess.run([BUILD / "bin/tactus-clang++", "-O1", source, "-o", program], check=True)
            for settings in SETTINGS + [{"TACTUS_CHAOS": str(seed), "TACTUS_WORKERS": "4"} for seed in range(4, 12)]:
                with self.subTest(settings=settings):
                    printed, log = run(program, [], settings)
                    self.assertEqual(printed, "5 7 200 ordered")
                    for key, count in check(log).items():
                        counts[key] = counts.get(key, 0) + count
                    for how in ("following", "stolen", "own"):
                        counts[how] = counts.get(how, 0) + log.count(f"how={how}")
        for kind in ("hand-on", "following", "stolen", "own", "joined", "release"):
            self.assertGreater(counts.get(kind, 0), 0, kind)

    def test_without_the_variable_there_is_no_log(self):
        done = subprocess.run([BUILD / "bin/pcall-model-runs", "fib", "0"], check=True, capture_output=True, text=True,
                              env={**os.environ, "TACTUS_EVENTS": "events.txt"})
        self.assertEqual(done.stdout, "result 34\n")
        self.assertIn("TACTUS_EVENTS=events.txt: expected the name of a .log file", done.stderr)

    def test_log_cannot_be_written(self):
        done = subprocess.run([BUILD / "bin/pcall-model-runs", "fib", "0"], check=True, capture_output=True, text=True,
                              env={**os.environ, "TACTUS_EVENTS": "/nowhere/events.log"})
        self.assertRegex(done.stderr, "tactus: error: TACTUS_EVENTS: cannot write /nowhere/events.log: .*; choose")


class SimulatedRuns(unittest.TestCase):
    def test_logs_of_the_model_are_accepted(self):
        for name, program in PROGRAMS.items():
            for seed in range(4):
                for policy in (FreePolicy(), FreePolicy("any"), TokenPolicy(2, 5)):
                    with self.subTest(program=name, seed=seed):
                        simulation = Simulation(program, policy, seed)
                        check(simulation.text)
                        self.assertEqual(Replay(simulation.text, program).outcome, Sequential(program).outcome)

    def test_logs_of_wrong_rules_are_rejected(self):
        """Those of the model's mutants whose mistake a log can show."""
        for name in ("JoinsTooEarly", "PromotesYoungest", "CancelsStarted", "LosesTokens", "DoublesTokens"):
            mutant, policy = next((m, p) for m, p in MUTANTS.items() if m.__name__ == name)
            with self.subTest(mutant=name):
                self.assertTrue(any(self.rejected(mutant, policy, program, seed)
                                    for program in PROGRAMS.values() for seed in range(6)))

    @staticmethod
    def rejected(mutant, policy, program, seed):
        simulation = Simulation(program, policy or FreePolicy(), seed, mutant)
        try:
            check(simulation.text)
        except NotARun:
            return True
        return False


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.logs = [run("pcall-model-runs", [name, "20000"], settings)[1]
                    for name in ("fib", "guarded") for settings in SETTINGS[1:4]]
        # What happens in real runs depends on the machine; the simulated ones, always the same, have enough of everything.
        cls.logs += [Simulation(program, policy, seed).text for name, program in PROGRAMS.items() for seed in range(8)
                     for policy in (FreePolicy(), TokenPolicy(2, 3))]

    def test_every_fault_is_found(self):
        for fault in FAULTS:
            made = 0
            for number, log in enumerate(self.logs):
                lines = take_apart(log)
                if fault(lines, random.Random(number)) is False:
                    continue
                made += 1
                with self.subTest(fault=fault.__name__, log=number), self.assertRaises(NotARun):
                    check(put_together(lines, log.splitlines()[0]))
            self.assertGreater(made, 3, fault.__name__)

    def test_unrelated_task_on_a_waiting_frame(self):
        head = "tactus-events 1 workers=3 promotes=beats"
        lines = """0 1 promote join=0xa at=0x900 kind=fork older=0 owner=0x0
                   1 1 task task=0xa1 join=0xa
                   2 1 promote join=0xb at=0x800 kind=fork older=0 owner=0x0
                   3 1 task task=0xb1 join=0xb
                   4 2 steal task=0xb1
                   5 2 start task=0xb1 how=stolen
                   6 1 wait join=0xb
                   7 1 start task=0xa1 how=stolen"""
        text = "\n".join([head, *(line.strip() for line in lines.splitlines()), "end dropped=0"])
        with self.assertRaisesRegex(NotARun, "does not descend from the join that waits"):
            check(text)

    def test_command(self):
        """check_events.py tells good logs from others by its exit status."""
        command = pathlib.Path(__file__).parent / "check_events.py"
        with tempfile.TemporaryDirectory() as folder:
            for status, text in ((0, self.logs[0]), (1, self.logs[0].replace("older=0", "older=2")), (2, "nothing")):
                log = pathlib.Path(folder) / "events.log"
                log.write_text(text)
                done = subprocess.run([sys.executable, command, log], capture_output=True, text=True)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual(status == 0, "a run of the model: " in done.stdout)
        self.assertEqual(subprocess.run([sys.executable, command], capture_output=True).returncode, 2)
        # What is no text, a folder, and nothing at all cost one line each.
        for file in (sys.executable, str(command.parent), "absent.log"):
            done = subprocess.run([sys.executable, command, file], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_incomplete_logs(self):
        log = self.logs[0]
        for text in ("", log.rsplit("\n", 2)[0], log.replace("end dropped=0", "end dropped=3"),
                     log.replace(" promote ", " demote ", 1), log.replace("join=", "joint=", 1)):
            with self.assertRaises(BadLog):
                check(text)

    def test_replay_wants_the_program_of_the_log(self):
        printed, log = run("pcall-model-runs", ["loop", "20000"], SETTINGS[0])
        self.assertTrue(printed.startswith("result"))
        with self.assertRaises(NotARun):
            Replay(log, RUNS["tree"])


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1))
    unittest.main()
