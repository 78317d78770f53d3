//===- stack.cpp - how deep a task's stack gets --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/stack.h"
#include "analyze/groups.h"

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
  Graph calls(program.compiled.size()), all(program.compiled.size());
  for (uint32_t i = 0; i < program.compiled.size(); ++i) {
    all[i] = calls[i] = program.compiled[i].targets;
    if (whose == StackOf::Worker)
      all[i].insert(all[i].end(), program.compiled[i].tasks.begin(), program.compiled[i].tasks.end());
  }
  Groups callGroups(calls), groups(all);
  std::vector<std::vector<uint32_t>> members(groups.isRecursive.size());
  for (uint32_t i = 0; i < program.compiled.size(); ++i)
    members[groups.numbers[i]].push_back(i);

  // Groups are numbered from the callees up.
  std::vector<StackNeed> ofGroup(members.size());
  for (uint32_t group = 0; group < members.size(); ++group) {
    StackNeed below;
    uint64_t own = 0, depth = groups.isRecursive[group] ? JoinDepth : 1;
    for (uint32_t member : members[group]) {
      const CompiledFunction &function = program.compiled[member];
      StackNeed frame = frameOf(function, whose);
      own = saturatingAdd(own, frame.bytes);
      frame.bytes = function.callsUnknown ? ForeignBytes : 0;
      if (whose == StackOf::Worker && function.summary.callsRuntime)
        frame.bytes = std::max(frame.bytes, RuntimeBytes);
      frame.isRecursive = groups.isRecursive[group];
      if (callGroups.isRecursive[callGroups.numbers[member]])
        depth = RecursionDepth;
      below.include(frame);
      for (uint32_t callee : all[member])
        if (groups.numbers[callee] != group)
          below.include(ofGroup[groups.numbers[callee]]);
    }
    own = own > UINT64_MAX / depth ? UINT64_MAX : own * depth;
    ofGroup[group] = below;
    ofGroup[group].bytes = saturatingAdd(own, below.bytes);
  }
  std::vector<StackNeed> result;
  for (uint32_t number : groups.numbers)
    result.push_back(ofGroup[number]);
  return result;
}

} // namespace tactus::analyze
