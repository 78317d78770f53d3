//===- graph.cpp - all that can be reached from an object ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/reached.h"

namespace tactus::pml {

namespace {

uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 29;
}

/// Between the fields of records and flat tuples there are zeros, in all but large objects (allocate(), late.cpp).
uint64_t hashOf(const Object &object, uint64_t hash) {
  hash = mix(hash, object.constructor() + 1);
  if (object.kind() == RecordObject) {
    for (uint64_t i = object.pointerWords(); i < object.recordWords(); ++i)
      hash = mix(hash, object.words[i]);
    return hash;
  }
  hash = mix(hash, object.length());
  if (object.kind() != NumberSequence || sizeOf(object) >= LargeBytes)
    return hash;
  uint64_t bytes = object.length() * object.elementBytes();
  for (uint64_t i = 0; i < bytes; ++i)
    hash = mix(hash, static_cast<unsigned char>(object.chars()[i]));
  return hash;
}

} // namespace

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

/// Of all objects that can be reached, without those of the program's data.
int64_t pml_object_bytes(Object *object) {
  Reached reached;
  reached.find(reinterpret_cast<uint64_t>(object));
  uint64_t bytes = 0;
  while (Object *each = reached.next()) {
    if (!(each->header & StaticBit))
      bytes += sizeOf(*each);
    reached.findAllOf(*each);
  }
  return static_cast<int64_t>(bytes);
}

/// Of equal values the same, whatever they share. The first objects tell them apart.
uint64_t pml_object_hash(Object *object) {
  constexpr size_t MostObjects = 64;
  LocalList<Object> found;
  uint64_t hash = 0;
  auto find = [&](uint64_t part) {
    if (!isObject(part))
      hash = mix(hash, part + 1);
    else if (found.count < MostObjects)
      found.add(reinterpret_cast<Object *>(part));
  };
  find(reinterpret_cast<uint64_t>(object));
  for (size_t i = 0; i < found.count; ++i) {
    Object &each = *found.entries[i];
    hash = hashOf(each, hash);
    for (const uint64_t &word : pointersOf(each))
      find(__atomic_load_n(&word, __ATOMIC_ACQUIRE));
  }
  return hash;
}

} // extern "C"
