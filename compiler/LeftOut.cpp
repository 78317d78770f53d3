//===- LeftOut.cpp - passes that are left out by hand ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "LeftOut.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tactus {

static constexpr StringLiteral Names[] = {
#define TACTUS_STAGE(NAME, FUNCTION, WHY) NAME,
#define TACTUS_MODULE_PASS(NAME, PASS, POINTS, CONDITION, WHY) NAME,
#define TACTUS_FUNCTION_PASS(NAME, PASS, POINTS, CONDITION, WHY) NAME,
#define TACTUS_LOOP_PASS(NAME, PASS, POINTS, CONDITION, WHY) NAME,
#include "passes.def"
};

static cl::list<std::string> leftOut("tactus-without", cl::CommaSeparated, cl::value_desc("passes"),
                                     cl::desc("leave these passes of passes.def out of the pipeline"));

bool isLeftOut(StringRef pass) { return is_contained(leftOut, pass); }

void checkLeftOut(LLVMContext &context) {
  for (const std::string &name : leftOut)
    if (!is_contained(Names, name))
      context.emitError("tactus: error: -tactus-without=" + name +
                        ": no pass has this name, take one of compiler/passes.def");
}

} // namespace tactus
