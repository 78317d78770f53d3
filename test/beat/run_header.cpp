//===- run_header.cpp - code of the header that waits for interrupts, and some that polls ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Arguments: `forks` or `loops`; `mixed` to run both kinds of objects in turns, anything else for those that wait for
// interrupts alone; and how often. Read by check.py.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "loops.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int count, char **arguments) {
  bool hasLoops = count > 1 && strcmp(arguments[1], "loops") == 0;
  bool isMixed = count > 2 && strcmp(arguments[2], "mixed") == 0;
  int repetitions = count > 3 ? atoi(arguments[3]) : 1;
  constexpr long ForksSize = 22, LoopsSize = 40;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    if (hasLoops ? !areLoopsRight(LoopsSize) || (isMixed && !arePolledLoopsRight(LoopsSize))
                 : !areForksRight(ForksSize) || (isMixed && !arePolledForksRight(ForksSize)))
      return 1;
  puts("0"); // No timer is counted here.
  return 0;
}
