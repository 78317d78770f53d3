//===- strings.cpp - strings, names and equality -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/strings.h"

#include "pml/runtime/heap.h"
#include "pml/runtime/world.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tactus::pml {

static int compare(const Object *left, const Object *right) {
  uint64_t common = std::min(left->length(), right->length());
  if (int order = memcmp(left->chars(), right->chars(), common))
    return order;
  return left->length() < right->length() ? -1 : left->length() > right->length();
}

/// The first word of an exception is its tag, and that of a tag its name.
const Object *nameOf(const Object &exception) {
  auto *tag = reinterpret_cast<const Object *>(exception.words[0]);
  return reinterpret_cast<const Object *>(tag->words[0]);
}

const Object *textOf(const Object &exception) {
  if (exception.recordWords() != 2 || exception.pointerWords() != 2 || !isObject(exception.words[1]))
    return nullptr;
  auto *carried = reinterpret_cast<const Object *>(exception.words[1]);
  return carried->kind() == NumberSequence && carried->elementBytes() == 1 ? carried : nullptr;
}

namespace {

/// Pairs of objects that are still to be compared: in an array of its own, as lists are as long as they like.
class Comparison {
public:
  ~Comparison() { free(pairs); }

  bool run(uint64_t left, uint64_t right) {
    push(left, right);
    while (count > 0) {
      --count;
      if (!compareOne(pairs[count].left, pairs[count].right))
        return false;
    }
    return true;
  }

private:
  struct Pair {
    uint64_t left, right;
  };
  Pair *pairs = nullptr;
  size_t count = 0, capacity = 0;

  void push(uint64_t left, uint64_t right) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 32;
      pairs = static_cast<Pair *>(realloc(pairs, capacity * sizeof(Pair)));
      if (!pairs)
        endWithoutMemory(capacity * sizeof(Pair));
    }
    pairs[count++] = {left, right};
  }

  bool compareOne(uint64_t leftWord, uint64_t rightWord) {
    if (leftWord == rightWord)
      return true;
    if (!isObject(leftWord) || !isObject(rightWord))
      return false;
    auto &left = *reinterpret_cast<const Object *>(leftWord);
    auto &right = *reinterpret_cast<const Object *>(rightWord);
    if ((left.header | right.header) & IdentityBit || left.kind() != right.kind() ||
        left.constructor() != right.constructor())
      return false;
    if (left.kind() == RecordObject) {
      uint64_t pointers = left.pointerWords();
      // The last pointer is looked at first, so that a list takes no room.
      for (uint64_t i = 0; i < pointers; ++i)
        push(left.words[i], right.words[i]);
      return memcmp(left.words + pointers, right.words + pointers, 8 * (left.recordWords() - pointers)) == 0;
    }
    if (left.length() != right.length())
      return false;
    if (left.kind() == NumberSequence)
      return memcmp(left.elements(), right.elements(), left.length() * left.elementBytes()) == 0;
    for (uint64_t i = 0; i < left.length(); ++i)
      push(left.words[1 + i], right.words[1 + i]);
    return true;
  }
};

} // namespace

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" {

/// Of strings of one length. Most are short, and a word of them is compared at once.
uint8_t pml_string_bytes_eq(const Object *left, const Object *right) {
  constexpr uint64_t WordBytes = sizeof(uint64_t), MostInWords = 8 * WordBytes;
  uint64_t length = left->length();
  if (length > MostInWords)
    return memcmp(left->elements(), right->elements(), length) == 0;
  const uint64_t *leftWord = left->words + 1, *rightWord = right->words + 1;
  for (; length >= WordBytes; length -= WordBytes)
    if (*leftWord++ != *rightWord++)
      return false;
  // Behind the last byte there may be anything. It is in the upper part of its word.
  return length == 0 || (*leftWord ^ *rightWord) << 8 * (WordBytes - length) == 0;
}
uint8_t pml_string_lt(const Object *left, const Object *right) { return compare(left, right) < 0; }
uint8_t pml_string_le(const Object *left, const Object *right) { return compare(left, right) <= 0; }
uint8_t pml_string_gt(const Object *left, const Object *right) { return compare(left, right) > 0; }
uint8_t pml_string_ge(const Object *left, const Object *right) { return compare(left, right) >= 0; }

Object *pml_compare_and_swap(Object **where, Object *old, Object *replacement) {
  __atomic_compare_exchange_n(where, &old, replacement, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return old;
}

uint8_t pml_equal(const Object *left, const Object *right) {
  return Comparison().run(reinterpret_cast<uint64_t>(left), reinterpret_cast<uint64_t>(right));
}

Object *pml_string_append(Object *left, Object *right) {
  PML_SAFEPOINT();
  Root first(left), second(right);
  uint64_t length = left->length();
  Object *result = allocateString(length + right->length());
  memcpy(result->elements(), first->elements(), length);
  memcpy(static_cast<char *>(result->elements()) + length, second->elements(), second->length());
  return result;
}

Object *pml_string_concat(Object *strings) {
  PML_SAFEPOINT();
  Root all(strings);
  uint64_t length = 0;
  for (uint64_t i = 0; i < strings->length(); ++i)
    length += reinterpret_cast<const Object *>(strings->words[1 + i])->length();
  Object *result = allocateString(length);
  auto *to = static_cast<char *>(result->elements());
  for (uint64_t i = 0; i < all->length(); ++i) {
    auto *part = reinterpret_cast<const Object *>(all->words[1 + i]);
    memcpy(to, part->elements(), part->length());
    to += part->length();
  }
  return result;
}

Object *pml_string_unsafe_extract(Object *string, int64_t start, int64_t length) {
  PML_SAFEPOINT();
  Root whole(string);
  Object *result = allocateString(static_cast<uint64_t>(length));
  memcpy(result->elements(), whole->chars() + start, static_cast<size_t>(length));
  return result;
}

Object *pml_char_array_to_string(Object *array) {
  PML_SAFEPOINT();
  Root whole(array);
  Object *result = allocateString(array->length());
  memcpy(result->elements(), whole->elements(), whole->length());
  return result;
}

Object *pml_exn_name(const Object *exception) { return const_cast<Object *>(nameOf(*exception)); }

Object *pml_exn_message(Object *exception) {
  PML_SAFEPOINT();
  const Object *text = textOf(*exception);
  if (!text)
    return const_cast<Object *>(nameOf(*exception));
  Root whole(exception);
  uint64_t nameLength = nameOf(*exception)->length(), textLength = text->length();
  Object *result = allocateString(nameLength + 2 + textLength);
  // The allocation may have moved all of it.
  auto *to = static_cast<char *>(result->elements());
  memcpy(to, nameOf(*whole.get())->chars(), nameLength);
  memcpy(to + nameLength, ": ", 2);
  memcpy(to + nameLength + 2, textOf(*whole.get())->chars(), textLength);
  return result;
}
}
