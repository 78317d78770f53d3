//===- task_memory.h - memory of tasks, used again by those who create them ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Tasks are created by one thread and end on another. There malloc() has a lock for both. Here a thread has blocks of
// one size, which fit most tasks:
//
//     creator: own blocks ──► task ──► ends on the creator: own blocks
//        ▲                         └─► ends elsewhere: the creator's returned blocks
//        └──── takes all returned ones when it has none of its own
//
// Blocks stay with the thread that has made them. When it ends, another thread takes its place.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_TASK_MEMORY_H
#define TACTUS_RUNTIME_LIBOMP_TASK_MEMORY_H

#include <cstddef>
#include <span>

namespace tactus::libomp {

/// Uninitialised, aligned to 16 bytes. Ends the process without memory.
void *takeTaskMemory(size_t bytes);
void releaseTaskMemory(void *memory);
/// What is left of it behind the first bytes that are used. Of memory that has its exact size, nothing.
std::span<std::byte> restOfTaskMemory(void *memory, size_t used);

/// The calling thread ends.
void leaveTaskMemory();
/// In a child of fork().
void forgetTaskMemory();

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_TASK_MEMORY_H
