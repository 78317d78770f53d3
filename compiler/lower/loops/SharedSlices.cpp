//===- SharedSlices.cpp - loops with the same code, which have one slice ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/SharedSlices.h"
#include "model/RegionMarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace tactus {

using EqualFunctions = DenseMap<const Value *, const Value *>;

template <class Map, class Key> static Key firstOf(const Map &map, Key key) {
  for (auto found = map.find(key); found != map.end(); found = map.find(key))
    key = found->second;
  return key;
}

namespace {

using Code = SmallVector<const Instruction *, 32>;

/// A loop that has been taken out of a region keeps variables of the region's that nobody uses.
Code codeOf(const BasicBlock &block) {
  Code code;
  for (const Instruction &instruction : block)
    if (!isa<AllocaInst>(instruction) || !instruction.use_empty())
      code.push_back(&instruction);
  return code;
}

/// Are two functions the same, but for their names and for where they stand in the source?
class CodeComparison {
public:
  /// `equal` are functions that may stand for each other, by the first one.
  CodeComparison(const Function &first, const Function &second, const EqualFunctions &equal)
      : first(first), second(second), equal(equal) {}

  bool run() {
    if (first.getFunctionType() != second.getFunctionType() || first.getAttributes() != second.getAttributes() ||
        first.size() != second.size())
      return false;
    for (auto [one, other] : zip_equal(first.args(), second.args()))
      counterparts[&one] = &other;
    for (auto [one, other] : zip_equal(first, second)) {
      counterparts[&one] = &other;
      if (!haveSameOperations(codeOf(one), codeOf(other)))
        return false;
    }
    return all_of(zip_equal(first, second), [&](auto blocks) {
      return all_of(zip_equal(codeOf(std::get<0>(blocks)), codeOf(std::get<1>(blocks))),
                    [&](auto pair) { return haveSameOperands(*std::get<0>(pair), *std::get<1>(pair)); });
    });
  }

private:
  const Function &first, &second;
  const EqualFunctions &equal;
  /// Of what the first function defines, in the second.
  DenseMap<const Value *, const Value *> counterparts;

  bool haveSameOperations(const Code &one, const Code &other) {
    if (one.size() != other.size())
      return false;
    for (auto [ours, theirs] : zip_equal(one, other)) {
      counterparts[ours] = theirs;
      if (!ours->isSameOperationAs(theirs) || !ours->hasSameSubclassOptionalData(theirs) ||
          !haveSameMetadata(*ours, *theirs))
        return false;
    }
    return true;
  }

  bool haveSameOperands(const Instruction &one, const Instruction &other) const {
    if (const auto *phi = dyn_cast<PHINode>(&one);
        phi && !all_of(zip_equal(phi->blocks(), cast<PHINode>(other).blocks()),
                       [&](auto blocks) { return isCounterpart(std::get<0>(blocks), std::get<1>(blocks)); }))
      return false;
    return all_of(zip_equal(one.operands(), other.operands()), [&](auto operands) {
      return isCounterpart(std::get<0>(operands).get(), std::get<1>(operands).get());
    });
  }

  bool isCounterpart(const Value *one, const Value *other) const {
    if (auto found = counterparts.find(one); found != counterparts.end())
      return found->second == other;
    return firstOf(equal, one) == firstOf(equal, other);
  }

  /// What is said of a loop, but for where it stands: each copy has a node of its own.
  static SmallVector<Metadata *, 4> propertiesOfLoop(const MDNode &node) {
    SmallVector<Metadata *, 4> properties;
    for (const MDOperand &operand : drop_begin(node.operands()))
      if (!isa_and_nonnull<DILocation>(operand.get()))
        properties.push_back(operand.get());
    return properties;
  }

  /// Assignments are numbered for debuggers alone (ir/DebugScope.h).
  static SmallVector<std::pair<unsigned, MDNode *>, 4> metadataOf(const Instruction &instruction) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> nodes;
    instruction.getAllMetadataOtherThanDebugLoc(nodes);
    erase_if(nodes, [](auto &node) { return node.first == LLVMContext::MD_DIAssignID; });
    return nodes;
  }

  static bool haveSameMetadata(const Instruction &one, const Instruction &other) {
    if (!one.hasMetadataOtherThanDebugLoc() && !other.hasMetadataOtherThanDebugLoc())
      return true;
    auto ours = metadataOf(one), theirs = metadataOf(other);
    return ours.size() == theirs.size() && all_of(zip_equal(ours, theirs), [](auto pair) {
             auto [kind, node] = std::get<0>(pair);
             auto [otherKind, otherNode] = std::get<1>(pair);
             return kind == otherKind &&
                    (node == otherNode ||
                     (kind == LLVMContext::MD_loop && propertiesOfLoop(*node) == propertiesOfLoop(*otherNode)));
           });
  }
};

} // namespace

static bool haveSameCaptures(const ParallelLoop &one, const ParallelLoop &other) {
  return one.snapshotTypes == other.snapshotTypes && one.captures.size() == other.captures.size() &&
         all_of(zip_equal(one.captures, other.captures), [](auto captures) {
           auto &[ours, theirs] = captures;
           return ours.kind == theirs.kind && ours.valueType == theirs.valueType;
         });
}

/// What stands on the forks, and around them. In a debugger, a slice is a part of the function that forks.
static bool areCalledAlike(const ParallelLoop &one, const ParallelLoop &other) {
  auto facts = [](const ParallelLoop &loop) {
    return std::tuple(loop.fork->getFunction(), loop.location.line, loop.location.column, StringRef(loop.location.file),
                      loop.isCilk, loop.isLeaf, loop.isNested, loop.isLatent, loop.isInsideRecord, loop.isTooShort,
                      loop.hasOneVersion, loop.isReproducible, loop.mayBeEmpty, loop.constantTripCount, loop.blockShift,
                      loop.pushNumThreads || !loop.serialCalls.empty(), hasMark(*loop.fork, LoopMark::ChargedByLeaf),
                      hasMark(*loop.fork, LoopMark::ChargesWhenSkipped));
  };
  return facts(one) == facts(other) && haveSameCaptures(one, other);
}

/// What asks for its record asks for that of its own region.
static bool mayShare(const ParallelLoop &loop) {
  return loop.hasPromotionPoint() && !loop.hasRecord && !loop.describesItself;
}

EqualLoops findEqualLoops(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  EqualLoops firstOnes;
  EqualFunctions equal;
  auto isEqual = [&](const ParallelLoop &first, const ParallelLoop &loop) {
    return mayShare(first) && !firstOnes.contains(&first) && areCalledAlike(first, loop) &&
           CodeComparison(*first.microtask, *loop.microtask, equal).run();
  };
  // Loops around others are equal when those are.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t index = 0; index < loops.size(); ++index) {
      const ParallelLoop &loop = *loops[index];
      if (!mayShare(loop) || firstOnes.contains(&loop))
        continue;
      auto earlier = loops.take_front(index);
      auto found = find_if(earlier, [&](auto &first) { return isEqual(*first, loop); });
      if (found == earlier.end())
        continue;
      firstOnes[&loop] = found->get();
      equal[loop.microtask] = (*found)->microtask;
      changed = true;
    }
  }
  for (auto &[loop, first] : firstOnes)
    first = firstOf(firstOnes, first);
  return firstOnes;
}

} // namespace tactus
