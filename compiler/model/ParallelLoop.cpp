//===- ParallelLoop.cpp - a loop in a copy of its code ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/ParallelLoop.h"

using namespace llvm;

namespace tactus {

template <typename T> static void remap(T *&value, const ValueToValueMapTy &map) {
  if (value && !isa<Constant>(value))
    value = cast<T>(&*map.lookup(value));
}

ParallelLoop copiedLoop(const ParallelLoop &original, const ValueToValueMapTy &map) {
  ParallelLoop loop = original;
  remap(loop.init, map);
  remap(loop.next, map);
  remap(loop.reduce, map);
  remap(loop.lowerBound, map);
  remap(loop.upperBound, map);
  remap(loop.isLast, map);
  remap(loop.iteration, map);
  remap(loop.header, map);
  remap(loop.boundLoad, map);
  remap(loop.pieceEnd, map);
  remap(loop.dispatchHeader, map);
  remap(loop.dispatchExit, map);
  for (BasicBlock *&latch : loop.dispatchLatches)
    remap(latch, map);
  for (ReductionItem &item : loop.reductions) {
    remap(item.privateCopy, map);
    remap(item.number, map);
  }
  for (LoopCounter &counter : loop.counters) {
    remap(counter.update, map);
    for (Value **part : {&counter.start, &counter.index, &counter.step, &counter.inside})
      remap(*part, map);
  }
  loop.body = {};
  for (BasicBlock *block : original.body) {
    remap(block, map);
    loop.body.insert(block);
  }
  return loop;
}

} // namespace tactus
