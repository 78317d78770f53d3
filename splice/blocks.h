//===- blocks.h - clang's blocks, and steps that run them -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Those that compiled code makes for #pragma splice capture values of trivially copyable types, so a copy of their
// bytes is a copy of them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_BLOCKS_H
#define TACTUS_SPLICE_BLOCKS_H

#include "tactus/splice/core.hpp"

#include <cstring>
#include <memory>
#include <utility>

namespace tactus::splice {

/// The head of a block, as clang lays it out.
struct BlockHead {
  const void *kind;
  int flags, reserved;
  void (*run)(const void *block);
  const struct {
    unsigned long reserved, size;
  } *description;
};

/// A block; on the heap if it has to outlive the function that has made it.
class Block {
public:
  explicit Block(const void *block) : block_(static_cast<const BlockHead *>(block)) {}
  void operator()() const { block_->run(block_); }
  [[nodiscard]] std::size_t size() const { return block_->description->size; }
  void moveToHeap() {
    if (kept_)
      return;
    kept_.reset(::operator new(size()));
    memcpy(kept_.get(), block_, size());
    block_ = static_cast<const BlockHead *>(kept_.get());
  }

private:
  struct Free {
    void operator()(void *memory) const { ::operator delete(memory); }
  };
  const BlockHead *block_;
  std::unique_ptr<void, Free> kept_;
};

class BlockStep final : public detail::step_body {
public:
  BlockStep(const effects &what, Block body) : what_(what), body_(std::move(body)) {}
  void next_part(effects &into) const override { into = what_; }
  void all_parts(effects &into) const override { into = what_; }
  bool run() override {
    body_();
    return false;
  }
  step_body *move_to_heap() override {
    body_.moveToHeap();
    return new BlockStep(what_, std::move(body_));
  }
  step_body *split_part() override { return nullptr; }
  [[nodiscard]] std::size_t size() const override { return sizeof *this + body_.size(); }

private:
  effects what_;
  Block body_;
};

} // namespace tactus::splice

#endif // TACTUS_SPLICE_BLOCKS_H
