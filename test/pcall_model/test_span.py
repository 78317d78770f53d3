#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Random programs keep to the bounds on time and promotions that docs/pcall.md states, under MPL's policy and under ours.

  TACTUS_MODEL_SEEDS=5000 test/pcall_model/test_span.py       more of them
"""

import dataclasses
import os
import random
import unittest

import span
from span import Policy, generate, par, seq, total_work, work

SEEDS = int(os.environ.get("TACTUS_MODEL_SEEDS", "400"))


def policies(name, source):
    """A policy with random prices."""
    beat = source.choice([4, 8, 16, 32])
    return Policy(name, poll=max(beat // source.choice([1, 2, 4]), 1), beat=beat, tokens=source.choice([1, 1, 2, 5]),
                  promotion=source.randint(0, 4), steal=source.randint(0, 5))


def most_time(program, policy, processors, outcome):
    """What ours must not exceed. A pcall costs two steals: one begins its task, one goes on behind the join."""
    busy = outcome.steps + policy.promotion * outcome.promotions + policy.steal * outcome.steals
    return busy / processors + span.span(program, policy.poll + processors * policy.promotion + 2 * policy.steal)


class Span(unittest.TestCase):
    def programs(self, seeds=SEEDS):
        for seed in range(seeds):
            source = random.Random(seed)
            yield seed, source, generate(source, source.choice([20, 100, 400]))

    def test_every_step_is_executed_once(self):
        for seed, source, program in self.programs(50):
            for policy in (policies("tokens", source), policies("idle", source)):
                for processors in (1, 3, None) if policy.name == "tokens" else (1, 3):
                    outcome = span.Machine(program, policy, processors, seed).run()
                    self.assertEqual(outcome.steps, total_work(program), f"seed {seed}, {policy}")

    def test_mpls_policy_is_work_efficient_and_span_efficient(self):
        for seed, source, program in self.programs():
            policy = policies("tokens", source)
            outcome = span.Machine(program, policy, None, seed).run()
            self.assertLessEqual(outcome.promotions, policy.tokens * total_work(program) / policy.beat, f"seed {seed}, {policy}")
            self.assertLessEqual(outcome.time, (policy.promotion + policy.beat) * span.span(program), f"seed {seed}, {policy}")

    def test_ours_leaves_no_processor_idle_for_longer_than_a_poll(self):
        for seed, source, program in self.programs():
            policy = policies("idle", source)
            for processors in (1, 2, 3, 8):
                outcome = span.Machine(program, policy, processors, seed).run()
                self.assertLessEqual(outcome.time, most_time(program, policy, processors, outcome), f"seed {seed}, {policy}")
                self.assertLessEqual(outcome.paid, policy.tokens * total_work(program) / policy.beat, f"seed {seed}, {policy}")

    def test_one_processor_promotes_nothing(self):
        for seed, source, program in self.programs(50):
            self.assertEqual(span.Machine(program, policies("idle", source), 1, seed).run().promotions, 0)

    def test_the_bound_is_missed_by_a_policy_that_waits_for_beats(self):
        """Ours, but idle processors are not asked for: no bound in polls holds then."""

        class WaitsForBeats(span.Machine):
            def idle(self):
                return 0 if not self.running or self.asks_for_idle else super().idle()

            asks_for_idle = False

            def poll(self, thread):
                self.asks_for_idle = True
                super().poll(thread)
                self.asks_for_idle = False

        program = work(1)
        for _ in range(40):
            program = par(seq(work(1), program), work(60))
        policy = Policy("idle", poll=1, beat=500, promotion=0, steal=0)
        for machine, holds in ((span.Machine, True), (WaitsForBeats, False)):
            outcome = machine(program, policy, 8, 1).run()
            self.assertEqual(outcome.time <= most_time(program, policy, 8, outcome), holds)

    def test_tokens_are_spent_whether_or_not_anybody_is_idle(self):
        program = work(2)
        for _ in range(30):
            program = par(program, work(20))
        promotions = {name: span.Machine(program, dataclasses.replace(Policy(name)), 1, 1).run().promotions
                      for name in ("tokens", "idle")}
        self.assertEqual(promotions["idle"], 0)
        self.assertGreater(promotions["tokens"], 5)


if __name__ == "__main__":
    unittest.main()
