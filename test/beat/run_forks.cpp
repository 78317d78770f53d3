//===- run_forks.cpp - forks that wait for interrupts, and some that poll ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Arguments: `mixed` to run both kinds of objects in turns, anything else for those that wait for interrupts alone, and
// how often. Read by check.py.
//
//===----------------------------------------------------------------------===//
#include "forks.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int count, char **arguments) {
  bool isMixed = count > 1 && strcmp(arguments[1], "mixed") == 0;
  int repetitions = count > 2 ? atoi(arguments[2]) : 1;
  constexpr long Size = 22;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    if (!areForksRight(Size) || (isMixed && !arePolledForksRight(Size)))
      return 1;
  puts("0"); // No timer is counted here.
  return 0;
}
