//===- affinity.cpp - places, and what a thread says of itself -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where the environment asks for no binding, strands go where there is work, within what the process may use. So there
// is no place to name, which OpenMP allows where proc-bind-var is false (places.h).
//
//===----------------------------------------------------------------------===//
#include "libomp/context.h"
#include "libomp/environment.h"

#include <algorithm>
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <unistd.h>

namespace tactus::libomp {

namespace {

/// Text of bounded length, that goes on counting.
struct Text {
  char *buffer;
  size_t size, length = 0;

  void add(const char *more, size_t count) {
    for (size_t index = 0; index < count; ++index, ++length)
      if (length + 1 < size)
        buffer[length] = more[index];
  }
  void end() {
    if (size)
      buffer[std::min(length, size - 1)] = 0;
  }
};

/// `0-2,5`
void describeProcessors(char *text, size_t size) {
  cpu_set_t set;
  text[0] = 0;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return;
  size_t used = 0;
  for (int first = 0; first < CPU_SETSIZE; ++first) {
    if (!CPU_ISSET(first, &set))
      continue;
    int last = first;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &set))
      ++last;
    int added = last > first ? snprintf(text + used, size - used, "%s%d-%d", used ? "," : "", first, last)
                             : snprintf(text + used, size - used, "%s%d", used ? "," : "", first);
    used = std::min(size - 1, used + static_cast<size_t>(std::max(added, 0)));
    first = last;
  }
}

struct Field {
  char letter;
  const char *name;
};
constexpr Field Fields[] = {{'t', "team_num"},       {'T', "num_teams"},   {'L', "nesting_level"},
                            {'n', "thread_num"},     {'N', "num_threads"}, {'a', "ancestor_tnum"},
                            {'H', "host"},           {'P', "process_id"},  {'i', "native_thread_id"},
                            {'A', "thread_affinity"}};

} // namespace

static void describe(char letter, char *text, size_t size) {
  auto number = [&](int value) { snprintf(text, size, "%d", value); };
  int level = tactus_omp_get_level(nullptr);
  switch (letter) {
  case 't':
    return number(tactus_omp_get_team_num(nullptr));
  case 'T':
    return number(tactus_omp_get_num_teams(nullptr));
  case 'L':
    return number(level);
  case 'n':
    return number(tactus_omp_get_thread_num(nullptr));
  case 'N':
    return number(tactus_omp_get_num_threads(nullptr));
  case 'a':
    return number(tactus_omp_get_ancestor_thread_num(level - 1, nullptr));
  case 'H':
    if (gethostname(text, size) != 0)
      snprintf(text, size, "unknown");
    return;
  case 'P':
    return number(getpid());
  case 'i':
    return number(gettid());
  case 'A':
    return describeProcessors(text, size);
  default:
    snprintf(text, size, "undefined");
  }
}

/// `%[[[0].]size](letter|{name})`. `format` stands behind the percent sign, and is moved behind the field.
static void addField(Text &text, const char *&format) {
  bool isPadded = false, isRight = false;
  size_t width = 0;
  if (*format == '0') {
    isPadded = true;
    ++format;
  }
  if (*format == '.') {
    isRight = true;
    ++format;
  }
  while (isdigit(static_cast<unsigned char>(*format)))
    width = width * 10 + static_cast<size_t>(*format++ - '0');
  char letter = *format;
  if (letter == '{') {
    const char *end = strchr(format, '}');
    size_t length = end ? static_cast<size_t>(end - format - 1) : strlen(format) - 1;
    letter = 0;
    for (const Field &field : Fields)
      if (strlen(field.name) == length && strncmp(field.name, format + 1, length) == 0)
        letter = field.letter;
    format = end ? end + 1 : format + strlen(format);
  } else if (letter) {
    ++format;
  }
  char value[1024];
  describe(letter, value, sizeof value);
  size_t length = strlen(value), pad = width > length ? width - length : 0;
  bool isZeroed = isPadded && isRight;
  // Zeros are behind a number's sign.
  size_t sign = isZeroed && *value == '-';
  text.add(value, sign);
  for (size_t index = 0; isRight && index < pad; ++index)
    text.add(isZeroed ? "0" : " ", 1);
  text.add(value + sign, length - sign);
  for (size_t index = 0; !isRight && index < pad; ++index)
    text.add(" ", 1);
}

static size_t capture(char *buffer, size_t size, const char *format) {
  Text text{buffer, size};
  if (!format || !*format)
    format = environment().affinityFormat;
  while (*format) {
    if (*format != '%') {
      text.add(format++, 1);
    } else if (format[1] == '%') {
      text.add("%", 1);
      format += 2;
    } else {
      addField(text, ++format);
    }
  }
  text.end();
  return text.length;
}

static void displayAffinity(const char *format) {
  char line[2048];
  capture(line, sizeof line, format);
  printf("%s\n", line);
}

void displayThisThread() { displayAffinity(nullptr); }

static void setFormat(const char *format, size_t length) {
  char *own = environment().affinityFormat;
  length = std::min(length, sizeof(Environment::affinityFormat) - 1);
  memcpy(own, format, length);
  own[length] = 0;
}

static size_t getFormat(char *buffer, size_t size) {
  const char *own = environment().affinityFormat;
  Text text{buffer, buffer ? size : 0};
  text.add(own, strlen(own));
  text.end();
  return text.length;
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void, ompc_set_affinity_format)(const char *format) { setFormat(format, strlen(format)); }
TACTUS_ENTRY(size_t, ompc_get_affinity_format)(char *buffer, size_t size) { return getFormat(buffer, size); }
TACTUS_ENTRY(void, ompc_display_affinity)(const char *format) { displayAffinity(format); }
TACTUS_ENTRY(size_t, ompc_capture_affinity)(char *buffer, size_t size, const char *format) {
  return capture(buffer, size, format);
}

/// Fortran's names. Its texts come with their lengths, which stand behind all arguments, and are filled up with blanks.
static const char *withEnd(char *copy, size_t size, const char *text, size_t length) {
  length = std::min(length, size - 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}
static size_t fillUp(char *buffer, size_t size, const char *text, size_t length) {
  size_t used = std::min(size, length);
  memcpy(buffer, text, used);
  memset(buffer + used, ' ', size - used);
  return length;
}
TACTUS_ENTRY(void, omp_set_affinity_format_)(const char *format, size_t length) { setFormat(format, length); }
TACTUS_ENTRY(size_t, omp_get_affinity_format_)(char *buffer, size_t size) {
  const char *own = environment().affinityFormat;
  return fillUp(buffer, size, own, strlen(own));
}
TACTUS_ENTRY(void, omp_display_affinity_)(const char *format, size_t length) {
  char copy[1024];
  displayAffinity(withEnd(copy, sizeof copy, format, length));
}
TACTUS_ENTRY(size_t, omp_capture_affinity_)(char *buffer, const char *format, size_t size, size_t length) {
  char copy[1024], text[2048];
  size_t needed = capture(text, sizeof text, withEnd(copy, sizeof copy, format, length));
  fillUp(buffer, size, text, strlen(text));
  return needed;
}

TACTUS_ENTRY(int, omp_get_proc_bind)() {
  readPlaces();
  return static_cast<int>(places.bindingAt(static_cast<uint32_t>(tactus_omp_get_level(nullptr))));
}
TACTUS_ENTRY(int, omp_get_num_places)() {
  readPlaces();
  return static_cast<int>(places.count);
}
TACTUS_ENTRY(int, omp_get_place_num)() { return partitionOf(here()).place; }
TACTUS_ENTRY(int, omp_get_place_num_procs)(int place) {
  return places.has(place) ? CPU_COUNT(&places.masks[place]) : 0;
}
TACTUS_ENTRY(int, omp_get_place_num_procs_)(const int *place) { return tactus_entry_omp_get_place_num_procs(*place); }
TACTUS_ENTRY(int, omp_get_partition_num_places)() { return static_cast<int>(partitionOf(here()).count); }
TACTUS_ENTRY(void, omp_get_place_proc_ids)(int place, int *numbers) {
  if (!places.has(place))
    return;
  for (int number = 0; number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(number, &places.masks[place]))
      *numbers++ = number;
}
TACTUS_ENTRY(void, omp_get_place_proc_ids_)(const int *place, int *numbers) {
  tactus_entry_omp_get_place_proc_ids(*place, numbers);
}
TACTUS_ENTRY(void, omp_get_partition_place_nums)(int *numbers) {
  const Partition &partition = partitionOf(here());
  for (uint32_t index = 0; index < partition.count; ++index)
    numbers[index] = static_cast<int>(partition.first + index);
}

//===----------------------------------------------------------------------===//
// Intel's extensions: masks of processors
//===----------------------------------------------------------------------===//

TACTUS_ENTRY(void, kmp_create_affinity_mask)(void **mask) {
  auto *made = static_cast<cpu_set_t *>(calloc(1, sizeof(cpu_set_t)));
  if (!made)
    endWith("no memory for a mask of processors", "give the process more");
  *mask = made;
}
TACTUS_ENTRY(void, kmp_destroy_affinity_mask)(void **mask) {
  free(*mask);
  *mask = nullptr;
}
TACTUS_ENTRY(int, kmp_set_affinity)(void **mask) {
  return sched_setaffinity(0, sizeof(cpu_set_t), static_cast<cpu_set_t *>(*mask));
}
TACTUS_ENTRY(int, kmp_get_affinity)(void **mask) {
  return sched_getaffinity(0, sizeof(cpu_set_t), static_cast<cpu_set_t *>(*mask));
}
TACTUS_ENTRY(int, kmp_get_affinity_max_proc)() { return static_cast<int>(sysconf(_SC_NPROCESSORS_CONF)); }
static bool isProcessor(int number) { return number >= 0 && number < CPU_SETSIZE; }
TACTUS_ENTRY(int, kmp_set_affinity_mask_proc)(int processor, void **mask) {
  if (!isProcessor(processor))
    return -1;
  CPU_SET(processor, static_cast<cpu_set_t *>(*mask));
  return 0;
}
TACTUS_ENTRY(int, kmp_set_affinity_mask_proc_)(const int *processor, void **mask) {
  return tactus_entry_kmp_set_affinity_mask_proc(*processor, mask);
}
TACTUS_ENTRY(int, kmp_unset_affinity_mask_proc)(int processor, void **mask) {
  if (!isProcessor(processor))
    return -1;
  CPU_CLR(processor, static_cast<cpu_set_t *>(*mask));
  return 0;
}
TACTUS_ENTRY(int, kmp_unset_affinity_mask_proc_)(const int *processor, void **mask) {
  return tactus_entry_kmp_unset_affinity_mask_proc(*processor, mask);
}
TACTUS_ENTRY(int, kmp_get_affinity_mask_proc)(int processor, void **mask) {
  return isProcessor(processor) ? CPU_ISSET(processor, static_cast<cpu_set_t *>(*mask)) : -1;
}
TACTUS_ENTRY(int, kmp_get_affinity_mask_proc_)(const int *processor, void **mask) {
  return tactus_entry_kmp_get_affinity_mask_proc(*processor, mask);
}
