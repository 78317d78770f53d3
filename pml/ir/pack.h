//===- pack.h - functions that take or give more than is passed ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What is too much is passed in one object. Of a function with 130 parameters, before and behind this pass:
//
//   fun @f(%a: i64, …, %x: i64, %y: i64, %z: string): (i64)
//
//   fun @f(%a: i64, …, %rest: $packed): (i64)
//   ^entry:
//     %x: i64 = field packed 0 %rest
//     %y: i64 = field packed 1 %rest
//     %z: string = field packed 2 %rest
//     goto ^body
//
// The same for results, behind each call. Functions that pass less stay as they are.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_PACK_H
#define TACTUS_PML_IR_PACK_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// How many parameters, and how many results, functions have behind this pass.
inline constexpr size_t MostPassed = 128;

void packParameters(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_PACK_H
