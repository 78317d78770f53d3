//===- allocations.c - counts the bytes that a program asks the heap for ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A shared object for LD_PRELOAD. At exit it prints, on standard output in the form of the kernels' driver,
//
//   heap_bytes 123456
//
// the bytes of all allocations, whether freed again or not, from malloc and its relatives (which `new` uses) and from
// mmap without a file. C library functions that allocate for themselves are counted as well: take the difference of
// two runs. Thread-safe.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// The C library's own names of its functions, so that no look-up is needed that would itself allocate.
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

// Added to by all threads, read at exit; relaxed, since nothing else depends on it.
static uint64_t allocatedBytes;

static void count(size_t bytes) { __atomic_fetch_add(&allocatedBytes, bytes, __ATOMIC_RELAXED); }

void *malloc(size_t bytes) {
  count(bytes);
  return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes) {
  size_t total;
  count(__builtin_mul_overflow(number, bytes, &total) ? 0 : total);
  return __libc_calloc(number, bytes);
}

void *realloc(void *memory, size_t bytes) {
  count(bytes);
  return __libc_realloc(memory, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
  count(bytes);
  return __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  void *allocated = memalign(alignment, bytes);
  if (!allocated)
    return ENOMEM;
  *memory = allocated;
  return 0;
}

void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (flags & MAP_ANONYMOUS)
    count(bytes);
  long result = syscall(SYS_mmap, address, bytes, protection, flags, file, offset);
  return result == -1 ? MAP_FAILED : (void *)result; // NOLINT(performance-no-int-to-ptr): what mmap is.
}

void *mmap64(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
  return mmap(address, bytes, protection, flags, file, offset);
}

__attribute__((destructor)) static void report(void) {
  dprintf(STDOUT_FILENO, "heap_bytes %llu\n", (unsigned long long)__atomic_load_n(&allocatedBytes, __ATOMIC_RELAXED));
}
