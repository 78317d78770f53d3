# Part of Tactus, under the MIT licence. See LICENSE for details.
"""When promotions happen, in time: programs of pcalls on P processors, step by step, under two policies.

  tokens   MPL's (§4): a beat's tokens are spent as soon as something is latent. TACTUS_PROMOTE=tokens.
  idle     ours: a thread that polls promotes while more processors have nothing to do than tasks are queued. A beat also pays
           for a promotion where nothing is queued.

A program is work(n), seq(…) or par(a, b), a pcall that takes one step itself. The outcome of a run says how long it took and
what was paid for what; docs/pcall.md has the bounds, and test_span.py holds random runs to them.
"""

import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Node:
    kind: str
    parts: tuple = ()
    steps: int = 0


def work(steps):
    return Node("work", steps=steps)


def seq(*parts):
    return Node("seq", parts)


def par(first, second):
    return Node("par", (first, second))


def total_work(node):
    return node.steps + sum(map(total_work, node.parts)) + (node.kind == "par")


def span(node, price=0):
    """The longest path; `price` is what each pcall on it costs beside its own step."""
    if node.kind == "par":
        return 1 + price + max(span(part, price) for part in node.parts)
    return node.steps + sum(span(part, price) for part in node.parts)


@dataclass(frozen=True)
class Policy:
    """Steps between two polls at most, steps of a beat, tokens of a beat, and what a promotion and a steal cost in steps."""

    name: str
    poll: int = 4
    beat: int = 16
    tokens: int = 1
    promotion: int = 2
    steal: int = 3


@dataclass(eq=False)
class Task:
    node: Node
    tokens: int = 0
    # queued, running or finished, and who waits for it.
    state: str = "queued"
    waiting: "Thread | None" = None
    left: int = 0


@dataclass(eq=False)
class Thread:
    """What runs a task. Its stack holds what follows: nodes, and marks of pcalls whose first branch runs."""

    task: Task
    stack: list = field(default_factory=list)
    steps: int = 0
    overhead: int = 0
    tokens: int = 0
    until_beat: int = 0
    until_poll: int = 0


@dataclass(eq=False)
class Mark:
    """A pcall in the stack: latent while it has no task."""

    second: Node
    task: Task | None = None


@dataclass
class Outcome:
    time: int = 0
    steps: int = 0
    promotions: int = 0
    paid: int = 0
    steals: int = 0


class Machine:
    """`processors` None: as many as there are threads, and nobody is ever idle."""

    def __init__(self, program, policy, processors, seed):
        self.policy, self.processors, self.random = policy, processors, random.Random(seed)
        self.queue, self.ready, self.running = [], [], []
        self.outcome = Outcome()
        self.first = Task(program, state="running")
        self.begin(self.first, 0)

    def begin(self, task, cost):
        task.state = "running"
        thread = Thread(task, [task.node], overhead=cost, tokens=task.tokens, until_beat=self.policy.beat)
        thread.until_poll = self.random.randint(1, self.policy.poll)
        self.running.append(thread)
        self.go_on(thread)

    def run(self):
        while self.first.state != "finished":
            self.assign()
            for thread in list(self.running):
                self.step(thread)
            self.outcome.time += 1
        return self.outcome

    def idle(self):
        return 0 if self.processors is None else self.processors - len(self.running)

    def assign(self):
        """Processors that have nothing to do take a thread that need not wait any more, or a task."""
        while (self.ready or self.queue) and (self.processors is None or self.idle() > 0):
            cost = 0 if self.processors is None else self.policy.steal
            self.outcome.steals += self.processors is not None
            if self.ready:
                thread = self.ready.pop(self.random.randrange(len(self.ready)))
                thread.overhead += cost
                self.running.append(thread)
                self.go_on(thread)
            else:
                self.begin(self.queue.pop(self.random.randrange(len(self.queue))), cost)

    def step(self, thread):
        if thread.overhead > 0:
            thread.overhead -= 1
        else:
            self.execute(thread)
        self.go_on(thread)

    def execute(self, thread):
        thread.steps -= 1
        self.outcome.steps += 1
        thread.until_beat -= 1
        thread.until_poll -= 1
        if thread.until_beat == 0:
            thread.until_beat = self.policy.beat
            thread.tokens += self.policy.tokens
        if thread.until_poll == 0 or self.policy.name == "tokens":
            thread.until_poll = self.random.randint(1, self.policy.poll)
            self.poll(thread)

    def go_on(self, thread):
        """To what takes time, unless the thread ends or waits before."""
        while thread.steps == 0 and thread.overhead == 0:
            if not thread.stack:
                return self.finish(thread)
            top = thread.stack.pop()
            if isinstance(top, Mark):
                if not self.leave(thread, top):
                    return None
            elif top.kind == "work":
                thread.steps = top.steps
            elif top.kind == "seq":
                thread.stack.extend(reversed(top.parts))
            else:
                thread.stack += [Mark(top.parts[1]), top.parts[0]]
                thread.steps = 1
        return None

    def leave(self, thread, mark):
        """The first branch of a pcall has returned. False if the thread waits for the second."""
        task = mark.task
        if task is None or task.state == "queued":  # RETURN, CLONE
            if task:
                self.queue.remove(task)
            thread.stack.append(mark.second)
        elif task.state == "running":
            task.waiting = thread
            self.running.remove(thread)
            return False
        else:
            thread.tokens += task.left  # JOIN
        return True

    def finish(self, thread):
        task = thread.task
        task.state, task.left = "finished", thread.tokens
        self.running.remove(thread)
        if task.waiting:
            task.waiting.tokens += task.left
            self.ready.append(task.waiting)

    def poll(self, thread):
        if self.policy.name == "tokens":
            while thread.tokens > 0 and self.promote(thread, True):
                pass
            return
        if thread.tokens > 0 and not self.queue and self.processors != 1:
            self.promote(thread, True)
        while len(self.queue) < self.idle() and self.promote(thread, False):
            pass
        # Beyond one they are kept for nobody.
        thread.tokens = min(thread.tokens, 1)

    def promote(self, thread, is_paid):
        """PROMOTE, of the oldest. False if nothing is latent."""
        mark = next((each for each in thread.stack if isinstance(each, Mark) and not each.task), None)
        if not mark:
            return False
        thread.tokens -= is_paid
        mark.task = Task(mark.second, thread.tokens // 2)
        thread.tokens -= mark.task.tokens
        thread.overhead += self.policy.promotion
        self.queue.append(mark.task)
        self.outcome.promotions += 1
        self.outcome.paid += is_paid
        return True


def generate(source, size):
    """A random program of about so many steps."""
    if size <= 3 or source.random() < .1:
        return work(source.randint(1, max(size, 1)))
    share = source.randint(1, size - 1) if source.random() < .5 else source.choice([1, size - 1])
    parts = generate(source, share), generate(source, size - share)
    return par(*parts) if source.random() < .7 else seq(*parts)
