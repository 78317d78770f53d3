//===- process.cpp - the process and its clocks ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/heap.h"
#include "pml/runtime/interrupts.h"
#include "pml/runtime/main.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/world.h"
#include "pml/system/calls.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sched.h>
#include <sys/resource.h>

using namespace tactus::pml;

namespace {

constexpr uint64_t StringsHeader = sequenceHeader(PointerSequence, 8);

int64_t nanoseconds(timeval time) { return (int64_t{time.tv_sec} * 1000000 + time.tv_usec) * 1000; }

rusage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used;
}

/// A text for the system, or several one after the other, each with its length in front and a 0 behind it. The thread
/// may be outside while it is used.
class Texts {
public:
  Texts() = default;
  explicit Texts(const Object *string) { add(string->chars(), string->length()); }
  ~Texts() { free(data); }
  Texts(const Texts &) = delete;
  Texts &operator=(const Texts &) = delete;
  void add(const char *text, size_t length) {
    size_t bytes = sizeof length + length + 1;
    if (used + bytes > room) {
      room = 2 * (used + bytes);
      data = static_cast<char *>(realloc(data, room));
      if (!data)
        endWithoutMemory(room);
    }
    memcpy(data + used, &length, sizeof length);
    memcpy(data + used + sizeof length, text, length);
    used += bytes;
    data[used - 1] = 0;
    ++count;
  }
  const char *first() const { return data + sizeof(size_t); }
  uint64_t size() const { return count; }
  /// Calls visit(text, length) for each.
  template <typename Visit> void forEach(Visit visit) const {
    size_t length;
    for (size_t at = 0; at < used; at += sizeof length + length + 1) {
      memcpy(&length, data + at, sizeof length);
      visit(data + at + sizeof length, length);
    }
  }

private:
  char *data = nullptr;
  size_t used = 0, room = 0;
  uint64_t count = 0;
};

} // namespace

extern "C" {

Object *pml_command_name() {
  PML_SAFEPOINT();
  const char *name = commandLine.count > 0 ? commandLine.words[0] : "";
  return makeString(name, strlen(name));
}

Object *pml_command_arguments() {
  PML_SAFEPOINT();
  int count = commandLine.count > 0 ? commandLine.count - 1 : 0;
  Root all(allocateSequence(static_cast<uint64_t>(count), StringsHeader));
  for (int i = 0; i < count; ++i) {
    const char *word = commandLine.words[i + 1];
    Object *string = makeString(word, strlen(word));
    storePointer(pml_thread, all.get(), 1 + i, string);
  }
  return all.get();
}

Object *pml_process_environment(Object *name) {
  PML_SAFEPOINT();
  auto *copy = static_cast<char *>(calloc(1, name->length() + 1));
  if (!copy)
    endWithoutMemory(name->length());
  memcpy(copy, name->chars(), name->length());
  const char *value = getenv(copy);
  free(copy);
  Root found(allocateSequence(value != nullptr, StringsHeader));
  if (value) {
    Object *string = makeString(value, strlen(value));
    storePointer(pml_thread, found.get(), 1, string);
  }
  return found.get();
}

int64_t pml_system_call(int64_t which, Object *first, Object *second, int64_t number) {
  PML_SAFEPOINT();
  Texts name(first), other(second);
  Outside outside;
  return callSystem(static_cast<SystemCall>(which), name.first(), other.first(), number);
}

Object *pml_system_texts(int64_t which, Object *name, int64_t number) {
  PML_SAFEPOINT();
  Texts asked(name), found;
  {
    Outside outside;
    auto take = [](void *to, const char *text, size_t length) { static_cast<Texts *>(to)->add(text, length); };
    listTexts(static_cast<SystemTexts>(which), asked.first(), number, take, &found);
  }
  Root all(allocateSequence(found.size(), StringsHeader));
  uint64_t next = 1;
  found.forEach([&](const char *text, size_t length) {
    Object *string = makeString(text, length);
    storePointer(pml_thread, all.get(), next++, string);
  });
  return all.get();
}

void pml_process_exit(int64_t status) {
  PML_SAFEPOINT();
  Outside outside;
  endProcess(static_cast<int>(status));
}

void pml_process_sleep_ns(int64_t duration) {
  PML_SAFEPOINT();
  timespec left{duration / 1000000000, duration % 1000000000};
  for (bool sleeps = duration > 0; sleeps;) {
    {
      Outside outside;
      sleeps = nanosleep(&left, &left) != 0 && errno == EINTR;
    }
    serveInterrupts(pml_thread);
  }
}

/// As many as libtactus may use.
int64_t pml_processors() {
  if (const char *workers = secure_getenv("TACTUS_WORKERS"))
    if (int64_t count = atoll(workers); count > 0)
      return count;
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int64_t pml_time_now_ns() {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}
int64_t pml_time_user_ns() { return nanoseconds(usage().ru_utime); }
int64_t pml_time_system_ns() { return nanoseconds(usage().ru_stime); }
}
