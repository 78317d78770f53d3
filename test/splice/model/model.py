"""The splicing paper's figures 4 to 6 as a program: threads with frames, effects, and delayed steps.

A program is a list of calls; a call is a list of operations:

    ("step", reads, writes, name)      sets of cells
    ("call", operations, rest)         rest: None (not said), or the pair of sets that may follow

The model lets any thread move at any time. What the scheduler does (figure 5) is one of these orders, so what holds for
all of them holds for it. A step that interferes with something pending before it is delayed (§5), and a delayed step
runs at any time from when nothing interferes.

In parallel (§6, algorithm 1): threads whose frames have nothing but calls left may give these away at any time, any of them
together. The fork is a group of its own, which may fork again. It keeps away from what was pending around it when it
was made, and never learns more; the makers' frames stay as they were. When it can move no more, each maker that has come to
its join takes over the delayed steps. A fork that is taken back unbegun is as if it had not been made, so it is not modelled.
"""
from itertools import chain, combinations

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

    def __init__(self, frames=True, delayed=True, own=True, kept=True, before=True, behind=True, skipped=True, forks=False):
        self.frames, self.delayed, self.own = frames, delayed, own
        # In parallel: what makers keep pending, and what forks keep away from.
        self.kept, self.before, self.behind, self.skipped = kept, before, behind, skipped
        self.forks = forks


class Thread:
    """Immutable: frames are (operations left, remaining effects), delayed steps in program order; and what is pending in
    other groups before its steps, and between these and the next thread's."""

    def __init__(self, frames, delayed=(), before=(), behind=()):
        self.frames, self.delayed, self.before, self.behind = frames, delayed, before, behind

    def then(self, frames, delayed):
        return Thread(frames, delayed, self.before, self.behind)

    def pending(self):
        return tuple(remaining for _, remaining in self.frames) + tuple((step[1], step[2]) for step in self.delayed)

    def key(self):
        return (self.frames, self.delayed, self.before, self.behind)


JOIN = (("join",),)


def freeze(operations):
    return tuple((op[0], op[1], op[2], op[3]) if op[0] == "step" else (op[0], freeze(op[1]), op[2]) for op in operations)


def start(program):
    """A group: its threads, and its fork, which is (group, (thread and depth that each of its threads comes from))."""
    return tuple(Thread(((freeze(call), inclusive(call)),)) for call in program), None


def key(group):
    threads, fork = group
    return tuple(thread.key() for thread in threads), fork and (key(fork[0]), fork[1])


def clear(threads, number, effects, before, rules):
    """Nothing pending before the step interferes. `before`: the steps of its own thread that were delayed earlier."""
    if rules.own and any(interfere((step[1], step[2]), effects) for step in before):
        return False
    for other, earlier in enumerate(threads[:number + 1]):
        elsewhere = earlier.before + (earlier.behind if other < number else ())
        if any(interfere(what, effects) for what in elsewhere):
            return False
    for earlier in threads[:number]:
        if rules.frames and any(interfere(remaining, effects) for _, remaining in earlier.frames):
            return False
        if rules.delayed and any(interfere((step[1], step[2]), effects) for step in earlier.delayed):
            return False
    return True


def after(rest, remaining):
    return remaining if rest is None else rest


def with_thread(threads, number, thread):
    return threads[:number] + (thread,) + threads[number + 1:]


def thread_moves(threads, rules):
    """What threads can do: (threads then, step that has run or None)."""
    for number, thread in enumerate(threads):
        def then(frames, delayed=thread.delayed, number=number, thread=thread):
            return with_thread(threads, number, thread.then(frames, delayed))
        for index, step in enumerate(thread.delayed):
            if clear(threads, number, (step[1], step[2]), thread.delayed[:index], rules):
                yield then(thread.frames, thread.delayed[:index] + thread.delayed[index + 1:]), step
        if not thread.frames:
            continue
        operations, remaining = thread.frames[-1]
        below = thread.frames[:-1]
        if operations == JOIN:
            continue
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


def offer(thread):
    """The depth of the oldest frame with nothing but calls left, one of which is running. None: there is none."""
    for depth, (operations, _) in enumerate(thread.frames[:-1]):
        if operations and all(operation[0] == "call" for operation in operations):
            return depth
    return None


def fork(threads, givers, rules):
    """The group in which these threads have given away what they can."""
    forked, origins, skipped = [], [], ()
    for number, thread in enumerate(threads):
        if number not in givers:
            skipped += thread.pending() + thread.before + thread.behind
            continue
        depth = offer(thread)
        operations, remaining = thread.frames[depth]
        before = thread.before + tuple((step[1], step[2]) for step in thread.delayed)
        before += tuple(left for _, left in thread.frames[depth + 1:])
        behind = thread.behind + tuple(left for _, left in thread.frames[:depth])
        forked.append(Thread(((operations, remaining),), (), (before if rules.before else ()) + (skipped if rules.skipped else ()),
                             behind if rules.behind else ()))
        origins.append((number, depth))
        skipped = ()
        kept = remaining if rules.kept else NOTHING
        frames = thread.frames[:depth] + ((JOIN, kept),) + thread.frames[depth + 1:]
        threads = with_thread(threads, number, thread.then(frames, thread.delayed))
    return threads, ((tuple(forked), None), tuple(origins))


def joins(threads, forked):
    """The makers that have come to their joins take over what is left; the fork can move no more."""
    (left, _), origins = forked
    for index, origin in enumerate(origins):
        if origin is None:
            continue
        number, depth = origin
        thread = threads[number]
        if len(thread.frames) != depth + 1:
            continue
        joined = thread.then(thread.frames[:depth] + (((), NOTHING),), thread.delayed + left[index].delayed)
        others = with_thread(origins, index, None)
        yield with_thread(threads, number, joined), (forked[0], others) if any(others) else None


def moves(group, rules):
    """All that can happen next: (group then, step that has run or None)."""
    threads, forked = group
    for then, step in thread_moves(threads, rules):
        yield (then, forked), step
    if forked:
        isStuck = True
        for then, step in moves(forked[0], rules):
            isStuck = False
            yield (threads, (then, forked[1])), step
        if isStuck:
            for then in joins(threads, forked):
                yield then, None
    elif rules.forks:
        offering = [number for number, thread in enumerate(threads) if offer(thread) is not None]
        for count in range(1, len(offering) + 1):
            for givers in combinations(offering, count):
                yield fork(threads, givers, rules), None


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
        group, store = waiting.pop()
        name = (key(group), store)
        if name in seen:
            continue
        seen.add(name)
        if len(seen) > most_states:
            return None
        following = list(moves(group, rules))
        if not following:
            threads, forked = group
            if forked or any(thread.frames or thread.delayed for thread in threads):
                raise Wrong("deadlock")
            if store != expected:
                raise Wrong("not the sequential result")
        waiting.extend((then, run_step(store, step) if step else store) for then, step in following)
    return len(seen)
