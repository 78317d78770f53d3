//===- affinity_text.cpp - what a thread says of itself -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/affinity_text.h"

#include "abi/openmp.h"
#include "regions/libomp.h"

#include <cstdio>
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

} // namespace

AffinityText::AffinityText(const char *format) {
  while (*format)
    if (*format == '%')
      expand(format);
    else
      append(format++, 1);
  text[length] = 0;
}

void AffinityText::append(const char *more, size_t count) {
  for (size_t index = 0; index < count && length + 1 < sizeof text; ++index)
    text[length++] = more[index];
}

/// %[[[0].] width] type, where "." aligns to the right, and "0" then fills with zeros.
void AffinityText::expand(const char *&format) {
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

const char *affinityFormatOr(const char *format, char (&buffer)[AffinityText::LongestFormat]) {
  if (format && *format)
    return format;
  const Libomp *libomp = ownLibomp();
  if (!libomp || !libomp->affinityFormat || libomp->affinityFormat(buffer, sizeof buffer) >= sizeof buffer)
    return format;
  return buffer;
}

} // namespace tactus
