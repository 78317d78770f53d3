//===- VirtualCalls.h - which functions a virtual call may mean ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An indirect call may mean the functions of its type whose address is known. Of virtual functions far too many have
// the same type, but a virtual call takes its function from a place in the object's table, and only functions that
// stand there in some table can be meant:
//
//     %table = load ptr, ptr %object
//     %place = getelementptr ptr, ptr %table, i64 2          _ZTV… = { [ offset, type, f, g, h ] }   means h
//     %function = load ptr, ptr %place
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_VIRTUALCALLS_H
#define TACTUS_COMPILER_SUMMARY_VIRTUALCALLS_H

#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace tactus {

/// The place in a table where the call finds its function; none if it is no virtual call.
std::optional<uint64_t> placeInTable(const llvm::CallBase &call);

/// The place that the function has in all tables; none if it is in no table, or its address is known otherwise.
std::optional<uint64_t> placeInTables(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_VIRTUALCALLS_H
