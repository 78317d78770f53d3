//===- points.h - where interrupts bring beats, in assembly ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The places in code without polls at which its two versions differ (compiler/ir/BeatPoint.h has the picture), as those
// write them who make such code: the compiler's passes, and TPAL's compiler in LLVM IR as text. The plugin recognises
// them by these very texts when it makes the versions.
//
// A point is the assembly of a `callbr`, whose second way is the block that takes the beat. Code generation guesses the
// size of assembly from its number of statements, so both versions have two. Numbers, since an assembler chooses the
// shortest form of a jump.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_POINTS_H
#define TACTUS_ABI_POINTS_H

namespace tactus::abi {

inline constexpr char PointText[] = ".byte 0x0f; .byte 0x1f, 0x44, 0, 0 # point ${0:l}";
inline constexpr char PointConstraints[] = "!i,~{dirflag},~{fpsr},~{flags}";
/// The end of what only the destination version executes: it goes back to the source version there.
inline constexpr char PointReturnText[] = ".byte 0x0f; .byte 0x1f, 0x44, 0, 0 # return";

} // namespace tactus::abi

#endif // TACTUS_ABI_POINTS_H
