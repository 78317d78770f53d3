//===- tactus.hpp - fork-join parallelism for C++20 -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     long fib(long n) {
//       if (n < 2)
//         return n;
//       auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
//       return a + b;
//     }
//
// Say what may run at the same time, down to the last call and iteration; libtactus decides on a beat what does. There
// are no grain sizes. Works with any C++20 compiler that links libtactus.
//
//     par(f, g, …)            both results, or all
//     parallel_invoke(f, …)   no results
//     parallel_for            over integers or a range
//     parallel_reduce         any associative operator, in order
//     parallel_scan, parallel_sort
//     task_group              a number of branches that is not known in advance
//
// Everything may be nested in everything. Exceptions arrive as in the sequential program: the first in program order.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TACTUS_HPP
#define TACTUS_TACTUS_HPP

// One line for what cannot be compiled, and nothing of the header behind it. (Before C++20 was out, compilers that knew
// most of it had numbers between the two.)
#if defined(__cplusplus) && __cplusplus > 201703L
#include "detail/refused/call.hpp" // before all others, which an error would name

#include "detail/algorithms.hpp"        // IWYU pragma: export
#include "detail/nary.hpp"              // IWYU pragma: export
#include "detail/par.hpp"               // IWYU pragma: export
#include "detail/refused/branches.hpp"  // IWYU pragma: export
#include "detail/refused/loops.hpp"     // IWYU pragma: export
#include "detail/refused/sequences.hpp" // IWYU pragma: export
#include "detail/scan.hpp"              // IWYU pragma: export
#include "detail/sort.hpp"              // IWYU pragma: export
#include "detail/task_group.hpp"        // IWYU pragma: export
#else
#error "<tactus/tactus.hpp> needs C++20: compile with -std=c++20"
#endif

#endif // TACTUS_TACTUS_HPP
