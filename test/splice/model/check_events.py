#!/usr/bin/env python3
"""Checks that an event log (TACTUS_SPLICE_EVENTS) is a run of the model in model.py, under figure 5's order.

  check_events.py FILE [--expect name,…]    --expect: events that have to occur

Each line is `event group thread number effects…`. The checker keeps what each thread has pending by the rules of the model,
and complains of a step that ran although something pending interferes, of one that was delayed or waited without such
a thing, of a thread that was resumed or popped out of turn, and of delayed steps that are left at the end. What comes
after an exception in a group is not checked.
"""
import collections
import sys


class Complaint(Exception):
    pass


def parse_effects(words):
    """Pairs of lists of ranges, from r:… w:… words."""
    sets = []
    for word in words:
        ranges = [tuple(map(int, part.split("-"))) for part in word[2:].split(",") if part]
        sets.append(ranges)
    return list(zip(sets[0::2], sets[1::2]))


def overlap(left, right):
    return any(a < d and c < b for a, b in left for c, d in right)


def interfere(left, right):
    return overlap(left[1], right[1]) or overlap(left[0], right[1]) or overlap(left[1], right[0])


class Thread:
    def __init__(self, inclusive):
        self.frames = [inclusive]  # what each may still do
        self.delayed = {}
        self.returning = self.apart = self.ended = False
        self.waiting = None


class Group:
    def __init__(self):
        self.threads, self.failed = [], False
        self.popped = set()  # by the transition V that is going on: it pops several threads at once

    def clear(self, number, effects, before):
        own = self.threads[number].delayed
        if any(sequence < before and interfere(pending, effects) for sequence, pending in own.items()):
            return False
        for earlier in self.threads[:number]:
            if any(interfere(pending, effects) for pending in [*earlier.frames, *earlier.delayed.values()]):
                return False
        return True

    def takes_part(self, thread):
        return thread.frames and thread.waiting is None

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
        if any(self.movable(other) and len(self.threads[other].frames) < depth for other in range(len(self.threads))):
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
        group.threads.append(Thread(effects[0]))
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
        if group.clear(number, effects[0], value):
            raise Complaint("a step is delayed although nothing interferes")
        thread.delayed[value] = effects[1]
    elif event == "wait":
        if group.clear(number, effects[0], value):
            raise Complaint("a thread waits although nothing interferes")
        thread.waiting = (effects[0], value)
    elif event == "left":
        thread.delayed[value] = effects[0]
    elif event == "done":
        del thread.delayed[value]
    elif event == "part":
        thread.frames[-1] = effects[1]
    elif event == "after":
        thread.frames[-1] = effects[0]
    elif event == "return":
        thread.frames[-1] = ([], [])
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
    groups, counts = {}, collections.Counter()
    for place, line in enumerate(lines, 1):
        words = line.split()
        event, identifier, number, value = words[0], *map(int, words[1:4])
        counts[event] += 1
        group = groups.setdefault(identifier, Group())
        if group.failed:
            continue
        try:
            apply(group, event, number, value, parse_effects(words[4:]))
        except Complaint as complaint:
            raise Complaint(f"line {place}: {line.strip()}: {complaint}") from None
    for identifier, group in groups.items():
        if not group.failed and any(thread.delayed or thread.frames for thread in group.threads):
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
