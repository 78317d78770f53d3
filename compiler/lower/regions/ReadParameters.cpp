//===- ReadParameters.cpp - what regions of threads only read, they have copies of -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/ReadParameters.h"
#include "analysis/Captures.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

/// Has the parameter been copied? Then it is read once, to make the copy.
static bool isCopied(const Argument &parameter) {
  return parameter.hasOneUse() && isa<LoadInst>(parameter.user_back()) && parameter.user_back()->hasOneUse() &&
         isa<StoreInst>(*parameter.user_back()->user_begin());
}

static void copy(const ReadParameter &read) {
  Function &microtask = *read.parameter->getParent();
  IRBuilder<> builder(&*microtask.getEntryBlock().getFirstInsertionPt());
  AllocaInst *variable = builder.CreateAlloca(read.type, nullptr, read.parameter->getName() + ".copy");
  read.parameter->replaceAllUsesWith(variable);
  builder.CreateStore(builder.CreateLoad(read.type, read.parameter), variable);
}

void copyReadParameters(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  // A region's copy is what regions inside of it capture.
  for (bool isAny = true; isAny;) {
    isAny = false;
    for (const auto &loop : loops) {
      if (loop->isConverted() || loop->isCilk)
        continue;
      for (const ReadParameter &read : findReadParameters(*loop, loops))
        if (!isCopied(*read.parameter)) {
          copy(read);
          isAny = true;
        }
    }
  }
}

} // namespace tactus
