//===- run_header.cpp - code of the header and TPAL that waits for interrupts, and some that polls -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Arguments: `forks`, `loops` or `tpal`; `mixed` to run both kinds of objects in turns, anything else for those that
// wait for interrupts alone; and how often. Read by check.py.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "loops.h"
#include "tpal.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "forks";
  bool isMixed = count > 2 && strcmp(arguments[2], "mixed") == 0;
  int repetitions = count > 3 ? atoi(arguments[3]) : 1;
  struct Code {
    const char *name;
    long size;
    bool (*isRight)(long size), (*isPolledRight)(long size);
  };
  constexpr Code Codes[] = {{"forks", 22, areForksRight, arePolledForksRight},
                            {"loops", 40, areLoopsRight, arePolledLoopsRight},
                            {"tpal", 24, areTpalProgramsRight, arePolledTpalProgramsRight}};
  for (const Code &code : Codes)
    for (int repetition = 0; strcmp(code.name, what) == 0 && repetition < repetitions; ++repetition)
      if (!code.isRight(code.size) || (isMixed && !code.isPolledRight(code.size)))
        return 1;
  puts("0"); // No timer is counted here.
  return 0;
}
