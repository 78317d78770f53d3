# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Event logs of real runs (TACTUS_EVENTS=FILE, runtime/observe/events.h), and what must hold of each.

A log is the sequence of what the threads did with promoted work. The checker follows it with the states of tasks and joins
that machine.py has, and rejects what no rule allows:

    begin, end-fork   PCALL and RETURN, of forks that are logged; nested properly on each thread
    promote, task     PROMOTE: of a fork that has begun, is open and not promoted; the oldest, but in chaos mode
    steal, start      START or CLONE: of a task that nobody has started or cancelled; a waiting thread starts only what
                      descends from the join it waits for
    finish            SETJOIN: by the thread that started it, with all its own joins joined
    wait, joined      JOIN: by the owner, when all tasks have finished, youngest join first
    hand-on           of a rest of a rest: its owner, at the end of its own task, leaves the join to the chain; the task
                      follows on the same thread or is run by another one, and the chain's first join waits for all
    release           of a join that was joined; or was handed on, and its task and the one before it have finished
    cancel            CANCEL: within the owner's join, of a task that nobody has started, and nobody starts afterwards
    tokens            BEAT and what the rules spend, pass on, return and drop: the balance that the log gives is the one that
                      follows from what it said before, and is never negative; a thief takes as many as were passed on, and an
                      owner as many as were returned

A join and its tasks are named by addresses, which are used again after `release`.
"""

import re
from collections import namedtuple

Event = namedtuple("Event", "number thread kind fields line")

QUEUED, RUNNING, FINISHED, CANCELLED = "queued", "running", "finished", "cancelled"
# Why tokens come or go, and the sign of the change. A stolen task has an account of its own on its thread, from `stolen`
# to `returned`.
REASONS = {"beat": 1, "entry": 1, "stolen": 1, "joined": 1, "refund": 1,
           "passed": -1, "returned": -1, "dropped": -1, "promotion": -1}


class BadLog(Exception):
    """The text is not an event log, or not a whole one."""


class NotARun(Exception):
    """What the log tells is no run of the model."""

    def __init__(self, event, what):
        super().__init__(f"line {event.line}: thread {event.thread}: {event.kind}: {what}")
        self.what = what


def parse(text):
    """(settings, events in their order). Raises BadLog."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("tactus-events 1"):
        raise BadLog("the first line is not 'tactus-events 1'")
    try:
        settings = dict(field.split("=", 1) for field in lines[0].split()[2:])
    except ValueError:
        raise BadLog(f"line 1: {lines[0]}") from None
    if not re.fullmatch(r"end dropped=\d+", lines[-1]):
        raise BadLog("the last line is not 'end': the log was cut off")
    if lines[-1] != "end dropped=0":
        raise BadLog("events were dropped; make the run shorter")
    events = []
    for index, line in enumerate(lines[1:-1], 2):
        words = line.split()
        try:
            fields = dict(word.split("=", 1) for word in words[3:])
            events.append(Event(int(words[0]), int(words[1]), words[2], fields, index))
        except (IndexError, ValueError):
            raise BadLog(f"line {index}: {line}") from None
    events.sort(key=lambda event: event.number)
    for before, after in zip(events, events[1:]):
        if before.number == after.number:
            raise BadLog(f"line {after.line}: the number {after.number} comes twice")
    return settings, events


class Task:
    def __init__(self, join):
        self.join = join
        self.phase = QUEUED
        self.tokens = 0     # that its promotion has passed on
        self.thread = None
        self.rest = None    # the join that it has handed on


class Join:
    def __init__(self, name, thread, context, at, kind):
        self.name, self.thread, self.context, self.at, self.kind = name, thread, context, at, kind
        self.tasks = []
        self.tokens = 0     # that its tasks have returned and the owner has not taken
        self.state = "open"  # waited, joined, cancelled, handed on


class Fork:
    def __init__(self, at):
        self.at = at
        self.join = None


class Thread:
    def __init__(self):
        self.contexts = [None]  # the tasks it is in, innermost last; None: none
        self.forks = []         # open and logged, oldest first
        self.joins = []         # open, in the order of their promotion
        self.waits = []         # the joins it waits for, innermost last
        self.accounts = [0]     # tokens: of its own, then of each stolen task that it is in
        self.paid = False       # a token has been spent for the next promotion


def number(text):
    return int(text, 0)


class Checker:
    """Follows a log. `feed` raises NotARun; `finish` checks the end."""

    def __init__(self, settings, logs_forks):
        self.chaos = settings.get("promotes") == "chaos"
        self.unpaid = 0  # promotions for which no token was spent
        self.threads, self.joins, self.tasks = {}, {}, {}
        self.counts = {}
        self.logs_forks = logs_forks

    def thread(self, name):
        return self.threads.setdefault(name, Thread())

    def feed(self, event):
        self.event = event
        self.counts[event.kind] = self.counts.get(event.kind, 0) + 1
        handler = getattr(self, "on_" + event.kind.replace("-", "_"), None)
        if handler is None:
            raise BadLog(f"line {event.line}: no event is called {event.kind}")
        try:
            handler(self.thread(event.thread), **event.fields)
        except (KeyError, TypeError, ValueError) as error:
            raise BadLog(f"line {event.line}: {error}") from None

    def need(self, condition, what):
        if not condition:
            raise NotARun(self.event, what)

    def join_named(self, name):
        self.need(name in self.joins, f"join {name} does not exist")
        return self.joins[name]

    def task_named(self, name):
        self.need(name in self.tasks, f"task {name} does not exist")
        return self.tasks[name]

    # ---- Forks, in programs that log them

    def on_begin(self, thread, at):
        self.need(not thread.forks or number(at) < number(thread.forks[-1].at), "a fork begins outside the youngest")
        thread.forks.append(Fork(at))

    def on_end_fork(self, thread, at):
        self.need(thread.forks and thread.forks[-1].at == at, "the fork is not the youngest open one")
        fork = thread.forks.pop()
        if fork.join:
            fork.join.ended = True

    # ---- Promotion

    def on_promote(self, thread, join, at, kind, older, owner):
        self.unpaid += not thread.paid
        thread.paid = False
        if kind == "loop" and join in self.joins:
            # A loop may be split again and again until its join.
            known = self.joins[join]
            self.need(known.thread == self.event.thread, "a loop is split by a thread that does not own it")
            self.need(known.state == "open", "a loop is split after its join")
            known.expects = True
            return
        self.need(join not in self.joins, f"join {join} exists already")
        context = None if number(owner) == 0 else owner
        self.need(context in thread.contexts, f"the frame's task {owner} is not running on this thread")
        if not self.chaos:
            self.need(older == "0", f"{older} older pieces are latent")
        if kind == "rest":
            self.need(context is not None and self.tasks[context].join.kind in ("fork", "rest"),
                      "the rest of a rest is not in the task of one")
        made = Join(join, self.event.thread, context, at, kind)
        made.expects, made.ended = True, False
        if kind == "fork" and self.logs_forks:
            fork = next((fork for fork in thread.forks if fork.at == at), None)
            self.need(fork, "the fork has not begun on this thread, or has ended")
            self.need(not fork.join, "the fork has been promoted before")
            oldest = next(other for other in thread.forks if not other.join)
            self.need(self.chaos or oldest is fork, "an older fork is latent")
            fork.join = made
        else:
            made.ended = True
        self.joins[join] = made
        thread.joins.append(made)

    def on_task(self, thread, task, join):
        owner = self.join_named(join)
        self.need(owner.thread == self.event.thread and owner.expects, "no promotion has made this task")
        self.need(task not in self.tasks, "the task exists already")
        self.need(owner.kind == "loop" or not owner.tasks, "a fork has one task")
        self.tasks[task] = Task(owner)
        owner.tasks.append(task)

    # ---- Tasks

    def on_steal(self, thread, task):
        stolen = self.task_named(task)
        self.need(stolen.phase == QUEUED, f"the task is {stolen.phase}")

    def on_start(self, thread, task, how):
        started = self.task_named(task)
        self.need(started.phase == QUEUED, f"the task is {started.phase}")
        if how == "following":
            self.need(started.join.state == "handed on" and started.join.thread == self.event.thread and
                      self.tasks[started.join.context].phase == FINISHED, "the task before it has not finished here")
        elif how == "own":
            self.need(thread.waits and thread.waits[-1] is started.join, "only the owner's join runs a task as a call")
        if thread.waits:
            self.need(self.descends(task, thread.waits[-1]), "the task does not descend from the join that waits below it")
        started.phase, started.thread = RUNNING, self.event.thread
        thread.contexts.append(task)

    def descends(self, task, join):
        while task is not None:
            if self.tasks[task].join is join:
                return True
            task = self.tasks[task].join.context
        return False

    def on_finish(self, thread, task):
        finished = self.task_named(task)
        self.need(finished.phase == RUNNING and finished.thread == self.event.thread, "this thread has not started the task")
        self.need(thread.contexts[-1] == task, "a task inside it has not finished")
        self.need(not any(join.context == task for join in thread.joins), "a join of its own is open")
        finished.phase = FINISHED
        thread.contexts.pop()

    def chain_join(self, join):
        """The join of the first task of a chain of rests, which gets the tokens of all."""
        while join.kind == "rest":
            join = self.tasks[join.context].join
        return join

    def unfinished(self, tasks):
        """The tasks, and what they have handed on, that are still to be finished."""
        found = []
        for task in tasks:
            while task is not None:
                if self.tasks[task].phase not in (FINISHED, CANCELLED):
                    found.append(task)
                rest = self.tasks[task].rest
                task = rest.tasks[0] if rest else None
        return found

    def on_hand_on(self, thread, join):
        handed = self.own_join(thread, join)
        self.need(handed.kind == "rest", "it is not the rest of a rest")
        self.need(handed.state == "open", f"the join is {handed.state}")
        handed.state = "handed on"
        self.tasks[handed.context].rest = handed
        thread.joins.remove(handed)

    # ---- Joins

    def own_join(self, thread, name):
        join = self.join_named(name)
        self.need(join.thread == self.event.thread, "the join belongs to another thread")
        self.need(join.context == thread.contexts[-1], "the join belongs to another task")
        self.need(join.ended, "the first branch has not ended")
        return join

    def on_wait(self, thread, join):
        waited = self.own_join(thread, join)
        self.need(waited.state == "open", f"the join is {waited.state}")
        # Later in the list is promoted later. A fork that its own poll has promoted may have an address below that of forks
        # which begin afterwards, so both have to agree.
        later = thread.joins[thread.joins.index(waited) + 1:]
        self.need(not any(number(other.at) < number(waited.at) for other in later), "a younger join is open")
        waited.state = "waited"
        thread.waits.append(waited)

    def on_joined(self, thread, join):
        joined = self.own_join(thread, join)
        self.need(thread.waits and thread.waits[-1] is joined, "the thread does not wait for it")
        unfinished = self.unfinished(joined.tasks)
        self.need(not unfinished, f"the task {' '.join(unfinished)} has not finished")
        joined.state = "joined"
        thread.waits.pop()
        thread.joins.remove(joined)

    def on_cancel(self, thread, task):
        """The owner has taken its task back."""
        cancelled = self.task_named(task)
        self.own_join(thread, cancelled.join.name)
        self.need(thread.waits and thread.waits[-1] is cancelled.join, "its owner is not at the join")
        self.need(cancelled.phase == QUEUED, f"the task is {cancelled.phase}")
        cancelled.phase = CANCELLED

    def on_release(self, thread, join):
        released = self.join_named(join)
        if released.state == "handed on":
            self.absorb(released)
            return
        self.need(released.state == "joined", "it has not been joined")
        self.need(released.tokens == 0, f"{released.tokens} tokens were returned and not taken")
        self.forget(released)

    def absorb(self, join):
        """A task of a chain has finished, and the one before it: they are one from now on."""
        task, before = self.tasks[join.tasks[0]], self.tasks[join.context]
        self.need(task.phase == FINISHED and before.phase == FINISHED, "the task or the one before it has not finished")
        before.rest = task.rest
        if task.rest:
            task.rest.context = join.context
        self.forget(join)

    def forget(self, join):
        for task in join.tasks:
            del self.tasks[task]
        del self.joins[join.name]

    # ---- Tokens

    def on_tokens(self, thread, why, by, now, of="0x0"):
        self.need(why in REASONS, f"tokens do not come or go for {why}")
        change = int(by)
        self.need(change * REASONS[why] >= 0, f"{why} changes the balance by {by}")
        if why == "passed":
            self.task_named(of).tokens = -change
        elif why == "stolen":
            task = self.task_named(of)
            self.need(task.phase == QUEUED, f"the task is {task.phase}")
            self.need(task.tokens == change, f"{task.tokens} tokens were passed on, not {change}")
            thread.accounts.append(0)
        elif why == "returned":
            self.need(self.task_named(of).phase == FINISHED, "the task has not finished")
            self.chain_join(self.task_named(of).join).tokens -= change
        elif why == "joined":
            join = self.join_named(of)
            self.need(join.tokens == change, f"{join.tokens} tokens were returned, not {change}")
            join.tokens = 0
        elif why == "promotion":
            self.need(change == -1, f"a promotion costs {-change} tokens")
            thread.paid = True
        elif why == "refund":
            self.need(thread.paid and change == 1, "no promotion has come to nothing")
            thread.paid = False
        thread.accounts[-1] += change
        balance = thread.accounts[-1]
        self.need(balance >= 0, "less than no tokens")
        self.need(balance == int(now), f"{balance} tokens by what was logged, {now} by the thread")
        if why == "returned":
            self.need(balance == 0 and len(thread.accounts) > 1, "the task's account is not closed")
            thread.accounts.pop()

    def on_thread(self, thread):
        """The number belongs to a new thread from here on."""
        self.need(thread.contexts == [None] and not thread.joins, "the thread ended within a task or a join")
        thread.accounts, thread.paid = [0], False
        thread.forks.clear()

    # ---- The end

    def finish(self):
        """What is unfinished at the end of the log."""
        for name, thread in self.threads.items():
            for what, left in (("task", thread.contexts[1:]), ("join", thread.joins), ("fork", thread.forks)):
                if left:
                    raise NotARun(self.event, f"at the end, {len(left)} {what}s of thread {name} are open")
        for join in self.joins.values():
            self.need(join.state != "joined", f"at the end, join {join.name} has not been released")
        for name, task in self.tasks.items():
            if task.phase not in (FINISHED, CANCELLED):
                raise NotARun(self.event, f"at the end, task {name} is {task.phase}")


def check(text):
    """Checks a whole log; returns how often each event occurred, and `unpaid` promotions."""
    settings, events = parse(text)
    checker = Checker(settings, logs_forks=any(event.kind == "begin" for event in events))
    for event in events:
        checker.feed(event)
    if events:
        checker.finish()
    return {**checker.counts, "unpaid": checker.unpaid}
