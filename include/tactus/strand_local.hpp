//===- strand_local.hpp - an object for each strand, to be walked over --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus::strand_local<Buffer> buffers;
//     tactus::parallel_for(0, n, [&](int i) { buffers.local().add(i); });
//     for (Buffer &buffer : buffers)
//       write(buffer);
//
// A combinable of lists: a join puts the list of the later strand behind that of the earlier one. So the objects stand
// in the order of the serial program, and there are as many as tasks have asked, and one.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_STRAND_LOCAL_HPP
#define TACTUS_STRAND_LOCAL_HPP

#include "combinable.hpp"

#include <concepts>
#include <cstddef>
#include <list>
#include <utility>

namespace tactus {

/// Objects of which each strand has one for itself, kept until all have been joined, in the order of the serial
/// program. To be made before what uses it, and walked over behind that.
/// Complexity: local() takes some thirty instructions; the first of each task allocates and copies the initial value.
/// Exceptions: local() throws std::bad_alloc, and what copying throws. What an abandoned task has made is dropped.
/// Threads: any strand may call local() at any time; all else is for who has joined all of them.
/// Example:
///     tactus::strand_local<std::vector<int>> found;
///     tactus::parallel_for(0, 100, [&](int i) {
///       if (i % 25 == 0)
///         found.local().push_back(i);
///     });
///     for (const std::vector<int> &part : found)
///       for (int value : part)
///         std::cout << value << ' '; // prints 0 25 50 75
template <std::copy_constructible T> class strand_local {
  using List = std::list<T>;
  struct Append {
    List operator()(List earlier, List later) const noexcept {
      earlier.splice(earlier.end(), later);
      return earlier;
    }
  };
  T initial;
  combinable<List, Append> lists;

public:
  explicit strand_local(T first = T()) : initial(std::move(first)) {}

  /// The calling strand's object. Not to be kept beyond the next fork, loop or join.
  [[nodiscard]] T &local() {
    List &list = lists.local();
    return list.empty() ? list.emplace_back(initial) : list.back();
  }

  /// All of them, where everything that uses them has been joined.
  [[nodiscard]] auto begin() noexcept { return lists.get().begin(); }
  [[nodiscard]] auto end() noexcept { return lists.get().end(); }
  [[nodiscard]] std::size_t size() noexcept { return lists.get().size(); }
  [[nodiscard]] bool empty() noexcept { return lists.get().empty(); }
  /// Drops all objects.
  void clear() noexcept { lists.get().clear(); }
};

} // namespace tactus

#endif // TACTUS_STRAND_LOCAL_HPP
