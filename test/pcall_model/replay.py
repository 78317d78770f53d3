# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Follows a real run in the model, rule by rule.

The run's program must be one of the model's too, and log its forks. Each event names a rule, or the end of a stretch of
sequential rules: the model's thread takes its own steps until it stands where the event says it does. If it cannot, the run is
none of the model.

    begin       own steps up to PCALL                   start       START, or CLONE if the owner runs it at its join
    end-fork    own steps until the frame is left       finish      own steps up to SETJOIN
    promote     PROMOTE of that frame                   joined      JOIN, or ABANDON if an exception is on its way
                                                        cancel      CANCEL
"""

from event_log import NotARun, parse
from ir import lower
from machine import FINISHED, MAIN, FreePolicy, Machine


class Replay:
    """`outcome` is what main says in the end. Raises NotARun."""

    def __init__(self, text, program):
        settings, self.events = parse(text)
        policy = FreePolicy("any" if settings["promotes"] == "chaos" else "oldest")
        self.machine = Machine(lower(program), program.cells, policy)
        self.state = self.machine.initial()
        self.contexts = {}  # thread of the log: [(model thread, depth of its clone frame or None)], innermost last
        self.frames = {}    # (thread of the log, address of a fork): (model thread, index of its frame)
        self.child = {}     # join and task: model thread
        self.owner = {}     # model thread: the one that promoted it
        self.rules = {}
        for self.event in self.events:
            handler = getattr(self, "on_" + self.event.kind.replace("-", "_"), None)
            if handler:
                handler(**self.event.fields)
        self.advance(MAIN, lambda thread, rule: thread.phase == FINISHED)
        self.need(len(self.state.threads) == 1, "tasks are left")
        self.outcome = self.machine.find(self.state, MAIN).code

    def need(self, condition, what):
        if not condition:
            raise NotARun(self.event, "in the model, " + what)

    def current(self):
        stack = self.contexts.setdefault(self.event.thread, [(MAIN, None)] if not self.contexts else [])
        self.need(stack, "this thread runs nothing")
        return stack[-1][0]

    def thread(self, name):
        return self.machine.find(self.state, name)

    def take(self, rule, name):
        """The thread's step by a rule of that name."""
        found, successors = self.machine.own_steps(self.state, name, self.thread(name))
        successors = list(successors)
        self.need(found == rule and len(successors) == 1, f"{rule} is not possible, but {found if successors else 'nothing'}")
        self.state = successors[0]
        self.rules[rule] = self.rules.get(rule, 0) + 1

    def advance(self, name, there, rule=None):
        """Own steps until `there` holds of the thread and the rule that led to it."""
        while not there(self.thread(name), rule):
            thread = self.thread(name)
            self.need(thread.phase != FINISHED and not self.machine.waits(thread), "the thread does not get there by itself")
            rule, successors = self.machine.own_steps(self.state, name, thread)
            successors = list(successors)
            self.need(successors, "the thread is stuck")
            self.state = successors[0]
            self.rules[rule] = self.rules.get(rule, 0) + 1

    def on_begin(self, at):
        name = self.current()
        self.advance(name, lambda thread, rule: rule == "PCALL")
        self.frames[self.event.thread, at] = name, len(self.thread(name).stack) - 1

    def on_end_fork(self, at):
        name, index = self.frames.pop((self.event.thread, at))

        def left(thread, _):
            return len(thread.stack) <= index or \
                (len(thread.stack) == index + 1 and thread.code[0] == "raise" and self.machine.waits(thread))
        self.advance(name, left)

    def on_promote(self, join, at, **_):
        self.need((self.event.thread, at) in self.frames, "the fork has not begun")
        name, index = self.frames[self.event.thread, at]
        thread = self.thread(name)
        candidates = self.machine.policy.candidates(thread)
        self.need(index in candidates, f"PROMOTE takes one of {candidates}, not {index}")
        self.child[join] = name + (thread.spawned,)
        self.owner[self.child[join]] = name
        self.state = self.machine.promote(self.state, name, thread, index)
        self.rules["PROMOTE"] = self.rules.get("PROMOTE", 0) + 1

    def on_task(self, task, join):
        self.child[task] = self.child[join]

    def on_start(self, task, how):
        child = self.child[task]
        if how == "own":
            name = self.current()
            self.need(self.thread(name).sigma == child, "the task is not what the thread joins")
            depth = len(self.thread(name).stack)
            self.take("CLONE", name)
            self.contexts[self.event.thread].append((name, depth))
            return
        self.need(self.thread(child) is not None, "there is no such task")
        self.need(self.thread(child).phase == "queued", f"the task is {self.thread(child).phase}")
        self.state = self.machine.start(self.state, child, self.thread(child))
        self.rules["START"] = self.rules.get("START", 0) + 1
        self.contexts.setdefault(self.event.thread, []).append((child, None))

    def on_finish(self, task):
        name, depth = self.contexts[self.event.thread].pop()
        if depth is None:
            self.advance(name, lambda thread, rule: thread.phase == FINISHED)
        else:
            self.advance(name, lambda thread, rule: len(thread.stack) <= depth)

    def on_wait(self, join):
        name = self.current()
        self.advance(name, lambda thread, rule: self.machine.waits(thread))
        thread = self.thread(name)
        obligation = thread.stack[-1].sigma if thread.code[0] == "raise" else thread.sigma
        self.need(obligation == self.child[join], "the thread has to join something else")

    def on_cancel(self, task):
        self.take("CANCEL", self.owner[self.child[task]])

    def on_joined(self, join):
        child = self.child[join]
        if self.thread(child) is None:
            return  # run as a call, or cancelled
        name = self.owner[child]
        self.take("ABANDON" if self.thread(name).code[0] == "raise" else "JOIN", name)
