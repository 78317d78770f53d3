//===- run_foreign.cpp - beats that meet other compilers' code -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Arguments: the name of a loop, the steps of one of its calls, its iterations, and how often. The counters are read by
// the caller (check_foreign.py).
//
//===----------------------------------------------------------------------===//
#include "foreign.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int count, char **arguments) {
  if (count != 5)
    return 2;
  long steps = atol(arguments[2]), iterations = atol(arguments[3]), repetitions = atol(arguments[4]);
  for (unsigned index = 0; index < foreignLoopCount; ++index) {
    const ForeignLoop &loop = foreignLoops[index];
    if (strcmp(loop.name, arguments[1]) != 0)
      continue;
    long expected = loop.expected(iterations, steps);
    for (long repetition = 0; repetition < repetitions; ++repetition)
      if (long result = loop.run(iterations, steps); result != expected) {
        printf("%s: %ld instead of %ld\n", loop.name, result, expected);
        return 1;
      }
    return 0;
  }
  return 2;
}
