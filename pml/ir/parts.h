//===- parts.h - what a loop does in parts is a function of its own -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     fun range:  how = loop_enter n                  fun range:  how = loop_enter n
//                 if how > 0 then ^each else ^two                 if how > 0 then ^each else ^apart
//     ^two:       par range, range; …          ==>    ^apart:     tailcall range.parts
//
// A function that divides itself is recursive, and never copied into its callers. Apart from that, a loop which runs
// in sequence is as good as one that the program's author has written where it stands: it costs no call, and no
// registers are kept for the parts.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_PARTS_H
#define TACTUS_PML_IR_PARTS_H

#include "pml/ir/ir.h"

namespace tactus::pml::ir {

/// Puts a way that a block goes, up to the end of its function, into a function of its own that is called seldom. The
/// way stays where it is if it comes back to the block, if the block has a handler, or if too much would be passed.
void separateWay(Program &program, uint32_t function, BlockIndex block, size_t way);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_PARTS_H
