//===- parameters.cpp - from what a program is like to how it is run -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/parameters.h"

#include <algorithm>
#include <bit>

namespace tactus::analyze {

namespace {

constexpr double Million = 1e6, Trillion = 1e12;
constexpr uint64_t SmallestStack = 16 << 10;
/// More is not given: it is what all programs had before anything was known of them.
constexpr uint64_t LargestStack = 8 << 20;

} // namespace

Aggregate aggregate(const std::vector<ContextResult> &contexts) {
  Aggregate result;
  unsigned count = 0;
  for (const ContextResult &context : contexts) {
    result.taskStack.include(context.taskStack);
    result.workerStack.include(context.workerStack);
    if (!context.context.isOutermost)
      continue;
    bool isFirst = count++ == 0;
    result.recursive = isFirst ? context.context.recursive : std::min(result.recursive, context.context.recursive);
    result.loopLike = isFirst ? context.context.loopLike : std::min(result.loopLike, context.context.loopLike);
    result.effort += context.effort;
  }
  if (count)
    result.effort /= count;
  return result;
}

Parameters decide(const Aggregate &program, bool hasContexts, bool hasFrames) {
  Parameters result;
  if (!hasContexts) {
    result.queuePolicyReason = result.queueSizeReason = result.eventBucketsReason = result.stackReason =
        "the default: nothing creates tasks";
    return result;
  }
  bool isMedium = program.effort > Million && program.effort <= Trillion;
  // Insieme has ρ > 5 here. Thieves take the oldest task then, which is the largest one in any recursion: few steals
  // share all of the work (docs/decisions/0244).
  if (program.recursive > 0 || isMedium) {
    result.queuePolicy = "push-front";
    result.queuePolicyReason = program.recursive > 0 ? "ρ > 0" : "1M < effort ≤ 1T";
  } else {
    result.queuePolicyReason = "ρ = 0, effort outside of 1M … 1T";
  }
  if (program.recursive == 0 && program.loopLike > 0) {
    result.queueSize = 128;
    result.queueSizeReason = "ρ = 0, λ > 0";
  } else {
    result.queueSize = isMedium ? 8 : 4;
    result.queueSizeReason = isMedium ? "1M < effort ≤ 1T" : "neither a loop nor of medium effort";
  }
  result.eventBuckets = program.recursive > 0 ? 256019 : 97;
  result.eventBucketsReason = program.recursive > 0 ? "ρ > 0" : "ρ = 0";
  if (!hasFrames) {
    result.stackReason = "the default: sizes of frames are missing";
  } else if (program.taskStack.bytes > LargestStack) {
    result.stackBytes = LargestStack;
    result.stackReason = "the need is larger";
  } else {
    result.stackBytes = std::bit_ceil(std::max(program.taskStack.bytes, SmallestStack));
    result.stackReason =
        program.taskStack.bytes < SmallestStack ? "the smallest" : "the largest need, to a power of two";
  }
  return result;
}

const char *kindOf(const Context &context) {
  if (context.recursive && context.loopLike)
    return "both";
  return context.recursive ? "recursive" : context.loopLike ? "loop" : "single";
}

const char *balanceOf(const Context &context) {
  if (!context.recursive)
    return "-";
  return context.recursive > 1 || context.loopLike == 0 ? "yes" : "no";
}

} // namespace tactus::analyze
