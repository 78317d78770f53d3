//===- out_of_memory.cpp - one line instead of an exception that nobody catches ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Linked to all kernels in C++, whose inputs are containers of the standard library. allocate() does the same for the
// others.
//
//===----------------------------------------------------------------------===//
#include "workload.h"

#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

[[noreturn]] void reportNoMemory() {
  std::fprintf(stderr, "%s: error: no memory for inputs of this size, choose a smaller --size\n", workload.name);
  std::exit(1);
}

[[maybe_unused]] const std::new_handler previous = std::set_new_handler(reportNoMemory);

} // namespace
