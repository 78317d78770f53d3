//===- DebugVariables.h - variables of frames that Tactus makes ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a debugger is told about variables whose memory the conversion has moved.
//
//   by value   clang's microtask has a reference `int &n` to the captured variable. Where the slice gets the value,
//              there is no memory to refer to once the optimiser is done: the variable becomes an `int n` of the
//              slice's.
//
//   in a rest  a rest has the values of its environment, and pointers to variables of its function. What was said of
//              both stood in the function's entry and before the spawn, which the rest does not have; it is said anew.
//              Where nothing is optimised, the pointer is kept in a variable, to live as long as the frame.
//
// Most variables are memory at this point of the pipeline: #dbg_declare names it, or #dbg_assign where clang optimises.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_DEBUGVARIABLES_H
#define TACTUS_COMPILER_IR_DEBUGVARIABLES_H

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace tactus {

/// `copy` holds `value`, which a parameter of the microtask's pointed to, and has taken the parameter's place.
void declareValueOfCapture(llvm::AllocaInst &copy, llvm::Argument &value);

/// `values` maps the function of `spawn` to a copy of it that begins with the block `entry`, where `environment` has
/// been loaded, and goes on behind the spawn. Tells in `entry` where the variables are that the environment reaches.
void describeEnvironment(llvm::Instruction &spawn, llvm::ArrayRef<llvm::Value *> environment,
                         llvm::ValueToValueMapTy &values, llvm::BasicBlock &entry);

/// Before a value changes its meaning: debuggers must not show it as the variables that it was.
void forgetVariables(llvm::Value &value);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_DEBUGVARIABLES_H
