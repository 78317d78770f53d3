//===- libomp_variables.h - values that libomp stops at -----------------------------*- C++ -*-===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Libomp says of most wrong values that it does not use them. At some it stops at an assertion, with whatever program
// it is in. A wrong value costs one line and the default is used: so libtactus, which starts first, says that line and
// takes the variable out of the process's environment.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_LIBOMP_VARIABLES_H
#define TACTUS_RUNTIME_OS_LIBOMP_VARIABLES_H

namespace tactus {

/// Before libomp reads the environment.
void hideWhatStopsLibomp();

/// Does the environment have settings that libomp alone reads? It says at its start what is wrong with them.
bool hasSettingsOfLibomp();

/// A number that is above what libomp can hold.
bool hasHugeNumber(const char *text);
/// What GOMP_CPU_AFFINITY holds: numbers and ranges, "0 3 1-2 4-15:2".
bool isListOfProcessors(const char *text);

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_LIBOMP_VARIABLES_H
