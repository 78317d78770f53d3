//===- object.h - how objects lie in memory ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Of compiled code and the runtime. Each object begins with a word that says what follows; its pointers come first, so
// that the collector needs no table:
//
//   record      header │ pointers … │ numbers, the large ones first …
//   sequence    header │ length     │ elements …                       all pointers, or all numbers
//
//   header      bit 0     1; 0: the object has moved, and this is where to (objects have addresses divisible by 8)
//               bits 1-2  ObjectKind
//               bit 3     static: in the program's data, points to such objects only
//               bit 4     large: not copied
//               bit 5     old: it has survived a collection of all heaps, and nothing young is known to be in it; of a
//                         large object while it is collected: marked
//               bit 6     has identity: a reference or an array
//               bit 7     pinned: tasks may reach it that do not own its heap, so it stays where it is (task_heap.h).
//                         In the old heap, in place of bit 5: remembered
//               bits 8-23 constructor; 1 for a negative intinf
//               records:   bits 24-43 words of pointers, bits 44-63 words of everything
//               sequences: bits 24-31 bytes of an element; bit 32: of an array, it goes to other ranks empty
//
// A value below `FirstAddress` is no object but a constructor without fields. An odd value is none either but a small
// intinf, whose number is in the bits above (large_integers.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_OBJECT_H
#define TACTUS_PML_RUNTIME_OBJECT_H

#include <cstdint>

namespace tactus::pml {

enum ObjectKind : uint64_t { RecordObject = 0, PointerSequence = 1, NumberSequence = 2 };

inline constexpr uint64_t HeaderBit = 1, StaticBit = 1 << 3, LargeBit = 1 << 4, OldBit = 1 << 5, IdentityBit = 1 << 6,
                          PinBit = 1 << 7, SentEmptyBit = uint64_t{1} << 32;
inline constexpr uint64_t FirstAddress = 4096;
inline constexpr uint64_t MostRecordWords = 1 << 20;
/// In bytes, and so also in elements.
inline constexpr uint64_t LongestSequence = uint64_t{1} << 46;

constexpr uint64_t recordHeader(uint64_t constructor, uint64_t pointerWords, uint64_t words, uint64_t bits = 0) {
  return HeaderBit | bits | constructor << 8 | pointerWords << 24 | words << 44;
}
constexpr uint64_t sequenceHeader(ObjectKind kind, uint64_t elementBytes, uint64_t bits = 0) {
  return HeaderBit | bits | uint64_t{kind} << 1 | elementBytes << 24;
}

struct Object {
  uint64_t header;
  uint64_t words[1];

  ObjectKind kind() const { return static_cast<ObjectKind>(header >> 1 & 3); }
  uint64_t constructor() const { return header >> 8 & 0xffff; }
  uint64_t pointerWords() const { return header >> 24 & 0xfffff; }
  uint64_t recordWords() const { return header >> 44; }
  uint64_t elementBytes() const { return header >> 24 & 0xff; }
  uint64_t length() const { return words[0]; }
  void *elements() { return &words[1]; }
  const void *elements() const { return &words[1]; }
  const char *chars() const { return reinterpret_cast<const char *>(&words[1]); }
};

/// An intinf from -2^62 to 2^62 - 1 is in the word itself, and never in an object: equal ones are equal words.
inline constexpr uint64_t SmallBit = 1;
inline constexpr unsigned SmallBits = 63;

/// Is the word the address of an object? The bit of small integers is made the highest.
inline bool isObject(uint64_t word) {
  return static_cast<int64_t>(word >> 1 | word << 63) >= static_cast<int64_t>(FirstAddress / 2);
}

/// The words of an object that are pointers.
struct Pointers {
  uint64_t *words;
  uint64_t count;

  uint64_t *begin() const { return words; }
  uint64_t *end() const { return words + count; }
};
inline Pointers pointersOf(Object &object) {
  if (object.kind() == RecordObject)
    return {object.words, object.pointerWords()};
  return {object.words + 1, object.kind() == PointerSequence ? object.length() : 0};
}

/// Of a whole sequence, a multiple of 8.
constexpr uint64_t sequenceBytes(uint64_t length, uint64_t elementBytes) {
  return 16 + ((length * elementBytes + 7) & ~uint64_t{7});
}
/// Of the whole object in bytes, a multiple of 8.
inline uint64_t sizeOf(const Object &object) {
  if (object.kind() == RecordObject)
    return 8 + 8 * object.recordWords();
  return sequenceBytes(object.length(), object.elementBytes());
}

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_OBJECT_H
