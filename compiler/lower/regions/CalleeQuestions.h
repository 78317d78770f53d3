//===- CalleeQuestions.h - questions for what other files say of their functions ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   before   tactus.callees_return(), of timer_start
//   after    tactus_callees_return(@question)           @question = { &tactus.calls, 0 }
//                                                       @tactus.calls = { 0, 1, { &tactus.calls.timer_start } }
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_CALLEEQUESTIONS_H
#define TACTUS_COMPILER_LOWER_REGIONS_CALLEEQUESTIONS_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Lowers the module's questions (model/CalleeQuestion.h).
void lowerCalleeQuestions(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_CALLEEQUESTIONS_H
