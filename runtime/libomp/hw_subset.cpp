//===- hw_subset.cpp - KMP_HW_SUBSET: a part of the machine -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     1s,2c@1,1t       of the first socket the second and third core, and of each of these one thread
//     :1s,2t           of the first socket two threads, whichever cores they are of
//
// Without the colon, layers that are not named are taken as a whole.
//
//===----------------------------------------------------------------------===//
#include "libomp/places.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <strings.h>

namespace tactus::libomp {

namespace {

struct Layer {
  Unit unit;
  uint64_t count = UINT_MAX, skipped = 0;
  bool isNamed = false;
};

/// From the largest units to the smallest.
using Layers = Layer[4];

} // namespace

/// Of `count type [@ offset]`; null for another type.
static Layer *layerOf(const char *text, size_t length, Layers &layers) {
  static constexpr struct {
    const char *word;
    Unit unit;
  } Words[] = {{"s", Unit::Socket}, {"socket", Unit::Socket},    {"sockets", Unit::Socket},
               {"n", Unit::Numa},   {"numa_domain", Unit::Numa}, {"numa_domains", Unit::Numa},
               {"c", Unit::Core},   {"core", Unit::Core},        {"cores", Unit::Core},
               {"t", Unit::Thread}, {"thread", Unit::Thread},    {"threads", Unit::Thread}};
  for (const auto &each : Words)
    if (strlen(each.word) == length && strncasecmp(each.word, text, length) == 0)
      return std::find_if(std::begin(layers), std::end(layers),
                          [&](const Layer &layer) { return layer.unit == each.unit; });
  return nullptr;
}

static bool parse(const char *text, Layers &layers, bool &isAbsolute) {
  isAbsolute = *text == ':';
  text += isAbsolute;
  for (;;) {
    text += strspn(text, " \t");
    uint64_t count = UINT_MAX;
    if (isdigit(static_cast<unsigned char>(*text)))
      count = strtoul(text, const_cast<char **>(&text), 10);
    else
      text += *text == '*';
    size_t length = 0;
    while (isalpha(static_cast<unsigned char>(text[length])) || text[length] == '_')
      ++length;
    // An `x` may stand between two layers, as a comma.
    if (length > 1 && tolower(text[length - 1]) == 'x' && isdigit(static_cast<unsigned char>(text[length])))
      --length;
    Layer *layer = layerOf(text, length, layers);
    if (!layer || layer->isNamed || count == 0)
      return false;
    layer->isNamed = true;
    layer->count = count;
    text += length;
    if (*text == '@')
      layer->skipped = strtoul(text + 1, const_cast<char **>(&text), 10);
    text += strspn(text, " \t");
    if (!*text)
      return true;
    if (*text != ',' && tolower(*text) != 'x')
      return false;
    ++text;
  }
}

/// Adds to `found` what the layers from `layer` on leave of the processors. False if there are not so many units.
static bool select(const Layer *layer, const Layer *end, const cpu_set_t &from, cpu_set_t &found) {
  if (layer == end) {
    CPU_OR(&found, &found, &from);
    return true;
  }
  cpu_set_t left = from;
  uint64_t met = 0, taken = 0;
  for (int processor = 0; processor < CPU_SETSIZE && taken < layer->count; ++processor) {
    if (!CPU_ISSET(processor, &left))
      continue;
    cpu_set_t unit = unitOf(processor, layer->unit), inside;
    CPU_SET(processor, &unit);
    CPU_AND(&inside, &unit, &left);
    CPU_XOR(&left, &left, &inside);
    if (met++ < layer->skipped)
      continue;
    ++taken;
    if (!select(layer + 1, end, inside, found))
      return false;
  }
  return taken > 0 && (layer->count == UINT_MAX || taken == layer->count);
}

bool selectSubset(const char *text, cpu_set_t &all) {
  Layers layers = {{Unit::Socket}, {Unit::Numa}, {Unit::Core}, {Unit::Thread}};
  bool isAbsolute;
  if (!parse(text, layers, isAbsolute))
    return false;
  // Domains of memory need not lie inside of sockets: they count if they are named.
  const Layer *end = std::remove_if(std::begin(layers), std::end(layers), [=](const Layer &layer) {
    return !layer.isNamed && (isAbsolute || layer.unit == Unit::Numa);
  });
  cpu_set_t found;
  CPU_ZERO(&found);
  if (!select(layers, end, all, found))
    return false;
  all = found;
  return true;
}

} // namespace tactus::libomp
