#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Each rule by itself: a state, and what exactly it becomes. Each test has its rule's name."""

import unittest

from ir import Block, Function
from machine import (CLONE, FINISHED, MAIN, QUEUED, RUNNING, FreePolicy, Frame, Ledger, Machine, SequentialPolicy, State,
                     Thread, TokenPolicy)

CHILD = (0, 0)

# Temporaries of main: x = 0, y = 1, result = 2.
MAIN_BLOCKS = {
    "entry": Block((), ((0, "constant", (5,)), (1, "+", (0, 0))), ("goto", "fork", (1,))),
    "fork": Block((1,), (), ("pcall", "callee", (0, 1), "seq", "sync", "spwn", "handler")),
    "plain": Block((), (), ("call", "callee", (1, 0), "seq", None)),
    "choice": Block((), (), ("if", 0, "seq", "spwn")),
    "seq": Block((2,), (), ("return", 2)),
    "sync": Block((2,), (), ("getjoin", "joined", "handler")),
    "joined": Block((1,), (), ("return", 1)),
    "spwn": Block((), (), ("setjoin", 0)),
    "spwn_thrown": Block((), (), ("setjoin-raise", 0)),
    "handler": Block((2,), (), ("return", 2)),
    "throw": Block((), (), ("raise", 1)),
}
CALLEE_BLOCKS = {"entry": Block((), (), ("return", 1)), "throw": Block((), (), ("raise", 0))}
FUNCTIONS = {
    "main": Function("main", (), 3, MAIN_BLOCKS),
    "callee": Function("callee", (0, 1), 2, CALLEE_BLOCKS),
}
PROMOTABLE = Frame(("sync", "spwn"), None, (5, 6, 0), "main", "seq", "handler")
PROMOTED = PROMOTABLE._replace(mark=None, sigma=CHILD, resume="sync")
STANDARD = Frame(None, None, (5, 6, 0), "main", "seq", None)


def at(block, function="main", index=0):
    return ("at", function, block, index)


def thread(code, stack=(), variables=(5, 6, 0), **fields):
    return Thread(stack, None, variables, code, RUNNING, 0, 0, 0)._replace(**fields)


def callee(block="entry", stack=(), **fields):
    return thread(at(block, "callee"), stack, (8, 9), **fields)


def task(phase=QUEUED, code=at("spwn"), **fields):
    return thread(code, **fields)._replace(phase=phase)


class Stepping(unittest.TestCase):
    def after(self, main, child=None, rule=None, policy=None, store=(), ledger=Ledger(0, 0, 0, 0)):
        """The only state that `rule` leads to, with main's thread and the child's. All other rules must not apply, if
        `rule` is None not any."""
        machine = Machine(FUNCTIONS, len(store), policy or SequentialPolicy())
        threads = ((MAIN, main),) + (((CHILD, child),) if child else ())
        steps = list(machine.steps(State(threads, store, ledger)))
        steps = [step for step in steps if step[0] != "START" or rule == "START"]
        if rule is None:
            self.assertEqual(steps, [])
            return None
        self.assertEqual([step[0] for step in steps], [rule])
        self.state = steps[0][2]
        self.child = machine.find(self.state, CHILD)
        return machine.find(self.state, MAIN)


class Rules(Stepping):
    def test_STMT(self):
        self.assertEqual(self.after(thread(at("entry"), variables=(0, 0, 0)), rule="STMT"),
                         thread(at("entry", index=1), variables=(5, 0, 0)))
        self.assertEqual(self.after(thread(at("entry", index=1), variables=(5, 0, 0)), rule="STMT"),
                         thread(at("entry", index=2), variables=(5, 10, 0)))

    def test_GOTO(self):
        self.assertEqual(self.after(thread(at("entry", index=2), variables=(5, 10, 0)), rule="GOTO"),
                         thread(at("fork"), variables=(5, 10, 0)))
        self.assertEqual(self.after(thread(at("choice")), rule="GOTO").code, at("seq"))
        self.assertEqual(self.after(thread(at("choice"), variables=(0, 6, 0)), rule="GOTO").code, at("spwn"))

    def test_CALL(self):
        self.assertEqual(self.after(thread(at("plain")), rule="CALL"), callee(stack=(STANDARD,))._replace(vars=(6, 5)))
        # An obligation stays with the frame that has it.
        self.assertEqual(self.after(thread(at("plain"), sigma=CHILD), task(), "CALL").stack,
                         (STANDARD._replace(sigma=CHILD),))

    def test_RETURN(self):
        back = thread(at("seq"), variables=(5, 6, 9))
        self.assertEqual(self.after(callee(stack=(STANDARD,)), rule="RETURN"), back)
        # The mark makes no difference; the label and the obligation do.
        self.assertEqual(self.after(callee(stack=(PROMOTABLE,)), rule="RETURN"), back)
        self.assertEqual(self.after(callee(stack=(PROMOTED,)), task(), "RETURN"),
                         back._replace(code=at("sync"), sigma=CHILD))
        ended = self.after(callee(), rule="RETURN")
        self.assertEqual((ended.code, ended.phase), (("result", 9), FINISHED))
        # Stuck with an obligation.
        self.after(callee(sigma=CHILD), task())

    def test_PCALL(self):
        self.assertEqual(self.after(thread(at("fork")), rule="PCALL"), callee(stack=(PROMOTABLE,))._replace(vars=(5, 6)))
        self.after(thread(at("fork"), sigma=CHILD), task())

    def test_PROMOTE(self):
        stack = (STANDARD, PROMOTABLE, STANDARD, PROMOTABLE)
        machine = Machine(FUNCTIONS, 0, FreePolicy())
        steps = [step for step in machine.steps(State(((MAIN, callee(stack=stack)),), (), Ledger(0, 0, 0, 0)))
                 if step[0] == "PROMOTE"]
        self.assertEqual(len(steps), 1)
        state = steps[0][2]
        # The oldest; what runs goes on unchanged; the task has a copy of the frame's values and begins at spwn.
        self.assertEqual(machine.find(state, MAIN), callee(stack=(STANDARD, PROMOTED, STANDARD, PROMOTABLE), spawned=1))
        self.assertEqual(machine.find(state, CHILD), task())

    def test_PROMOTE_order(self):
        stack = (PROMOTABLE, STANDARD, PROMOTABLE, STANDARD, PROMOTABLE)
        self.assertEqual(FreePolicy("oldest").candidates(callee(stack=stack)), [0])
        self.assertEqual(FreePolicy("any").candidates(callee(stack=stack)), [0, 2, 4])
        self.assertEqual(FreePolicy().candidates(callee(stack=(PROMOTED, STANDARD))), [])

    def test_START(self):
        machine = Machine(FUNCTIONS)
        state = State(((MAIN, callee(stack=(PROMOTED,))), (CHILD, task())), (), Ledger(0, 0, 0, 0))
        (step,) = machine.thread_steps(state, CHILD)
        self.assertEqual(step[0], "START")
        self.assertEqual(machine.find(step[2], CHILD), task(RUNNING))

    def test_SETJOIN(self):
        for block, outcome in (("spwn", ("result", 5)), ("spwn_thrown", ("exception", 5))):
            self.after(thread(at("sync"), sigma=CHILD), task(RUNNING, at(block)), "SETJOIN")
            self.assertEqual((self.child.phase, self.child.code), (FINISHED, outcome))

    def test_JOIN(self):
        waiting = thread(at("sync"), sigma=CHILD)
        self.assertEqual(self.after(waiting, task(FINISHED, ("result", 7)), "JOIN"),
                         thread(at("joined"), variables=(5, 7, 0)))
        self.assertIsNone(self.child)

    def test_JOIN_of_exception(self):
        waiting = thread(at("sync"), sigma=CHILD)
        self.assertEqual(self.after(waiting, task(FINISHED, ("exception", 7)), "JOIN"),
                         thread(at("handler"), variables=(5, 6, 7)))

    def test_JOIN_waits(self):
        machine = Machine(FUNCTIONS, 0, SequentialPolicy())
        state = State(((MAIN, thread(at("sync"), sigma=CHILD)), (CHILD, task(RUNNING))), (), Ledger(0, 0, 0, 0))
        self.assertEqual(list(machine.thread_steps(state, MAIN)), [])

    def test_CLONE(self):
        waiting = thread(at("sync"), sigma=CHILD)
        frame = Frame(CLONE, None, (5, 6, 0), "main", "joined", "handler")
        running = self.after(waiting, task(variables=(1, 2, 3)), "CLONE")
        self.assertEqual(running, thread(at("spwn"), (frame,), (1, 2, 3)))
        self.assertIsNone(self.child)
        # What the task says comes back to the frame.
        self.assertEqual(self.after(running, rule="SETJOIN"), thread(at("joined"), variables=(5, 1, 0)))
        self.assertEqual(self.after(running._replace(code=at("spwn_thrown")), rule="SETJOIN"),
                         thread(at("handler"), variables=(5, 6, 1)))

    def test_RAISE(self):
        self.assertEqual(self.after(callee("throw", (STANDARD,)), rule="RAISE"),
                         thread(("raise", 8), (STANDARD,), ()))

    def test_UNWIND(self):
        thrown = thread(("raise", 8), (PROMOTABLE, STANDARD), ())
        self.assertEqual(self.after(thrown, rule="UNWIND"), thread(("raise", 8), (PROMOTABLE,), ()))
        # A promotable frame is left like any other: its second branch never runs.
        self.assertEqual(self.after(thread(("raise", 8), (PROMOTABLE._replace(handler=None),), ()), rule="UNWIND"),
                         thread(("raise", 8), (), ()))
        ended = self.after(thread(("raise", 8), (), ()), rule="UNWIND")
        self.assertEqual((ended.code, ended.phase), (("exception", 8), FINISHED))

    def test_HANDLE(self):
        self.assertEqual(self.after(thread(("raise", 8), (PROMOTABLE,), ()), rule="HANDLE"),
                         thread(at("handler"), variables=(5, 6, 8)))

    def test_CANCEL(self):
        thrown = thread(("raise", 8), (PROMOTED,), ())
        self.assertEqual(self.after(thrown, task(), "CANCEL"), thread(at("handler"), variables=(5, 6, 8)))
        self.assertIsNone(self.child)

    def test_ABANDON(self):
        thrown = thread(("raise", 8), (PROMOTED,), ())
        for outcome in (("result", 7), ("exception", 7)):
            self.assertEqual(self.after(thrown, task(FINISHED, outcome), "ABANDON"),
                             thread(at("handler"), variables=(5, 6, 8)))
            self.assertIsNone(self.child)

    def test_ABANDON_waits(self):
        machine = Machine(FUNCTIONS, 0, SequentialPolicy())
        state = State(((MAIN, thread(("raise", 8), (PROMOTED,), ())), (CHILD, task(RUNNING))), (), Ledger(0, 0, 0, 0))
        self.assertEqual(list(machine.thread_steps(state, MAIN)), [])


class Tokens(Stepping):
    """MPL §4 and §5.3: what the rules do with tokens. C = 4, N = 3."""

    policy = TokenPolicy(4, 3)

    def test_BEAT(self):
        ran = self.after(thread(at("choice"), work=2), rule="GOTO", policy=self.policy)
        self.assertEqual((ran.work, ran.tokens), (0, 4))
        self.assertEqual(self.state.ledger, Ledger(1, 4, 0, 0))
        ran = self.after(thread(at("choice"), work=1), rule="GOTO", policy=self.policy)
        self.assertEqual((ran.work, ran.tokens), (2, 0))

    def test_PROMOTE_spends_and_passes_half(self):
        for tokens, kept, passed in ((4, 2, 1), (1, 0, 0), (2, 1, 0), (6, 3, 2)):
            ran = self.after(callee(stack=(PROMOTABLE,), tokens=tokens), rule="PROMOTE", policy=self.policy)
            self.assertEqual((ran.tokens, self.child.tokens), (kept, passed))
            self.assertEqual(self.state.ledger.spent, 1)

    def test_PROMOTE_is_due_with_a_token(self):
        """With a token and a promotable frame the thread does nothing else; without a token it never promotes."""
        self.after(callee(stack=(PROMOTABLE,), tokens=1), rule="PROMOTE", policy=self.policy)
        self.after(callee(stack=(PROMOTABLE,)), rule="RETURN", policy=self.policy)
        self.after(callee(stack=(STANDARD,), tokens=9), rule="RETURN", policy=self.policy)

    def test_JOIN_returns_tokens(self):
        ran = self.after(thread(at("sync"), sigma=CHILD, tokens=1), task(FINISHED, ("result", 7), tokens=3), "JOIN",
                         self.policy)
        self.assertEqual(ran.tokens, 4)

    def test_ABANDON_returns_tokens(self):
        ran = self.after(thread(("raise", 8), (PROMOTED,), (), tokens=1), task(FINISHED, ("result", 7), tokens=3),
                         "ABANDON", self.policy)
        self.assertEqual(ran.tokens, 4)

    def test_CLONE_drops_tokens(self):
        ran = self.after(thread(at("sync"), sigma=CHILD, tokens=1), task(tokens=3), "CLONE", self.policy)
        self.assertEqual(ran.tokens, 1)
        self.assertEqual(self.state.ledger.dropped, 3)

    def test_CANCEL_drops_tokens(self):
        ran = self.after(thread(("raise", 8), (PROMOTED,), (), tokens=1), task(tokens=3), "CANCEL", self.policy)
        self.assertEqual(ran.tokens, 1)
        self.assertEqual(self.state.ledger.dropped, 3)


if __name__ == "__main__":
    unittest.main()
