//===- nests.h - loops inside of loops that run in sequence ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     range:  how = loop_enter_nest n                      range:  how = loop_enter_nest n
//             if how > 0 then ^each …                              if how > 0 then ^each …
//     ^each:  call row(i)                           ==>    ^each:  call row.inside(i)
//     row:    how = loop_enter m                           row.inside: how = loop_enter_inside m
//
// What a range of a nest costs is paid behind it, with the loops inside (decision 106). So these need not pay, and ask
// only if they are long. They do so in copies of the functions that lead to them, as others come there as well.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_NESTS_H
#define TACTUS_PML_IR_NESTS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Of the nest whose iterations begin at a block: the loops that are reached from there. `hasLoops` says so of
/// functions that were there before any was copied. Nests with much inside stay as they are.
void copyInside(Program &program, uint32_t function, BlockIndex block, const std::vector<bool> &hasLoops);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_NESTS_H
