//===- stack.cpp - stacks of user-level threads ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "stack.h"

#include "settings.h"
#include "valgrind_requests.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tactus::splice {

/// Stacks that a thread of the operating system keeps.
static constexpr std::size_t MostKept = 64;

static thread_local std::vector<Stack> kept;

static std::size_t pageSize() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

/// Of the lower part, if a thread's own stack has no limit.
static constexpr std::size_t MostDepth = std::size_t{1} << 30;
/// Without address space for more.
static constexpr std::size_t LeastDepth = std::size_t{1} << 16;

/// What a plain program has, which is the limit of its stack, twice: functions with effects have larger frames.
static std::size_t wantedDepth() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0)
    return LeastDepth;
  std::size_t own = std::min(static_cast<std::size_t>(limit.rlim_cur), MostDepth / 2);
  return std::max(2 * own, LeastDepth) / pageSize() * pageSize();
}

/// Large frames must not jump over it.
std::size_t Stack::guardSize() { return 16 * pageSize(); }

Stack::Stack(Stack &&other) noexcept
    : lowest_(std::exchange(other.lowest_, nullptr)), size_(std::exchange(other.size_, 0)),
      depth_(std::exchange(other.depth_, 0)), usedDepth_(std::exchange(other.usedDepth_, false)),
      valgrindNumber_(std::exchange(other.valgrindNumber_, 0)) {}

Stack &Stack::operator=(Stack &&other) noexcept {
  std::swap(lowest_, other.lowest_);
  std::swap(size_, other.size_);
  std::swap(depth_, other.depth_);
  std::swap(usedDepth_, other.usedDepth_);
  std::swap(valgrindNumber_, other.valgrindNumber_);
  return *this;
}

Stack::~Stack() {
  if (!lowest_)
    return;
  askValgrind(ValgrindRequest::DeregisterStack, valgrindNumber_, 0);
  munmap(lowest_ - guardSize(), size_ + guardSize());
}

bool Stack::acquire() {
  if (!kept.empty()) {
    *this = std::move(kept.back());
    kept.pop_back();
    return true;
  }
  // The depth halves until there is address space for it.
  for (std::size_t depth = wantedDepth(); depth >= LeastDepth; depth = depth / 2 / pageSize() * pageSize())
    if (map(depth))
      return true;
  return false;
}

bool Stack::map(std::size_t depth) {
  std::size_t page = pageSize();
  std::size_t size = depth + (settings().stackKilobytes * 1024 + page - 1) / page * page;
  void *mapping =
      mmap(nullptr, size + guardSize(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapping == MAP_FAILED)
    return false;
  char *lowest = static_cast<char *>(mapping) + guardSize();
  if (mprotect(lowest, size, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, size + guardSize());
    return false;
  }
  lowest_ = lowest;
  size_ = size;
  depth_ = depth;
  valgrindNumber_ = askValgrind(ValgrindRequest::RegisterStack, reinterpret_cast<std::uintptr_t>(lowest),
                                reinterpret_cast<std::uintptr_t>(lowest) + size_);
  return true;
}

void Stack::release() noexcept {
  if (!lowest_ || kept.size() >= MostKept)
    return;
  if (std::exchange(usedDepth_, false))
    madvise(lowest_, depth_, MADV_DONTNEED);
  if (kept.capacity() == 0)
    try {
      kept.reserve(MostKept);
    } catch (const std::bad_alloc &) {
      return; // the destructor unmaps
    }
  kept.push_back(std::move(*this));
}

} // namespace tactus::splice
