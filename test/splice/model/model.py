"""The splicing paper's figures 4 to 6 as a program: threads with frames, effects, and delayed steps.

A program is a list of calls; a call is a list of operations:

    ("step", effects, name)
    ("parts", list of effects, name)   a step in parts (algorithm 2), which are run in this order
    ("call", operations, rest)         rest: None (not said), or the effects that may follow

Effects are a number with a bit for each cell that is read and one for each that is written: a union is `|`.

The model lets any thread move at any time. What the scheduler does (figure 5) is one of these orders, so what holds for
all of them holds for it. A step that interferes with something pending before it is delayed (§5), and a delayed step
runs at any time from when nothing interferes. Between two parts of a step others may move. A part that interferes is delayed
together with all that are left, and what is behind it in the function goes on; each delayed part runs for itself.

In parallel (§6, algorithm 1): threads whose frames have nothing but calls left may give these away at any time, any of them
together. The fork is a group of its own, which may fork again. It keeps away from what was pending around it when it
was made, and never learns more; the makers' frames stay as they were. When it can move no more, each maker that has come to
its join takes over the delayed steps. A fork that is taken back unbegun is as if it had not been made, so it is not modelled.
"""
from collections import namedtuple
from functools import lru_cache, reduce
from itertools import combinations

NOTHING = 0
WRITES = 16  # where the bits of what is written begin
READS = (1 << WRITES) - 1


def touching(reads, writes):
    """The effects of who reads and writes these cells."""
    return union([1 << cell for cell in reads] + [1 << cell + WRITES for cell in writes])


def conflicts(effects):
    """What interferes with these effects: to write what they touch, and to read what they write."""
    written = effects >> WRITES
    return written | (effects & READS | written) << WRITES


def union(all_effects):
    result = NOTHING
    for effects in all_effects:
        result |= effects
    return result


def inclusive(operations):
    """IE: what a call may do, all in all."""
    of = {"step": lambda what: what, "parts": union, "call": inclusive}
    return union(of[kind](what) for kind, what, _ in operations)


class Rules:
    """Which dependences are checked. All of them, but for tests of the tests."""

    def __init__(self, frames=True, delayed=True, own=True, parts=True, kept=True, before=True, behind=True, skipped=True,
                 forks=False):
        self.frames, self.delayed, self.own = frames, delayed, own
        # What is pending in a delayed step is all of its parts, not the next one only.
        self.parts = parts
        # In parallel: what makers keep pending, and what forks keep away from.
        self.kept, self.before, self.behind, self.skipped = kept, before, behind, skipped
        self.forks = forks


class Code:
    """An operation and the code behind it: what a call has left. Equal to nothing but itself, so states are compared fast."""

    def __init__(self, operation, behind, later=None):
        kind, what, last = operation
        self.behind = later or behind
        self.is_call = kind == "call"
        if self.is_call:
            self.body, self.effects, self.rest = code_of(what), inclusive(what), last
        else:
            self.effects, self.name = what, hash(last)
            touched = what | what >> WRITES
            self.cells = [(cell, what >> cell + WRITES & 1) for cell in range(WRITES) if touched >> cell & 1]
            # Of a step in parts: the next part, what all that are left do, and what is behind the last one.
            self.later, self.pending, self.after = later, what | (later.pending if later else NOTHING), behind
        self.has_only_calls = self.is_call and (behind is None or behind.has_only_calls)


def code_in_front(operation, behind):
    kind, what, name = operation
    if kind != "parts":
        return Code(operation, behind)
    later = None
    for index, part in reversed(list(enumerate(what))):
        later = Code(("step", part, (name, index)), behind, later)
    return later


def code_of(operations):
    return reduce(lambda behind, operation: code_in_front(operation, behind), reversed(operations), None)


# A thread's frames are (code left, remaining effects), its delayed steps are in program order; and what is pending in other
# groups before its steps, and between these and the next thread's.
Thread = namedtuple("Thread", "frames delayed before behind")

# The code of a frame whose rest is somewhere else.
JOIN = Code(("step", NOTHING, "join"), None)


def then(thread, frames, delayed):
    return Thread(frames, delayed, thread.before, thread.behind)


def remaining_in(frames):
    return union([remaining for _, remaining in frames])


def effects_of(steps):
    return union([step.pending for step in steps])


def next_of(steps):
    """Too little, where there are several parts: for tests of the tests."""
    return union([step.effects for step in steps])


def pending(thread):
    return remaining_in(thread.frames) | effects_of(thread.delayed)


def start(program):
    """A group: its threads, and its fork, which is (group, (thread and depth that each of its threads comes from))."""
    return tuple(Thread(((code_of(call), inclusive(call)),), (), NOTHING, NOTHING) for call in program), None


def with_thread(threads, number, thread):
    return threads[:number] + (thread,) + threads[number + 1:]


def thread_moves(threads, rules):
    """What threads can do: (threads then, step that has run or None)."""
    earlier = NOTHING  # what is pending before a thread's own steps
    for number, thread in enumerate(threads):
        earlier |= thread.before
        own = earlier
        for index, step in enumerate(thread.delayed):
            if not conflicts(own) & step.effects:
                later = (step.later,) if step.later else ()
                left = thread.delayed[:index] + later + thread.delayed[index + 1:]
                yield with_thread(threads, number, then(thread, thread.frames, left)), step
            if rules.own:
                own |= step.pending if rules.parts else step.effects
        if thread.frames:
            for frames, delayed, step in frame_moves(thread, own):
                yield with_thread(threads, number, then(thread, frames, delayed)), step
        earlier |= thread.behind
        if rules.frames:
            earlier |= remaining_in(thread.frames)
        if rules.delayed:
            earlier |= effects_of(thread.delayed) if rules.parts else next_of(thread.delayed)


def frame_moves(thread, earlier):
    """What its last frame can do: (frames then, delayed steps then, step that has run or None)."""
    code, remaining = thread.frames[-1]
    below = thread.frames[:-1]
    if code is JOIN:
        return
    if code is None:
        yield below, thread.delayed, None
    elif code.is_call:
        left = remaining if code.rest is None else code.rest
        yield below + ((code.behind, left), (code.body, code.effects)), thread.delayed, None
    else:
        # Behind the last operation nothing remains: the frame is about to return.
        if conflicts(earlier) & code.effects:
            yield below + ((code.after, remaining if code.after else NOTHING),), thread.delayed + (code,), None
        else:
            yield below + ((code.behind, remaining if code.behind else NOTHING),), thread.delayed, code


def offer(thread):
    """The depth of the oldest frame with nothing but calls left, one of which is running. None: there is none."""
    for depth, (code, _) in enumerate(thread.frames[:-1]):
        if code and code.has_only_calls:
            return depth
    return None


def fork(threads, givers, rules):
    """The group in which these threads have given away what they can."""
    forked, origins, skipped = [], [], NOTHING
    for number, thread in enumerate(threads):
        if number not in givers:
            skipped |= pending(thread) | thread.before | thread.behind
            continue
        depth = offer(thread)
        code, remaining = thread.frames[depth]
        before = thread.before | effects_of(thread.delayed) | remaining_in(thread.frames[depth + 1:])
        behind = thread.behind | remaining_in(thread.frames[:depth])
        forked.append(Thread(((code, remaining),), (), (before if rules.before else NOTHING) | (skipped if rules.skipped else NOTHING),
                             behind if rules.behind else NOTHING))
        origins.append((number, depth))
        skipped = NOTHING
        kept = remaining if rules.kept else NOTHING
        frames = thread.frames[:depth] + ((JOIN, kept),) + thread.frames[depth + 1:]
        threads = with_thread(threads, number, then(thread, frames, thread.delayed))
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
        joined = then(thread, thread.frames[:depth] + ((None, NOTHING),), thread.delayed + left[index].delayed)
        others = with_thread(origins, index, None)
        yield with_thread(threads, number, joined), (forked[0], others) if any(others) else None


@lru_cache(None)
def remembered(what, of, rules):
    return tuple(what(of, rules))


def moves(group, rules):
    """All that can happen next: (group then, step that has run or None)."""
    threads, forked = group
    # Makers stand beside all that their fork does, and it beside all that they do: the same again and again.
    for following, step in remembered(thread_moves, threads, rules) if forked else thread_moves(threads, rules):
        yield (following, forked), step
    if forked:
        is_stuck = True
        for following, step in remembered(moves, forked[0], rules):
            is_stuck = False
            yield (threads, (following, forked[1])), step
        if is_stuck:
            for following in joins(threads, forked):
                yield following, None
    elif rules.forks:
        offering = [number for number, thread in enumerate(threads) if offer(thread) is not None]
        for count in range(1, len(offering) + 1):
            for givers in combinations(offering, count):
                yield fork(threads, givers, rules), None


def run_step(store, step):
    """A new store. What a step writes depends on all it reads and writes, and on its name."""
    seen = tuple(store[cell] for cell, _ in step.cells)
    store = list(store)
    for cell, is_written in step.cells:
        if is_written:
            store[cell] = hash((step.name, seen, store[cell]))
    return tuple(store)


def sequential(code, store):
    while code:
        store = sequential(code.body, store) if code.is_call else run_step(store, code)
        code = code.behind
    return store


class Wrong(Exception):
    pass


def explore(program, cells, rules=Rules(), most_states=200000):
    """Goes through all schedules. Raises Wrong at a deadlock or a result that is not the sequential one. Returns the
    number of states, or None if there are too many."""
    group, store = start(program), tuple(range(cells))
    expected = reduce(lambda before, thread: sequential(thread.frames[0][0], before), group[0], store)
    seen, waiting = {(group, store)}, [(group, store)]
    remembered.cache_clear()
    for visited in range(1, most_states + 1):
        group, store = waiting.pop()
        is_end = True
        for following, step in moves(group, rules):
            is_end = False
            state = following, run_step(store, step) if step else store
            if state not in seen:
                seen.add(state)
                waiting.append(state)
        if is_end:
            threads, forked = group
            if forked or any(thread.frames or thread.delayed for thread in threads):
                raise Wrong("deadlock")
            if store != expected:
                raise Wrong("not the sequential result")
        if not waiting:
            return visited
    return None
