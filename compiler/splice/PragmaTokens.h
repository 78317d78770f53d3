//===- PragmaTokens.h - #pragma splice becomes marks in the text ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     #pragma splice step Reads(a) Writes(b)      if (mark_step()) { reads(a); writes(b); } else
//     S                                           S
//
//     #pragma splice step Reads(a) Slice(p)       if (mark_step()) { reads(a); } else
//     S                                           if (mark_slice(sizeof(p))) { { cut p } { reads(a); } } else
//                                                 S
//
//     #pragma splice rest Writes(b)               if (mark_rest()) { writes(b); } else
//     S                                           S
//
//     #pragma splice try(n)                       if (mark_try(n)) ; else
//     S                                           S
//
//     #pragma splice func Reads(a)                attribute void f(int *a) { if (mark_func()) { reads(a); }
//     void f(int *a) { ... }                      ... }
//
//     #pragma splice Reads(a)                     if (mark) {} else
//     for (...) S                                 for (...) if (mark) { reads(a); } else S
//
// So clang reads the effects where the names in them mean what they should, and the syntax tree says where a statement
// ends (decision 65). The marks are macros of <tactus/splice.h>; without it the pragma is ignored, with a warning.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_PRAGMATOKENS_H
#define TACTUS_COMPILER_SPLICE_PRAGMATOKENS_H

#include "clang/Lex/Preprocessor.h"

namespace tactus {

void addSplicePragma(clang::Preprocessor &preprocessor);

} // namespace tactus

#endif // TACTUS_COMPILER_SPLICE_PRAGMATOKENS_H
