//===- LinkTime.h - is there an optimiser behind this one? -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_LINKTIME_H
#define TACTUS_COMPILER_IR_LINKTIME_H

namespace tactus {

/// With link-time optimisation, while a file is compiled: what has to come last is left to the linker, where the plugin
/// is loaded without options.
bool linkerOptimises();

} // namespace tactus

#endif // TACTUS_COMPILER_IR_LINKTIME_H
