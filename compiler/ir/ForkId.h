//===- ForkId.h - how a stack map names a fork ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A bundle cannot hold the address of a descriptor: the code generator would keep it in a stack slot, with a store for
// each fork. It holds a number of 62 bits, in two constants, and the descriptor is a symbol with the number in its
// name:
//
//     @tactus.fork.2f6c31f0a9e8d711      ["deopt"(FirstBranch, n, 0x29e8d711, 0x5ed863e1, …)]
//
// The symbol is hidden and has external linkage, so that it keeps its name through link-time optimisation and may be
// named from each object file that a function is copied to.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_FORKID_H
#define TACTUS_COMPILER_IR_FORKID_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/GlobalVariable.h"
#include <string>
#include <utility>

namespace tactus {

inline constexpr const char *ForkNamePrefix = "tactus.fork.";
inline constexpr unsigned ForkIdHalfBits = 31;

/// The lower and the upper 31 bits, from the name.
inline std::pair<uint64_t, uint64_t> forkIdOf(const llvm::GlobalVariable &descriptor) {
  uint64_t id = 0;
  descriptor.getName().substr(llvm::StringRef(ForkNamePrefix).size()).getAsInteger(16, id);
  constexpr uint64_t mask = (uint64_t{1} << ForkIdHalfBits) - 1;
  return {id & mask, (id >> ForkIdHalfBits) & mask};
}

inline std::string forkName(uint64_t low, uint64_t high) {
  return ForkNamePrefix + llvm::utohexstr(low | high << ForkIdHalfBits, /*LowerCase=*/true, 16);
}

} // namespace tactus

#endif // TACTUS_COMPILER_IR_FORKID_H
