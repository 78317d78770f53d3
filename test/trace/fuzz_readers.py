#!/usr/bin/env python3
"""Mutates real traces, and what an object file says of its loops, and reads them by all commands that do: whatever a file holds,
they end soon, with status 0 or 1, say what is wrong in lines that begin with "tactus: ", and never print a number that cannot be
(negative, infinite, or none).

    fuzz_readers.py ROOT                        a bounded number of mutations, always the same: what ctest runs
    fuzz_readers.py ROOT --minutes 10 --seed 7  others, for so long
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

PROGRAM = r"""
static double x[300][50];
static long fib(long n) {
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}
static void regions(double *sum) {
#pragma omp parallel for ordered
  for (int i = 0; i < 20; i++)
#pragma omp ordered
    *sum += i;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(iterator(only = 0 : 1), out : sum[0])
    *sum += 1;
  }
}
static void short_region(double *sum) {
#pragma omp parallel for ordered num_threads(1)
  for (int i = 0; i < 2; i++)
#pragma omp ordered
    *sum += i;
}
// As abi/waits.h has it: what a library says that stands between a program and its MPI.
struct wait_site {
  const char *function;
  const void *address;
  unsigned long number, calls, ticks;
  struct wait_site *next;
};
void tactus_wait_note(struct wait_site *, unsigned long);
void tactus_wait_noted(struct wait_site *, unsigned long);
unsigned long tactus_wait_clock(void);
int tactus_wait_lend(void);
void tactus_wait_end(void);
void tactus_wait_sites(struct wait_site **);
int main(void);
static struct wait_site second = {"MPI_Recv", (const void *)main, 2, 7, 50000, 0};
static struct wait_site first = {"MPI_Barrier", (const void *)main, 1, 3, 90000, &second}, *sites = &first;
static void wait_twice(void) {
  tactus_wait_sites(&sites);
  tactus_wait_noted(&first, tactus_wait_clock());
  tactus_wait_note(&second, tactus_wait_clock());
  tactus_wait_lend();
  tactus_wait_end();
}
int main(void) {
  wait_twice();
  double early = 0;
  for (int round = 0; round < 200; round++)
    short_region(&early);
  for (int round = 0; round < 10; round++)
    regions(&early);
#pragma omp parallel for
  for (int i = 0; i < 300; i++)
#pragma omp parallel for
    for (int j = 0; j < 50; j++)
      x[i][j] += i * j;
  double sum = early;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 300; i++)
    sum += x[i][3];
  long f;
#pragma omp parallel
#pragma omp single
  f = fib(12);
  return sum < f;
}
double least(const double *restrict from, double *restrict to, int count) {
  double smallest = 1e9, next;
  for (int i = 0; i < count; i++) {
    next = from[i] * 2;
    to[i] = next;
    smallest = next < smallest ? next : smallest;
  }
  return smallest;
}
"""

LOOPS = ".tactus_loops"
VALUES = ["-1", "0", "1", "1.5", "1e308", "-1e308", "1e999", "1e14", "9223372036854775807", "9223372036854775808",
          "18446744073709551615", "18446744073709551616", "null", "true", '"x"', "[]", "{}", "[[1,0,0,5]]", "[[1,0]]"]


def make_traces(root, folder):
    """Traces with promotions and without, of one worker and more."""
    (folder / "program.c").write_text(PROGRAM)
    subprocess.run([root / "bin/tactus-clang", "-O2", "-fopenmp", "program.c", "-o", "program"], cwd=folder, check=True)
    settings = [{"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "5"}, {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "5"},
                {"TACTUS_WORKERS": "3", "TACTUS_CHAOS": "1"}]
    traces = []
    for number, setting in enumerate(settings):
        path = folder / f"trace{number}.json"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TACTUS_")}
        subprocess.run(["./program"], cwd=folder, env={**environment, **setting, "TACTUS_TRACE": str(path)}, check=True)
        # Not much of a trace is needed, but its end is.
        lines = [line.rstrip() for line in path.read_text().splitlines() if line.strip()]
        traces.append("\n".join(lines[:400] + lines[-20:]) + "\n")
        for kind in ('"name":"tactus_region"', '"name":"region ', '"by":"strands"', '"by":"libomp"', '"name":"tactus_regions"'):
            assert kind in traces[-1], f"trace {number} has no line with {kind}"
    return traces


def make_object(root, folder):
    """An object with what the compiler says of loops without pragmas, and of constructs; the former also as lines."""
    subprocess.run([root / "bin/tactus-clang", "-O2", "-g", "-fopenmp", "-c", "program.c", "-o", "program.o"], cwd=folder, check=True)
    subprocess.run(["objcopy", "-O", "binary", "-j", LOOPS, "--set-section-flags", f"{LOOPS}=alloc", "program.o", "loops"], cwd=folder, check=True)
    return folder / "program.o", (folder / "loops").read_text().replace("\0", "\n")


def mutate_object(path, lines, source, mutant):
    """The lines, or bytes anywhere, a cut, a number in the header or the table of sections."""
    data, kind = bytearray(path.read_bytes()), source.randrange(6)
    if kind < 3:
        (mutant.parent / "loops").write_bytes(mutate(lines, source).replace(b"\n", b"\0"))
        subprocess.run(["objcopy", "--update-section", f"{LOOPS}={mutant.parent}/loops", path, mutant], check=True)
        return
    if kind == 3:
        data = data[:source.randrange(len(data))]
    elif kind == 4:
        for _ in range(source.randrange(1, 6)):
            data[source.randrange(len(data))] = source.randrange(256)
    else:
        table = int.from_bytes(data[40:48], "little")
        place = source.choice([source.randrange(16, 56), source.randrange(table, len(data) - 8)])
        data[place:place + 8] = source.choice([0, 1, 64, 2**31, 2**32 - 1, 2**63, 2**64 - 1, len(data)]).to_bytes(8, "little")
    mutant.write_bytes(data)


def mutate(text, source):
    kind = source.randrange(8)
    lines = text.split("\n")
    some = source.randrange(len(lines))
    if kind == 0:  # cut
        return text[:source.randrange(len(text))].encode()
    if kind == 1:  # a hole
        begin = source.randrange(len(text))
        return (text[:begin] + text[begin + source.randrange(2000):]).encode()
    if kind == 2:  # a line twice
        lines.insert(source.randrange(len(lines)), lines[some])
    elif kind == 3:  # another order
        other = source.randrange(len(lines))
        lines[some], lines[other] = lines[other], lines[some]
    elif kind == 4:  # a field less
        fields = list(re.finditer(r'"\w+":("[^"]*"|[^,{}\[\]]+),', lines[some]))
        if fields:
            field = source.choice(fields)
            lines[some] = lines[some][:field.start()] + lines[some][field.end():]
    elif kind == 5:  # bytes
        data = bytearray(text.encode())
        for _ in range(source.randrange(1, 6)):
            data[source.randrange(len(data))] = source.randrange(256)
        return bytes(data)
    else:  # other values
        for _ in range(source.randrange(1, 4)):
            some = source.randrange(len(lines))
            numbers = list(re.finditer(r"(?<=[:\[,])-?\d+(\.\d+)?(?=[,\]}])", lines[some]))
            if numbers:
                number = source.choice(numbers)
                lines[some] = lines[some][:number.start()] + source.choice(VALUES) + lines[some][number.end():]
    return "\n".join(lines).encode()


def check(command, path):
    """What is wrong with what the command does, or nothing."""
    try:
        done = subprocess.run([*command, path], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "does not end"
    errors = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1):
        return f"status {done.returncode}: {errors}"
    if (done.returncode == 1) != ("tactus: error: " in errors):
        return f"status {done.returncode}, but: {errors}"
    if any(not line.startswith("tactus: ") for line in errors.splitlines()) or errors.count("\n") > 6:
        return f"says: {errors}"
    output = done.stdout.decode(errors="replace")
    # An error, of a prediction, may be negative.
    if re.search(r"\b(nan|inf)\b|(?<![\w.])-\d", re.sub(r"error [-+]\S+", "", output), re.IGNORECASE):
        return f"prints: {output}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=lambda name: pathlib.Path(name).absolute())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=240)
    parser.add_argument("--minutes", type=float)
    options = parser.parse_args()
    source = random.Random(options.seed)
    begin, count, failures = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        traces = make_traces(options.root, folder)
        commands = [[options.root / "bin/tactus", "simulate", "--workers", "1,3,64"],
                    [options.root / "bin/tactus", "report", "-o", folder / "page.html", "--trace"]]
        of_objects = [[options.root / "bin/tactus", "advise", "--static"]]
        object_file, lines = make_object(options.root, folder)
        mutant = folder / "mutant.json"
        # As they are they are good.
        for trace in traces:
            mutant.write_text(trace)
            for command in commands:
                assert check(command, mutant) is None, check(command, mutant)
        assert check(of_objects[0], object_file) is None, check(of_objects[0], object_file)
        while time.monotonic() - begin < options.minutes * 60 if options.minutes else count < options.count:
            count += 1
            if count % 2:
                mutant.write_bytes(mutate(source.choice(traces), source))
            else:
                mutate_object(object_file, lines, source, mutant)
            problem = check(source.choice(commands if count % 2 else of_objects), mutant)
            if problem:
                failures += 1
                kept = pathlib.Path(tempfile.gettempdir()) / f"tactus-trace-{options.seed}-{count}.json"
                kept.write_bytes(mutant.read_bytes())
                print(f"{kept}: {problem}", file=sys.stderr)
    print(f"fuzz_readers: {count} mutants, {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
