//===- affinity.cpp - threads that describe themselves, and pauses -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// omp_capture_affinity() and omp_display_affinity() describe the calling thread by a format. What of it says where the
// thread is in OpenMP's terms is put in here, inside of our regions; the rest (host, process, processors) is left to
// libomp:
//
//   "%n of %{num_threads} on %A"   ►   "2 of 4 on %A"
//
// omp_pause_resource() asks the runtime to give back what it can. Ours gives back nothing, which is allowed, and libomp
// fails where it has not been started, or has run no region since the last time. Its hard pause ends it, which other
// threads that it knows, as our workers, do not survive; so it is only ever asked for a soft one.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "os/exported.h"
#include "regions/libomp.h"
#include "regions/regions.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tactus {

namespace {

struct Field {
  char letter;
  const char *name;
  int (*value)();
};

int ancestorNumber() {
  int level = tactus_omp_get_level(nullptr);
  return level > 0 ? tactus_omp_get_ancestor_thread_num(level - 1, nullptr) : -1;
}

const Field fields[] = {
    {'t', "team_num", [] { return tactus_omp_get_team_num(nullptr); }},
    {'T', "num_teams", [] { return tactus_omp_get_num_teams(nullptr); }},
    {'L', "nesting_level", [] { return tactus_omp_get_level(nullptr); }},
    {'n', "thread_num", [] { return tactus_omp_get_thread_num(nullptr); }},
    {'N', "num_threads", [] { return tactus_omp_get_num_threads(nullptr); }},
    {'a', "ancestor_tnum", ancestorNumber},
};

/// The field whose letter, or whose name in braces, `text` begins with; `text` is moved behind it. Null for another.
const Field *readField(const char *&text) {
  for (const Field &field : fields) {
    size_t length = strlen(field.name);
    if (*text == field.letter) {
      ++text;
      return &field;
    }
    if (*text == '{' && strncmp(text + 1, field.name, length) == 0 && text[length + 1] == '}') {
      text += length + 2;
      return &field;
    }
  }
  return nullptr;
}

/// A format in which our fields have been replaced. What does not fit is left out.
class Expanded {
public:
  explicit Expanded(const char *format) {
    while (*format)
      if (*format == '%')
        expand(format);
      else
        append(format++, 1);
    text[length] = 0;
  }
  const char *get() const { return text; }

private:
  char text[1024];
  size_t length = 0;

  void append(const char *more, size_t count) {
    for (size_t index = 0; index < count && length + 1 < sizeof text; ++index)
      text[length++] = more[index];
  }

  /// %[[[0].] width] type, where "." aligns to the right, and "0" then fills with zeros.
  void expand(const char *&format) {
    const char *begin = format++;
    bool hasZeros = *format == '0';
    format += hasZeros;
    bool isRight = *format == '.';
    format += isRight;
    int width = 0;
    for (; *format >= '0' && *format <= '9' && width < 100; ++format)
      width = width * 10 + (*format - '0');
    const Field *field = readField(format);
    if (!field) {
      // Two signs stand for one, and the second begins no field.
      format += *format == '%';
      append(begin, static_cast<size_t>(format - begin));
      return;
    }
    char number[128];
    const char *form = !isRight ? "%-*d" : hasZeros ? "%0*d" : "%*d";
    int written = snprintf(number, sizeof number, form, width, field->value());
    append(number, static_cast<size_t>(written));
  }
};

/// affinity-format-var, in a buffer of the caller's, if the caller says no format.
const char *formatOrDefault(const char *format, char *buffer, size_t size) {
  if (format && *format)
    return format;
  const Libomp *libomp = ownLibomp();
  if (!libomp || !libomp->affinityFormat || libomp->affinityFormat(buffer, size) >= size)
    return format;
  return buffer;
}

/// Libomp's own number of the host, and OpenMP's two.
bool isHost(int device) { return device <= 0; }

constexpr int SoftPause = 1, HardPause = 2;
bool isPauseKind(int kind) { return kind == SoftPause || kind == HardPause; }

/// Pauses must not be asked for in a parallel region.
bool isInParallelRegion() { return tactus_omp_get_level(nullptr) > 0; }

bool hasRunningLibomp() {
  const Libomp *libomp = ownLibomp();
  return libomp && libomp->runs();
}

} // namespace

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT uint64_t tactus_omp_capture_affinity(char *buffer, uint64_t size, const char *format,
                                                   uint64_t (*next)(char *, uint64_t, const char *)) {
  if (!next)
    return 0;
  char defaultFormat[512];
  const char *wanted = currentRegion() ? formatOrDefault(format, defaultFormat, sizeof defaultFormat) : nullptr;
  return wanted ? next(buffer, size, Expanded(wanted).get()) : next(buffer, size, format);
}

TACTUS_EXPORT void tactus_omp_display_affinity(const char *format, void (*next)(const char *)) {
  if (!next)
    return;
  char defaultFormat[512];
  const char *wanted = currentRegion() ? formatOrDefault(format, defaultFormat, sizeof defaultFormat) : nullptr;
  next(wanted ? Expanded(wanted).get() : format);
}

TACTUS_EXPORT int tactus_omp_pause_resource(int kind, int device, int (*next)(int, int)) {
  if (isInParallelRegion())
    return 1;
  if (!isPauseKind(kind) || !isHost(device))
    return next ? next(kind, device) : 1;
  if (next && hasRunningLibomp()) {
    next(SoftPause, device);
  }
  return 0;
}

TACTUS_EXPORT int tactus_omp_pause_resource_all(int kind, int (*next)(int)) {
  if (isInParallelRegion())
    return 1;
  if (!isPauseKind(kind))
    return next ? next(kind) : 1;
  if (next && hasRunningLibomp()) {
    next(SoftPause);
  }
  return 0;
}
