//===- cluster.hpp - forks and loops over the ranks of an MPI job -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     long count(int row, Board board) {
//       ...
//         auto [a, b] = cluster::par(cluster::call<count>(row + 1, one), cluster::call<count>(row + 1, another));
//     }
//     int main(int argc, char **argv) {
//       return tactus::cluster::run(argc, argv, [] { std::cout << count(0, {}) << '\n'; });
//     }
//
// Rank 0 runs the program, and the others what it gives away: on a beat, a hundred times slower than a worker's, the
// outermost branch on a rank's stack goes to a rank that has nothing to do. A branch that travels is a function with
// captures that mean the same in another process. Within a rank everything is as latent as with <tactus/tactus.hpp>.
//
// What runs in another rank changes nothing in this one: only results come back. docs/cluster.md has the whole story.
//
// Exceptions: as in the sequential program: the first in order arrives, when all that had been begun has ended.
// Threads: any thread of rank 0, and what it calls, in any rank, between the beginning and the end of run().
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_HPP
#define TACTUS_CLUSTER_HPP

#if !defined(__cplusplus) || __cplusplus <= 201703L
#error "<tactus/cluster.hpp> needs C++20: compile with -std=c++20"
#elif !__has_include(<mpi.h>)
#error "<tactus/cluster.hpp> needs MPI: compile with mpicxx, with tactus-clang++ in OMPI_CXX or MPICH_CXX"
#else

#include "cluster/array_loops.hpp"
#include "cluster/branch.hpp"
#include "cluster/call.hpp"
#include "cluster/range.hpp"
#include "cluster/session.hpp"

namespace tactus::cluster {

/// Runs `program()` in rank 0 while the other ranks help, starts and ends MPI if the program has not, and returns what
/// main() should: the program's int or 0, and 0 in the other ranks. With one rank, or without a launcher, it is a call.
template <class Program>
  requires std::invocable<Program &> &&
           (std::is_void_v<std::invoke_result_t<Program &>> || std::same_as<std::invoke_result_t<Program &>, int>)
int run(int &argc, char **&argv, Program program) {
  detail::MpiSession session(&argc, &argv);
  return detail::runJob(program);
}

/// The rank that runs the caller, and how many there are. Unlike MPI's own functions they may be called anywhere.
inline int rank() {
  detail::Member *member = detail::Member::current();
  return member ? member->rank() : 0;
}
inline int size() {
  detail::Member *member = detail::Member::current();
  return member ? member->size() : 1;
}

/// A body of a loop that may run in another rank.
template <class Body, class Index>
concept travelling_body =
    travels<std::remove_cvref_t<Body>> && std::invocable<const std::remove_cvref_t<Body> &, Index>;

/// What a body returns for an iteration.
template <class Body, class Index> using result_of_body = std::decay_t<std::invoke_result_t<const Body &, Index>>;

/// Calls body(i) for each i of [begin, end), in any order, at the same time and in any rank, and returns the results as
/// a std::vector, in order; nothing if they are void. If a stop is requested, some are left as they were made, by T().
template <std::integral Index, class Body, stop_request Stop = never_stop>
  requires travelling_body<Body, Index> && travels<Index> &&
           (std::is_void_v<result_of_body<Body, Index>> || travels<result_of_body<Body, Index>>)
auto parallel_for(Index begin, std::type_identity_t<Index> end, const Body &body, const Stop &stop = {}) {
  using Result = result_of_body<Body, Index>;
  detail::Interval iterations(begin < end ? tactus::detail::distance(begin, end) : 0);
  if constexpr (std::is_void_v<Result>) {
    detail::runAll(detail::ForTask<Index, Body>{iterations, begin, body}, {}, detail::viewOf(stop));
  } else {
    detail::MapTask<Index, Body, Result> task{iterations, begin, body};
    if constexpr (std::is_same_v<Result, bool>) { // a std::vector's are no objects
      auto results = std::make_unique<bool[]>(iterations.count);
      detail::runAll(task, results.get(), detail::viewOf(stop));
      return std::vector<bool>(results.get(), results.get() + iterations.count);
    } else {
      std::vector<Result> results(iterations.count);
      detail::runAll(task, results.data(), detail::viewOf(stop));
      return results;
    }
  }
}

/// combine of identity and map(i) for each i of [begin, end), in order, grouped by their number alone: the same bits
/// for any number of ranks and workers. `identity` is neutral. If a stop is requested, some are left out.
template <std::integral Index, class T, class Combine, class Map, stop_request Stop = never_stop>
  requires travels<T> && travels<Index> && travels<Combine> && combines<const Combine, T> &&
           travelling_body<Map, Index> && std::convertible_to<std::invoke_result_t<const Map &, Index>, T>
[[nodiscard]] T transform_reduce(Index begin, std::type_identity_t<Index> end, T identity, const Combine &combine,
                                 const Map &map, const Stop &stop = {}) {
  detail::Interval iterations(begin < end ? tactus::detail::distance(begin, end) : 0);
  std::optional<T> result;
  detail::runAll(detail::ReduceTask<Index, T, Combine, Map>{iterations, begin, identity, combine, map}, &result,
                 detail::viewOf(stop));
  return result ? std::move(*result) : identity;
}

} // namespace tactus::cluster

#endif

#endif // TACTUS_CLUSTER_HPP
