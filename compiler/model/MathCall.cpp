//===- MathCall.cpp - calls of the C library that only compute -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/MathCall.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tactus {

static bool isNumber(const Type *type) { return type->isFloatingPointTy() || type->isIntegerTy(); }

/// Of what LLVM knows of the C library, all that gets a floating-point number, and no pointer, is of <math.h>. (It does
/// not know lgamma, which writes signgam.) A function of that name whose code is here may do anything.
bool isMathCall(const CallBase &call, const TargetLibraryInfo &library) {
  LibFunc function;
  return library.getLibFunc(call, function) && library.has(function) && call.getCalledFunction()->isDeclaration() &&
         isNumber(call.getType()) &&
         all_of(call.args(), [](const Use &argument) { return isNumber(argument->getType()); }) &&
         any_of(call.args(), [](const Use &argument) { return argument->getType()->isFloatingPointTy(); });
}

} // namespace tactus
