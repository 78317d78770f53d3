//===- lower_par.h - par becomes pcall ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   par @f(x), @g(y) -> ^b            pcall @f(x) -> (^seq, ^sync, ^spwn)
//                                   ^seq(r):   call @g(y) -> ^a       ^a(s): goto ^b(r, s)
//                              ==>  ^sync(r):  getjoin -> ^c          ^c(s): goto ^b(r, s)
//                                   ^spwn:     call @g(y) -> ^d       ^d(s): setjoin (s)
//
//   fork @f(x), @g(y) -> ^one, ^two   the same with ^one for ^seq, which does not call @g, and ^two for ^b
//
// A short first branch is copied there, and what it calls last becomes that of the pcall (short_first.h).
//
// MPL §3.2, figures 4 and 5. The handler of the block is that of seq, sync and their ends: what f raises is raised
// where it is called, and then g is not waited for (docs/pcall.md, CANCEL); what the task raises is raised by getjoin.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_LOWER_PAR_H
#define TACTUS_PML_IR_LOWER_PAR_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

void lowerPar(Program &program);

/// Instead: both calls one after the other. For `tactus pml elide`.
void elidePar(Program &program);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_LOWER_PAR_H
