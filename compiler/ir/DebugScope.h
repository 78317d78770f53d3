//===- DebugScope.h - debug information of functions that Tactus makes ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// LLVM drops the locations of all that is inlined into a function without a DISubprogram, so that a debugger or a
// sanitizer would know a task's frame by its name alone. Clones get a subprogram from the cloner; what Tactus writes
// itself gets one here, artificial and named as the symbol is:
//
//   before   define @f.run(...)         { call @f.slice(...) }
//   after    define @f.run(...) !dbg !9 { call @f.slice(...), !dbg !DILocation(line: 4, scope: !9) }
//            !9 = distinct !DISubprogram(name: "f.run", linkageName: "f.run", line: 4, flags: DIFlagArtificial, ...)
//
// Modules compiled without debug information have subprograms as well, for remarks, and nothing of them reaches the
// program.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_DEBUGSCOPE_H
#define TACTUS_COMPILER_IR_DEBUGSCOPE_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"

namespace tactus {

/// Describes a function with a body that has no subprogram yet, as code of the file of `model`, at `line`. All its
/// instructions get that line. Nothing happens where `model` is null.
void describeFunction(llvm::Function &function, llvm::DISubprogram *model, unsigned line);

/// The same for what stands for code at `location`, at its own line and not that of an inlined function.
void describeFunction(llvm::Function &function, const llvm::DebugLoc &location);

/// The same for a function that belongs to the file of those that call it, as artificial code.
void describeAsUser(llvm::Function &function);

/// Names the subprogram of a clone after its symbol, so that names of frames and of symbols agree and a breakpoint at
/// the original by its symbol means the original only. Its plain name stays: the code is that of the same function.
void nameClone(llvm::Function &clone);

/// Gives a clone's assignments numbers (DIAssignID) of their own. Clones share their original's, and a pass that
/// follows an assignment in one of them would drop what the other says of its variables.
void separateAssignments(llvm::Function &clone);

/// A line of the function's own, for code that Tactus adds to it; none if it has no subprogram.
llvm::DebugLoc lineIn(const llvm::Function &function, unsigned line);

/// Where a location stands in its own function: that of the outermost call, if it is inlined.
llvm::DebugLoc outermost(const llvm::DebugLoc &location);

/// Says on stderr where a debugger or a sanitizer would lose its way: functions of Tactus' that a strand runs and that
/// have no subprogram, calls of them and of the runtime without a location in functions that have one, assignments
/// whose number another function has as well. True if there is nothing of the kind.
bool verifyDebugScopes(const llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_DEBUGSCOPE_H
