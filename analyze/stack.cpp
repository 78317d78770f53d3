//===- stack.cpp - how deep a task's stack gets --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/stack.h"

#include <algorithm>

namespace tactus::analyze {

namespace {

/// The code generator's size is without it.
constexpr uint64_t ReturnAddressBytes = 8;

/// Sizes from a file may be anything.
uint64_t saturatingAdd(uint64_t left, uint64_t right) { return left > UINT64_MAX - right ? UINT64_MAX : left + right; }

StackNeed frameOf(const CompiledFunction &function, StackOf whose) {
  StackNeed need;
  need.isDynamic = function.summary.isDynamic;
  // The code generator knows no size of a frame that it cannot fix.
  uint64_t frame = function.frame == None ? 0 : function.frame;
  need.bytes = saturatingAdd(frame, ReturnAddressBytes + (need.isDynamic ? DynamicBytes : 0));
  if (whose == StackOf::Worker && function.summary.callsRuntime)
    need.bytes = saturatingAdd(need.bytes, JoinBytes);
  need.callsUnknown = function.callsUnknown || (function.frame == None && !need.isDynamic);
  return need;
}

} // namespace

void StackNeed::include(const StackNeed &other) {
  bytes = std::max(bytes, other.bytes);
  isRecursive |= other.isRecursive;
  isDynamic |= other.isDynamic;
  callsUnknown |= other.callsUnknown;
}

std::vector<StackNeed> stackNeeds(const Program &program, StackOf whose) {
  uint32_t groups = 0;
  for (const CompiledFunction &function : program.compiled)
    groups = std::max(groups, function.group + 1);
  std::vector<std::vector<uint32_t>> members(groups);
  for (uint32_t i = 0; i < program.compiled.size(); ++i)
    members[program.compiled[i].group].push_back(i);

  // Groups are numbered from the callees up.
  std::vector<StackNeed> ofGroup(groups);
  for (uint32_t group = 0; group < groups; ++group) {
    StackNeed below;
    uint64_t own = 0;
    for (uint32_t member : members[group]) {
      const CompiledFunction &function = program.compiled[member];
      StackNeed frame = frameOf(function, whose);
      own = saturatingAdd(own, frame.bytes);
      frame.bytes = function.callsUnknown ? ForeignBytes : 0;
      if (whose == StackOf::Worker && function.summary.callsRuntime)
        frame.bytes = std::max(frame.bytes, RuntimeBytes);
      frame.isRecursive = function.isRecursive;
      below.include(frame);
      for (uint32_t callee : function.targets)
        if (program.compiled[callee].group != group)
          below.include(ofGroup[program.compiled[callee].group]);
    }
    if (below.isRecursive && program.compiled[members[group].front()].isRecursive)
      own = own > UINT64_MAX / RecursionDepth ? UINT64_MAX : own * RecursionDepth;
    ofGroup[group] = below;
    ofGroup[group].bytes = saturatingAdd(own, below.bytes);
  }
  std::vector<StackNeed> result;
  for (const CompiledFunction &function : program.compiled)
    result.push_back(ofGroup[function.group]);
  return result;
}

} // namespace tactus::analyze
