//===- tasks.h - tasks of gcc's code -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBGOMP_TASKS_H
#define TACTUS_RUNTIME_LIBGOMP_TASKS_H

#include "libgomp/loops.h"
#include "libomp/tasks.h"

namespace tactus::libgomp {

/// The items of a depend clause, in whose list gcc has the numbers of each kind and then the addresses, as
/// tasks/dependence_graph.h has them. From null, none.
class Dependences {
public:
  explicit Dependences(void *const *list);
  ~Dependences();
  Dependences(const Dependences &) = delete;
  Dependences &operator=(const Dependences &) = delete;

  const abi::Dependence *begin() const { return items; }
  uint64_t size() const { return used; }
  /// The calling task waits for the children that they name.
  void await() const;

private:
  static constexpr size_t InPlace = 16;
  abi::Dependence inPlace[InPlace];
  abi::Dependence *items = inPlace;
  uint64_t used = 0;

  void add(void *const *addresses, size_t count, uint8_t kind);
  void addObject(void *const *object);
};

/// A task that calls the code with a copy of the data.
void issueCode(Code code, void *data, size_t bytes, void **dependences);

} // namespace tactus::libgomp

#endif // TACTUS_RUNTIME_LIBGOMP_TASKS_H
