//===- weak_memory.h - what atomic operations may see without sequential consistency ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// C++'s memory model as a machine: a location keeps all messages that were written to it, in modification order, and a
// fiber has a view, the oldest message of each location that it may still read.
//
//     load     reads any message from the view's on; the view moves there. Acquire: and takes the message's own view
//     store    puts a message anywhere behind the view's. Release: with the fiber's view in it
//     update   reads a message that no other update has read, and stands right behind it; hands its view on
//     seq_cst  acquire and release, and never before what an earlier such operation has read or written at the location
//
// Which message is read, and where one is put, are choices of the explorer's. Every processor that C++ is compiled for
// shows no more than that, AArch64 among them, but for one thing: a load never reads from a store that its own fiber
// makes later, or that depends on the load (load buffering). [Kang et al. '17, without promises; Lahav et al. '17,
// RC11]
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_RUNTIME_WEAK_MEMORY_H
#define TACTUS_TEST_RUNTIME_WEAK_MEMORY_H

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace tactus::test {

class WeakMemory {
public:
  /// For each location the number of a message.
  using View = std::map<const void *, unsigned>;
  /// One of so many.
  using Choice = std::function<unsigned(unsigned)>;

  explicit WeakMemory(Choice choose) : choose(std::move(choose)) {}

  void clear() { locations.clear(); }
  void forget(const void *where) { locations.erase(where); }
  /// There is this one message, and everybody has seen it.
  void begin(const void *where, uint64_t value) {
    locations[where] = Location();
    locations[where].messages = {{0, value, {}, false}};
  }
  bool knows(const void *where) const { return locations.count(where) != 0; }
  uint64_t newest(const void *where) const { return locations.at(where).messages.back().value; }

  uint64_t load(View &view, const void *where, std::memory_order order);
  void store(View &view, const void *where, uint64_t value, std::memory_order order);
  /// `next` says what is written, or nothing if the comparison has failed; then it was a load of the order `otherwise`.
  uint64_t update(View &view, const void *where, std::memory_order order, std::memory_order otherwise,
                  const std::function<std::optional<uint64_t>(uint64_t)> &next);
  /// What a system call sees, and locks do.
  uint64_t loadNewest(View &view, const void *where, std::memory_order order);
  void storeNewest(View &view, const void *where, uint64_t value, std::memory_order order);

  /// For what is not atomic: has the view all messages, and one more.
  bool hasSeenAll(const View &view, const void *where) const;
  void mark(View &view, const void *where);

  void join(View &view, const View &other) const;

private:
  struct Message {
    unsigned number;
    uint64_t value;
    View view;
    /// Written by an update, of the message in front of it.
    bool isAttached;
  };
  struct Location {
    std::vector<Message> messages;
    /// The last message that a sequentially consistent operation has read or written.
    unsigned strict = 0;
  };

  Choice choose;
  std::map<const void *, Location> locations;

  static bool acquires(std::memory_order order) {
    return order != std::memory_order_relaxed && order != std::memory_order_release;
  }
  static bool releases(std::memory_order order) { return order >= std::memory_order_release; }
  static bool isStrict(std::memory_order order) { return order == std::memory_order_seq_cst; }
  static unsigned positionOf(const Location &location, unsigned number);
  unsigned firstVisible(const View &view, const void *where, std::memory_order order) const;
  void see(View &view, const void *where, const Message &message, std::memory_order order);
  void put(View &view, const void *where, unsigned position, uint64_t value, std::memory_order order,
           const View *handedOn);
};

} // namespace tactus::test

#endif // TACTUS_TEST_RUNTIME_WEAK_MEMORY_H
