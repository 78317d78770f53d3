//===- stack.h - stacks of user-level threads -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A stack is a mapping of its own, with 16 pages below it that nobody may touch. What is not used of it takes no
// memory. A thread of the operating system keeps the stacks that it has used for the next time.
//
//    lowest                                                    top
//    | depth: twice the limit of the program's own stack | spliced |
//
// Spliced calls begin in the upper part, whose size is TACTUS_SPLICE_STACK_KB. Where a call would begin below it, it is
// a plain call (decision 182), and has the room that it would have without splicing.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_STACK_H
#define TACTUS_SPLICE_STACK_H

#include <cstddef>
#include <cstdint>

namespace tactus::splice {

class Stack {
public:
  Stack() = default;
  Stack(Stack &&other) noexcept;
  Stack &operator=(Stack &&other) noexcept;
  ~Stack();

  /// Takes a kept stack or maps one. Without memory: false.
  [[nodiscard]] bool acquire();
  /// Keeps the stack for the next one who asks, on this thread of the operating system.
  void release() noexcept;
  /// Code at this stack pointer is below the part for spliced calls.
  [[nodiscard]] bool isDeep(const void *pointer) const { return static_cast<const char *>(pointer) < lowest_ + depth_; }
  /// Calls have gone into the lower part: release() gives its memory back.
  void noteDepth() { usedDepth_ = true; }

  [[nodiscard]] char *lowest() const { return lowest_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Bytes below the stack that nobody may touch.
  static std::size_t guardSize();
  [[nodiscard]] bool mapped() const { return lowest_ != nullptr; }

private:
  /// Above the guard.
  char *lowest_ = nullptr;
  std::size_t size_ = 0;
  /// Of the lower part.
  std::size_t depth_ = 0;
  bool usedDepth_ = false;
  /// What valgrind calls it.
  std::uintptr_t valgrindNumber_ = 0;

  [[nodiscard]] bool map(std::size_t depth);
};

} // namespace tactus::splice

#endif // TACTUS_SPLICE_STACK_H
