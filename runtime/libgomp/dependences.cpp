//===- dependences.cpp - tasks with dependences of gcc's code ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libgomp/tasks.h"

#include "abi/dependences.h"
#include "os/allocation.h"

namespace tactus::libgomp {

/// Old lists begin with how many items there are, and how many of them are out. New ones begin with 0; then come how
/// many there are, and how many of them are out, mutexinoutset and in. What is left are objects of `depobj`.
Dependences::Dependences(void *const *list) {
  if (!list)
    return;
  auto number = [=](size_t index) { return reinterpret_cast<size_t>(list[index]); };
  bool isOld = number(0) != 0;
  size_t all = number(isOld ? 0 : 1);
  // An old list of nothing, as of iterators that give nothing, ends here.
  if (all == 0)
    return;
  size_t out = number(isOld ? 1 : 2), set = isOld ? 0 : number(3), in = isOld ? all - out : number(4);
  if (all > InPlace)
    items = static_cast<abi::Dependence *>(demand(all * sizeof *items, 16, "dependences"));
  void *const *addresses = list + (isOld ? 2 : 5);
  add(addresses, out, abi::DependsInOut);
  add(addresses + out, set, abi::DependsMutexInOutSet);
  add(addresses + out + set, in, abi::DependsIn);
  for (size_t index = out + set + in; index < all; ++index)
    addObject(static_cast<void *const *>(addresses[index]));
}

Dependences::~Dependences() {
  if (items != inPlace)
    release(items);
}

void Dependences::add(void *const *addresses, size_t count, uint8_t kind) {
  for (size_t index = 0; index < count; ++index)
    // omp_all_memory is the address 0.
    items[used++] = {reinterpret_cast<uint64_t>(addresses[index]), 0,
                     addresses[index] ? kind : static_cast<uint8_t>(abi::DependsOnAllMemory)};
}

/// An address and gcc's number of what it is for.
void Dependences::addObject(void *const *object) {
  enum Kind : uintptr_t { In = 1, MutexInOutSet = 4, InOutSet = 5 };
  auto kind = reinterpret_cast<uintptr_t>(object[1]);
  add(object, 1,
      kind == In              ? abi::DependsIn
      : kind == MutexInOutSet ? abi::DependsMutexInOutSet
      : kind == InOutSet      ? abi::DependsInOutSet
                              : abi::DependsInOut);
}

void Dependences::await() const {
  Context &context = here();
  if (used)
    poolOf(context).awaitDependences(*context.current, items, used, context.number);
}

} // namespace tactus::libgomp
