//===- travel.cpp - objects as bytes that mean the same in another process --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/travel.h"
#include "pml/runtime/task_heap.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tactus::pml {

namespace {

enum Encoding : uint64_t { Immediate = 0, Index = 2, StaticDistance = 4 };
constexpr unsigned EncodingBits = 3;
/// What the collector has noted of an object concerns its place, not the object.
constexpr uint64_t PlaceBits = LargeBit | OldBit | PinBit;

/// A task gets such an array as one without elements (Spread in pml/basis/parallel).
bool isSentEmpty(uint64_t header, Identity identity) {
  bool isSequence = (header >> 1 & 3) != RecordObject;
  return isSequence && header & SentEmptyBit && identity == Identity::Stays;
}

uint64_t origin() { return reinterpret_cast<uint64_t>(&pml_program); }
uint64_t encodeStatic(uint64_t address) { return (address - origin()) << EncodingBits | StaticDistance; }

/// A message of ours does not end too early; one of somebody else's is not taken for one.
[[noreturn]] void endForBadMessage() {
  fprintf(stderr, "tactus: error: a task of another rank cannot be unpacked; report this as a fault of Tactus\n");
  exit(1);
}

} // namespace

Packer::Packer(Identity identity, uint64_t most) : identity(identity), left(most) { addNumber(0); }

void Packer::add(const void *data, size_t count) {
  if (used + count > room) {
    room = std::max<size_t>(2 * (used + count), 256);
    bytes = static_cast<char *>(realloc(bytes, room));
    if (!bytes)
      endWithoutMemory(room);
  }
  memcpy(bytes + used, data, count);
  used += count;
}

void Packer::addNumber(uint64_t number) { add(&number, sizeof number); }

void Packer::addStatic(const void *data) { addNumber(data ? encodeStatic(reinterpret_cast<uint64_t>(data)) : 0); }

void Packer::addWord(uint64_t word) {
  if (!isObject(word))
    return addNumber(word & SmallBit ? word : word << EncodingBits | Immediate);
  auto &object = *reinterpret_cast<Object *>(word);
  // Other tasks may pin it meanwhile.
  uint64_t header = __atomic_load_n(&object.header, __ATOMIC_RELAXED);
  if (header & StaticBit)
    return addNumber(encodeStatic(word));
  size_t before = reached.count(), index = reached.indexOf(word);
  if (index == before) {
    bool isEmpty = isSentEmpty(header, identity);
    uint64_t size = isEmpty ? sequenceBytes(0, 1) : sizeOf(object);
    stays |= (header & IdentityBit && identity == Identity::Stays && !isEmpty) || size > left;
    left -= std::min(size, left);
  }
  addNumber(uint64_t{index} << EncodingBits | Index);
}

void Packer::addObject(Object &object) {
  uint64_t header = __atomic_load_n(&object.header, __ATOMIC_RELAXED);
  addNumber(header & ~PlaceBits);
  if (isSentEmpty(header, identity))
    return addNumber(0);
  if (object.kind() != RecordObject)
    addNumber(object.length());
  Pointers pointers = pointersOf(object);
  for (const uint64_t &word : pointers)
    addWord(__atomic_load_n(&word, __ATOMIC_ACQUIRE));
  auto *end = reinterpret_cast<const char *>(&object) + sizeOf(object);
  auto *rest = reinterpret_cast<const char *>(pointers.end());
  add(rest, static_cast<size_t>(end - rest));
}

bool Packer::addObjects() {
  for (Object *object; !stays && (object = reached.next());)
    addObject(*object);
  uint64_t count = reached.count();
  memcpy(bytes, &count, sizeof count);
  return !stays;
}

Unpacker::Unpacker(const void *bytes, size_t size)
    : at(static_cast<const char *>(bytes)), end(static_cast<const char *>(bytes) + size) {
  objects.count = next();
  // An object has a header at least.
  if (objects.count > size / sizeof(uint64_t))
    endForBadMessage();
  objects.words = static_cast<uint64_t *>(calloc(objects.count + 1, sizeof(uint64_t)));
  if (!objects.words)
    endWithoutMemory(objects.count * sizeof(uint64_t));
  objects.older = pml_thread.rootWords;
  pml_thread.rootWords = &objects;
}

Unpacker::~Unpacker() {
  pml_thread.rootWords = objects.older;
  free(objects.words);
}

uint64_t Unpacker::next() {
  uint64_t word;
  if (static_cast<size_t>(end - at) < sizeof word)
    endForBadMessage();
  memcpy(&word, at, sizeof word);
  at += sizeof word;
  return word;
}

/// Calls visit(index, header, length, pointers, their number, bytes of numbers) for each.
template <typename Visit> void Unpacker::forEachObject(Visit visit) const {
  const char *from = at;
  auto take = [&](uint64_t bytes) {
    if (bytes > static_cast<size_t>(end - from))
      endForBadMessage();
    const char *taken = from;
    from += bytes;
    return taken;
  };
  auto word = [&] {
    uint64_t read;
    memcpy(&read, take(sizeof read), sizeof read);
    return read;
  };
  for (uint64_t index = 0; index < objects.count; ++index) {
    Object shape{word(), {}};
    if (shape.kind() != RecordObject)
      shape.words[0] = word();
    uint64_t pointers = pointersOf(shape).count;
    uint64_t before = shape.kind() == RecordObject ? sizeof(uint64_t) : 2 * sizeof(uint64_t);
    const char *encoded = take(pointers * sizeof(uint64_t));
    uint64_t numbers = sizeOf(shape) - before - pointers * sizeof(uint64_t);
    visit(index, shape, encoded, pointers, take(numbers), numbers);
  }
}

/// Pointers wait until all objects are there: what is allocated may move the others. Objects with pointers are zeroed.
void Unpacker::makeObjects() {
  forEachObject([&](uint64_t index, const Object &shape, const char *, uint64_t, const char *numbers, uint64_t bytes) {
    uint64_t size = sizeOf(shape);
    Object *made = allocate(size, shape.header);
    if (shape.kind() != RecordObject)
      made->words[0] = shape.words[0];
    if (bytes)
      memcpy(reinterpret_cast<char *>(made) + size - bytes, numbers, bytes);
    objects.words[index] = reinterpret_cast<uint64_t>(made);
  });
  forEachObject(
      [&](uint64_t index, const Object &shape, const char *encoded, uint64_t pointers, const char *, uint64_t) {
        auto *holder = reinterpret_cast<Object *>(objects.words[index]);
        uint64_t first = shape.kind() == RecordObject ? 0 : 1;
        for (uint64_t i = 0; i < pointers; ++i) {
          uint64_t word;
          memcpy(&word, encoded + i * sizeof word, sizeof word);
          storePointer(pml_thread, holder, first + i, reinterpret_cast<Object *>(decode(word)));
        }
      });
}

uint64_t Unpacker::decode(uint64_t encoded) const {
  if (encoded & SmallBit)
    return encoded;
  auto distance = static_cast<uint64_t>(static_cast<int64_t>(encoded) >> EncodingBits);
  switch (encoded & ((uint64_t{1} << EncodingBits) - 1)) {
  case Immediate:
    return distance;
  case Index:
    if (distance < objects.count)
      return objects.words[distance];
    break;
  case StaticDistance:
    return origin() + distance;
  default:
    break;
  }
  endForBadMessage();
}

} // namespace tactus::pml
