//===- valgrind_requests.h - what valgrind has to be told of stacks --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Valgrind takes a switch to a stack that it does not know for a large frame, and what lies between the two for
// undefined. And what a thread has left on its stack is not to be touched for memcheck, until the stack is made ready
// for the next.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_VALGRIND_REQUESTS_H
#define TACTUS_SPLICE_VALGRIND_REQUESTS_H

#include <cstdint>

namespace tactus::splice {

/// Their numbers in valgrind.h and memcheck.h.
enum class ValgrindRequest : std::uintptr_t {
  RegisterStack = 0x1501,
  DeregisterStack = 0x1502,
  MakeUndefined = 'M' << 24 | 'C' << 16 | 1,
};

/// A client request: instructions that change nothing on a processor, and that valgrind sees. 0 without valgrind.
inline std::uintptr_t askValgrind(ValgrindRequest request, std::uintptr_t first, std::uintptr_t second) {
  const volatile std::uintptr_t arguments[] = {static_cast<std::uintptr_t>(request), first, second, 0, 0, 0};
  std::uintptr_t answer = 0;
  __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                   : "+d"(answer)
                   : "a"(&arguments[0])
                   : "cc", "memory");
  return answer;
}

} // namespace tactus::splice

#endif // TACTUS_SPLICE_VALGRIND_REQUESTS_H
