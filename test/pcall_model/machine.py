# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The small-step semantics of the PCall IR: MPL Fig. 8, with exceptions, tasks that wait to be started, and tokens.

A state is a pool of threads, the shared store and the ledger of tokens. Each rule is a method that yields the states it leads
to, from one thread's point of view; `steps` collects them. docs/pcall.md states the rules and where libtactus
implements each of them.

What differs from MPL:

  * a promoted part is first a task (phase QUEUED). START makes a thread of it (a steal); CLONE runs it as a plain
    call of its owner, if nobody has started it when its owner gets to the join
  * RAISE, UNWIND, HANDLE, CANCEL and ABANDON: exceptions
  * BEAT and what PROMOTE, JOIN and CLONE do with tokens: MPL §4 and §5.3, as one machine with the calls

Threads are named by their place in the tree of promotions, so that schedules which lead to the same state meet.
"""

from collections import namedtuple

from ir import ENTRY
from language import OPERATORS

QUEUED, RUNNING, FINISHED = "queued", "running", "finished"
MAIN = (0,)
# The mark of the frame in which a task runs as a plain call.
CLONE = "clone"

# mark: None, (sync, spwn) if promotable, or CLONE. sigma: None, or the thread to be joined.
Frame = namedtuple("Frame", "mark sigma vars function resume handler")
# code: ("at", function, block, index), ("raise", v), or an outcome ("result", v) or ("exception", v) when FINISHED.
Thread = namedtuple("Thread", "stack sigma vars code phase tokens work spawned")
# work: steps but promotions. granted = tokens held by all threads + spent + dropped.
Ledger = namedtuple("Ledger", "work granted spent dropped")
State = namedtuple("State", "threads store ledger")


def promotable(frame):
    return frame.mark is not None and frame.mark != CLONE


class FreePolicy:
    """PROMOTE may happen at any time, of the oldest promotable frame or of any."""

    counts = False

    def __init__(self, order="oldest"):
        self.order = order

    def candidates(self, thread):
        frames = [index for index, frame in enumerate(thread.stack) if promotable(frame)]
        return frames if self.order == "any" else frames[:1]

    def must_promote(self, thread):
        return False


class TokenPolicy:
    """MPL §4: each thread gets `grant` tokens (C) every `period` steps (N), and promotes whenever it has a token and a
    promotable frame."""

    counts = True
    order = "oldest"

    def __init__(self, grant, period):
        self.grant, self.period = grant, period

    def candidates(self, thread):
        if thread.tokens == 0:
            return []
        return [index for index, frame in enumerate(thread.stack) if promotable(frame)][:1]

    def must_promote(self, thread):
        return bool(self.candidates(thread))


class SequentialPolicy:
    """Nothing is ever promoted."""

    counts = False
    order = "none"

    def candidates(self, thread):
        return []

    def must_promote(self, thread):
        return False


class Machine:
    def __init__(self, functions, cells=0, policy=None):
        self.functions = functions
        self.policy = policy or FreePolicy()
        self.cells = cells

    def initial(self):
        main = self.enter("main", ())
        return State(((MAIN, main),), (0,) * self.cells, Ledger(0, 0, 0, 0))

    # ---- Parts of states

    def enter(self, name, arguments):
        """A thread at a function's entry, with an empty stack."""
        function = self.functions[name]
        values = [0] * function.temporaries
        for x, value in zip(function.parameters, arguments):
            values[x] = value
        return Thread((), None, tuple(values), ("at", name, ENTRY, 0), RUNNING, 0, 0, 0)

    def at_block(self, thread, function, label, values, arguments):
        """The thread as it continues in a block. Temporaries of other paths keep their last value, which nobody reads."""
        values = list(values)
        for x, value in zip(self.functions[function].blocks[label].parameters, arguments):
            values[x] = value
        return thread._replace(vars=tuple(values), code=("at", function, label, 0))

    @staticmethod
    def put(state, name, thread):
        return state._replace(threads=tuple(sorted({**dict(state.threads), name: thread}.items())))

    @staticmethod
    def remove(state, name):
        return state._replace(threads=tuple(pair for pair in state.threads if pair[0] != name))

    @staticmethod
    def find(state, name):
        return next((thread for other, thread in state.threads if other == name), None)

    def charge(self, state, **amounts):
        if not self.policy.counts:
            return state
        ledger = state.ledger._replace(**{k: getattr(state.ledger, k) + v for k, v in amounts.items()})
        return state._replace(ledger=ledger)

    def work(self, state, name, thread):
        """The thread has made a step of its own; every `period` of them it gets tokens (BEAT)."""
        if not self.policy.counts:
            return self.put(state, name, thread)
        state = self.charge(state, work=1)
        thread = thread._replace(work=thread.work + 1)
        if thread.work == self.policy.period:
            return self.beat(state, name, thread)
        return self.put(state, name, thread)

    # ---- What a state may become

    def steps(self, state):
        """Yields (rule, thread, next state)."""
        for name, _ in state.threads:
            yield from self.thread_steps(state, name)

    def thread_steps(self, state, name):
        thread = self.find(state, name)
        if thread.phase == FINISHED:
            return
        if thread.phase == QUEUED:
            yield "START", name, self.start(state, name, thread)
            return
        for index in self.policy.candidates(thread):
            yield "PROMOTE", name, self.promote(state, name, thread, index)
        if self.policy.must_promote(thread):
            return
        rule, successors = self.own_steps(state, name, thread)
        for successor in successors:
            yield rule, name, successor

    def transfer(self, thread):
        """The transfer the thread stands at, None at a statement."""
        _, function, label, index = thread.code
        block = self.functions[function].blocks[label]
        return block.transfer if index == len(block.statements) else None

    def waits(self, thread):
        """Whether the thread's own step depends on another thread: a join, or an exception that meets an obligation."""
        if thread.code[0] == "raise":
            return bool(thread.stack) and thread.stack[-1].sigma is not None
        transfer = self.transfer(thread)
        return transfer is not None and transfer[0] == "getjoin"

    def own_steps(self, state, name, thread):
        if thread.code[0] == "raise":
            return self.unwind(state, name, thread)
        transfer = self.transfer(thread)
        if transfer is None:
            return "STMT", self.statement(state, name, thread)
        kind = transfer[0]
        if kind == "goto" or kind == "if":
            return "GOTO", self.goto(state, name, thread, transfer)
        if kind == "call":
            return "CALL", self.call(state, name, thread, transfer)
        if kind == "pcall":
            return "PCALL", self.pcall(state, name, thread, transfer)
        if kind == "return":
            return "RETURN", self.return_(state, name, thread, transfer)
        if kind == "raise":
            return "RAISE", self.raise_(state, name, thread, transfer)
        if kind == "getjoin":
            return self.getjoin(state, name, thread, transfer)
        return "SETJOIN", self.setjoin(state, name, thread, transfer)

    # ---- Sequential rules

    def statement(self, state, name, thread):
        _, function, label, index = thread.code
        x, operation, arguments = self.functions[function].blocks[label].statements[index]
        values = list(thread.vars)
        if operation == "constant":
            values[x] = arguments[0]
        elif operation == "get":
            values[x] = state.store[values[arguments[0]]]
        elif operation == "set":
            values[x] = values[arguments[1]]
            store = list(state.store)
            store[values[arguments[0]]] = values[x]
            state = state._replace(store=tuple(store))
        else:
            values[x] = OPERATORS[operation](*[values[a] for a in arguments])
        yield self.work(state, name, thread._replace(vars=tuple(values), code=("at", function, label, index + 1)))

    def goto(self, state, name, thread, transfer):
        function = thread.code[1]
        if transfer[0] == "if":
            label, arguments = transfer[2 if thread.vars[transfer[1]] else 3], ()
        else:
            label, arguments = transfer[1], [thread.vars[x] for x in transfer[2]]
        yield self.work(state, name, self.at_block(thread, function, label, thread.vars, arguments))

    def push(self, thread, frame, callee, arguments):
        entered = self.enter(callee, [thread.vars[x] for x in arguments])
        return thread._replace(stack=thread.stack + (frame,), sigma=None, vars=entered.vars, code=entered.code)

    def call(self, state, name, thread, transfer):
        _, callee, arguments, resume, handler = transfer
        frame = Frame(None, thread.sigma, thread.vars, thread.code[1], resume, handler)
        yield self.work(state, name, self.push(thread, frame, callee, arguments))

    def pcall(self, state, name, thread, transfer):
        _, callee, arguments, seq, sync, spwn, handler = transfer
        if thread.sigma is not None:
            return  # stuck: a promoted call must be joined before the next
        frame = Frame((sync, spwn), None, thread.vars, thread.code[1], seq, handler)
        yield self.work(state, name, self.push(thread, frame, callee, arguments))

    def return_(self, state, name, thread, transfer):
        """To the label in the youngest frame, whatever its mark: promoted or not makes no difference here."""
        if thread.sigma is not None:
            return  # stuck
        value = thread.vars[transfer[1]]
        if not thread.stack:
            yield self.work(state, name, self.finish(thread, ("result", value)))
            return
        frame = thread.stack[-1]
        resumed = thread._replace(stack=thread.stack[:-1], sigma=frame.sigma)
        yield self.work(state, name, self.at_block(resumed, frame.function, frame.resume, frame.vars, (value,)))

    @staticmethod
    def finish(thread, outcome):
        return thread._replace(stack=(), sigma=None, vars=(), code=outcome, phase=FINISHED)

    # ---- Promotion

    def promote(self, state, name, thread, index):
        frame = thread.stack[index]
        sync, spwn = frame.mark
        child = name + (thread.spawned,)
        promoted = frame._replace(mark=None, sigma=child, resume=sync)
        passed = 0
        if self.policy.counts:
            passed = self.tokens_for_child(thread.tokens - 1)
            thread = thread._replace(tokens=thread.tokens - 1 - passed)
            state = self.charge(state, spent=1)
        stack = thread.stack[:index] + (promoted,) + thread.stack[index + 1:]
        task = Thread((), None, frame.vars, ("at", frame.function, spwn, 0), QUEUED, passed, 0, 0)
        state = self.put(state, name, thread._replace(stack=stack, spawned=thread.spawned + 1))
        return self.put(state, child, task)

    @staticmethod
    def tokens_for_child(unused):
        return unused // 2

    def beat(self, state, name, thread):
        state = self.charge(state, granted=self.policy.grant)
        return self.put(state, name, thread._replace(tokens=thread.tokens + self.policy.grant, work=0))

    def start(self, state, name, thread):
        return self.put(state, name, thread._replace(phase=RUNNING))

    # ---- Joins

    def getjoin(self, state, name, thread, transfer):
        child = self.find(state, thread.sigma) if thread.sigma is not None else None
        if child is None or child.phase == RUNNING:
            return "JOIN", ()  # blocked
        if child.phase == QUEUED:
            return "CLONE", self.clone(state, name, thread, transfer, child)
        return "JOIN", self.join(state, name, thread, transfer, child)

    def join(self, state, name, thread, transfer, child):
        state = self.remove(state, thread.sigma)
        thread = thread._replace(sigma=None, tokens=thread.tokens + child.tokens)
        yield self.work(state, name, self.deliver(thread, thread.code[1], thread.vars, transfer[1:], child.code))

    def deliver(self, thread, function, values, labels, outcome):
        """The thread continues with what the task said: its value, or its exception."""
        resume, handler = labels
        if outcome[0] == "result":
            return self.at_block(thread, function, resume, values, (outcome[1],))
        if handler is not None:
            return self.at_block(thread, function, handler, values, (outcome[1],))
        return thread._replace(vars=(), code=("raise", outcome[1]))

    def clone(self, state, name, thread, transfer, child):
        """The task's code on the owner's stack, above a frame that says where its result goes. Its tokens are lost."""
        state = self.charge(self.remove(state, thread.sigma), dropped=child.tokens)
        frame = Frame(CLONE, None, thread.vars, thread.code[1], transfer[1], transfer[2])
        thread = thread._replace(stack=thread.stack + (frame,), sigma=None, vars=child.vars, code=child.code)
        yield self.work(state, name, thread)

    def setjoin(self, state, name, thread, transfer):
        if thread.sigma is not None:
            return  # stuck
        outcome = ("result" if transfer[0] == "setjoin" else "exception", thread.vars[transfer[1]])
        if not thread.stack:
            yield self.work(state, name, self.finish(thread, outcome))
            return
        frame = thread.stack[-1]
        if frame.mark != CLONE:
            return  # stuck: only a task's own code says setjoin
        thread = thread._replace(stack=thread.stack[:-1])
        yield self.work(state, name,
                        self.deliver(thread, frame.function, frame.vars, (frame.resume, frame.handler), outcome))

    # ---- Exceptions

    def raise_(self, state, name, thread, transfer):
        if thread.sigma is not None:
            return  # stuck
        yield self.work(state, name, thread._replace(vars=(), code=("raise", thread.vars[transfer[1]])))

    def unwind(self, state, name, thread):
        if not thread.stack:
            return "UNWIND", [self.work(state, name, self.finish(thread, ("exception", thread.code[1])))]
        frame = thread.stack[-1]
        if frame.sigma is None:
            return "HANDLE" if frame.handler else "UNWIND", self.leave(state, name, thread)
        child = self.find(state, frame.sigma)
        if child is None or child.phase == RUNNING:
            return "ABANDON", ()  # blocked
        if child.phase == QUEUED:
            return "CANCEL", self.cancel(state, name, thread, child)
        return "ABANDON", self.abandon(state, name, thread, child)

    def leave(self, state, name, thread):
        """The exception leaves the call of the youngest frame. If that frame is promotable, its second branch is
        forgotten with it."""
        frame, exception = thread.stack[-1], thread.code[1]
        thread = thread._replace(stack=thread.stack[:-1])
        if frame.handler is not None:
            thread = self.at_block(thread, frame.function, frame.handler, frame.vars, (exception,))
        yield self.work(state, name, thread)

    def cancel(self, state, name, thread, child):
        """Nobody has started the task: it never runs."""
        frame = thread.stack[-1]
        state = self.charge(self.remove(state, frame.sigma), dropped=child.tokens)
        yield from self.leave(state, name, thread)

    def abandon(self, state, name, thread, child):
        """The task has run; what it said, an exception perhaps, is later in program order than this exception."""
        state = self.remove(state, thread.stack[-1].sigma)
        yield from self.leave(state, name, thread._replace(tokens=thread.tokens + child.tokens))
