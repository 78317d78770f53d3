//===- memory.cpp - stacks, heap and rare operations of compiled TPAL ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/exported.h"
#include "tpal/run.h"

#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tactus::abi::tpal;

TACTUS_EXPORT void tactus_tpal_trap(const char *place, const char *reason) {
  // Of several tasks that get stuck at a time, the first has its say.
  static constinit std::atomic<bool> trapped{false};
  while (trapped.exchange(true, std::memory_order_relaxed))
    pause();
  fflush(stdout);
  fprintf(stderr, "tactus: error: %s: %s\n", place, reason);
  // Other tasks are running: the process ends without its exit handlers.
  _exit(1);
}

namespace tactus::abi::tpal {

template <typename T> static T *addressIn(uint64_t meta) { return reinterpret_cast<T *>(meta & AddressMask); }

void *allocateOrTrap(uint64_t bytes, const char *place) {
  void *memory = malloc(bytes);
  if (!memory)
    tactus_tpal_trap(place, "out of memory; give the program smaller inputs");
  return memory;
}

/// Cells beyond this cannot be had: the number of bytes stays far from overflowing.
static constexpr uint64_t MaximalCells = uint64_t{1} << 48;

template <typename T> static void push(std::atomic<T *> &list, T *item) {
  item->next = list.load(std::memory_order_relaxed);
  while (!list.compare_exchange_weak(item->next, item, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

/// Large arrays are mapped on their own, on huge pages where the system has them: programs that hop about in them miss
/// the TLB less, and a fault clears 512 pages. From this size on, in bytes.
static constexpr uint64_t LargeBytes = uint64_t{4} << 20;

/// Bytes of an allocation with so many words of cells.
static constexpr uint64_t allocationBytes(uint64_t words) { return sizeof(Allocation) + words * sizeof(uint64_t); }

/// Memory of zeros, or null.
static void *allocateZeros(uint64_t bytes) {
  if (bytes < LargeBytes)
    return calloc(1, bytes);
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  // A hint; small pages do as well.
  madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

static void freeAllocation(Allocation *allocation) {
  uint64_t bytes = allocationBytes(allocation->metas ? 2 * allocation->length : allocation->length);
  if (bytes < LargeBytes)
    free(allocation);
  else
    munmap(allocation, bytes);
}

uint64_t makeAllocation(Run &run, uint64_t length, uint64_t uniformMeta, const char *place) {
  if (length > MaximalCells)
    tactus_tpal_trap(place, "out of memory; give the program smaller inputs");
  uint64_t words = uniformMeta ? length : 2 * length;
  void *memory = allocateZeros(allocationBytes(words));
  if (!memory)
    tactus_tpal_trap(place, "out of memory; give the program smaller inputs");
  auto *allocation = new (memory) Allocation{length, nullptr, uniformMeta, nullptr, 0, -1};
  if (!uniformMeta) {
    allocation->metas = allocation->cells() + length;
    for (uint64_t cell = 0; cell < length; ++cell)
      allocation->metas[cell] = metaOf(Sort::Integer);
  }
  push(run.allocations, allocation);
  return metaOf(Sort::HeapPointer) | reinterpret_cast<uint64_t>(allocation);
}

static void freeStack(Stack *stack) {
  free(stack->cells);
  free(stack->marks);
  free(stack);
}

void releaseStacks(Task &task) {
  while (Stack *stack = task.stacks) {
    task.stacks = stack->next;
    if (task.program->stacksAreShared) {
      stack->owner = nullptr;
      push(task.run->sharedStacks, stack);
    } else {
      freeStack(stack);
    }
  }
}

void releaseMemory(Run &run) {
  for (Allocation *allocation = run.allocations.load(std::memory_order_acquire); allocation;) {
    Allocation *next = allocation->next;
    freeAllocation(allocation);
    allocation = next;
  }
  for (Stack *stack = run.sharedStacks.load(std::memory_order_acquire); stack;) {
    Stack *next = stack->next;
    freeStack(stack);
    stack = next;
  }
}

bool isReadable(const Value &pointer, uint64_t cells) {
  if (sortOf(pointer.meta) != Sort::HeapPointer)
    return false;
  uint64_t length = addressIn<Allocation>(pointer.meta)->length;
  return pointer.bits <= length && cells <= length - pointer.bits;
}

static Value readCell(Allocation &allocation, uint64_t index) {
  return {__atomic_load_n(&allocation.cells()[index], __ATOMIC_RELAXED),
          allocation.metas ? __atomic_load_n(&allocation.metas[index], __ATOMIC_RELAXED) : allocation.uniformMeta};
}

Value cellAt(const Value &pointer, uint64_t offset) {
  return readCell(*addressIn<Allocation>(pointer.meta), pointer.bits + offset);
}

/// The stack cell at an address, or null.
static Value *stackCell(uint64_t bits, uint64_t meta, uint64_t offset) {
  auto *stack = addressIn<Stack>(meta);
  uint64_t index = bits - 1 - offset;
  return index < stack->height ? &stack->cells[index] : nullptr;
}

} // namespace tactus::abi::tpal

TACTUS_EXPORT uint64_t tactus_tpal_snew(Task *task, const char *place) {
  auto *stack = new (allocateOrTrap(sizeof(Stack), place)) Stack{};
  stack->capacity = 64;
  stack->cells = static_cast<Value *>(allocateOrTrap(stack->capacity * sizeof(Value), place));
  stack->marks = static_cast<int64_t *>(allocateOrTrap((stack->capacity + 1) * sizeof(int64_t), place));
  stack->marks[0] = -1;
  stack->markTop = stack->marks;
  stack->markHead = 1;
  stack->owner = task;
  stack->next = task->stacks;
  task->stacks = stack;
  return metaOf(Sort::StackPointer) | reinterpret_cast<uint64_t>(stack);
}

TACTUS_EXPORT void tactus_tpal_grow(uint64_t stackMeta, uint64_t cells, const char *place) {
  auto *stack = addressIn<Stack>(stackMeta);
  if (cells > MaximalCells)
    tactus_tpal_trap(place, "the number of cells must be an integer that is not negative, and fit into memory");
  uint64_t needed = stack->height + cells;
  uint64_t capacity = stack->capacity;
  while (capacity < needed)
    capacity *= 2;
  void *memory = realloc(stack->cells, capacity * sizeof(Value));
  auto top = stack->markTop - stack->marks;
  // The first entry is -1.
  void *marks = memory ? realloc(stack->marks, (capacity + 1) * sizeof(int64_t)) : nullptr;
  if (!marks)
    tactus_tpal_trap(place, "out of memory; the recursion is too deep");
  stack->cells = static_cast<Value *>(memory);
  stack->marks = static_cast<int64_t *>(marks);
  stack->markTop = stack->marks + top;
  stack->capacity = capacity;
}

TACTUS_EXPORT void tactus_tpal_salloc(uint64_t stackMeta, uint64_t cells, const char *place) {
  auto *stack = addressIn<Stack>(stackMeta);
  if (static_cast<int64_t>(cells) < 0 || cells > stack->capacity - stack->height)
    tactus_tpal_grow(stackMeta, cells, place);
  for (uint64_t cell = 0; cell < cells; ++cell)
    stack->cells[stack->height++] = {0, metaOf(Sort::Integer)};
}

TACTUS_EXPORT uint64_t tactus_tpal_split(uint64_t stackMeta, uint64_t height, const char *place) {
  auto *stack = addressIn<Stack>(stackMeta);
  if (*stack->markTop < 0)
    tactus_tpal_trap(place, "the stack has no promotion-ready mark");
  auto position = static_cast<uint64_t>(stack->marks[stack->markHead]);
  stack->marks[stack->markHead++] = -1;
  if (*stack->markTop < 0) {
    stack->markTop = stack->marks;
    stack->markHead = 1;
  }
  stack->cells[position] = {0, metaOf(Sort::Integer)};
  return height - 1 - position;
}

TACTUS_EXPORT uint64_t tactus_tpal_halloc(Task *task, uint64_t cells, uint64_t uniformMeta, const char *place) {
  if (static_cast<int64_t>(cells) < 0)
    tactus_tpal_trap(place, "the number of cells must be an integer that is not negative");
  return makeAllocation(*task->run, cells, uniformMeta, place);
}

TACTUS_EXPORT uint64_t tactus_tpal_localise(Task *task, uint64_t meta) {
  if (sortOf(meta) != Sort::StackPointer && sortOf(meta) != Sort::ForeignStack)
    return meta;
  Sort sort = addressIn<Stack>(meta)->owner == task ? Sort::StackPointer : Sort::ForeignStack;
  return metaOf(sort) | (meta & AddressMask);
}

/// The stack cell that a load or store names.
static Value &plainCell(uint64_t bits, uint64_t meta, uint64_t offset, const char *place) {
  Value *cell = stackCell(bits, meta, offset);
  if (!cell)
    tactus_tpal_trap(place, "the address is outside of the stack");
  if (sortOf(cell->meta) == Sort::Mark)
    tactus_tpal_trap(place, "the cell holds a promotion-ready mark");
  return *cell;
}

[[noreturn]] static void trapNoAddress(Sort sort, const char *place) {
  tactus_tpal_trap(place, sort == Sort::ForeignStack ? "the stack belongs to another task" : "an address is needed");
}

TACTUS_EXPORT void tactus_tpal_load(Task *task, uint64_t baseBits, uint64_t baseMeta, uint64_t offset,
                                    const char *place, Value *result) {
  switch (sortOf(baseMeta)) {
  case Sort::HeapPointer: {
    auto *allocation = addressIn<Allocation>(baseMeta);
    if (baseBits + offset >= allocation->length)
      tactus_tpal_trap(place, "the address is outside of the allocation");
    *result = readCell(*allocation, baseBits + offset);
    result->meta = tactus_tpal_localise(task, result->meta);
    return;
  }
  case Sort::StackPointer:
    *result = plainCell(baseBits, baseMeta, offset, place);
    return;
  default:
    trapNoAddress(sortOf(baseMeta), place);
  }
}

TACTUS_EXPORT void tactus_tpal_store(Task *task, uint64_t baseBits, uint64_t baseMeta, uint64_t offset,
                                     const char *place, const Value *value) {
  switch (sortOf(baseMeta)) {
  case Sort::HeapPointer: {
    auto *allocation = addressIn<Allocation>(baseMeta);
    uint64_t index = baseBits + offset;
    if (index >= allocation->length)
      tactus_tpal_trap(place, "the address is outside of the allocation");
    // Where all cells have one sort, the compiler has seen to it that no other is stored.
    if (allocation->metas)
      __atomic_store_n(&allocation->metas[index], value->meta, __ATOMIC_RELAXED);
    __atomic_store_n(&allocation->cells()[index], value->bits, __ATOMIC_RELAXED);
    return;
  }
  case Sort::StackPointer:
    plainCell(baseBits, baseMeta, offset, place) = *value;
    return;
  default:
    trapNoAddress(sortOf(baseMeta), place);
  }
}

/// The sort for comparisons: whose stack it is makes no difference.
static Sort comparedSort(const Value &value) {
  Sort sort = sortOf(value.meta);
  return sort == Sort::ForeignStack ? Sort::StackPointer : sort;
}

/// [op-integer] and [op-pointer]; false if the operands do not fit.
static bool apply(uint64_t operation, const Value &left, const Value &right, Value &result, const char *place) {
  Sort leftSort = comparedSort(left), rightSort = comparedSort(right);
  bool leftHeap = leftSort == Sort::HeapPointer, rightHeap = rightSort == Sort::HeapPointer;
  auto first = static_cast<int64_t>(left.bits), second = static_cast<int64_t>(right.bits);
  if ((operation == Add || operation == Subtract) && leftHeap != rightHeap) {
    if ((leftHeap ? rightSort : leftSort) != Sort::Integer || (operation == Subtract && rightHeap))
      return false;
    int64_t offset;
    bool overflow = operation == Add ? __builtin_add_overflow(first, second, &offset)
                                     : __builtin_sub_overflow(first, second, &offset);
    if (overflow || offset != static_cast<int32_t>(offset))
      tactus_tpal_trap(place, "the address is out of range");
    result = {static_cast<uint64_t>(offset), leftHeap ? left.meta : right.meta};
    return true;
  }
  if (leftSort != rightSort || leftSort == Sort::Undefined || leftSort == Sort::Float)
    return false;
  bool sameThing = leftSort == Sort::Integer || (left.meta & AddressMask) == (right.meta & AddressMask);
  uint64_t value;
  if (operation == Equal || operation == NotEqual) {
    value = (sameThing && left.bits == right.bits) == (operation == Equal);
  } else {
    if (leftSort != Sort::Integer && (!leftHeap || !sameThing))
      return false;
    switch (operation) {
    case Add:
      value = left.bits + right.bits;
      break;
    case Subtract:
      value = left.bits - right.bits;
      break;
    case Less:
      value = first < second;
      break;
    case LessEqual:
      value = first <= second;
      break;
    case Greater:
      value = first > second;
      break;
    default:
      value = first >= second;
      break;
    }
  }
  result = {value, metaOf(Sort::Integer)};
  return true;
}

TACTUS_EXPORT void tactus_tpal_operation(uint64_t operation, const Value *left, const Value *right, Value *result,
                                         const char *place) {
  Value computed;
  if (!apply(operation, *left, *right, computed, place))
    tactus_tpal_trap(place, "the operands are neither integers nor addresses that go together");
  *result = computed;
}
