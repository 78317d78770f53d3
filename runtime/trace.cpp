//===- trace.cpp - a time line of what the workers did ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "trace.h"

#include "allocation.h"
#include "json.h"
#include "thread.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <unistd.h>

namespace tactus {

void noteEvent(ThreadState &thread, const TraceEvent &event) {
  if (!thread.trace) {
    void *memory = allocateZeroed(sizeof(TraceBuffer));
    if (!memory)
      return;
    thread.trace = new (memory) TraceBuffer;
  }
  TraceBuffer &buffer = *thread.trace;
  uint32_t count = buffer.count.load(std::memory_order_relaxed);
  if (count == TraceBuffer::Capacity) {
    buffer.dropped.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  buffer.events[count] = event;
  buffer.count.store(count + 1, std::memory_order_release);
}

template <typename Visitor> static void forEachBuffer(Visitor visit) {
  unsigned number = 0;
  forEachThread([&](ThreadState &thread) {
    ++number;
    if (thread.trace)
      visit(*thread.trace, number);
  });
}

/// A copy that outlives its module; null without memory.
static const SourcePlace *copyOf(const SourcePlace &place) {
  size_t length = strlen(place.file) + 1;
  void *memory = allocate(sizeof place + length);
  if (!memory)
    return nullptr;
  char *file = static_cast<char *>(memory) + sizeof place;
  memcpy(file, place.file, length);
  auto *copy = new (memory) SourcePlace(place);
  copy->file = file;
  return copy;
}

void keepTracedLoops(const abi::Module &module) {
  if (!settings.trace)
    return;
  for (auto *loop = module.loopsBegin; loop != module.loopsEnd; ++loop) {
    const SourcePlace *copy = nullptr;
    forEachBuffer([&](TraceBuffer &buffer, unsigned) {
      for (uint32_t index = 0, count = buffer.count.load(std::memory_order_acquire); index < count; ++index) {
        TraceEvent &event = buffer.events[index];
        if (event.place != SourcePlace::of(*loop))
          continue;
        if (!copy)
          copy = copyOf(*SourcePlace::of(*loop));
        event.place = copy;
      }
    });
  }
}

static const char *nameOf(TraceKind kind) {
  switch (kind) {
  case TraceKind::Task:
  case TraceKind::StolenTask:
    return "task";
  case TraceKind::Wait:
    return "wait";
  case TraceKind::Idle:
    return "idle";
  case TraceKind::Promotion:
    return "promotion";
  }
  return "";
}

static void writeEvent(FILE *file, const TraceEvent &event, unsigned thread) {
  char name[512];
  if (event.place)
    snprintf(name, sizeof name, "%s %s:%u", nameOf(event.kind), event.place->file, event.place->line);
  else
    snprintf(name, sizeof name, "%s", nameOf(event.kind));
  fprintf(file, ",\n{\"pid\": 1, \"tid\": %u, \"ts\": %.3f, \"cat\": \"%s\", \"name\": ", thread,
          clock::microsecondsFromTicks(event.begin - clock::startTicks), nameOf(event.kind));
  writeJsonString(file, name);
  if (event.kind == TraceKind::Promotion)
    fprintf(file, ", \"ph\": \"i\", \"s\": \"t\"}");
  else
    fprintf(file, ", \"ph\": \"X\", \"dur\": %.3f, \"args\": {\"stolen\": %s}}",
            clock::microsecondsFromTicks(event.end - event.begin),
            event.kind == TraceKind::StolenTask ? "true" : "false");
}

void writeTrace() {
  if (!settings.trace)
    return;
  FILE *file = fopen(settings.trace, "w");
  if (!file) {
    fprintf(stderr, "tactus: error: TACTUS_TRACE: cannot write %s: %s; choose a file in a writable folder\n",
            settings.trace, strerror(errno));
    return;
  }
  uint64_t dropped = 0;
  fprintf(file, "{\"traceEvents\": [\n{\"pid\": 1, \"ph\": \"M\", \"name\": \"process_name\", \"args\": {\"name\": ");
  writeJsonString(file, program_invocation_short_name);
  fprintf(file, "}}");
  forEachBuffer([&](TraceBuffer &buffer, unsigned thread) {
    fprintf(
        file,
        ",\n{\"pid\": 1, \"tid\": %u, \"ph\": \"M\", \"name\": \"thread_name\", \"args\": {\"name\": \"thread %u\"}}",
        thread, thread);
    for (uint32_t index = 0, count = buffer.count.load(std::memory_order_acquire); index < count; ++index)
      writeEvent(file, buffer.events[index], thread);
    dropped += buffer.dropped.load(std::memory_order_relaxed);
  });
  fprintf(file, "\n], \"otherData\": {\"dropped\": %llu}}\n", static_cast<unsigned long long>(dropped));
  if (fclose(file) != 0)
    fprintf(stderr, "tactus: error: TACTUS_TRACE: cannot write %s: %s; the file is incomplete\n", settings.trace,
            strerror(errno));
}

} // namespace tactus
