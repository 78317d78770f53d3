//===- trace_file.h - the file of a time line, whole at every moment ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The file is mapped, shared, so what has been written is in it however the process ends: SIGSEGV, abort, SIGKILL,
// _exit and exec alike. It is an array of JSON without its closing bracket, which the Chrome trace format allows, one
// event a line. Each thread writes into a chunk of its own; what is left of a chunk is spaces:
//
//     [                                              ┐
//     {"ph":"M","name":"process_name",…},            │ chunk of the thread that opened it
//     {"ph":"B","name":"loop a.c:5",…},              │
//                                                    ┘
//     {"ph":"B","name":"join a.c:5",…},              ┐ chunk of another thread
//                                                    ┘
//     {"ph":"M","name":"tactus_end",…}]                at an ordinary end
//
// The first byte of a line is written last. So a process that dies while it writes leaves a line without its brace,
// which readers skip.
//
// The file is a new one, put in place of an old one of its name: another process that still writes to that is not
// disturbed.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_TRACE_FILE_H
#define TACTUS_RUNTIME_OBSERVE_TRACE_FILE_H

#include <cstddef>
#include <cstdint>

namespace tactus {

/// A thread's first chunk, and its largest: each is twice as long as the one before. The kernel takes tens of
/// microseconds for a chunk, most of it whatever the length; and what a thread leaves blank is to be short if it has
/// little to say.
inline constexpr size_t FirstChunkBytes = 64 << 10, LargestChunkBytes = 256 << 10;

/// Where one thread writes.
struct TraceChunk {
  char *next = nullptr, *end = nullptr;
  /// Of the last chunk that was made for this thread.
  size_t bytes = 0;
};

/// Remembers what the file will be called: "%p" and the like (abi/files.h) are those of the process that writes it.
/// Before any thread.
void nameTraceFile(const char *name);

/// Opens the file if it is not open; false if it cannot be, which is said once. Thread-safe.
bool openTraceFile();

/// Appends a line of at most FirstChunkBytes to the thread's chunk, or to a new one. False if the file is full or
/// closed. `chunk` belongs to the calling thread.
bool appendToTrace(TraceChunk &chunk, const char *line, size_t length);

/// Makes a chunk ready, so that a busy thread need not. For threads that have nothing to do. Whoever needs one next
/// takes it, so it is short. Thread-safe.
void prepareTraceChunk();

/// Ends the file with a last line: `line`, inside the object of its arguments, goes on with where in the file it
/// stands, by which readers know that nothing is missing, and the closing bracket. Lines of other threads may still
/// follow in their chunks, which lie before it; new chunks may not.
void closeTraceFile(const char *line, size_t length);

/// How much detail still fits: 0 up to half of the file's limit, n until 1 - 2^-(n+1) of it is used.
unsigned traceThinning();

/// For fork(): the lock is held across it, with or without a file, and is reset in the child.
void lockTraceFile();
void unlockTraceFile();
void resetTraceFileLock();

/// In the child, which has no file, and opens one if its name tells it from the parent's; false if not.
bool leaveTraceFile();

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_TRACE_FILE_H
