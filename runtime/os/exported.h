//===- exported.h - what libtactus exports --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_EXPORTED_H
#define TACTUS_RUNTIME_OS_EXPORTED_H

/// On the functions of abi/entry_points.def and on variables of the contract: all else is hidden.
#define TACTUS_EXPORT __attribute__((visibility("default")))

#endif // TACTUS_RUNTIME_OS_EXPORTED_H
