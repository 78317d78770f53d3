//===- trace_file.cpp - the file of a time line, whole at every moment ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "observe/trace_file.h"

#include "os/file_names.h"
#include "os/settings.h"
#include "os/whole_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

namespace tactus {

static pthread_mutex_t fileMutex = PTHREAD_MUTEX_INITIALIZER;
// Under fileMutex.
static int descriptor = -1;
static bool hasFailed, isClosed;
/// Set before `isOpen`, with release; read after it, with acquire.
static char *fileBase;
static size_t limit;
static constinit std::atomic<bool> isOpen{false};
/// A chunk in advance, see prepareTraceChunk(). Under fileMutex; whether there is one is also read without it, relaxed,
/// as a hint.
static TraceChunk spare;
static constinit std::atomic<bool> hasSpare{false};
/// Bytes allocated. Written under the mutex; relaxed, since any recent value serves readers.
static constinit std::atomic<size_t> used{0};

/// Absolute, as abi/files.h has it.
static char pattern[PATH_MAX];

namespace {
struct FileLock {
  FileLock() { pthread_mutex_lock(&fileMutex); }
  ~FileLock() { pthread_mutex_unlock(&fileMutex); }
};
} // namespace

void lockTraceFile() { pthread_mutex_lock(&fileMutex); }
void unlockTraceFile() { pthread_mutex_unlock(&fileMutex); }

void nameTraceFile(const char *name) {
  warnOfSharedFile("TACTUS_TRACE", name);
  // The program may change its directory before it opens the file.
  char directory[PATH_MAX];
  bool isRelative = name[0] != '/' && getcwd(directory, sizeof directory);
  size_t length = 0;
  for (const char *c = isRelative ? directory : ""; *c && length + 3 < sizeof pattern; ++c) {
    if (*c == '%') // the directory's own
      pattern[length++] = '%';
    pattern[length++] = *c;
  }
  snprintf(pattern + length, sizeof pattern - length, "%s%s", isRelative ? "/" : "", name);
}

/// Says why there is no file; under the lock.
static bool fail(const char *path) {
  fprintf(stderr, "tactus: error: TACTUS_TRACE: cannot write %s: %s; choose a file in a writable folder\n", path,
          strerror(errno));
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
  hasFailed = true;
  return false;
}

/// Replaces what is there as soon as there is room for a beginning. Another process may do the same with the same file,
/// and mapped ones stay as they are.
static int createFile(const char *path) {
  WholeFile whole;
  int file = whole.openNew(path);
  if (file < 0)
    return -1;
  int problem = posix_fallocate(file, 0, FirstChunkBytes);
  if (problem == 0 && ftruncate(file, 0) != 0)
    problem = errno;
  if (problem != 0)
    whole.discard();
  else if (!whole.moveToPlace())
    problem = errno;
  if (problem == 0)
    return file;
  close(file);
  errno = problem;
  return -1;
}

bool openTraceFile() {
  if (isOpen.load(std::memory_order_acquire))
    return true;
  FileLock lock;
  if (isOpen.load(std::memory_order_relaxed) || hasFailed)
    return !hasFailed;
  const FileName path(pattern);
  limit = settings.traceMegabytes << 20;
  descriptor = createFile(path);
  if (descriptor < 0)
    return fail(path);
  void *mapping = mmap(nullptr, limit, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (mapping == MAP_FAILED)
    return fail(path);
  // A child must not write to its parent's file.
  madvise(mapping, limit, MADV_DONTFORK);
  fileBase = static_cast<char *>(mapping);
  used.store(0, std::memory_order_relaxed);
  isOpen.store(true, std::memory_order_release);
  return true;
}

/// Makes the file longer by a blank chunk. It is written, not mapped: so the file only ever grows by what is blank
/// already, and a full disk is an error here and not a SIGBUS later.
static bool appendBlank(size_t begin, size_t bytes) {
  static constexpr size_t Page = 4096;
  static char blank[Page];
  if (!blank[0])
    memset(blank, ' ', Page);
  iovec pages[LargestChunkBytes / Page];
  size_t count = bytes / Page;
  for (size_t index = 0; index < count; ++index)
    pages[index] = {blank, Page};
  return pwritev(descriptor, pages, static_cast<int>(count), static_cast<off_t>(begin)) == static_cast<ssize_t>(bytes);
}

/// How long the next chunk is to be of a thread that has had `chunk`. A small file is not filled by a few of them.
static size_t bytesAfter(const TraceChunk &chunk) {
  constexpr size_t ChunksInFile = 256;
  size_t largest = std::clamp(limit / ChunksInFile, FirstChunkBytes, LargestChunkBytes);
  return std::clamp(2 * chunk.bytes, FirstChunkBytes, largest);
}

/// Under the lock. A new chunk, blank; false if there is none.
static bool makeChunk(TraceChunk &chunk, size_t bytes) {
  size_t begin = used.load(std::memory_order_relaxed);
  if (begin + bytes > limit)
    bytes = FirstChunkBytes;
  if (isClosed || !isOpen.load(std::memory_order_relaxed) || begin + bytes > limit || !appendBlank(begin, bytes))
    return false;
  fileBase[begin + bytes - 1] = '\n';
  chunk = {fileBase + begin, fileBase + begin + bytes - 1, bytes};
  if (begin == 0) {
    *chunk.next++ = '[';
    *chunk.next++ = '\n';
  }
  used.store(begin + bytes, std::memory_order_relaxed);
  return true;
}

/// Under the lock. The chunk in advance first, so that later lines of a thread lie further on in the file.
static bool allocateChunk(TraceChunk &chunk) {
  if (!hasSpare.load(std::memory_order_relaxed) || isClosed)
    return makeChunk(chunk, bytesAfter(chunk));
  chunk.next = spare.next;
  chunk.end = spare.end;
  hasSpare.store(false, std::memory_order_relaxed);
  return true;
}

void prepareTraceChunk() {
  if (hasSpare.load(std::memory_order_relaxed) || pthread_mutex_trylock(&fileMutex) != 0)
    return;
  // The first chunk is for the thread that opens the file.
  if (!hasSpare.load(std::memory_order_relaxed) && used.load(std::memory_order_relaxed) > 0 &&
      makeChunk(spare, FirstChunkBytes)) {
    // Best effort: without it the pages come one by one.
    madvise(spare.end + 1 - spare.bytes, spare.bytes, MADV_POPULATE_WRITE);
    hasSpare.store(true, std::memory_order_relaxed);
  }
  pthread_mutex_unlock(&fileMutex);
}

bool appendToTrace(TraceChunk &chunk, const char *line, size_t length) {
  if (static_cast<size_t>(chunk.end - chunk.next) < length) {
    FileLock lock;
    if (!allocateChunk(chunk))
      return false;
  }
  memcpy(chunk.next + 1, line + 1, length - 1);
  std::atomic_signal_fence(std::memory_order_release); // the process may end between any two stores
  *static_cast<volatile char *>(chunk.next) = line[0];
  chunk.next += length;
  return true;
}

void closeTraceFile(const char *line, size_t length) {
  FileLock lock;
  if (!isOpen.load(std::memory_order_relaxed) || isClosed)
    return;
  size_t begin = used.load(std::memory_order_relaxed);
  isClosed = true;
  const char *opening = begin == 0 ? "[\n" : "";
  size_t at = begin + strlen(opening);
  char end[64];
  auto endLength = static_cast<size_t>(snprintf(end, sizeof end, ",\"at\":%zu}}]\n", at));
  if (pwrite(descriptor, opening, strlen(opening), static_cast<off_t>(begin)) < 0 ||
      pwrite(descriptor, line, length, static_cast<off_t>(at)) != static_cast<ssize_t>(length) ||
      pwrite(descriptor, end, endLength, static_cast<off_t>(at + length)) != static_cast<ssize_t>(endLength))
    fprintf(stderr, "tactus: error: TACTUS_TRACE: cannot write the end of %s: %s; make room on the disk\n", pattern,
            strerror(errno));
}

unsigned traceThinning() {
  size_t size = limit, taken = used.load(std::memory_order_relaxed);
  unsigned level = 0;
  for (size_t left = size - taken; level < 10 && left < size >> (level + 1);)
    ++level;
  return level;
}

void resetTraceFileLock() { pthread_mutex_init(&fileMutex, nullptr); }

bool leaveTraceFile() {
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
  isOpen.store(false, std::memory_order_relaxed);
  used.store(0, std::memory_order_relaxed);
  hasSpare.store(false, std::memory_order_relaxed);
  hasFailed = isClosed = false;
  return namesOneOf(pattern, "p");
}

} // namespace tactus
