//===- file_names.cpp - names of files, with "%p", "%r" and "%h" ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/file_names.h"
#include "os/exported.h"
#include "os/ranks.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace tactus {

namespace {
/// Text of bounded length, cut off where there is no more room.
class Text {
  char *const begin;
  const size_t size;
  size_t length = 0;

public:
  Text(char *memory, size_t bytes) : begin(memory), size(bytes) { begin[0] = 0; }
  void add(const char *more) {
    for (; *more && length + 1 < size; ++more)
      begin[length++] = *more;
    begin[length] = 0;
  }
  void add(unsigned long long number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", number);
    add(digits);
  }
};
} // namespace

static void addMeaning(Text &text, char letter) {
  char host[256] = {};
  switch (letter) {
  case 'p':
    return text.add(static_cast<unsigned long long>(getpid()));
  case 'r':
    return text.add(static_cast<unsigned long long>(rankOfProcess().number));
  case 'h':
    gethostname(host, sizeof host - 1);
    host[strcspn(host, "/")] = 0;
    return text.add(host);
  default:
    return text.add("%");
  }
}

static bool hasMeaning(char letter) { return letter && strchr("prh%", letter); }

bool namesOneOf(const char *pattern, const char *letters) {
  for (const char *c = pattern; (c = strchr(c, '%')) && c[1]; c += hasMeaning(c[1]) ? 2 : 1)
    if (strchr(letters, c[1]))
      return true;
  return false;
}

void warnOfSharedFile(const char *variable, const char *pattern) {
  Rank rank = rankOfProcess();
  if (rank.count > 1 && rank.number == 0 && !namesOneOf(pattern, "pr"))
    fprintf(stderr,
            "tactus: warning: %s=%s: %llu ranks write this file, and the last of them is what stays; put %%r into the "
            "name\n",
            variable, pattern, static_cast<unsigned long long>(rank.count));
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void tactus_expand_file_name(const char *pattern, char *name, size_t size) {
  Text text(name, size);
  for (const char *c = pattern; *c; ++c) {
    if (*c == '%' && hasMeaning(c[1])) {
      addMeaning(text, *++c);
      continue;
    }
    const char one[] = {*c, 0};
    text.add(one);
  }
}
