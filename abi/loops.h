//===- loops.h - the fields of a loop's structures -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The structures are in runtime/abi.h. Those of a loop have a mirror for C in <tactus/latent.h>, which is held against
// the same list.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_LOOPS_H
#define TACTUS_ABI_LOOPS_H

#include "abi/fields.h"
#include "runtime/abi.h"

#define TACTUS_LOOP_DESCRIPTOR_FIELDS(FIELD)                                                                           \
  FIELD(run, run)                                                                                                      \
  FIELD(file, file)                                                                                                    \
  FIELD(function, function)                                                                                            \
  FIELD(line, line)                                                                                                    \
  FIELD(column, column)                                                                                                \
  FIELD(environmentWords, environment_words)                                                                           \
  FIELD(flags, flags)                                                                                                  \
  FIELD(weight, weight)                                                                                                \
  FIELD(promotions, promotions)                                                                                        \
  FIELD(tasks, tasks)

/// `environment` comes last: it is the first of any number of words.
#define TACTUS_LOOP_SLOT_FIELDS(FIELD)                                                                                 \
  FIELD(descriptor, descriptor)                                                                                        \
  FIELD(end, end)                                                                                                      \
  FIELD(join, join)                                                                                                    \
  FIELD(resultBytes, result_bytes)                                                                                     \
  FIELD(strandLimit, strand_limit)                                                                                     \
  FIELD(environment, environment)

#define TACTUS_TASKLOOP_FIELDS(FIELD)                                                                                  \
  FIELD(descriptor, descriptor)                                                                                        \
  FIELD(entry, entry)                                                                                                  \
  FIELD(duplicate, duplicate)                                                                                          \
  FIELD(destroy, destroy)                                                                                              \
  FIELD(bytes, bytes)

#define TACTUS_MODULE_FIELDS(FIELD)                                                                                    \
  FIELD(version, version)                                                                                              \
  FIELD(reserved, reserved)                                                                                            \
  FIELD(mapsBegin, mapsBegin)                                                                                          \
  FIELD(mapsEnd, mapsEnd)                                                                                              \
  FIELD(loopsBegin, loopsBegin)                                                                                        \
  FIELD(loopsEnd, loopsEnd)

namespace tactus::abi {

TACTUS_FIELDS(LoopDescriptorFields, LoopDescriptor, TACTUS_LOOP_DESCRIPTOR_FIELDS, Name);
TACTUS_FIELDS(PublicLoopDescriptorFields, tactus_loop_descriptor, TACTUS_LOOP_DESCRIPTOR_FIELDS, PublicName);
static_assert(sameLayout(LoopDescriptorFields::all, PublicLoopDescriptorFields::all));

TACTUS_FIELDS(LoopSlotFields, LoopSlot, TACTUS_LOOP_SLOT_FIELDS, Name);
TACTUS_FIELDS(PublicLoopSlotFields, tactus_loop_slot, TACTUS_LOOP_SLOT_FIELDS, PublicName);
static_assert(sameLayout(LoopSlotFields::all, PublicLoopSlotFields::all));
// Compiled code addresses a slot by words.
static_assert(LoopSlotHeaderWords == LoopSlotFields::environment &&
              LoopSlotFields::all[LoopSlotFields::environment].offset == 8 * LoopSlotHeaderWords);
static_assert(TACTUS_LOOP_HAS_RESULTS == HasReduction && TACTUS_UNKNOWN_WEIGHT == UnknownWeight);

TACTUS_FIELDS(TaskloopFields, Taskloop, TACTUS_TASKLOOP_FIELDS, Name);
TACTUS_FIELDS(ModuleFields, Module, TACTUS_MODULE_FIELDS, Name);

} // namespace tactus::abi

#endif // TACTUS_ABI_LOOPS_H
