//===- OpenMPFunctions.h - who answers OpenMP's questions ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Several OpenMP runtimes may live in a process, and a strand of ours belongs to none of them. So libtactus exports no
// function of OpenMP's. The code that the plugin compiles asks libtactus by another name, and passes on what it would
// have asked otherwise, which answers outside of our strands:
//
//   n = omp_get_thread_num()    ►   n = tactus.omp_get_thread_num()
//
//                                   int tactus.omp_get_thread_num() {
//                                     return tactus_omp_get_thread_num(&omp_get_thread_num);
//                                   }
//
// No look-up of names at run time, and no matter which library comes first in the link.
//
// Not replaced: functions that the module itself defines; the address of a weak one in static data, which may be null.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_OPENMPFUNCTIONS_H
#define TACTUS_COMPILER_IR_OPENMPFUNCTIONS_H

#include "llvm/IR/Module.h"
#include <optional>

namespace tactus {

enum class OpenMPFunctionKind {
  /// The answer tells one strand from another, or from none.
  Identity,
  Setting,
};

/// The kind of a function of abi/openmp_functions.def, by its own name or that of libtactus' function.
std::optional<OpenMPFunctionKind> openmpFunctionKind(llvm::StringRef name);

/// Whether the function stands for one of libomp's, which it may call itself. Code of the program's that has been moved
/// into functions of ours is local.
bool isReplacement(const llvm::Function &function);
/// A replacement itself passes on the function that it stands for.
bool isInReplacement(const llvm::Use &use);

/// Whether the module uses OpenMP's runtime.
bool usesOpenMP(const llvm::Module &module);

/// Replaces all uses. To be called when all analyses that know OpenMP's names are done. False if there are none.
bool redirectOpenMPFunctions(llvm::Module &module);

/// Emits the constructor by which the linked image tells libtactus what libomp it is linked to, if it is to any.
void createLibompRegistration(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_OPENMPFUNCTIONS_H
