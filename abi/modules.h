//===- modules.h - what an executable or shared object registers ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_MODULES_H
#define TACTUS_ABI_MODULES_H

#include "abi/fields.h"
#include "abi/loops.h"

#define TACTUS_MODULE_FIELDS(FIELD)                                                                                    \
  FIELD(version, version)                                                                                              \
  FIELD(reserved, reserved)                                                                                            \
  FIELD(mapsBegin, mapsBegin)                                                                                          \
  FIELD(mapsEnd, mapsEnd)                                                                                              \
  FIELD(loopsBegin, loopsBegin)                                                                                        \
  FIELD(loopsEnd, loopsEnd)                                                                                            \
  FIELD(versionsBegin, versionsBegin)                                                                                  \
  FIELD(versionsEnd, versionsEnd)                                                                                      \
  FIELD(constantsBegin, constantsBegin)                                                                                \
  FIELD(constantsEnd, constantsEnd)

namespace tactus::abi {

/// Raised with every incompatible change; modules of another version are refused at start-up.
inline constexpr uint32_t Version = 11;

/// Two versions of a function (compiler/late/versions/BeatVersions.h): a place in each, as distances from these fields.
/// Zeros say that there is code without polls, and name no function.
///
/// Behind each pair stand the points of its source version, two entries for each, whose `source` is 0: `destination` is
/// the distance to the point, and that to its cold block. Who cannot use the pair can have its points jump there.
struct VersionPair {
  int32_t source;
  int32_t destination;
};

/// A constant in memory that both versions of a function read, each its own copy, as distances from these fields. Where
/// linkers merge the copies, the two are one.
struct VersionConstant {
  int32_t source;
  int32_t destination;
  uint32_t size;
};

/// In assembly, what marks a function in its unwind table as code that a beat may interrupt at any instruction: a
/// DW_CFA_GNU_args_size of 0, which means nothing, with 0 in two bytes, as nobody else writes it.
inline constexpr char InterruptibleMark[] = ".cfi_escape 0x2e, 0x80, 0x00";

/// The sections of the fields below.
#define TACTUS_MAPS_SECTION "tactus_maps"
#define TACTUS_LOOPS_SECTION "tactus_loops"
#define TACTUS_VERSIONS_SECTION "tactus_versions"
#define TACTUS_CONSTANTS_SECTION "tactus_constants"

/// What one executable or shared object registers at start-up. The sections are delimited by the linker's
/// __start_/__stop_ symbols and may be null.
struct Module {
  uint32_t version;
  uint32_t reserved;
  const char *mapsBegin, *mapsEnd;
  LoopDescriptor *const *loopsBegin, *const *loopsEnd;
  const VersionPair *versionsBegin, *versionsEnd;
  const VersionConstant *constantsBegin, *constantsEnd;
};

TACTUS_FIELDS(ModuleFields, Module, TACTUS_MODULE_FIELDS, Name);

} // namespace tactus::abi

extern "C" {

/// Registers and unregisters the stack maps and loops of an executable or shared object; called by its constructors and
/// destructors. Thread-safe. Registering the same module twice counts.
void tactus_register_module(const tactus::abi::Module *module);
void tactus_unregister_module(const tactus::abi::Module *module);
}

#endif // TACTUS_ABI_MODULES_H
