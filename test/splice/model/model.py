"""The splicing paper's figures 4 to 6 as a program: threads with frames, effects, and delayed steps.

A program is a list of calls; a call is a list of operations:

    ("step", reads, writes, name)      sets of cells
    ("call", operations, rest)         rest: None (not said), or the pair of sets that may follow

The model lets any thread move at any time. What the scheduler does (figure 5) is one of these orders, so what holds for
all of them holds for it. A step that interferes with something pending before it is delayed (§5), and a delayed step
runs at any time from when nothing interferes.
"""
from itertools import chain

NOTHING = (frozenset(), frozenset())


def union(*effects):
    return (frozenset(chain(*(reads for reads, _ in effects))), frozenset(chain(*(writes for _, writes in effects))))


def interfere(left, right):
    return bool(left[1] & right[1] or left[0] & right[1] or left[1] & right[0])


def inclusive(operations):
    """IE: what a call may do, all in all."""
    return union(*((op[1], op[2]) if op[0] == "step" else inclusive(op[1]) for op in operations))


class Rules:
    """Which dependences are checked. All of them, but for tests of the tests."""

    def __init__(self, frames=True, delayed=True, own=True):
        self.frames, self.delayed, self.own = frames, delayed, own


class Thread:
    """Immutable: frames are (operations left, remaining effects), delayed steps in program order."""

    def __init__(self, frames, delayed=()):
        self.frames, self.delayed = frames, delayed

    def key(self):
        return (self.frames, self.delayed)


def freeze(operations):
    return tuple((op[0], op[1], op[2], op[3]) if op[0] == "step" else (op[0], freeze(op[1]), op[2]) for op in operations)


def start(program):
    return tuple(Thread(((freeze(call), inclusive(call)),)) for call in program)


def clear(threads, number, effects, before, rules):
    """Nothing pending before the step interferes. `before`: the steps of its own thread that were delayed earlier."""
    if rules.own and any(interfere((step[1], step[2]), effects) for step in before):
        return False
    for earlier in threads[:number]:
        if rules.frames and any(interfere(remaining, effects) for _, remaining in earlier.frames):
            return False
        if rules.delayed and any(interfere((step[1], step[2]), effects) for step in earlier.delayed):
            return False
    return True


def after(rest, remaining):
    return remaining if rest is None else rest


def moves(threads, rules):
    """All that can happen next: (threads then, step that has run or None)."""
    for number, thread in enumerate(threads):
        def then(frames, delayed=thread.delayed, number=number):
            return threads[:number] + (Thread(frames, delayed),) + threads[number + 1:]
        for index, step in enumerate(thread.delayed):
            if clear(threads, number, (step[1], step[2]), thread.delayed[:index], rules):
                yield then(thread.frames, thread.delayed[:index] + thread.delayed[index + 1:]), step
        if not thread.frames:
            continue
        operations, remaining = thread.frames[-1]
        below = thread.frames[:-1]
        if not operations:
            yield then(below), None
        elif operations[0][0] == "call":
            _, body, rest = operations[0]
            yield then(below + ((operations[1:], after(rest, remaining)), (body, inclusive(body)))), None
        else:
            step = operations[0]
            # Behind the last operation nothing remains: the frame is about to return.
            frames = below + ((operations[1:], remaining if operations[1:] else NOTHING),)
            if clear(threads, number, (step[1], step[2]), thread.delayed, rules):
                yield then(frames), step
            else:
                yield then(frames, thread.delayed + (step,)), None


def run_step(store, step):
    """A new store. What a step writes depends on all it reads and writes, and on its name."""
    seen = tuple(store[cell] for cell in sorted(step[1] | step[2]))
    return tuple(hash((step[3], seen, value)) if cell in step[2] else value for cell, value in enumerate(store))


def sequential(program, store):
    for operation in program:
        store = run_step(store, operation) if operation[0] == "step" else sequential(operation[1], store)
    return store


class Wrong(Exception):
    pass


def explore(program, cells, rules=Rules(), most_states=200000):
    """Goes through all schedules. Raises Wrong at a deadlock or a result that is not the sequential one. Returns the
    number of states, or None if there are too many."""
    store = tuple(range(cells))
    expected = store
    for call in program:
        expected = sequential(call, expected)
    first = (start(program), store)
    seen, waiting = set(), [first]
    while waiting:
        threads, store = waiting.pop()
        key = (tuple(thread.key() for thread in threads), store)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most_states:
            return None
        following = list(moves(threads, rules))
        if not following:
            if any(thread.frames or thread.delayed for thread in threads):
                raise Wrong("deadlock")
            if store != expected:
                raise Wrong("not the sequential result")
        waiting.extend((then, run_step(store, step) if step else store) for then, step in following)
    return len(seen)
