//===- frame.hpp - work that may go to another rank ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A Frame describes a task that may run elsewhere. The rank's Shelf has those that nobody has begun, in the order in
// which they were promoted. The outermost branch of a stack is promoted first, so the first on the shelf is given away:
//
//     on the shelf ──take()──► runs in this rank
//         │ ▲
//     given │ comes back
//         ▼ │
//        Away ──► Done    the result is there
//            └──► Failed  the branch has thrown there: it runs again here, and throws here
//
// Whoever takes a frame off the shelf, under the shelf's lock, decides. All else of a frame is under the member's lock.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_FRAME_HPP
#define TACTUS_CLUSTER_FRAME_HPP

#include "image.hpp"
#include "protocol.hpp"
#include "travel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

namespace tactus::cluster::detail {

/// Held for a few instructions.
class SpinLock {
  // Acquired and released as a lock.
  std::atomic_flag taken;

public:
  bool try_lock() noexcept { return !taken.test_and_set(std::memory_order_acquire); }
  void lock() noexcept {
    while (!try_lock())
      while (taken.test(std::memory_order_relaxed))
        ;
  }
  void unlock() noexcept { taken.clear(std::memory_order_release); }
};

/// What a branch does in another rank: reads captures, writes its result. It may ask whether it should stop.
using Run = void (*)(Reader &captures, Writer &result, const std::atomic<bool> &stop);

enum class Place : uint8_t { Home, Away, Done, Failed };

class Frame {
  friend class Shelf;
  friend class Member;
  Frame *older = nullptr, *newer = nullptr;
  std::chrono::steady_clock::time_point offeredAt;
  bool isListed = false;
  // Under the member's lock:
  Place place = Place::Home;
  Way way = Way::Asked;
  bool isAbandoned = false;

public:
  Frame() = default;
  Frame(const Frame &) = delete;
  Frame &operator=(const Frame &) = delete;

  // What the progress thread calls, while the frame is not on the shelf.
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

/// The frames of a rank, in the order of their promotion.
///
/// A beat pays for a promotion. But a branch that is called may be long and never poll, as a solver's, and what is
/// latent around it would stay here while other ranks have nothing to do. So some forks are promoted without a beat:
/// `wanted` of them. One that has stood here for as long as a beat, or has been given away, has paid for the next one.
class Shelf {
  static constexpr int32_t MostWanted = 4;
  static constexpr auto Paid = std::chrono::microseconds(100);
  SpinLock lock;
  Frame *first = nullptr, *last = nullptr;
  // Written under the lock, read by libtactus at polls, which may see an old value.
  int32_t wanted = MostWanted;

  void unlink(Frame &frame) noexcept {
    (frame.older ? frame.older->newer : first) = frame.newer;
    (frame.newer ? frame.newer->older : last) = frame.older;
    frame.isListed = false;
  }
  void want(int32_t change) noexcept {
    __atomic_store_n(&wanted, std::clamp(wanted + change, int32_t{0}, MostWanted), __ATOMIC_RELAXED);
  }

public:
  [[nodiscard]] const int32_t *wantedTasks() const { return &wanted; }

  /// By whoever promotes, perhaps in a signal handler: false if the interrupted code has the lock.
  bool offer(Frame &frame) noexcept {
    constexpr int Tries = 1000;
    int tries = 0;
    while (!lock.try_lock())
      if (++tries == Tries)
        return false;
    frame.offeredAt = std::chrono::steady_clock::now();
    frame.older = last;
    frame.newer = nullptr;
    (last ? last->newer : first) = &frame;
    last = &frame;
    frame.isListed = true;
    want(-1);
    lock.unlock();
    return true;
  }
  /// One that was here before, and was the first.
  void addFirst(Frame &frame) noexcept {
    std::scoped_lock guard(lock);
    frame.older = nullptr;
    frame.newer = first;
    (first ? first->older : last) = &frame;
    first = &frame;
    frame.isListed = true;
  }
  /// False if somebody else has it.
  bool remove(Frame &frame) noexcept {
    std::scoped_lock guard(lock);
    if (!frame.isListed)
      return false;
    unlink(frame);
    if (std::chrono::steady_clock::now() - frame.offeredAt >= Paid)
      want(1);
    return true;
  }
  /// Null if there is none.
  Frame *takeFirst() noexcept {
    std::scoped_lock guard(lock);
    Frame *frame = first;
    if (frame) {
      unlink(*frame);
      want(1);
    }
    return frame;
  }
  bool isEmpty() noexcept {
    std::scoped_lock guard(lock);
    return !first;
  }
};

/// That of this rank.
inline constinit Shelf shelf;

/// Pieces of other ranks that the thread runs on top of each other.
inline constinit thread_local uint32_t stackedPieces = 0;

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
