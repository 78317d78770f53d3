//===- task_graph.hpp - functions that come behind others, and conditions -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::task_graph graph;
//     auto load = graph.add([&] { ... });
//     auto index = graph.add([&] { ... }, {load});         behind load
//     auto check = graph.add_condition([&] { return isGood ? 1 : 0; }, {index});
//     graph.choose(check, {load, save});                   goes back to load, or on to save
//     graph.run();
//
// A function that has returned counts down what waits for it. What becomes ready goes on in the same strand: one
// function as a loop, several as a latent loop over them. So the strands of a graph are nested forks, and run() is
// their join. Cycles would nest without end; from a depth on, what is ready goes to the list of run(), which begins it
// at the top.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TASK_GRAPH_HPP
#define TACTUS_TASK_GRAPH_HPP

#include "detail/algorithms.hpp"
#include "detail/outcome.hpp"
#include "detail/stop.hpp"

#include <atomic>
#include <concepts>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tactus {

namespace detail {
[[noreturn]] inline void refuseCircle() {
#if defined(__cpp_exceptions)
  throw std::invalid_argument("tactus::task_graph: functions wait for each other in a circle: put a condition into it");
#else
  std::terminate();
#endif
}
} // namespace detail

/// Functions that run as soon as all those in front of them have returned, at the same time if they can. A condition is
/// a function that returns which of its alternatives comes next: these wait for nothing else of it, and may have run
/// before. A graph can be run many times.
/// Complexity: add() allocates; run() looks once at all functions and edges, and then calls what is ready.
/// Exceptions: run() throws what a function has thrown, that of any of several; no functions are begun any more. It
/// throws std::invalid_argument if functions wait for each other in a circle without a condition.
/// Threads: one strand at a time; functions are called by several threads at a time.
/// Example:
///     int value = 1;
///     tactus::task_graph graph;
///     auto twice = graph.add([&] { value *= 2; });
///     auto again = graph.add_condition([&] { return value < 100 ? 0 : 1; }, {twice});
///     auto last = graph.add([&] { value += 1; });
///     graph.choose(again, {twice, last});
///     graph.run();
///     std::cout << value; // prints 129
class task_graph {
  struct Node {
    /// The alternative that comes next, or Next for all that wait.
    std::function<std::size_t()> function;
    std::vector<Node *> next;
    bool isCondition = false, isAlternative = false;
    /// How many functions there are to wait for.
    std::size_t needed = 0;
    // Counted down by those. Acquire and release: what comes last goes on behind all of them.
    std::atomic<std::size_t> missing{0};

    explicit Node(std::function<std::size_t()> what) : function(std::move(what)) {}
  };
  static constexpr std::size_t All = ~std::size_t{0};
  static constexpr unsigned MostDepth = 32;

  std::deque<Node> nodes;
  // Of run(): what has become ready too deep. Under the mutex.
  std::mutex mutex;
  std::vector<Node *> deferred;
  // Set by who fails, read before each function. Relaxed, as it tells of nothing else.
  std::atomic<bool> hasFailed{false};

public:
  /// A function of the graph.
  class node {
    friend class task_graph;
    Node *in;
    explicit node(Node *where) : in(where) {}
  };

  task_graph() = default;
  task_graph(const task_graph &) = delete;
  task_graph &operator=(const task_graph &) = delete;

  /// Adds a function that runs behind all these.
  template <class Function>
    requires std::invocable<Function &> && std::copy_constructible<Function>
  node add(Function function, std::initializer_list<node> before = {}) {
    return addNode(
        [function = std::move(function)]() mutable {
          std::invoke(function);
          return All;
        },
        before);
  }

  /// Adds a condition that runs behind all these. It returns the number of the alternative that is next, or another
  /// number for none.
  template <class Function>
    requires std::convertible_to<std::invoke_result_t<Function &>, int> && std::copy_constructible<Function>
  node add_condition(Function function, std::initializer_list<node> before = {}) {
    node made = addNode(
        [function = std::move(function)]() mutable {
          return static_cast<std::size_t>(static_cast<unsigned>(static_cast<int>(std::invoke(function))));
        },
        before);
    made.in->isCondition = true;
    return made;
  }

  /// Lets `after` wait for `before`, too.
  void precede(node before, node after) {
    before.in->next.push_back(after.in);
    if (before.in->isCondition)
      after.in->isAlternative = true;
    else
      ++after.in->needed;
  }

  /// What a condition chooses from, numbered from 0 behind what it has already.
  void choose(node condition, std::initializer_list<node> alternatives) {
    for (node alternative : alternatives)
      precede(condition, alternative);
  }

  /// Runs all that waits for nothing and is no alternative; without any, the first that has been added and waits for
  /// nothing. Then what becomes ready. Returns when nothing is left.
  template <stop_request Stop = never_stop> void run(Stop stop = {}) {
    std::vector<Node *> ready = begin();
    while (!ready.empty()) {
      runAll(ready, 0, stop);
      ready = std::exchange(deferred, {});
    }
  }

private:
  node addNode(std::function<std::size_t()> function, std::initializer_list<node> before) {
    node made(&nodes.emplace_back(std::move(function)));
    for (node earlier : before)
      precede(earlier, made);
    return made;
  }

  /// What is ready at the beginning: what waits for nothing and is no alternative; without any, the first that waits
  /// for nothing.
  std::vector<Node *> begin() {
    std::vector<Node *> ready;
    Node *first = nullptr;
    for (Node &each : nodes) {
      each.missing.store(each.needed, std::memory_order_relaxed);
      if (each.needed != 0)
        continue;
      first = first ? first : &each;
      if (!each.isAlternative)
        ready.push_back(&each);
    }
    if (ready.empty() && first)
      ready.push_back(first);
    refuseCircles();
    hasFailed.store(false, std::memory_order_relaxed);
    deferred.clear();
    return ready;
  }

  /// Takes out what waits for nothing that is left; alternatives are begun by others.
  void refuseCircles() {
    std::vector<Node *> ready;
    for (Node &each : nodes)
      if (each.needed == 0)
        ready.push_back(&each);
    for (std::size_t index = 0; index < ready.size(); ++index)
      if (!ready[index]->isCondition)
        for (Node *after : ready[index]->next)
          if (after->missing.fetch_sub(1, std::memory_order_relaxed) == 1)
            ready.push_back(after);
    if (ready.size() != nodes.size())
      detail::refuseCircle();
    for (Node &each : nodes)
      each.missing.store(each.needed, std::memory_order_relaxed);
  }

  template <class Stop> bool isOver(const Stop &stop) const noexcept {
    return hasFailed.load(std::memory_order_relaxed) || stop.stop_requested();
  }

  template <class Stop> void runAll(const std::vector<Node *> &ready, unsigned depth, const Stop &stop) {
    parallel_for(std::size_t{0}, ready.size(), [&](std::size_t index) { runFrom(ready[index], depth, stop); });
  }

  /// Runs a function, and what becomes ready by it.
  template <class Stop> void runFrom(Node *next, unsigned depth, const Stop &stop) {
    std::vector<Node *> ready;
    while (!isOver(stop)) {
      ready.clear();
      call(*next, ready);
      if (ready.empty())
        return;
      if (ready.size() == 1) {
        next = ready.front();
        continue;
      }
      if (depth < MostDepth)
        return runAll(ready, depth + 1, stop);
      std::lock_guard lock(mutex);
      deferred.insert(deferred.end(), ready.begin(), ready.end());
      return;
    }
  }

  void call(Node &of, std::vector<Node *> &ready) {
    // Before those that it chooses can come back to it.
    of.missing.store(of.needed, std::memory_order_relaxed);
    std::size_t choice = All;
#if defined(__cpp_exceptions)
    try {
      choice = of.function();
    } catch (...) {
      hasFailed.store(true, std::memory_order_relaxed);
      throw;
    }
#else
    choice = of.function();
#endif
    if (of.isCondition) {
      if (choice < of.next.size())
        ready.push_back(of.next[choice]);
      return;
    }
    for (Node *after : of.next)
      if (after->missing.fetch_sub(1, std::memory_order_acq_rel) == 1)
        ready.push_back(after);
  }
};

} // namespace tactus

#endif // TACTUS_TASK_GRAPH_HPP
