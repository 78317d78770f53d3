//===- collector.h - the collector as LLVM sees it -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_COLLECTOR_H
#define TACTUS_PML_CODEGEN_COLLECTOR_H

namespace tactus::pml::codegen {

/// Makes the collector's strategy and the printer of its maps (pml/runtime/maps.h) known to LLVM, for the whole
/// process.
void registerCollector();

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_COLLECTOR_H
