//===- polled.cpp - no code that polls --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// For programs in which all is compiled for interrupts: what run_header.cpp calls beside.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "loops.h"

bool arePolledForksRight(long) { return false; }
bool arePolledLoopsRight(long) { return false; }
