//===- arena.h - objects that live as long as the compilation ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Trees, types and environments refer to each other freely and are freed together. An arena owns them; references to
// them are plain pointers. Destructors run in no particular order and must not look at other objects.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SOURCE_ARENA_H
#define TACTUS_PML_SOURCE_ARENA_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace tactus::pml {

class Arena {
public:
  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena() {
    for (const Destructor &destructor : destructors)
      destructor.run(destructor.object);
  }

  /// A new object, which is destroyed with the arena.
  template <typename T, typename... Arguments> T *make(Arguments &&...arguments) {
    static_assert(sizeof(T) <= ChunkSize && alignof(T) <= alignof(std::max_align_t));
    T *object = new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
    if constexpr (!std::is_trivially_destructible_v<T>)
      destructors.push_back({object, [](void *dead) { static_cast<T *>(dead)->~T(); }});
    return object;
  }

private:
  static constexpr size_t ChunkSize = size_t{64} << 10;
  struct Destructor {
    void *object;
    void (*run)(void *);
  };
  std::vector<std::unique_ptr<std::byte[]>> chunks;
  std::vector<Destructor> destructors;
  size_t used = ChunkSize;

  void *allocate(size_t size, size_t alignment) {
    used = (used + alignment - 1) / alignment * alignment;
    if (used + size > ChunkSize) {
      chunks.push_back(std::make_unique_for_overwrite<std::byte[]>(ChunkSize));
      used = 0;
    }
    void *result = chunks.back().get() + used;
    used += size;
    return result;
  }
};

} // namespace tactus::pml

#endif
