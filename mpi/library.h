//===- library.h - the program's MPI, whichever it is -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// MPI's C functions differ between libraries only in what their handles are: pointers in Open MPI, `int` in MPICH and
// its descendants. By the ABI of x86-64 and AArch64 each argument of either form is one machine word, in a register or
// on the stack, whose upper half is not looked at where it is an `int`. So words are passed on as they have come.
//
// The functions that do the work are those of the profiling interface, PMPI_… They are looked up by name at the first
// call: this library names no MPI, and does no harm in a program without one.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_MPI_LIBRARY_H
#define TACTUS_MPI_LIBRARY_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tactus::mpi {

/// An argument: a pointer, an integer or a handle.
using Word = uintptr_t;

/// MPI_SUCCESS of every library.
inline constexpr int Success = 0;

template <typename Type> Word wordOf(Type *pointer) { return reinterpret_cast<Word>(pointer); }

/// A status, which nobody looks at: larger than that of every library.
struct alignas(16) Opaque {
  unsigned char bytes[256];
};

/// Looks a function of the program's MPI up. Ends the process with one line if it has none of that name.
void *findFunction(const char *name);

namespace detail {
template <size_t> using AsWord = Word;
template <size_t... Index> auto typeFor(std::index_sequence<Index...>) -> int (*)(AsWord<Index>...);
} // namespace detail

/// A function of MPI with so many arguments. One for each name, and constant-initialised.
template <size_t Arguments> class Function {
  const char *const name;
  // Relaxed: whoever looks it up finds the same, and the function has been there before.
  std::atomic<void *> found{nullptr};

public:
  using Type = decltype(detail::typeFor(std::make_index_sequence<Arguments>{}));

  constexpr explicit Function(const char *called) : name(called) {}

  template <typename... Words> int operator()(Words... words) {
    static_assert(sizeof...(Words) == Arguments);
    void *function = found.load(std::memory_order_relaxed);
    if (!function)
      found.store(function = findFunction(name), std::memory_order_relaxed);
    return reinterpret_cast<Type>(function)(words...);
  }
};

} // namespace tactus::mpi

#endif // TACTUS_MPI_LIBRARY_H
