# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Random runs of the model, written as event logs: what libtactus would log if it took the same steps.

Each thread of the model is a thread of the log, and a frame's address follows from its depth. Calls of forks are
logged. Tokens are as the policy has them.
"""

import random

from ir import lower
from machine import CLONE, FINISHED, MAIN, Machine


class Simulation:
    """One run. `text` is its log, `outcome` what main said."""

    def __init__(self, program, policy, seed, machine=Machine):
        self.machine = machine(lower(program), program.cells, policy)
        self.policy = policy
        self.choose = random.Random(seed)
        self.lines = []
        self.numbers = {MAIN: 1}
        self.contexts = {}   # model thread: names of the tasks it runs, innermost last
        self.clones = {}     # (model thread, depth of the frame): the task that runs above it
        self.state = self.machine.initial()
        while True:
            steps = list(self.machine.steps(self.state))
            if not steps:
                break
            rule, name, after = self.choose.choice(steps)
            self.log(rule, name, after)
            self.state = after
        main = self.machine.find(self.state, MAIN)
        self.outcome = main.code if main.phase == FINISHED else None
        self.text = "\n".join(["tactus-events 1 workers=4 promotes=" + ("chaos" if policy.order == "any" else "beats"),
                               *self.lines,
                               "end dropped=0"])

    def event(self, who, what, /, **fields):
        thread = self.numbers.setdefault(who, len(self.numbers) + 1)
        words = [f"{key}={value}" for key, value in fields.items()]
        self.lines.append(" ".join([str(len(self.lines)), str(thread), what, *words]))

    @staticmethod
    def at(name, index):
        return hex(0x7f0000000000 - 0x100000 * len(name) - 16 * index)

    def join(self, child):
        return "0x10" + "".join(f"{part:02x}" for part in child)

    def task(self, child):
        return "0x20" + "".join(f"{part:02x}" for part in child)

    def tokens(self, name, why, by, now, of="0x0"):
        if self.policy.counts and (by or why in ("stolen", "returned")):
            self.event(name, "tokens", why=why, by=by, now=now, of=of)

    def log(self, rule, name, after):
        before, thread = self.machine.find(self.state, name), self.machine.find(after, name)
        depth = len(before.stack)
        waited = before.sigma if rule in ("JOIN", "CLONE") else \
            before.stack[-1].sigma if rule in ("CANCEL", "ABANDON") else None
        if rule == "PCALL":
            self.event(name, "begin", at=self.at(name, depth))
        elif rule in ("RETURN", "UNWIND", "HANDLE") and before.stack:
            frame = before.stack[-1]
            if frame.sigma is not None or (frame.mark is not None and frame.mark != CLONE):
                self.event(name, "end-fork", at=self.at(name, depth - 1))
        elif rule == "PROMOTE":
            self.promotion(name, before, thread)
        elif rule == "START":
            self.contexts[name] = [self.task(name)]
            self.event(name, "steal", task=self.task(name))
            self.tokens(name, "stolen", before.tokens, before.tokens, self.task(name))
            self.event(name, "start", task=self.task(name), how="stolen")
        elif rule == "SETJOIN":
            task = self.contexts[name].pop()
            self.event(name, "finish", task=task)
            if before.stack:
                self.leave(name, self.clones.pop((name, depth - 1)))
            else:
                self.tokens(name, "beat", thread.tokens - before.tokens, thread.tokens)
                self.tokens(name, "returned", -thread.tokens, 0, task)
                return
        elif rule == "CLONE":
            self.event(name, "wait", join=self.join(waited))
            self.event(name, "start", task=self.task(waited), how="own")
            self.contexts.setdefault(name, []).append(self.task(waited))
            self.clones[name, depth] = waited
        elif waited is not None:
            if rule != "JOIN":
                self.event(name, "end-fork", at=self.at(name, depth - 1))
            self.event(name, "wait", join=self.join(waited))
            if rule == "CANCEL":
                self.event(name, "cancel", task=self.task(waited))
            returned = self.machine.find(self.state, waited).tokens if rule != "CANCEL" else 0
            self.leave(name, waited, returned, before.tokens + returned)
        if self.policy.counts and rule != "PROMOTE" and rule != "START" and after.ledger.granted > self.state.ledger.granted:
            self.tokens(name, "beat", self.policy.grant, thread.tokens)

    def leave(self, name, child, returned=0, tokens=0):
        self.event(name, "joined", join=self.join(child))
        self.tokens(name, "joined", returned, tokens, self.join(child))
        self.event(name, "release", join=self.join(child))

    def promotion(self, name, before, thread):
        child = name + (before.spawned,)
        index = next(i for i, frame in enumerate(thread.stack) if frame.sigma == child)
        # The frame's task: of the clones that began below it, the innermost.
        clones = [i for i, frame in enumerate(before.stack[:index]) if frame.mark == CLONE]
        contexts = self.contexts.get(name, [])
        outermost = len(contexts) - sum(frame.mark == CLONE for frame in before.stack)
        owner = contexts[outermost + len(clones) - 1] if outermost + len(clones) else "0x0"
        older = sum(frame.mark not in (None, CLONE) for frame in before.stack[:index])
        passed = before.tokens - 1 - thread.tokens
        self.tokens(name, "promotion", -1, before.tokens - 1)
        self.event(name, "promote", join=self.join(child), at=self.at(name, index), kind="fork",
                   older=older, owner=owner)
        self.event(name, "task", task=self.task(child), join=self.join(child))
        self.tokens(name, "passed", -passed, thread.tokens, self.task(child))
