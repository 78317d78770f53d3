//===- travel.h - objects as bytes that mean the same in another process ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     head     the number of objects │ words: numbers, or encoded ones that may lead to objects
//     objects  header │ length, of sequences │ encoded pointers │ numbers      in the order in which they were reached
//
//     encoded  … 1    a small intinf, as it is
//              … 000  a constructor without fields
//              … 010  the index of an object that travels
//              … 100  the distance of static data from pml_program: the same program runs there, at another address
//
// What several objects share is sent once, and shared there. What has identity, or leads to it, is the same object only
// where it is: it travels if nobody but the packed words leads to it, which is so for the results of a task. An array
// that a loop over ranks fills is known to the tasks of the loop alone, and they get it without its elements.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_TRAVEL_H
#define TACTUS_PML_RUNTIME_TRAVEL_H

#include "pml/runtime/reached.h"
#include "pml/runtime/world.h"

#include <cstddef>

namespace tactus::pml {

enum class Identity : uint8_t { Stays, Travels };

/// The thread is inside, and passes no safepoint between the first word and the end.
class Packer {
public:
  /// Of all objects together not more than `most` bytes.
  Packer(Identity identity, uint64_t most);
  ~Packer() { free(bytes); }
  Packer(const Packer &) = delete;
  Packer &operator=(const Packer &) = delete;

  void addNumber(uint64_t number);
  /// What may lead to an object.
  void addWord(uint64_t word);
  /// The address of static data that is no object, or null.
  void addStatic(const void *data);
  /// Behind all words. False if something stays here, or it is too much.
  [[nodiscard]] bool addObjects();

  const void *data() const { return bytes; }
  size_t size() const { return used; }

private:
  Reached reached;
  Identity identity;
  uint64_t left;
  bool stays = false;
  char *bytes = nullptr;
  size_t used = 0, room = 0;

  void add(const void *data, size_t count);
  void addObject(Object &object);
};

/// Makes the objects in the running task's heap. The thread is inside.
class Unpacker {
public:
  Unpacker(const void *bytes, size_t size);
  ~Unpacker();
  Unpacker(const Unpacker &) = delete;
  Unpacker &operator=(const Unpacker &) = delete;

  /// The next word of the head, as it was packed.
  uint64_t next();
  /// Behind the head. It may collect.
  void makeObjects();
  /// What an encoded word of the head is here, up to the next safepoint.
  [[nodiscard]] uint64_t decode(uint64_t encoded) const;

private:
  const char *at, *end;
  RootWords objects{};

  template <typename Visit> void forEachObject(Visit visit) const;
};

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_TRAVEL_H
