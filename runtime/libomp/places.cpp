//===- places.cpp - the places of OMP_PLACES, and which threads are bound to which ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/places.h"
#include "libomp/wrong_settings.h"

#include "os/allocation.h"
#include "os/processors.h"
#include "os/read_file.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <pthread.h>
#include <strings.h>

namespace tactus::libomp {

constinit Places places;

//===----------------------------------------------------------------------===//
// What the machine is made of
//===----------------------------------------------------------------------===//

/// What the system shows of a processor's neighbours, by OMP_PLACES' words. The largest cache that it has comes first.
static constexpr struct {
  const char *word, *files[4];
} Kinds[] = {
    {"threads", {}},
    {"cores", {"topology/thread_siblings_list"}},
    {"sockets", {"topology/core_siblings_list"}},
    {"ll_caches", {"cache/index4/shared_cpu_list", "cache/index3/shared_cpu_list", "cache/index2/shared_cpu_list"}},
    {"numa_domains", {"topology/package_cpus_list", "topology/core_siblings_list"}},
};

const char *wordOf(Unit unit) { return Kinds[static_cast<unsigned>(unit)].word; }

/// `0-3,8`
static void addList(const char *text, cpu_set_t &set) {
  while (isdigit(static_cast<unsigned char>(*text))) {
    char *end;
    unsigned long first = strtoul(text, &end, 10), last = first;
    if (*end == '-')
      last = strtoul(end + 1, &end, 10);
    for (unsigned long number = first; number <= last && number < CPU_SETSIZE; ++number)
      CPU_SET(number, &set);
    text = *end == ',' ? end + 1 : end;
  }
}

/// The node of memory that the processor is at; false if the system shows none.
static bool readNode(int processor, cpu_set_t &set) {
  char path[96], text[4096];
  for (int node = 0; node < CPU_SETSIZE; ++node) {
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d/cpulist", node);
    if (!readFile(path, text, sizeof text))
      return false;
    CPU_ZERO(&set);
    addList(text, set);
    if (CPU_ISSET(processor, &set))
      return true;
  }
  return false;
}

cpu_set_t unitOf(int processor, Unit unit) {
  auto kind = static_cast<unsigned>(unit);
  cpu_set_t set;
  CPU_ZERO(&set);
  char path[96], text[4096];
  if (unit == Unit::Numa && readNode(processor, set))
    return set;
  for (const char *file : Kinds[kind].files) {
    if (!file)
      break;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", processor, file);
    if (!readFile(path, text, sizeof text))
      continue;
    addList(text, set);
    return set;
  }
  CPU_SET(processor, &set);
  return set;
}

//===----------------------------------------------------------------------===//
// What the environment says
//===----------------------------------------------------------------------===//

static void addPlace(Places &into, const cpu_set_t &wanted, const cpu_set_t &all) {
  cpu_set_t mask;
  CPU_AND(&mask, &wanted, &all);
  if (CPU_COUNT(&mask) == 0)
    return;
  if (!into.masks)
    into.masks = static_cast<cpu_set_t *>(demand(CPU_SETSIZE * sizeof(cpu_set_t), 64, "places"));
  if (into.count < CPU_SETSIZE)
    into.masks[into.count++] = mask;
}

static void addUnits(Places &into, uint64_t most, const cpu_set_t &all) {
  cpu_set_t left = all;
  for (int processor = 0; processor < CPU_SETSIZE && into.count < most; ++processor) {
    if (!CPU_ISSET(processor, &left))
      continue;
    cpu_set_t unit = unitOf(processor, into.unit), taken;
    CPU_SET(processor, &unit);
    CPU_AND(&taken, &unit, &left);
    addPlace(into, taken, all);
    CPU_XOR(&left, &left, &taken);
  }
}

namespace {

/// The grammar of OMP_PLACES [OpenMP 5.2, 21.1.6], without `!`, which is refused at start (os/libomp_variables.cpp).
class Parser {
public:
  Parser(const char *text, const cpu_set_t &all, Places &into) : text(text), all(all), into(into) {}

  /// list = interval {"," interval}
  bool readList() {
    do
      if (!readInterval())
        return false;
    while (accept(','));
    return peek() == 0;
  }

private:
  const char *text;
  const cpu_set_t &all;
  Places &into;

  char peek() {
    while (isspace(static_cast<unsigned char>(*text)))
      ++text;
    return *text;
  }
  bool accept(char wanted) {
    if (peek() != wanted)
      return false;
    ++text;
    return true;
  }
  bool readNumber(long &number) {
    char *end;
    if (peek() != '-' && !isdigit(static_cast<unsigned char>(peek())))
      return false;
    number = strtol(text, &end, 10);
    bool isRead = end != text;
    text = end;
    return isRead && number > -CPU_SETSIZE && number < CPU_SETSIZE;
  }
  /// [":" length [":" stride]]
  bool readRange(long &length, long &stride) {
    length = stride = 1;
    if (!accept(':'))
      return true;
    return readNumber(length) && length > 0 && (!accept(':') || readNumber(stride));
  }

  /// "{" resource {"," resource} "}", resource = number range
  bool readPlace(cpu_set_t &mask) {
    CPU_ZERO(&mask);
    if (!accept('{')) { // a single number is a place, too
      long number;
      if (!readNumber(number) || number < 0)
        return false;
      CPU_SET(number, &mask);
      return true;
    }
    do {
      long number, length, stride;
      if (!readNumber(number) || number < 0 || !readRange(length, stride))
        return false;
      for (long each = 0; each < length; ++each, number += stride)
        if (number >= 0 && number < CPU_SETSIZE)
          CPU_SET(number, &mask);
    } while (accept(','));
    return accept('}');
  }

  /// interval = place range
  bool readInterval() {
    cpu_set_t mask;
    long length, stride;
    if (!readPlace(mask) || !readRange(length, stride))
      return false;
    for (long each = 0; each < length; ++each) {
      cpu_set_t moved;
      CPU_ZERO(&moved);
      for (long number = 0; number < CPU_SETSIZE; ++number)
        if (long to = number + each * stride; CPU_ISSET(number, &mask) && to >= 0 && to < CPU_SETSIZE)
          CPU_SET(to, &moved);
      addPlace(into, moved, all);
    }
    return true;
  }
};

} // namespace

/// A word of `Kinds`, and perhaps a number in parentheses. A known word holds, whatever is wrong behind it.
static bool parseUnits(const char *text, const cpu_set_t &all, Places &into) {
  for (unsigned kind = 0; kind < sizeof Kinds / sizeof *Kinds; ++kind) {
    size_t length = strlen(Kinds[kind].word);
    if (strncasecmp(text, Kinds[kind].word, length) != 0)
      continue;
    into.unit = static_cast<Unit>(kind);
    const char *behind = text + length;
    uint64_t most = UINT64_MAX;
    if (*behind == '(') {
      char *end;
      most = strtoul(behind + 1, &end, 10);
      if (most == 0 || *end != ')')
        return false;
      behind = end + 1;
    }
    if (behind[strspn(behind, " \t")])
      return false;
    addUnits(into, most, all);
    return true;
  }
  return false;
}

/// False if the text cannot be understood, or if none of its processors may be used.
static bool parsePlaces(const char *text, const cpu_set_t &all, Places &into) {
  text += strspn(text, " \t");
  bool isRead =
      isalpha(static_cast<unsigned char>(*text)) ? parseUnits(text, all, into) : Parser(text, all, into).readList();
  return isRead && into.count > 0;
}

static bool isWholeWord(const char *text, size_t length, const char *word) {
  return strlen(word) == length && strncasecmp(text, word, length) == 0;
}

/// False if the word is unknown.
static bool parseBinding(const char *word, size_t length, Binding &into) {
  static constexpr struct {
    const char *word;
    Binding binding;
  } Words[] = {{"false", Binding::None},     {"true", Binding::True},   {"primary", Binding::Primary},
               {"master", Binding::Primary}, {"close", Binding::Close}, {"spread", Binding::Spread}};
  auto found = std::find_if(std::begin(Words), std::end(Words),
                            [&](auto &each) { return isWholeWord(word, length, each.word); });
  if (found == std::end(Words))
    return false;
  into = found->binding;
  return true;
}

/// OMP_PROC_BIND, a word for each level. False if one is unknown.
static bool parseBindings(const char *text, Places &into) {
  for (;;) {
    text += strspn(text, " \t");
    size_t length = strcspn(text, ", \t");
    Binding binding;
    if (!parseBinding(text, length, binding))
      return false;
    if (into.levels < Places::MostLevels)
      into.bindings[into.levels++] = binding;
    text += length + strspn(text + length, " \t");
    if (*text++ != ',')
      return true;
  }
}

/// KMP_AFFINITY: what of it OpenMP has other words for.
static Binding parseIntels(const char *text, Places &into) {
  Binding binding = Binding::None;
  while (*text) {
    size_t length = strcspn(text, ",");
    if (isWholeWord(text, length, "compact"))
      binding = Binding::Close;
    else if (isWholeWord(text, length, "scatter") || isWholeWord(text, length, "balanced"))
      binding = Binding::Spread;
    else if (isWholeWord(text, length, "granularity=fine") || isWholeWord(text, length, "granularity=thread"))
      into.unit = Unit::Thread;
    else if (isWholeWord(text, length, "granularity=socket"))
      into.unit = Unit::Socket;
    else if (isWholeWord(text, length, "reset"))
      into.areLeft = true;
    text += length + (text[length] == ',');
  }
  return binding;
}

/// GOMP_CPU_AFFINITY: processors one by one, `0 3 1-2 4-15:2`.
static void parseGccs(const char *text, const cpu_set_t &all, Places &into) {
  while (*(text += strspn(text, " ,\t"))) {
    char *end;
    unsigned long first = strtoul(text, &end, 10), last = first, stride = 1;
    if (end == text)
      return;
    if (*end == '-')
      last = strtoul(end + 1, &end, 10);
    if (*end == ':')
      stride = std::max(strtoul(end + 1, &end, 10), 1ul);
    for (unsigned long number = first; number <= last && number < CPU_SETSIZE; number += stride) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(number, &one);
      addPlace(into, one, all);
    }
    text = end;
  }
}

static constexpr const char *Variables[] = {"OMP_PROC_BIND", "OMP_PLACES", "KMP_AFFINITY", "GOMP_CPU_AFFINITY",
                                            "KMP_HW_SUBSET"};

static bool variablesAreSet() {
  return std::any_of(std::begin(Variables), std::end(Variables), [](const char *name) { return getenv(name); });
}

static void readVariables() {
  const char *binding = getenv(Variables[0]), *list = getenv(Variables[1]), *intels = getenv(Variables[2]),
             *gccs = getenv(Variables[3]), *subset = getenv(Variables[4]);
  cpu_set_t all;
  if (!variablesAreSet() || sched_getaffinity(0, sizeof all, &all) != 0)
    return;
  if (subset && !selectSubset(subset, all))
    warn(Message::NoSubset,
         "KMP_HW_SUBSET: invalid value \"%s\", ignored. Expected parts such as 1s,2c,1t, and no more "
         "than there are",
         subset);
  else if (subset)
    sched_setaffinity(0, sizeof all, &all);
  if (!binding && !list && !intels && !gccs)
    return;
  Places found;
  if (binding && !parseBindings(binding, found)) {
    found.levels = 0;
    warn(Message::Invalid,
         "OMP_PROC_BIND: \"%s\" is an invalid value; ignored. Expected false, true, or a list of primary, "
         "close and spread",
         binding);
  }
  if (!found.levels && !list && intels)
    found.bindings[found.levels++] = parseIntels(intels, found);
  if (found.levels && found.bindings[0] == Binding::None)
    return;
  if (list && !parsePlaces(list, all, found)) {
    found.count = 0;
    warn(Message::Syntax,
         "OMP_PLACES: syntax error, using %s. Expected threads, cores, sockets, ll_caches, numa_domains, "
         "or places such as {0:4}, not \"%s\"",
         wordOf(found.unit), list);
  } else if (list) {
    found.areListed = !isalpha(static_cast<unsigned char>(list[strspn(list, " \t")]));
  } else if (gccs) {
    parseGccs(gccs, all, found);
    found.areListed = found.count > 0;
  }
  if (!found.count)
    addUnits(found, UINT64_MAX, all);
  if (!found.levels)
    found.bindings[found.levels++] = Binding::True;
  if (const char *ofTeams = getenv("KMP_TEAMS_PROC_BIND");
      ofTeams && !parseBinding(ofTeams, strlen(ofTeams), found.ofTeams))
    warn(Message::Invalid,
         "KMP_TEAMS_PROC_BIND: \"%s\" is an invalid value; ignored. Expected primary, close or spread", ofTeams);
  keepAffinity(all);
  places = found;
}

void readPlaces() {
  static pthread_once_t isRead = PTHREAD_ONCE_INIT;
  pthread_once(&isRead, readVariables);
}

//===----------------------------------------------------------------------===//
// Who is where
//===----------------------------------------------------------------------===//

Partition Partition::ofMember(Binding binding, uint32_t number, uint32_t size) const {
  if (count == 0 || binding == Binding::None || binding == Binding::Primary)
    return *this;
  uint32_t own = static_cast<uint32_t>(place) - first;
  auto at = [this](uint64_t index) { return static_cast<int32_t>(first + index % count); };
  auto share = [&](uint64_t part) { return static_cast<uint32_t>(part * count / size); };
  bool isClose = binding == Binding::Close;
  if (size > count) {
    int32_t shared = at(own + uint64_t{number} * count / size);
    return isClose ? Partition{shared, first, count} : Partition{shared, static_cast<uint32_t>(shared), 1};
  }
  if (isClose)
    return {at(uint64_t{own} + number), first, count};
  uint32_t ofMaster = 0;
  while (share(ofMaster + 1) <= own)
    ++ofMaster;
  uint32_t part = (ofMaster + number) % size, begin = share(part);
  return {number == 0 ? place : at(begin), first + begin, share(part + 1) - begin};
}

void bindTo(int32_t place) {
  // Owned by the thread.
  static constinit thread_local int32_t bound = -1;
  if (place == bound || !places.count)
    return;
  bound = place;
  // A processor that has been taken away meanwhile: the thread stays where it may be.
  sched_setaffinity(0, sizeof(cpu_set_t), places.has(place) ? &places.masks[place] : keptAffinity());
}

} // namespace tactus::libomp
