"""Iterations that wait for one another, in another file, in any pattern that ends under a static schedule.

A random execution is drawn: threads that each run their iterations in order, one event after the other. An iteration waits for
events that came before, of any iteration. So the program ends wherever each thread of the team goes on by itself, as OpenMP's do,
and whatever else has begun before.
"""

import random

import cases

OTHER = """
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
void set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST); }
void waitFor(int *flag) { while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST)) { IDLE } }
static int used[64];
int enter(int threads) {
  int me = omp_get_thread_num();
  if (me < 0 || me >= threads || __atomic_exchange_n(&used[me], 1, __ATOMIC_SEQ_CST)) abort();
  return me;
}
void leave(int me) {
  if (omp_get_thread_num() != me) abort();
  __atomic_store_n(&used[me], 0, __ATOMIC_SEQ_CST);
}
"""
IDLES = ["", "sched_yield();", "usleep(50);", "__builtin_ia32_pause();"]


def parts(count: int, threads: int, chunk: int) -> list[list[int]]:
    """Which iterations each thread runs, in order."""
    own: list[list[int]] = [[] for _ in range(threads)]
    each, more = divmod(count, threads)
    for i in range(count):
        first = more * (each + 1)
        plain = i // (each + 1) if i < first else more + (i - first) // max(each, 1)
        own[i // chunk % threads if chunk else plain].append(i)
    return own


def waits(choose, count: int, own: list[list[int]]) -> list[list[int]]:
    """For each iteration, events that it waits for: i is the beginning of iteration i, count + i its end."""
    result: list[list[int]] = [[] for _ in range(count)]
    past: list[int] = []
    position, isInside = [0] * len(own), [False] * len(own)
    live = [thread for thread in range(len(own)) if own[thread]]
    density, inStep = choose.choice([0.2, 0.6, 1.0]), choose.random() < 0.3
    while live:
        thread = min(live, key=lambda t: (position[t], choose.random())) if inStep else choose.choice(live)
        i = own[thread][position[thread]]
        if not isInside[thread]:
            past.append(i)
        else:
            for _ in range(choose.choice([1, 1, 2]) if choose.random() < density else 0):
                event = past[-1 - min(len(past) - 1, int(choose.expovariate(0.4)))]
                if event != i:
                    result[i].append(event)
            past.append(count + i)
            position[thread] += 1
            if position[thread] == len(own[thread]):
                live.remove(thread)
        isInside[thread] = not isInside[thread]
    return result


def make(seed, tools) -> cases.Case:
    choose = random.Random(seed * 32452843 + 7)
    threads = choose.choice([2, 2, 3, 4, 4])
    count, chunk = choose.choice([threads, 2 * threads, 16, 33, 64]), choose.choice([0, 0, 1, 1, 2, 5])
    lists = waits(choose, count, parts(count, threads, chunk))
    most = max(1, *map(len, lists))
    table = ", ".join("{" + ", ".join(map(str, row + [-1] * (most - len(row)))) + "}" for row in lists)
    # Who has been told its number keeps it, and those have to be distinct: others may wait for ever (decision 210).
    asks = count == threads and choose.random() < 0.5
    schedule = f"static, {chunk}" if chunk else "static"
    work = choose.choice([0, 0, 1000, 100000])
    text = f"""#include <stdlib.h>
void set(int *flag); void waitFor(int *flag); int enter(int threads); void leave(int me);
static const int waits[{count}][{most}] = {{{table}}};
static int flags[{2 * count}];
int main(void) {{
  int ran = 0;
  for (int time = 0; time < 3; time++) {{
    for (int i = 0; i < {2 * count}; i++) flags[i] = 0;
#pragma omp parallel for schedule({schedule}) num_threads({threads}) reduction(+ : ran)
    for (int i = 0; i < {count}; i++) {{
      volatile int sum = 0;
      for (int k = 0; k < {work} * (i % 3); k++) sum += k;
      {f'int me = enter({threads});' if asks else ''}
      set(&flags[i]);
      for (int k = 0; k < {most}; k++)
        if (waits[i][k] >= 0) waitFor(&flags[waits[i][k]]);
      set(&flags[{count} + i]);
      {'leave(me);' if asks else ''}
      ran++;
    }}
  }}
  return ran != 3 * {count};
}}
"""
    level = choose.choice(["-O0", "-O1", "-O2", "-O3"])
    sources = {"main.c": text, "other.c": OTHER.replace("IDLE", choose.choice(IDLES))}
    flags = ["-fopenmp", level, "-w", *sources, "-o", "program"]
    return cases.Case(sources=sources, build=[[tools.compiler("tactus", ".c"), *flags]],
                      reference=[[tools.compiler("libomp", ".c"), *flags]], settings=cases.usual_settings(choose),
                      words=f"{count} iterations of {threads} threads that wait, {schedule}, {level}")
