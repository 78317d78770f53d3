# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Runs a program in every interleaving that the rules allow, and checks each state.

    whole     every step of every thread in every state
    reduced   persistent sets: a thread whose next step is not a join depends on no other thread, in a program
              without races, and no other thread depends on what it does before its join. So its steps, promotions
              included, are all that has to be tried in that state. Outcomes and stuck states are the same
              (test_explorer.py compares both on the small programs).

What is checked in each state:

    obligations   each thread but main is some frame's or thread's child, exactly one's, and each child exists
    order         under an oldest-first policy no promotable frame is older than a promoted one
    tokens        none is negative; granted = held + spent + dropped; as many are spent as there were promotions;
                  granted <= C/N * work (MPL Theorem 4.1)
    end           no thread is left but main, its outcome and the store are those of the sequential program
    progress      every other state has a next one, and no run comes back to a state
"""

from collections import namedtuple

from ir import lower
from language import Sequential
from machine import FINISHED, MAIN, FreePolicy, Machine, promotable

Report = namedtuple("Report", "states ends rules")


class Violation(Exception):
    """What was found, with the run that leads there as (rule, thread) pairs."""

    def __init__(self, what, run):
        super().__init__(what + "\n" + "\n".join(f"  {rule:8} {'.'.join(map(str, name))}" for rule, name in run))
        self.what, self.run = what, run


class TooLarge(Exception):
    """The program has more states than the limit."""


def check_state(state, policy):
    """What is wrong with the state, or None."""
    children = [holder.sigma for _, thread in state.threads for holder in (thread, *thread.stack)
                if holder.sigma is not None]
    names = {name for name, _ in state.threads}
    if len(children) != len(set(children)):
        return "a task has two owners"
    if not set(children) <= names:
        return "the task to be joined does not exist"
    if names != set(children) | {MAIN}:
        return "a task has no owner"
    if policy.order == "oldest":
        for _, thread in state.threads:
            promoted = [index for index, frame in enumerate(thread.stack) if frame.sigma is not None]
            if promoted and any(promotable(frame) for frame in thread.stack[:promoted[-1]]):
                return "a promotable frame is older than a promoted one"
    if policy.counts:
        held = [thread.tokens for _, thread in state.threads]
        ledger = state.ledger
        if min(held) < 0:
            return "a thread has less than no tokens"
        if ledger.granted != sum(held) + ledger.spent + ledger.dropped:
            return f"{ledger.granted} tokens granted, {sum(held)} held, {ledger.spent} spent, {ledger.dropped} dropped"
        if ledger.granted * policy.period > policy.grant * ledger.work:
            return "more tokens granted than work has paid for"
    return None


def check_step(rule, before, after, policy):
    """What is wrong with a step, or None."""
    if policy.counts and after.ledger.spent - before.ledger.spent != (rule == "PROMOTE"):
        return "a promotion has not spent exactly one token"
    return None


def explore(program, policy=None, reduced=False, machine=Machine, limit=200000, functions=None):
    """Checks every interleaving. `machine` is the rules, `functions` the IR if it is not what `lower` makes of the program.
    Returns a Report; raises Violation, TooLarge, and Racy for a program whose result the rules do not determine."""
    expected = Sequential(program)
    policy = policy or FreePolicy()
    rules = machine(functions or lower(program), program.cells, policy)
    first = rules.initial()
    came_from = {first: None}
    pending = [first]
    successors = {}
    ends, used = set(), {}

    def run_to(state):
        run = []
        while came_from[state]:
            state, rule, name = came_from[state]
            run.append((rule, name))
        return run[::-1]

    while pending:
        state = pending.pop()
        wrong = check_state(state, policy)
        if wrong:
            raise Violation(wrong, run_to(state))
        steps = list(next_steps(rules, state) if reduced else rules.steps(state))
        successors[state] = [after for _, _, after in steps]
        if not steps:
            wrong = check_end(state, expected)
            if wrong:
                raise Violation(wrong, run_to(state))
            ends.add((rules.find(state, MAIN).code, state.store))
            continue
        for rule, name, after in steps:
            used[rule] = used.get(rule, 0) + 1
            wrong = check_step(rule, state, after, policy)
            if wrong:
                raise Violation(wrong, run_to(state) + [(rule, name)])
            if after not in came_from:
                came_from[after] = (state, rule, name)
                pending.append(after)
        if len(came_from) > limit:
            raise TooLarge(f"more than {limit} states")
    circular = find_circle(successors)
    if circular:
        raise Violation("a run comes back to a state", run_to(circular))
    return Report(len(came_from), ends, used)


def find_circle(successors):
    """A state that lies on a circle or behind one, None if there is none: what is left when states that no other state
    leads to are removed, again and again."""
    incoming = dict.fromkeys(successors, 0)
    for afters in successors.values():
        for after in afters:
            incoming[after] += 1
    free = [state for state, count in incoming.items() if count == 0]
    removed = 0
    while free:
        removed += 1
        for after in successors[free.pop()]:
            incoming[after] -= 1
            if incoming[after] == 0:
                free.append(after)
    return None if removed == len(incoming) else next(state for state, count in incoming.items() if count)


def next_steps(rules, state):
    """A persistent subset of the state's steps."""
    for name, thread in state.threads:
        if thread.phase == "running" and not rules.waits(thread):
            steps = list(rules.thread_steps(state, name))
            if steps:
                return steps
    return rules.steps(state)


def check_end(state, expected):
    main = dict(state.threads)[MAIN]
    if main.phase != FINISHED or len(state.threads) > 1:
        return "no thread can go on"
    if main.code != expected.outcome:
        return f"{main.code} instead of {expected.outcome}"
    for cell, (got, wanted) in enumerate(zip(state.store, expected.store)):
        if got != wanted and cell not in expected.undetermined:
            return f"cell {cell} is {got} instead of {wanted}"
    return None
