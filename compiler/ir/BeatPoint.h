//===- BeatPoint.h - places where an interrupt may bring a beat ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Code that is compiled for interrupts (-ftactus-beat=interrupt) has no polls. A function with promotion points exists
// twice (late/versions/BeatVersions.h), and at its points the two versions differ in one instruction:
//
//     source version                         destination version
//     point:   nop (5 bytes)                 point:   jmp  cold            (5 bytes)
//     cold:    call tactus_beat              cold:    call tactus_beat
//              nop (5 bytes)                          jmp  this place in the source version
//
// The signal moves a thread from an instruction of the source version to the same one of the destination version, which
// takes the next point and then goes back (rollforward, HBC §4). The cold block is part of both, so that both
// have the same registers, frames and layout: a point is a callbr, of which LLVM knows that it may go either way.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_BEATPOINT_H
#define TACTUS_COMPILER_IR_BEATPOINT_H

#include "llvm/IR/IRBuilder.h"

namespace tactus {

/// Are loops to have points in place of polls?
bool compilesForInterrupts();

/// Ends the block: goes on at `hot`; at `cold` when a beat has come.
void createBeatPoint(llvm::IRBuilder<> &builder, llvm::BasicBlock *hot, llvm::BasicBlock *cold);

/// Calls one of libtactus' cold entries that may promote: `weight` is the loop's price, or a null pointer, `latent`
/// what the bundle says of the loop. Returns the new credit.
llvm::CallInst *createPoll(llvm::IRBuilder<> &builder, llvm::StringRef entry, llvm::Value *weight,
                           llvm::ArrayRef<llvm::Value *> latent);

/// Takes a beat: `weight` is that of a leaf loop, or a null pointer, `latent` what the bundle says of its loop. Returns
/// the new credit, which is to be stored.
llvm::CallInst *createBeat(llvm::IRBuilder<> &builder, llvm::Value *weight, llvm::ArrayRef<llvm::Value *> latent);

/// Stores the thread's credit.
void storeCredit(llvm::IRBuilder<> &builder, llvm::Value *credit);

/// The end of a cold block. In the destination version nothing behind it in the block is executed.
void createBeatReturn(llvm::IRBuilder<> &builder);

bool hasAssembly(const llvm::Instruction &instruction, llvm::StringRef text);
bool isBeatPoint(const llvm::Instruction &instruction);
bool isBeatReturn(const llvm::Instruction &instruction);

/// The same in machine code: is this the assembly of a point, and what is that of one which always goes to its cold
/// block?
bool isBeatPointText(llvm::StringRef text);
const char *textOfJumpToCold();

/// What names the two versions of a function in the assembly.
struct VersionLabels {
  std::string source, destination;
};

/// Makes an instruction that is one of the two above that of the destination version.
void divert(llvm::CallBase &pointOrReturn, const VersionLabels &labels);

/// Puts a label or a directive at the beginning of a function.
void createAssembly(llvm::Function &function, const llvm::Twine &text);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_BEATPOINT_H
