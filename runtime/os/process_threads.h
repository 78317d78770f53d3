//===- process_threads.h - how many threads the process has ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_PROCESS_THREADS_H
#define TACTUS_RUNTIME_OS_PROCESS_THREADS_H

#include "os/read_file.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace tactus {

struct ProcessThreads {
  /// Of the initial thread, as the system names it.
  char state = 0;
  /// That one included, also when it has ended; 0 if it cannot be found out.
  uint32_t count = 0;

  bool initialHasEnded() const { return state == 'Z'; }

  static ProcessThreads now() {
    char text[1024];
    if (!readFile("/proc/self/stat", text, sizeof text))
      return {};
    // The name of the program, in brackets, may hold anything.
    const char *field = strrchr(text, ')');
    if (!field || field[1] != ' ')
      return {};
    ProcessThreads found;
    found.state = field[2];
    // The state is the third field, and the number of threads the twentieth.
    for (int number = 2; number < 20 && field; ++number)
      field = strchr(field + 1, ' ');
    if (field)
      found.count = static_cast<uint32_t>(strtoul(field, nullptr, 10));
    return found;
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_PROCESS_THREADS_H
