//===- frame.hpp - latent work that may go to another rank --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A Frame stands on the stack of a fork, and describes the branch that may run elsewhere. Each thread has a Shelf with
// those of its frames that nobody has begun, the outermost first:
//
//     on a shelf ──take()──► runs in this rank
//         │ ▲
//     given │ comes back
//         ▼ │
//        Away ──► Done    the result is there
//            └──► Failed  the branch has thrown there: it runs again here, and throws here
//
// Whoever takes a frame off its shelf, under the shelf's lock, decides. All else of a frame is under the member's lock.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_FRAME_HPP
#define TACTUS_CLUSTER_FRAME_HPP

#include "image.hpp"
#include "protocol.hpp"
#include "travel.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

namespace tactus::cluster::detail {

class Frame;

/// Held for a few instructions.
class SpinLock {
  // Acquired and released as a lock.
  std::atomic_flag taken;

public:
  void lock() noexcept {
    while (taken.test_and_set(std::memory_order_acquire))
      while (taken.test(std::memory_order_relaxed))
        ;
  }
  void unlock() noexcept { taken.clear(std::memory_order_release); }
};

/// The frames of one thread, the outermost first.
struct Shelf {
  SpinLock lock;
  Frame *first = nullptr, *last = nullptr;

  void add(Frame &frame) noexcept;
  /// One that was here before, and was the outermost.
  void addFirst(Frame &frame) noexcept;
  /// False if somebody else has it.
  bool remove(Frame &frame) noexcept;
  /// Null if there is none.
  Frame *takeFirst() noexcept;
  std::optional<uint32_t> firstLevel() noexcept;

private:
  /// Under the lock.
  void unlink(Frame &frame) noexcept;
};

/// What a branch does in another rank: reads captures, writes its result. It may ask whether it should stop.
using Run = void (*)(Reader &captures, Writer &result, const std::atomic<bool> &stop);

enum class Place : uint8_t { Home, Away, Done, Failed };

class Frame {
  friend struct Shelf;
  friend class Member;
  Frame *older = nullptr, *newer = nullptr;
  Shelf *shelf = nullptr;
  bool isListed = false;
  // Under the member's lock:
  Place place = Place::Home;
  Way way = Way::Asked;
  bool isAbandoned = false;

public:
  /// How many frames are around it.
  const uint32_t level;

  explicit Frame(uint32_t depth) : level(depth) {}
  Frame(const Frame &) = delete;
  Frame &operator=(const Frame &) = delete;

  // What the progress thread calls, while the frame is on no shelf.
  /// Whether what it captures can travel: else it runs in this rank.
  [[nodiscard]] virtual bool prepare() { return true; }
  [[nodiscard]] virtual FunctionName function() const = 0;
  virtual void pack(Writer &captures) const = 0;
  virtual void accept(Reader &result) = 0;
  /// Whether nobody wants the rest.
  [[nodiscard]] virtual bool isStopped() const { return false; }

protected:
  ~Frame() = default;
};

inline void Shelf::add(Frame &frame) noexcept {
  std::scoped_lock guard(lock);
  frame.shelf = this;
  frame.older = last;
  frame.newer = nullptr;
  (last ? last->newer : first) = &frame;
  last = &frame;
  frame.isListed = true;
}

inline void Shelf::addFirst(Frame &frame) noexcept {
  std::scoped_lock guard(lock);
  frame.older = nullptr;
  frame.newer = first;
  (first ? first->older : last) = &frame;
  first = &frame;
  frame.isListed = true;
}

inline void Shelf::unlink(Frame &frame) noexcept {
  (frame.older ? frame.older->newer : first) = frame.newer;
  (frame.newer ? frame.newer->older : last) = frame.older;
  frame.isListed = false;
}

inline bool Shelf::remove(Frame &frame) noexcept {
  std::scoped_lock guard(lock);
  if (!frame.isListed)
    return false;
  unlink(frame);
  return true;
}

inline Frame *Shelf::takeFirst() noexcept {
  std::scoped_lock guard(lock);
  Frame *frame = first;
  if (frame)
    unlink(*frame);
  return frame;
}

inline std::optional<uint32_t> Shelf::firstLevel() noexcept {
  std::scoped_lock guard(lock);
  return first ? std::optional(first->level) : std::nullopt;
}

/// The shelves of all threads.
struct Shelves {
  std::mutex mutex;
  std::vector<Shelf *> all;

  static Shelves &get() {
    static auto &shelves = *new Shelves; // threads may end after everything else
    return shelves;
  }
};

/// What a thread is doing.
struct Here {
  Shelf shelf;
  /// Frames around what it runs, and pieces of other ranks that it runs on top of each other.
  uint32_t level = 0, pieces = 0;

  Here() {
    std::scoped_lock guard(Shelves::get().mutex);
    Shelves::get().all.push_back(&shelf);
  }
  ~Here() {
    std::scoped_lock guard(Shelves::get().mutex);
    std::erase(Shelves::get().all, &shelf);
  }
  Here(const Here &) = delete;
  Here &operator=(const Here &) = delete;
};

inline Here &here() {
  static thread_local Here instance;
  return instance;
}

/// A number of this thread's, otherwise for a while.
class Changed {
  uint32_t &number;
  uint32_t before;

public:
  Changed(uint32_t &what, uint32_t value) : number(what), before(what) { number = value; }
  ~Changed() { number = before; }
  Changed(const Changed &) = delete;
  Changed &operator=(const Changed &) = delete;
};

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_FRAME_HPP
