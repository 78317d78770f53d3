//===- verifier.h - what can be known to be wrong before a program runs ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_VERIFIER_H
#define TACTUS_TPAL_VERIFIER_H

#include "syntax.h"

namespace tactus::tpal {

/// Adds every error of a parsed program to `diagnostics`. The checks are listed in verifier.cpp.
void verify(const Program &program, Diagnostics &diagnostics);

} // namespace tactus::tpal

#endif
