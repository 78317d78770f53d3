//===- LinkTime.cpp - is there an optimiser behind this one? ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/LinkTime.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tactus {

static cl::opt<bool> byLinker("tactus-linker-optimises", cl::desc("the file is compiled for link-time optimisation"));

bool linkerOptimises() { return byLinker; }

} // namespace tactus
