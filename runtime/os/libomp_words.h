//===- libomp_words.h - values of settings as libomp reads them ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_LIBOMP_WORDS_H
#define TACTUS_RUNTIME_OS_LIBOMP_WORDS_H

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <strings.h>

namespace tactus {

/// A word that a user may shorten to so many characters.
struct ShortenedWord {
  const char *word;
  size_t least;

  bool isMeantBy(const char *text) const {
    size_t length = strlen(text);
    return length >= least && length <= strlen(word) && strncasecmp(text, word, length) == 0;
  }
};

template <size_t Count> bool isOneOf(const ShortenedWord (&words)[Count], const char *text) {
  return text && std::any_of(std::begin(words), std::end(words), [&](auto &each) { return each.isMeantBy(text); });
}

/// A logical value; neither is true of what is none, or of a variable that is not set.
inline bool saysTrue(const char *text) {
  static constexpr ShortenedWord Words[] = {{"true", 1},   {"yes", 1}, {"on", 2},     {"1", 1},
                                            {".true.", 2}, {".t.", 2}, {"enabled", 7}};
  return isOneOf(Words, text);
}
inline bool saysFalse(const char *text) {
  static constexpr ShortenedWord Words[] = {{"false", 1},   {"no", 1},  {"off", 2},     {"0", 1},
                                            {".false.", 2}, {".f.", 2}, {"disabled", 8}};
  return isOneOf(Words, text);
}

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_LIBOMP_WORDS_H
