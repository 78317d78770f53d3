//===- IndependentLoop.cpp - a loop's word that its iterations share nothing ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/IndependentLoop.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace tactus {

static constexpr const char *IndependentName = "tactus.independent";
static constexpr const char *RepeatedName = "tactus.repeated";

void markIndependent(Loop &loop) { addStringMetadataToLoop(&loop, IndependentName, 1); }

bool isMarkedIndependent(const Loop &loop) { return getBooleanLoopAttribute(&loop, IndependentName); }

void markRepeated(Loop &loop) { addStringMetadataToLoop(&loop, RepeatedName, 1); }

bool isMarkedRepeated(const Loop &loop) { return getBooleanLoopAttribute(&loop, RepeatedName); }

} // namespace tactus
