# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Faults put into event logs: what a log would look like if libtactus did something that no rule allows.

Each fault takes a list of Line and a random number generator, and changes the list; it returns False if the log offers no
place for it. The checker must reject what it makes.
"""

from event_log import parse


class Line:
    def __init__(self, thread, kind, fields):
        self.thread, self.kind, self.fields = thread, kind, dict(fields)

    def copy(self, **fields):
        return Line(self.thread, self.kind, {**self.fields, **fields})


def take_apart(text):
    return [Line(event.thread, event.kind, event.fields) for event in parse(text)[1]]


def put_together(lines, head):
    body = [" ".join([str(number), str(line.thread), line.kind, *(f"{k}={v}" for k, v in line.fields.items())])
            for number, line in enumerate(lines)]
    return "\n".join([head, *body, "end dropped=0"])


def choose(lines, random, kind, where=lambda line: True):
    """The index of a line of that kind, None if there is none."""
    found = [index for index, line in enumerate(lines) if line.kind == kind and where(line)]
    return random.choice(found) if found else None


def following(lines, start, kind, **fields):
    """The index of the next line of that kind with those fields, None if there is none."""
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if line.kind == kind and all(line.fields.get(key) == value for key, value in fields.items()):
            return index
    return None


def remove_lines(lines, kind, index, **fields):
    """Removes the next line of that kind as well."""
    other = following(lines, index, kind, **fields)
    if other is not None:
        del lines[other]


def starts_twice(lines, random):
    index = choose(lines, random, "finish")
    if index is None:
        return False
    lines.insert(index + 1, Line(lines[index].thread, "start", {"task": lines[index].fields["task"], "how": "stolen"}))


def never_runs(lines, random):
    index = choose(lines, random, "start")
    if index is None:
        return False
    task = lines[index].fields["task"]
    remove_lines(lines, "finish", index, task=task)
    del lines[index]


def joins_before_the_end(lines, random):
    index = choose(lines, random, "finish")
    if index is None:
        return False
    join = next(line.fields["join"] for line in reversed(lines[:index])
                if line.kind == "task" and line.fields["task"] == lines[index].fields["task"])
    joined = following(lines, index, "joined", join=join)
    lines.insert(joined + 1, lines[index])
    del lines[index]


def cancelled_task_runs(lines, random):
    index = choose(lines, random, "cancel")
    if index is None:
        return False
    lines.insert(index + 1, Line(99, "start", {"task": lines[index].fields["task"], "how": "stolen"}))


def cancels_started_task(lines, random):
    index = choose(lines, random, "start", lambda line: line.fields["how"] == "stolen")
    if index is None:
        return False
    lines.insert(index + 1, Line(lines[index].thread, "cancel", {"task": lines[index].fields["task"]}))


def steals_started_task(lines, random):
    index = choose(lines, random, "start")
    if index is None:
        return False
    lines.insert(index + 1, Line(98, "steal", {"task": lines[index].fields["task"]}))


def promotes_twice(lines, random):
    index = choose(lines, random, "promote", lambda line: line.fields["kind"] == "fork")
    if index is None:
        return False
    lines.insert(index + 2, lines[index].copy(join="0xbad0"))


def promotes_before_the_fork(lines, random):
    index = choose(lines, random, "promote")
    at = lines[index].fields["at"] if index is not None else None
    begins = [i for i in range(index or 0) if lines[i].kind == "begin" and lines[i].fields["at"] == at
              and lines[i].thread == lines[index].thread]
    if not begins:
        return False
    line = lines.pop(begins[-1])
    lines.insert(index, line)


def promotes_after_the_fork(lines, random):
    index = choose(lines, random, "promote")
    if index is None:
        return False
    end = following(lines, index, "end-fork", at=lines[index].fields["at"])
    if end is None:
        return False
    lines.insert(index, lines.pop(end))


def promotes_elsewhere(lines, random):
    index = choose(lines, random, "promote")
    if index is None:
        return False
    lines[index].thread = 97


def promotes_with_older_latent(lines, random):
    index = choose(lines, random, "promote")
    if index is None:
        return False
    lines[index].fields["older"] = "1"


def promotes_younger(lines, random):
    """The address of a younger open fork, with a log that says it is the oldest."""
    forks, candidates = {}, []
    for index, line in enumerate(lines):
        open_forks = forks.setdefault(line.thread, [])
        if line.kind == "begin":
            open_forks.append(line.fields["at"])
        elif line.kind == "end-fork":
            open_forks.pop()
        elif line.kind == "promote" and open_forks and open_forks[-1] != line.fields["at"]:
            candidates.append((index, open_forks[-1]))
    if not candidates:
        return False
    index, at = random.choice(candidates)
    lines[index].fields["at"] = at


def finishes_elsewhere(lines, random):
    index = choose(lines, random, "finish")
    if index is None:
        return False
    lines[index].thread = 96


def joins_elsewhere(lines, random):
    index = choose(lines, random, "wait")
    if index is None:
        return False
    lines[index].thread = 95
    lines[following(lines, index, "joined", join=lines[index].fields["join"])].thread = 95


def joins_twice(lines, random):
    index = choose(lines, random, "joined")
    if index is None:
        return False
    lines.insert(index + 1, lines[index].copy())


def never_joins(lines, random):
    index = choose(lines, random, "wait")
    if index is None:
        return False
    join = lines[index].fields["join"]
    for kind in ("release", "joined"):
        remove_lines(lines, kind, index, join=join)
    del lines[index]


def never_releases(lines, random):
    index = choose(lines, random, "release")
    if index is None:
        return False
    # The address must not be used again, or it is another fault.
    name = lines[index].fields["join"]
    if any(name in line.fields.values() for line in lines[index + 1:]):
        return False
    del lines[index]


def joins_before_the_first_branch_ends(lines, random):
    index = choose(lines, random, "wait")
    promotes = [i for i in range(index or 0)
                if lines[i].kind == "promote" and lines[i].fields["join"] == lines[index].fields["join"]]
    if not promotes:
        return False
    lines.insert(following(lines, promotes[-1], "task") + 1, lines.pop(index))


def two_tasks_of_a_fork(lines, random):
    index = choose(lines, random, "promote", lambda line: line.fields["kind"] == "fork")
    if index is None:
        return False
    lines.insert(index + 2, Line(lines[index].thread, "task", {"task": "0xbad1", "join": lines[index].fields["join"]}))


def token_from_nowhere(lines, random):
    index = choose(lines, random, "tokens")
    if index is None:
        return False
    lines[index].fields["now"] = str(int(lines[index].fields["now"]) + 1)


def token_lost(lines, random):
    index = choose(lines, random, "tokens", lambda line: line.fields["why"] in ("beat", "promotion", "entry"))
    if index is None or following(lines, index, "tokens") is None:
        return False
    # Only a later change on the same thread can tell, before the thread is another one or the account is closed.
    for line in lines[index + 1:]:
        if line.thread == lines[index].thread and line.kind in ("tokens", "thread"):
            if line.kind == "thread" or line.fields["why"] == "stolen":
                return False
            break
    else:
        return False
    del lines[index]


def steals_more_tokens_than_passed(lines, random):
    index = choose(lines, random, "tokens", lambda line: line.fields["why"] == "stolen")
    if index is None:
        return False
    fields = lines[index].fields
    fields["by"], fields["now"] = str(int(fields["by"]) + 1), str(int(fields["now"]) + 1)


def promotion_is_refunded_twice(lines, random):
    index = choose(lines, random, "tokens", lambda line: line.fields["why"] == "promotion")
    if index is None:
        return False
    fields = lines[index].fields
    fields["by"], fields["now"] = "1", str(int(fields["now"]) + 2)


FAULTS = [starts_twice, never_runs, joins_before_the_end, cancelled_task_runs, cancels_started_task, steals_started_task,
          promotes_twice, promotes_before_the_fork, promotes_after_the_fork, promotes_elsewhere, promotes_with_older_latent,
          promotes_younger, finishes_elsewhere, joins_elsewhere, joins_twice, never_joins, never_releases,
          joins_before_the_first_branch_ends, two_tasks_of_a_fork, token_from_nowhere, token_lost,
          steals_more_tokens_than_passed, promotion_is_refunded_twice]
