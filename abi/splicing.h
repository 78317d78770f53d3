//===- splicing.h - numbers of #pragma splice ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What compiled code calls is declared in <tactus/splice.h>, which the program's own compiler reads.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_SPLICING_H
#define TACTUS_ABI_SPLICING_H

namespace tactus::abi {

/// The bytes of a variable that holds a part of a step. The library has room for so many.
inline constexpr unsigned LargestPart = 64;

} // namespace tactus::abi

#endif // TACTUS_ABI_SPLICING_H
