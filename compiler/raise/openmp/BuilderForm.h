//===- BuilderForm.h - what OpenMPIRBuilder writes, in clang's form --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// flang does not write OpenMP's code itself. LLVM's OpenMPIRBuilder does, by the same interface of the runtime that
// clang uses, in another shape. Rather than to be understood twice, it is rewritten where the plugin sees it first:
//
//   before  structArg = { &a, &b }; __kmpc_fork_call(ident, 1, @f..omp_par, &structArg)
//           __kmpc_fork_call_if(ident, 1, @f..omp_par, condition, &structArg)
//   after   __kmpc_fork_call(ident, 2, @f..omp_par, &a, &b)
//           if (condition) fork, as above; else { __kmpc_serialized_parallel(); f..omp_par(...); ... }
//
// Its loops: BuilderLoops.h. Besides, variables of a region stand at the begin of its function; a loop reads what was
// computed before it from variables, if it is neither a pointer nor a number of 64 bits (raise/regions/LoopOutlining);
// each call has a location if its function has lines; and constructs are in the file that they were written in.
//
// What is in no shape that is known stays as it is, and runs as threads of libtactus.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_BUILDERFORM_H
#define TACTUS_COMPILER_RAISE_OPENMP_BUILDERFORM_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Rewrites what OpenMPIRBuilder has written. Returns whether there was anything.
bool rewriteBuilderForm(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_BUILDERFORM_H
