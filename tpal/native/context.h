//===- context.h - what all functions of a module share --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_CONTEXT_H
#define TACTUS_TPAL_NATIVE_CONTEXT_H

#include "liveness.h"
#include "loops.h"
#include "procedures.h"
#include "tpal/source.h"

#include <map>
#include <optional>

namespace tactus::tpal::native {

using abi::tpal::Allocation, abi::tpal::DirectState, abi::tpal::Stack, abi::tpal::Task;
/// What compiled code holds a value in: its bits, and the meta word that has its sort.
using Cell = abi::tpal::Value;
// An address of one of them stands for that of its first field.
static_assert(offsetof(Stack, cells) == 0 && offsetof(Allocation, length) == 0 && offsetof(Cell, bits) == 0 &&
              offsetof(DirectState, task) == 0);

/// The meta word of values that need no more than their sort, as a constant.
[[nodiscard]] inline std::string plainMeta(Sort sort) { return std::to_string(abi::tpal::metaOf(sort)); }

/// The meta word of a value whose only possible sort needs no address.
[[nodiscard]] std::optional<uint64_t> knownMeta(const Held &value);

/// `"..."` with LLVM's escapes, and its length with the terminating zero.
struct Constant {
  std::string text;
  size_t length;
};
[[nodiscard]] Constant stringConstant(const std::string &content);

/// What is emitted once for a module.
class Context {
public:
  Context(const Program &input, const Source &sourceOfInput, bool waitsForInterrupts = false)
      : program(input), source(sourceOfInput), forInterrupts(waitsForInterrupts), flow(input), sorts(input, flow),
        live(findLiveness(input, sorts)), procedures(input, sorts, live) {
    for (uint32_t block = 0; block < program.blocks.size(); ++block)
      loops.push_back(findCountedLoop(program, sorts, block));
    for (const std::optional<CountedLoop> &loop : loops)
      for (const CountedLoop::Gather &gather : loop ? loop->gathers : std::vector<CountedLoop::Gather>())
        indices.insert(gather.index);
  }

  const Program &program;
  const Source &source;
  /// Instead of polling.
  bool forInterrupts;
  Flow flow;
  Sorts sorts;
  std::vector<BitSet> live;
  Procedures procedures;
  /// Of each block.
  std::vector<std::optional<CountedLoop>> loops;
  /// Registers of arrays whose least and greatest number are asked for.
  std::set<uint32_t> indices;
  /// Labels that are forked, each with a body of its own.
  std::vector<uint32_t> forked;
  /// Definitions of globals, in order.
  std::string globals;

  /// The name of a string constant.
  [[nodiscard]] std::string string(const std::string &content);
  /// What a function needs for the plugin to print the tables of its versions.
  [[nodiscard]] const char *collector() const { return forInterrupts ? "gc \"tactus\" " : ""; }
  /// The place of an instruction in messages.
  [[nodiscard]] std::string place(uint32_t block, size_t instruction);
  [[nodiscard]] std::string forkDescriptor(uint32_t block, size_t instruction);

private:
  std::map<std::string, std::string> strings;
  unsigned descriptors = 0;
};

/// How many iterations a loop runs between two points before beats have taught it better.
[[nodiscard]] int64_t firstStrip(const Block &block);

/// The function `@body.INDEX`, which starts at a block.
[[nodiscard]] std::string emitBody(Context &context, size_t index, uint32_t start);
/// The machine function of a procedure.
[[nodiscard]] std::string emitDirect(Context &context, const Procedure &procedure);

} // namespace tactus::tpal::native

#endif
