//===- HiddenOpenMP.h - OpenMP for cilk_for alone ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In C, a cilk_for is parsed as OpenMP's `parallel for`, also in a program that has not asked for OpenMP. What makes
// clang an OpenMP compiler is one language option, which several parts read at different times:
//
//   when                                          its value   so that
//   the predefined macros are made                    0       _OPENMP is not defined
//   the code generator is made                        51      it has what loops need         prepareHiddenOpenMP()
//   the parser is made                                0       `#pragma omp` is ignored       hideOpenMP()
//   from <cilk/cilk.h> on                             51      loops are parsed and generated beginOpenMPForLoops()
//   a precompiled header is written                   0       a program without OpenMP may use it
//
// A source without <cilk/cilk.h> is never parsed with OpenMP, and no source sees more of it than its cilk_for.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CILK_HIDDENOPENMP_H
#define TACTUS_COMPILER_CILK_HIDDENOPENMP_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include <memory>

namespace tactus {

/// Is the source in C, without OpenMP? True no longer once the consumers below have begun their work.
bool needsHiddenOpenMP(const clang::CompilerInstance &compiler);

/// Must run before the code generator.
std::unique_ptr<clang::ASTConsumer> prepareHiddenOpenMP(clang::CompilerInstance &compiler);

/// Must run after the code generator.
std::unique_ptr<clang::ASTConsumer> hideOpenMP(clang::CompilerInstance &compiler);

/// Switches OpenMP on for the rest of the source, and has its messages speak of cilk_for. Outside of all functions.
void beginOpenMPForLoops(clang::CompilerInstance &compiler);

} // namespace tactus

#endif // TACTUS_COMPILER_CILK_HIDDENOPENMP_H
