#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Every interleaving of small programs gives the sequential result; seeded errors in the rules are found."""

import os
import unittest

from explorer import TooLarge, Violation, explore
from generate import generate
from language import Racy, Sequential, parse
from ir import lower
from machine import FreePolicy, SequentialPolicy, TokenPolicy
from mutants import MUTANTS
from programs import PROGRAMS, RACY, SMALL

# More seeds for a long run: TACTUS_MODEL_SEEDS=5000 test/pcall_model/test_explorer.py
SEEDS = int(os.environ.get("TACTUS_MODEL_SEEDS", "120"))


class Programs(unittest.TestCase):
    def test_results_are_known(self):
        """The sequential semantics itself, on programs whose result can be said."""
        for name, outcome in {
                "fib4": ("result", 3), "tree_sum": ("result", 28), "throws_first": ("exception", 1),
                "throws_both": ("exception", 1), "throws_second": ("exception", 2), "handled_outside": ("result", 101),
                "second_of_first_and_second": ("result", 60), "abandoned_then_rewritten": ("result", 1),
                "loop_by_halves": ("result", 30), "handler_forks": ("result", 4)}.items():
            self.assertEqual(Sequential(PROGRAMS[name]).outcome, outcome, name)

    def test_sequential_run_is_one_path(self):
        for name, program in PROGRAMS.items():
            report = explore(program, SequentialPolicy())
            self.assertEqual(len(report.ends), 1, name)
            self.assertNotIn("PROMOTE", report.rules)

    def test_promotion_at_any_time(self):
        for name in SMALL:
            for order in ("oldest", "any"):
                with self.subTest(program=name, order=order):
                    explore(PROGRAMS[name], FreePolicy(order))

    def test_reduced_is_equivalent(self):
        """Where the whole space can be seen, the reduced one has the same ends and fires the same rules."""
        for name in SMALL:
            for order in ("oldest", "any"):
                whole = explore(PROGRAMS[name], FreePolicy(order))
                reduced = explore(PROGRAMS[name], FreePolicy(order), reduced=True)
                self.assertEqual(whole.ends, reduced.ends, name)
                self.assertLessEqual(reduced.states, whole.states)
                self.assertEqual(set(whole.rules), set(reduced.rules), name)

    def test_larger_programs_reduced(self):
        for name in PROGRAMS.keys() - set(SMALL):
            for order in ("oldest", "any"):
                with self.subTest(program=name, order=order):
                    explore(PROGRAMS[name], FreePolicy(order), reduced=True)

    def test_tokens(self):
        for name in SMALL:
            for grant, period in ((1, 1), (1, 4), (2, 3), (3, 2), (30, 11)):
                with self.subTest(program=name, C=grant, N=period):
                    explore(PROGRAMS[name], TokenPolicy(grant, period))

    def test_every_rule_is_used(self):
        used = set()
        for name in SMALL:
            used |= set(explore(PROGRAMS[name]).rules)
        self.assertEqual(used, {"STMT", "GOTO", "CALL", "RETURN", "PCALL", "PROMOTE", "START", "JOIN", "CLONE", "SETJOIN",
                                "RAISE", "UNWIND", "HANDLE", "CANCEL", "ABANDON"})

    def test_races_are_reported(self):
        for name, text in RACY.items():
            with self.subTest(program=name), self.assertRaises(Racy):
                explore(parse(text))

    def test_race_shows(self):
        """What the race check keeps away does have other results: the explorer would see them."""
        program = parse(RACY["read_write"])
        program_of_one = Sequential.par
        try:
            Sequential.par = unchecked_par
            with self.assertRaises(Violation):
                explore(program)
        finally:
            Sequential.par = program_of_one

    def test_random_programs(self):
        promoting = 0
        for seed in range(SEEDS):
            program = generate(seed)
            with self.subTest(seed=seed, program=program.text):
                try:
                    report = explore(program, FreePolicy(("oldest", "any")[seed % 2]), reduced=True, limit=20000)
                    promoting += "PROMOTE" in report.rules
                    explore(program, TokenPolicy(1 + seed % 4, 1 + seed % 7), reduced=True, limit=20000)
                except TooLarge:
                    pass
        self.assertGreater(promoting, SEEDS * 3 // 4)

    def test_limit_is_obeyed(self):
        with self.assertRaises(TooLarge):
            explore(PROGRAMS["fib4"], limit=100)


def unchecked_par(self, first, second, body, env):
    (x, call), (y, other) = first, second
    return self.evaluate(body, {**env, x: self.evaluate(call, env), y: self.evaluate(other, env)})


class Lowerings(unittest.TestCase):
    """Errors of the compiler, not of the rules: what the PCall IR gets stuck on."""

    def broken(self, name, change):
        functions = lower(PROGRAMS[name])
        main = functions["main"]
        blocks = {label: block._replace(transfer=change(block.transfer)) for label, block in main.blocks.items()}
        functions["main"] = main._replace(blocks=blocks)
        with self.assertRaises(Violation) as found:
            explore(PROGRAMS[name], functions=functions)
        return found.exception

    def test_unjoined_return_gets_stuck(self):
        """MPL §3.3.1: RETURN and PCALL are stuck while there is an obligation."""
        # sync goes on without a join; its block's parameter stands for the task's value.
        violation = self.broken("fork", lambda t: ("goto", t[1], (0,)) if t[0] == "getjoin" else t)
        self.assertIn("no thread can go on", violation.what)

    def test_swapped_continuations(self):
        self.broken("fork", lambda t: (*t[:3], t[4], t[3], *t[5:]) if t[0] == "pcall" else t)

    def test_exception_of_task_without_handler(self):
        self.broken("throws_second", lambda t: ("setjoin", t[1]) if t[0] == "setjoin-raise" else t)


class Mutants(unittest.TestCase):
    def test_every_mutant_is_found(self):
        for mutant, policy in MUTANTS.items():
            with self.subTest(mutant=mutant.__name__):
                self.assertTrue(any(self.finds(mutant, policy, name) for name in SMALL), mutant.__doc__)

    @staticmethod
    def finds(mutant, policy, name):
        try:
            explore(PROGRAMS[name], policy, machine=mutant, limit=20000)
        except Violation:
            return True
        except TooLarge:
            return False
        return False

    def test_counterexample_is_a_run(self):
        """The run that a violation tells can be replayed."""
        mutant = next(m for m in MUTANTS if m.__name__ == "JoinsTooEarly")
        program = PROGRAMS["fork"]
        with self.assertRaises(Violation) as found:
            explore(program, machine=mutant)
        machine = mutant(lower(program), program.cells)
        state = machine.initial()
        for rule, name in found.exception.run:
            state = next(after for r, n, after in machine.steps(state) if (r, n) == (rule, name))
        self.assertIn(("JOIN", (0,)), found.exception.run)


if __name__ == "__main__":
    unittest.main()
