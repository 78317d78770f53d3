# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The heaps of tasks (pml/runtime/task_heap.h) as a machine whose every run can be tried.

A program is a tuple of operations on local variables. An object has one field that can be written.

    ("new", x, y)         x = an object whose field is y; "" for none
    ("load", x, y)        x = y's field
    ("store", x, y)       x's field = y, in the steps of pml_share(): remember x if it is old, look, pin one object, scan it,
                          …, store. Whoever looks at what is pinned waits until nobody else is about to pin
    ("par", x, a, y, b)   x = what the operations a leave in their variable r, y = the same of b. Both begin with copies of
                          all variables. b is promoted at any moment while a runs, or never

A strand is the program or a promoted b. Besides the operations there may happen, in any state:

    promote   a fork whose first branch runs, also of a strand that waits: what the strand has allocated is frozen
    own       a strand that is between two operations collects its youngest heap. What it copies is new objects
    whole     all strands are between two operations: everything goes to the old heap and is no longer pinned
    young     the same of what is reached without a look into old objects, but for those that are remembered. What is young
              and not reached is gone

What is found wrong is a Violation:

    a variable or a field that can be reached leads to an object that is gone
    an object that its owner may move at this moment is touched by somebody else
"""


OLD = -1  # The heap of what has survived a collection of all heaps. Of its objects, "pinned" means remembered.


class Violation(Exception):
    """What the rules of the heap must not let happen."""


class Fork:
    """In the frame that has forked, while the first branch runs, and until the join."""

    def __init__(self, second, variables):
        self.second, self.variables, self.task = second, variables, None

    def copy(self):
        made = Fork(self.second, dict(self.variables))
        made.task = self.task
        return made


class Frame:
    def __init__(self, operations, variables):
        self.operations, self.variables = operations, variables
        self.at, self.fork, self.waits = 0, None, False

    def copy(self):
        made = Frame(self.operations, dict(self.variables))
        made.at, made.waits = self.at, self.waits
        made.fork = self.fork and self.fork.copy()
        return made


class Strand:
    def __init__(self, heap, frame):
        self.heaps, self.frames = [heap], [frame]
        # Of a store that has begun: what is to be pinned, the object to be scanned, and the end.
        self.share = None
        self.result = None

    def copy(self):
        made = Strand(None, None)
        made.heaps, made.frames = list(self.heaps), [frame.copy() for frame in self.frames]
        made.share = self.share and tuple(self.share)
        made.result = self.result
        return made


class Machine:
    """`faults` are names of rules that are left out, to see that it is found."""

    def __init__(self, program, collections, faults=()):
        # By number: heap, whether it is pinned, field.
        self.objects = {}
        self.strands = {0: Strand(0, Frame(program, {}))}
        self.next, self.lock, self.collections, self.faults = 1, None, collections, faults

    def copy(self):
        made = Machine((), self.collections, self.faults)
        made.objects, made.next, made.lock = dict(self.objects), self.next, self.lock
        made.strands = {name: strand.copy() for name, strand in self.strands.items()}
        return made

    def number(self):
        self.next += 1
        return self.next

    # What can happen.

    def steps(self):
        """Functions that change the machine, each with a name."""
        for name, strand in self.strands.items():
            if strand.result is None and self.can_go_on(name, strand):
                yield "step", name, lambda machine, name=name: machine.step(name)
            for index, frame in enumerate(strand.frames[:-1] if strand.share is None else ()):
                if frame.fork and frame.fork.task is None and not frame.waits and not self.has_raised(strand, index):
                    yield f"promote {index}", name, lambda machine, name=name, index=index: machine.promote(name, index)
            if self.collections > 0 and strand.result is None and strand.share is None and len(strand.heaps) + name > 1 \
                    and not strand.frames[-1].waits:
                yield "own", name, lambda machine, name=name: machine.collect_own(name)
        if self.collections > 0 and all(strand.share is None for strand in self.strands.values()):
            yield "whole", 0, lambda machine: machine.collect_whole()
            yield "young", 0, lambda machine: machine.collect_young()

    @staticmethod
    def has_raised(strand, index):
        """The second branch has begun as a part of the strand: there is nothing left to promote."""
        return strand.frames[index].fork.second is None

    def can_go_on(self, name, strand):
        if strand.share is not None:
            stack, scanned, _, _ = strand.share
            if scanned is not None:
                return not self.is_in_doubt(name, self.objects[scanned][2])
            needs_lock = bool(stack) and self.is_foreign(strand, stack[-1]) and "lock" not in self.faults
            return not needs_lock or self.lock in (None, name)
        frame = strand.frames[-1]
        if frame.waits:
            return self.strands[frame.fork.task].result is not None
        operation = frame.operations[frame.at] if frame.at < len(frame.operations) else ("none",)
        return operation[0] != "store" or not self.is_in_doubt(name, frame.variables.get(operation[2]))

    def is_in_doubt(self, name, number):
        """It is pinned, and by somebody who has perhaps not pinned yet what lies behind it."""
        return number in self.objects and self.objects[number][1] and self.lock not in (None, name) \
            and "doubt" not in self.faults

    # Objects.

    def touch(self, name, number):
        """A strand reads or writes an object."""
        if number not in self.objects:
            raise Violation("an object is used that is gone")
        heap, pinned, _ = self.objects[number]
        for other, strand in self.strands.items():
            if other != name and strand.result is None and not pinned and heap and heap == strand.heaps[-1] \
                    and not strand.frames[-1].waits:
                raise Violation("an object is used that its owner may move")
        return self.objects[number]

    def is_foreign(self, strand, number):
        return number in self.objects and self.objects[number][0] != strand.heaps[-1]

    def needs_pin(self, name, number):
        if number is None:
            return False
        heap, pinned, _ = self.touch(name, number)
        return not pinned and heap not in (0, OLD)

    # Steps of the program.

    def step(self, name):
        strand = self.strands[name]
        if strand.share is not None:
            self.go_on_sharing(name, strand)
            return
        frame = strand.frames[-1]
        if frame.waits:
            self.join(strand, frame)
        elif frame.at == len(frame.operations):
            self.leave(name, strand)
        else:
            operation = frame.operations[frame.at]
            frame.at += 1
            getattr(self, operation[0])(name, strand, frame.variables, *operation[1:])

    def new(self, _, strand, variables, target, field):
        number = self.number()
        self.objects[number] = (strand.heaps[-1], False, variables.get(field))
        variables[target] = number

    def load(self, name, _, variables, target, source):
        number = variables.get(source)
        variables[target] = None if number is None else self.touch(name, number)[2]

    def store(self, name, strand, variables, target, source):
        holder, word = variables.get(target), variables.get(source)
        if holder is None:
            return
        heap, pinned, field = self.touch(name, holder)
        if heap == OLD and "remember" not in self.faults:
            self.objects[holder] = (heap, True, field)
        is_own = heap == strand.heaps[-1] and (not pinned or "pinned holder" in self.faults)
        shares = strand.heaps[-1] != 0 and not is_own and self.needs_pin(name, word) and "share" not in self.faults
        strand.share = ((word,) if shares else (), None, holder, word)

    def go_on_sharing(self, name, strand):
        stack, scanned, holder, word = strand.share
        if scanned is not None:
            field = self.touch(name, scanned)[2]
            if "transitive" not in self.faults and self.needs_pin(name, field):
                stack += (field,)
            strand.share = (stack, None, holder, word)
        elif stack:
            number = stack[-1]
            if self.is_foreign(strand, number) and "lock" not in self.faults:
                self.lock = name
            heap, pinned, field = self.touch(name, number)
            self.objects[number] = (heap, True, field)
            strand.share = (stack[:-1], None if pinned else number, holder, word)
        else:
            if self.lock == name:
                self.lock = None
            heap, pinned, _ = self.touch(name, holder)
            self.objects[holder] = (heap, pinned, word)
            strand.share = None

    def par(self, _, strand, variables, first, operations, second, others):
        frame = strand.frames[-1]
        frame.fork = Fork((others, second), dict(variables))
        frame.first = first
        strand.frames.append(Frame(operations, dict(variables)))

    def leave(self, name, strand):
        left = strand.frames.pop().variables.get("r")
        if not strand.frames:
            strand.result = (left,)
            return
        frame = strand.frames[-1]
        _, first, _, second, others = frame.operations[frame.at - 1]
        fork = frame.fork
        if fork.second is None:
            frame.variables[second], frame.fork = left, None
        elif fork.task is not None:
            frame.variables[first], frame.waits = left, True
        else:
            # In sequence. What the first branch has left is a variable of the frame by now.
            frame.variables[first], fork.second = left, None
            strand.frames.append(Frame(others, fork.variables))

    def join(self, strand, frame):
        _, _, _, second, _ = frame.operations[frame.at - 1]
        task = self.strands.pop(frame.fork.task)
        frame.variables[second], frame.fork, frame.waits = task.result[0], None, False
        youngest = strand.heaps.pop()
        for number, (heap, pinned, field) in self.objects.items():
            if heap in (youngest, task.heaps[0]):
                self.objects[number] = (strand.heaps[-1], pinned, field)

    # What happens at any moment.

    def promote(self, name, index):
        strand = self.strands[name]
        fork = strand.frames[index].fork
        task = self.number()
        fork.task = task
        self.strands[task] = Strand(self.number(), Frame(fork.second[0], dict(fork.variables)))
        youngest = strand.heaps[-1]
        strand.heaps.append(self.number())
        if "freeze" in self.faults:
            for number, (heap, pinned, field) in self.objects.items():
                if heap == youngest:
                    self.objects[number] = (strand.heaps[-1], pinned, field)

    def frames_above_promotions(self, strand):
        promoted = [index for index, frame in enumerate(strand.frames) if frame.fork and frame.fork.task is not None]
        return strand.frames[promoted[-1] if promoted else 0:]

    def collect_own(self, name):
        self.collections -= 1
        strand = self.strands[name]
        own, moved = strand.heaps[-1], {}
        ignores_pins = "pins" in self.faults

        def move(number):
            if number is None or number not in self.objects:
                return number
            heap, pinned, field = self.objects[number]
            if heap != own or (pinned and not ignores_pins):
                return number
            if number not in moved:
                moved[number] = self.number()
                moved[number], field = moved[number], field
                copies.append((moved[number], field))
            return moved[number]

        copies, done = [], {}
        for frame in self.frames_above_promotions(strand):
            for variables in (frame.variables, frame.fork.variables if frame.fork and frame.fork.task is None else {}):
                for variable, number in variables.items():
                    variables[variable] = move(number)
        while copies:
            number, field = copies.pop()
            done[number] = (own, False, move(field))
        for number, (heap, pinned, _) in list(self.objects.items()):
            if heap == own and (not pinned or ignores_pins):
                del self.objects[number]
        self.objects.update(done)

    def collect_whole(self):
        self.collections -= 1
        for number in list(self.objects):
            self.objects[number] = (OLD, False, self.objects[number][2])

    def collect_young(self):
        self.collections -= 1
        todo = [*self.roots(), *(field for heap, pinned, field in self.objects.values() if heap == OLD and pinned)]
        before, self.objects = self.objects, {number: (OLD, False, of[2]) for number, of in self.objects.items() if of[0] == OLD}
        while todo:
            number = todo.pop()
            if number in before and number not in self.objects:
                self.objects[number] = (OLD, False, before[number][2])
                todo.append(before[number][2])

    # What is looked at in each state.

    def roots(self):
        for strand in self.strands.values():
            if strand.result is not None:
                yield strand.result[0]
            for value in strand.share[2:] if strand.share else ():
                yield value
            for frame in strand.frames:
                yield from frame.variables.values()
                if frame.fork:
                    yield from frame.fork.variables.values()

    def check(self):
        """A key of the state, in which objects and heaps are numbered as they are found."""
        order, todo = {}, list(self.roots())[::-1]
        while todo:
            number = todo.pop()
            if number is None or number in order:
                continue
            if number not in self.objects:
                raise Violation("what can be reached is gone")
            order[number] = len(order)
            todo.append(self.objects[number][2])
        heaps = {0: 0, OLD: OLD}

        def heap_of(heap):
            return heaps.setdefault(heap, len(heaps))

        def variables_of(variables):
            return tuple(sorted((variable, order.get(number)) for variable, number in variables.items()))

        def fork_of(fork):
            return fork and (fork.second is None, names.get(fork.task), variables_of(fork.variables))

        names = {name: index for index, name in enumerate(self.strands)}
        strands = tuple(
            (tuple(map(heap_of, strand.heaps)), strand.result and order.get(strand.result[0]),
             strand.share and (tuple(order.get(number, number) for number in strand.share[0]),
                               order.get(strand.share[1]), order.get(strand.share[2]), order.get(strand.share[3])),
             tuple((frame.operations, frame.at, frame.waits, variables_of(frame.variables), fork_of(frame.fork))
                   for frame in strand.frames))
            for strand in self.strands.values())
        objects = tuple((heap_of(self.objects[number][0]), self.objects[number][1], order.get(self.objects[number][2]))
                        for number in order)
        return strands, objects, names.get(self.lock), self.collections


def explore(program, collections=1, faults=()):
    """Tries all runs; the number of states. A Violation's text ends with the run."""
    first = Machine(program, collections, faults)
    seen, todo = {first.check()}, [(first, None)]
    while todo:
        machine, run = todo.pop()
        steps = list(machine.steps())
        if not steps and machine.strands[0].result is None:
            raise Violation("nothing can go on" + describe(run))
        for kind, name, change in steps:
            after, longer = machine.copy(), (run, kind, name)
            try:
                change(after)
                key = after.check()
            except Violation as violation:
                raise Violation(str(violation) + describe(longer)) from None
            if key not in seen:
                seen.add(key)
                todo.append((after, longer))
    return len(seen)


def describe(run):
    lines = []
    while run:
        run, kind, name = run
        lines.append(f"\n  strand {name}: {kind}")
    return "".join(reversed(lines))
