//===- check.cpp - what declared effects say of each other ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "check.h"

#include "reliance.h"

#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace tactus::splice {

static void append(std::string &text, const char *verb, const region_set &set) {
  for (unsigned index = 0; index < set.size(); ++index) {
    address_range addresses = set[index].addresses();
    char range[96];
    snprintf(range, sizeof range, "%s%s [0x%" PRIxPTR ", 0x%" PRIxPTR ")", text.empty() ? "" : ", ", verb,
             addresses.first, addresses.last);
    text += range;
  }
}

std::string textOf(const effects &what) {
  std::string text;
  append(text, "reads", what.read);
  append(text, "writes", what.written);
  return text.empty() ? "does nothing" : text;
}

void complain(const detail::code_place &place, const std::string &mistake) {
  // One line, though several workers may have something to say.
  static std::atomic_flag said;
  while (said.test_and_set())
    pause();
  fprintf(stderr, "tactus: error: %s:%u: %s\n", place.file, place.line, mistake.c_str());
  fflush(stderr);
  abort();
}

void checkNotFinished(const Frame &frame, const char *what, const detail::code_place &place) {
  if (frame.finished) [[unlikely]]
    complain(place, std::string(what) + " follows splice::last or splice::finish, after which the function does "
                                        "nothing; declare what follows with splice::then");
}

bool effectsAreChecked = false;

static bool isOn() { return settings().check || effectsAreChecked; }

static bool mayContain(const region_set &set, const region &part) {
  for (unsigned index = 0; index < set.size(); ++index)
    if (set[index].may_contain(part))
      return true;
  return false;
}

/// Nothing of `part` that matters is known to lie outside of what the frame may still do.
static bool mayCover(const Frame &frame, const effects &part) {
  const effects &whole = frame.remaining;
  for (unsigned index = 0; index < part.written.size(); ++index)
    if (!detail::contained(part.written[index], whole.written, nullptr) &&
        !mayContain(whole.written, part.written[index]))
      return false;
  for (unsigned index = 0; index < part.read.size(); ++index)
    if (!detail::contained(part.read[index], whole.read, &whole.written) && !mayContain(whole.read, part.read[index]) &&
        !mayContain(whole.written, part.read[index]) && isWritten(*frame.thread->group, part.read[index]))
      return false;
  return true;
}

void checkWithin(const Frame &frame, const char *what, const effects &declared, const detail::code_place &place) {
  checkNotFinished(frame, what, place);
  if (!isOn() || declared.may_be_coarse() || mayCover(frame, declared))
    return;
  complain(place, std::string(what) + " " + textOf(declared) +
                      ", but its function is left with: " + textOf(frame.remaining) + "; correct one of the two");
}

void checkRest(const Frame &frame, const detail::continuation &rest, const detail::code_place &place) {
  if (!isOn() || rest.is != detail::continuation::kind::given || rest.rest.may_be_coarse() ||
      mayCover(frame, rest.rest))
    return;
  complain(place, "what follows " + textOf(rest.rest) + ", but the function is left with: " + textOf(frame.remaining) +
                      "; correct splice::then or the function's effects");
}

} // namespace tactus::splice
