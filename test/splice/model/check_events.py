#!/usr/bin/env python3
"""Checks that an event log (TACTUS_SPLICE_EVENTS) is a run of the model in model.py, under figure 5's order.

  check_events.py FILE [--expect name,…]    --expect: events that have to occur

Each line is `event group thread number effects…`. The checker keeps what each thread has pending by the rules of the model,
and complains of a step that ran although something pending interferes, of one that was delayed or waited without such
a thing, of a thread that was resumed or popped out of turn, and of delayed steps that are left at the end. After an
exception in a group only one thing is checked: that later threads run no steps any more.

In parallel, a group that gives work away (`forked`) makes another one. What was pending around that work at the time is what
the new group has to keep away from, whatever happens meanwhile (algorithm 1): the checker computes it from what it knows
of the maker, and not from what the maker has told. `taken` gives the work back, `merge` makes what is left of it a part
of the maker's thread.
"""
import collections
import functools
import itertools
import math
import sys


class Complaint(Exception):
    pass


class Effects:
    """Ranges that are read, and that are written, from r:… w:… words. Equal to nothing but itself: logs say the same again and
    again, so what has been found out is remembered."""

    def __init__(self, *words):
        self.read, self.written = ([tuple(map(int, part.split("-"))) for part in word[2:].split(",") if part] for word in words)


NOTHING = Effects("r:", "w:")


@functools.lru_cache(1 << 16)
def parse_effects(text):
    """For each r:… and the w:… behind it."""
    words = text.split()
    return [Effects(*pair) for pair in zip(words[0::2], words[1::2])]


def overlap(left, right):
    return any(a < d and c < b for a, b in left for c, d in right)


@functools.lru_cache(1 << 18)
def interfere(left, right):
    return overlap(left.written, right.written) or overlap(left.read, right.written) or overlap(left.written, right.read)


class Thread:
    def __init__(self, inclusive):
        self.frames = [inclusive]  # what each may still do
        self.delayed = {}
        self.returning = self.apart = self.at_join = False
        self.waiting = None
        self.before, self.behind = [], []  # in other groups, since this one was forked

    def pending(self):
        return [*self.frames, *self.delayed.values()]


class Group:
    def __init__(self):
        self.threads, self.failed = [], False
        self.cancelled_behind = math.inf  # the first thread that has failed
        self.makers = []  # of a forked group: [group, number of the thread there, depth of its frame] for each thread
        self.around = []  # and what is pending around what it does
        self.popped = set()  # by the transition V that is going on: it pops several threads at once

    def clear(self, number, effects, before):
        thread = self.threads[number]
        for sequence, own in thread.delayed.items():
            if sequence < before and interfere(own, effects):
                return False
        for earlier in self.threads[:number]:
            for other in itertools.chain(earlier.frames, earlier.delayed.values(), earlier.before, earlier.behind):
                if interfere(other, effects):
                    return False
        return not any(interfere(other, effects) for other in thread.before)

    def fork(self, number, depth, forked):
        """The thread gives away what the frame may still do."""
        thread, previous = self.threads[number], forked.makers[-1][1] if forked.makers else -1
        forked.makers.append([self, number, depth])
        before = [*thread.before, *thread.delayed.values(), *thread.frames[depth:]]
        for skipped in self.threads[previous + 1:number]:
            before += [*skipped.pending(), *skipped.before, *skipped.behind]
        forked.around.append((before, [*thread.behind, *thread.frames[:depth - 1]]))
        forked.failed |= self.failed

    def comes_to_nothing(self):
        """An exception has left it, or a group that it was forked from."""
        return self.failed or any(maker.comes_to_nothing() for maker, _, _ in self.makers)

    def take_back(self, number):
        maker, thread, _ = self.makers[number]
        maker.threads[thread].at_join = False

    def merge(self, number, groups):
        """What is left of a forked thread becomes a part of its maker."""
        maker, thread, depth = self.makers[number]
        maker.failed |= self.failed
        self.failed |= maker.failed
        if maker.failed:
            return
        left, into = self.threads[number], maker.threads[thread]
        offset = len(into.frames)
        for other in groups:
            for entry in other.makers:
                if entry[0] is self and entry[1] == number:
                    entry[:] = [maker, thread, entry[2] + offset]
        into.frames[depth - 1] = NOTHING
        into.frames += left.frames
        into.delayed.update(left.delayed)
        into.waiting = left.waiting if left.frames else into.waiting
        into.at_join = left.at_join and bool(left.frames)
        left.frames, left.delayed, left.waiting = [], {}, None

    def takes_part(self, thread):
        return thread.frames and thread.waiting is None and not thread.at_join

    def earlier_have_returned(self, number):
        depth = len(self.threads[number].frames)
        return all(not self.takes_part(thread) or (thread.returning and len(thread.frames) <= depth)
                   for thread in self.threads[:number])

    def movable(self, number):
        thread = self.threads[number]
        if not self.takes_part(thread) or thread.returning:
            return False
        return not thread.apart or self.earlier_have_returned(number)

    def check_resume(self, number):
        thread = self.threads[number]
        if thread.at_join:
            raise Complaint("resumed at its join")
        if thread.waiting is not None:
            if not self.clear(number, *thread.waiting):
                raise Complaint("resumed while it has to wait")
            thread.waiting = None
        if not thread.frames:
            return
        if not self.movable(number):
            if any(self.movable(other) for other in range(len(self.threads))):
                raise Complaint("resumed out of turn: others may move")
        depth = len(thread.frames)
        if any(len(other.frames) < depth and self.movable(index) for index, other in enumerate(self.threads)):
            raise Complaint("resumed before others that are less deep (I, II)")
        thread.apart = False

    def check_pop(self, number):
        thread = self.threads[number]
        if not thread.returning:
            raise Complaint("popped without a return")
        if any(self.movable(other) for other in range(len(self.threads)) if other not in self.popped):
            raise Complaint("popped while others may move (III, IV)")
        if any(self.takes_part(other) and other.returning and len(other.frames) > len(thread.frames)
               for other in self.threads):
            raise Complaint("popped before a deeper one (V)")
        thread.frames.pop()
        thread.returning = False
        self.popped.add(number)


def apply(group, event, number, value, effects):
    if event == "thread":
        if number != len(group.threads):
            raise Complaint("threads out of order")
        thread = Thread(effects[0])
        if group.makers:
            thread.before, thread.behind = group.around[number]
        group.threads.append(thread)
        return
    thread = group.threads[number]
    if event != "pop":
        group.popped.clear()
    if event == "resume":
        group.check_resume(number)
    elif event == "call":
        thread.frames[-1] = effects[1]
        thread.frames.append(effects[0])
    elif event == "apart":
        thread.apart = True
    elif event in ("step", "run"):
        if not group.clear(number, effects[0], value):
            raise Complaint("a step runs although something pending before it interferes")
    elif event == "delay":
        # A forked group keeps away from calls as they were declared, which may be more than what is pending there.
        if not group.makers and group.clear(number, effects[0], value):
            raise Complaint("a step is delayed although nothing interferes")
        thread.delayed[value] = effects[1]
    elif event == "wait":
        if not group.makers and group.clear(number, effects[0], value):
            raise Complaint("a thread waits although nothing interferes")
        thread.waiting = (effects[0], value)
    elif event == "left":
        thread.delayed[value] = effects[0]
    elif event == "done":
        del thread.delayed[value]
    elif event == "join":
        thread.at_join = True
    elif event == "part":
        thread.frames[-1] = effects[1]
    elif event == "after":
        thread.frames[-1] = effects[0]
    elif event == "return":
        thread.frames[-1] = NOTHING
        thread.returning = True
    elif event == "abandon":
        thread.frames.pop()
    elif event == "pop":
        group.check_pop(number)
    elif event in ("fail", "cancelled"):
        group.failed = True
    else:
        raise Complaint("an event that the model does not know")


def check(lines):
    """Counts of all events. Raises Complaint."""
    groups, counts = collections.defaultdict(Group), collections.Counter()
    for place, line in enumerate(lines, 1):
        event, identifier, number, value, *effects = line.split(maxsplit=4)
        number, value = int(number), int(value)
        counts[event] += 1
        group = groups[identifier]
        try:
            if event == "fail":
                group.cancelled_behind = min(group.cancelled_behind, number)
            if event in ("step", "run") and number > group.cancelled_behind:
                raise Complaint("a step runs although an earlier thread has failed")
            if event == "forked":
                maker = groups[str(value >> 32)]
                if not maker.failed:
                    maker.fork(value >> 16 & 0xffff, value & 0xffff, group)
                group.failed |= maker.failed
            elif event == "taken":
                if not group.failed:
                    group.take_back(number)
            elif event == "merge":
                counts["guest"] += bool(group.threads[number].frames)
                group.merge(number, groups.values())
            elif not group.failed:
                apply(group, event, number, value, parse_effects(effects[0]) if effects else None)
        except Complaint as complaint:
            raise Complaint(f"line {place}: {line.strip()}: {complaint}") from None
    for identifier, group in groups.items():
        if not group.comes_to_nothing() and any(thread.delayed or thread.frames for thread in group.threads):
            raise Complaint(f"group {identifier} ends with delayed steps or frames")
    return counts


def main():
    expected = sys.argv[3].split(",") if len(sys.argv) > 3 and sys.argv[2] == "--expect" else []
    with open(sys.argv[1], encoding="ascii") as file:
        try:
            counts = check(file)
        except Complaint as complaint:
            print(f"{sys.argv[1]}: {complaint}")
            return 1
    missing = [event for event in expected if not counts[event]]
    if missing:
        print(f"{sys.argv[1]}: no {', no '.join(missing)}: the log shows nothing")
        return 1
    print(", ".join(f"{count} {event}" for event, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
