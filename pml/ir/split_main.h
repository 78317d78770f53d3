//===- split_main.h - the program's body in parts -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   fun @main(): () {                      fun @main(): () {
//   ^a: call @f() -> ^b                    ^a: call @f() -> ^b
//   ^b(x): call @g(x) -> ^c          ==>   ^b(x): tailcall @main.part.1(x)
//   ^c: return ()                          }
//   }                                      fun @main.part.1(x): () {
//                                          ^enter: goto ^b(x)
//                                          ^b(x): call @g(x) -> ^c
//                                          …
//
// What a program does at its top level is one function, as long as the program. Several passes of LLVM take more than
// linear time for a function (decision 54).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_SPLIT_MAIN_H
#define TACTUS_PML_IR_SPLIT_MAIN_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Cuts `main` of a checked program into parts that are about as long as told, in statements, each of which ends with a
/// tail call of the next. It is only cut where everything behind belongs to the rest, and where few variables go along.
void splitMain(Program &program, uint32_t partLength);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_SPLIT_MAIN_H
