#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""TACTUS_TRACE: what is in the file, however the process ends.

The program does what its arguments say: "loops" prints a sum; "crash HOW" ends in the middle of a loop; "fork" has a
child with a loop of its own; "long" makes more events than eight mebibytes hold; "nest" has a loop of one iteration around
another.
"""

import collections
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static double x[20000];
static double loops(void) {
#pragma omp parallel for
  for (int i = 0; i < 20000; i++)
    x[i] = i;
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 20000; i++)
    sum += x[i];
  return sum;
}
static void nest(int rows) {
#pragma omp parallel for
  for (int row = 0; row < rows; row++)
#pragma omp parallel for
    for (int i = 0; i < 20000; i++)
      for (int step = 0; step < 200; step++)
        x[i] = x[i] * 0.5 + row;
}
static void crash(const char *how) {
  if (!strcmp(how, "abort"))
    abort();
  if (!strcmp(how, "exit"))
    _exit(7);
  kill(getpid(), !strcmp(how, "kill") ? SIGKILL : SIGSEGV);
  pause();
}
int main(int argc, char **argv) {
  if (!strcmp(argv[1], "crash")) {
    double sum = loops();
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
      x[i] += sum;
      if (i == 900)
        crash(argv[2]);
    }
  }
  if (!strcmp(argv[1], "fork")) {
    loops();
    if (fork() == 0) {
      loops();
      exit(0);
    }
    int status;
    wait(&status);
    loops();
    return status;
  }
  if (!strcmp(argv[1], "nest")) {
    nest(argc - 1);
    return 0;
  }
  for (int i = 1; i < (strcmp(argv[1], "long") ? 1 : 60); i++)
    loops();
  printf("%g\n", loops());
}
"""

LOOPS = {"loop program.c:10", "loop program.c:14"}
# The line of the nest.
NEST = PROGRAM.splitlines().index("static void nest(int rows) {") + 2


class Folder:
    def __init__(self, path, compiler):
        self.path = path
        (path / "program.c").write_text(PROGRAM)
        subprocess.run([compiler, "-O2", "-fopenmp", "program.c", "-o", "program"], cwd=path, check=True)

    def run(self, *arguments, expect=0, **settings):
        """`settings` are variables of the environment, None for those that are not to be set."""
        environment = {**os.environ, "TACTUS_WORKERS": "3", "TACTUS_CHAOS": "1", "TACTUS_TRACE": "trace.json", **settings}
        environment = {name: value for name, value in environment.items() if value is not None}
        done = subprocess.run(["./program", *arguments], cwd=self.path, env=environment, capture_output=True, text=True)
        assert done.returncode == expect, (arguments, done)
        assert done.stderr == "", done.stderr
        return done.stdout


def read_whole(path):
    """A file that has been ended is JSON as it is."""
    return json.loads(path.read_text())


def read_torn(path):
    """What is left of one that has not: without the bracket, as the format allows, and perhaps a torn line."""
    lines = [line for line in path.read_text().split("\n") if line.strip(" ")]
    assert lines[0] == "[" and not lines[-1].endswith("]"), lines[-1]
    events, torn = [], 0
    for line in lines[1:]:
        assert line.endswith("},") or line.startswith(" "), line
        try:
            events.append(json.loads(line.removesuffix(",")))
        except json.JSONDecodeError:
            torn += 1
    assert torn <= 3, torn  # one a thread
    return events


def kind(event):
    """Tasks are called by what they come from."""
    word = event.get("name", event["ph"]).split(" ")[0]
    return "task" if word in ("loop", "fork") else word


def beats_of(events):
    """A beat has a line of its own, or is told by the promotion that it led to."""
    return [event["args"] if event.get("name") == "tactus_beat" else event["args"]["beat"]
            for event in events if event.get("name") == "tactus_beat" or "beat" in event.get("args", {})]


def check_slices(events, complete):
    """On each track slices nest, times never go back within the lines of a thread, and arrows end in slices."""
    open_slices = collections.defaultdict(list)
    for event in events:
        track = (event["pid"], event.get("tid"))
        if event["ph"] == "B":
            open_slices[track].append(event)
        elif event["ph"] == "E":
            begin = open_slices[track].pop()
            assert event["ts"] >= begin["ts"], (begin, event)
    names = [event["name"] for stack in open_slices.values() for event in stack]
    if complete:
        assert set(names) <= {"idle", "asleep"}, names
    starts = {event["id"] for event in events if event["ph"] == "s"}
    assert starts == {event["id"] for event in events if event["ph"] == "f"}
    return names


def test_contents(folder):
    stdout = folder.run("loops", TACTUS_STATS="stats.json")
    assert stdout == "1.9999e+08\n", stdout
    events = read_whole(folder.path / "trace.json")
    counters = json.loads((folder.path / "stats.json").read_text())["counters"]
    kinds = collections.Counter(kind(event) for event in events if event["ph"] in "BXsf")
    end = events[-1]
    text = (folder.path / "trace.json").read_bytes()
    assert end["name"] == "tactus_end", end
    # The end says where it stands, by which readers know that nothing is missing.
    assert end["args"] == {"dropped": 0, "thinning": 0, "at": text.rindex(b"\n", 0, -1) + 1}, end
    assert counters["promotions"] > 0
    assert kinds["promotion"] == counters["promotions"]
    assert kinds["task"] == counters["tasks"]
    assert kinds["join"] == counters["joinsFast"] + counters["joinsSlow"]
    assert kinds["wait"] == counters["joinsSlow"]
    assert kinds["steal"] == 2 * counters["stolenRuns"]
    tasks = [event for event in events if kind(event) == "task"]
    assert {event["name"] for event in tasks} <= LOOPS, tasks[:3]
    check_slices(events, complete=True)

    # The graph: every task has been promoted by one that had begun, and belongs to a join that was met.
    by_number = {event["args"]["task"]: event for event in tasks}
    promoted = {}
    for event in events:
        if kind(event) == "promotion":
            for number, begin, after in event["args"]["tasks"]:
                promoted[number] = event
                run = by_number[number]["args"]
                assert (run["begin"], run["end"]) == (begin, after), (event, run)
    assert promoted.keys() == by_number.keys()
    joins = {event["args"]["join"] for event in events if kind(event) == "join"}
    for number, event in promoted.items():
        arguments = event["args"]
        assert "by" not in arguments or by_number[arguments["by"]]["ts"] <= event["ts"]
        # Readers take a higher number for a later promotion.
        assert number > arguments["join"] > arguments.get("by", 0), event
        assert event["ts"] <= by_number[number]["ts"] and arguments["join"] in joins

    # What is needed beside: who the process is, its places, where it was at beats, and how its counters went.
    process = next(event["args"] for event in events if event.get("name") == "tactus_process")
    assert process["workers"] == 3 and process["command"] == ["./program", "loops"]
    assert process["directory"] == str(folder.path)
    places = {event["args"]["place"]: event["args"] for event in events if event.get("name") == "tactus_place"}
    assert {(place["file"], place["line"]) for place in places.values()} == {("program.c", 10), ("program.c", 14)}
    assert all(place["kind"] == "loop" and place["leaf"] for place in places.values())
    assert any(beat["parts"] for beat in beats_of(events))
    assert any("beat" in event["args"] for event in promoted.values())
    assert any(event["ph"] == "C" and event["args"]["polls per beat"] > 0 for event in events)
    workers = {event["args"]["name"] for event in events if event.get("name") == "thread_name"}
    assert "main thread" in workers and workers <= {"main thread", *(f"worker {n}" for n in range(1, 50))}


def test_loops_with_nothing_left(folder):
    """Where a thread is includes what is not latent: the walk of a promotion that leaves it out is not enough."""
    folder.run("nest", TACTUS_CHAOS=None, TACTUS_WORKERS="2")
    events = read_whole(folder.path / "trace.json")
    lines = {event["args"]["place"]: event["args"]["line"] for event in events if event.get("name") == "tactus_place"}
    told = [event["args"]["beat"] for event in events if kind(event) == "promotion" and "beat" in event["args"]]
    stacks = {tuple(lines[part[0]] for part in beat["parts"]) for beat in told if "task" not in beat and "same" not in beat}
    assert (NEST, NEST + 2) in stacks, (stacks, told)


def test_ends(folder):
    """However the process ends, its file says what it did until then."""
    for how, status in (("segv", -signal.SIGSEGV), ("kill", -signal.SIGKILL), ("abort", -signal.SIGABRT), ("exit", 7)):
        folder.run("crash", how, expect=status)
        events = read_torn(folder.path / "trace.json")
        names = check_slices(events, complete=False)
        assert {event["name"] for event in events if kind(event) == "task"} >= LOOPS
        assert names, how  # of the loop that was running


def test_processes(folder):
    """A child writes to a file of its own, or to none."""
    folder.run("fork", TACTUS_TRACE="process-%p.json")
    files = list(folder.path.glob("process-*.json"))
    assert len(files) == 2, files
    processes = set()
    for file in files:
        events = read_whole(file)
        check_slices(events, complete=True)
        numbers = {event["pid"] for event in events}
        assert len(numbers) == 1 and file.name == f"process-{min(numbers)}.json", (file, numbers)
        processes |= numbers
        assert any(kind(event) == "task" for event in events)
    assert len(processes) == 2

    folder.run("fork")
    events = read_whole(folder.path / "trace.json")
    assert len({event["pid"] for event in events}) == 1
    check_slices(events, complete=True)

    # A file of the same name is replaced, never written over: whoever still writes to it is not disturbed.
    with open(folder.path / "trace.json", "rb") as old:
        before = old.read()
        folder.run("loops")
        old.seek(0)
        assert old.read() == before != (folder.path / "trace.json").read_bytes()


def test_bound(folder):
    folder.run("long", TACTUS_TRACE_MB="8", TACTUS_STATS="stats.json", TACTUS_PROMOTE="every")
    path = folder.path / "trace.json"
    assert path.stat().st_size <= (8 << 20) + 4096, path.stat().st_size
    events = read_whole(path)
    tasks = [event["args"]["task"] for event in events if kind(event) == "task"]
    counters = json.loads((folder.path / "stats.json").read_text())["counters"]
    assert len(tasks) < counters["tasks"] / 2
    assert events[-1]["args"]["thinning"] > 0
    # Thinned, not cut off. Tasks and joins are numbered together; what would fit without thinning is a small part of them.
    # At the end only one of a million is kept, which may be a task or a join.
    numbers = counters["tasks"] + counters["joinsFast"] + counters["joinsSlow"]
    latest = max(tasks + [event["args"]["join"] for event in events if kind(event) == "join"])
    assert latest > numbers / 3 > 5 * len(tasks), (latest, len(tasks), counters)
    assert latest % 4 == 0


def test_chunks(folder):
    """Who has little to say leaves little blank; who has much takes larger pieces of the file, unless that is small."""
    path, first = folder.path / "trace.json", 64 << 10
    folder.run("loops", TACTUS_CHAOS=None)
    # A chunk for each of three threads, and one that an idle worker has made ready.
    assert path.stat().st_size <= 4 * first + 4096, path.stat().st_size
    folder.run("long", TACTUS_PROMOTE="every")
    text = path.read_bytes()
    assert len(text) > 64 * first, len(text)
    # A chunk ends with blanks, and a line.
    assert text.count(b" \n") < len(text) / first / 2, (text.count(b" \n"), len(text))
    folder.run("long", TACTUS_TRACE_MB="1")
    assert path.stat().st_size <= (1 << 20) + 4096, path.stat().st_size
    assert path.read_bytes().count(b" \n") > 12


def test_fixed_chunks(folder):
    """TACTUS_CHUNK: so many iterations between two polls, and the trace says so."""
    environment = {**os.environ, "TACTUS_WORKERS": "1", "TACTUS_TRACE": "trace.json", "TACTUS_STATS": "stats.json"}
    for chunk in (1, 50, 5000):
        subprocess.run(["./program", "loops"], cwd=folder.path, env={**environment, "TACTUS_CHUNK": str(chunk)}, check=True,
                       stdout=subprocess.DEVNULL)
        # Two loops of 20,000 iterations; each begins with a poll or two until its price is what it has to be.
        polls = json.loads((folder.path / "stats.json").read_text())["counters"]["polls"]
        assert 40000 / chunk <= polls <= 40000 / chunk + 10, (chunk, polls)
        beats = beats_of(read_whole(folder.path / "trace.json"))
        assert beats and all(beat.get("chunk", 1) in (1, chunk) for beat in beats), (chunk, beats)


def test_no_file(folder):
    """A file that cannot be made costs one line."""
    environment = {**os.environ, "TACTUS_WORKERS": "2", "TACTUS_TRACE": "nowhere/trace.json"}
    done = subprocess.run(["./program", "loops"], cwd=folder.path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "1.9999e+08\n", done
    expected = f"tactus: error: TACTUS_TRACE: cannot write {folder.path}/nowhere/trace.json: No such file or directory; "
    assert done.stderr.startswith(expected) and done.stderr.count("\n") == 1, done.stderr


def main():
    compiler = pathlib.Path(sys.argv[1]) / "bin/tactus-clang"
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(pathlib.Path(name), compiler)
        for test in (test_contents, test_loops_with_nothing_left, test_ends, test_processes, test_bound, test_chunks,
                     test_fixed_chunks, test_no_file):
            test(folder)
    print("trace: ok")


if __name__ == "__main__":
    main()
