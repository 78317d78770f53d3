//===- process_generation.cpp - what has begun in a process that this one was forked from ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/process_generation.h"

#include <cstdio>
#include <unistd.h>

namespace tactus {

constinit uint16_t processGeneration = 0;

void endChildOfFork(const char *what) {
  fprintf(stderr,
          "tactus: error: the child of a fork() in parallel code %s, which only its parent has; end the child where it "
          "was made, by _exit(), or by a function of exec()\n",
          what);
  _exit(1);
}

} // namespace tactus
