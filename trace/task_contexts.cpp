//===- task_contexts.cpp - what was analysed of tasks, beside what was measured -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "task_contexts.h"

#include <algorithm>
#include <string_view>

namespace tactus::trace {

using nlohmann::ordered_json;

namespace {

constexpr size_t NoContext = SIZE_MAX;

struct Known {
  std::string_view file, function;
  unsigned line;
};

struct Measured {
  uint64_t promotions = 0, tasks = 0, stolen = 0;
  Time taskTime = 0, longestTask = 0;

  void add(const PlaceSummary &place) {
    promotions += place.promotions;
    tasks += place.tasks;
    stolen += place.stolen;
    taskTime += place.taskTime;
    longestTask = std::max(longestTask, place.longestTask);
  }
  [[nodiscard]] ordered_json json() const {
    return {{"promotions", promotions},
            {"tasks", tasks},
            {"stolen", stolen},
            {"meanTask", tasks ? taskTime / static_cast<double>(tasks) : 0},
            {"longestTask", longestTask}};
  }
};

/// Names of one file, of which one may be relative to a folder that the other begins with.
bool isSameFile(std::string_view one, std::string_view other) {
  if (one.size() < other.size())
    std::swap(one, other);
  return !other.empty() && one.ends_with(other) &&
         (one.size() == other.size() || other.front() == '/' || one[one.size() - other.size() - 1] == '/');
}

/// "scope::name" of "scope::name(arguments)", whose last word is the place's.
bool isOfFunction(std::string_view whole, std::string_view name) {
  whole = whole.substr(0, whole.find('('));
  if (size_t scope = whole.rfind("::"); scope != std::string_view::npos && name.find("::") == std::string_view::npos)
    whole.remove_prefix(scope + 2);
  return !name.empty() && whole == name;
}

size_t findContext(const std::vector<Known> &contexts, const Place &place) {
  size_t found = NoContext;
  bool isFoundByName = false;
  for (size_t index = 0; index < contexts.size(); ++index) {
    const Known &context = contexts[index];
    if (context.line > place.line || !isSameFile(context.file, place.file))
      continue;
    bool isByName = isOfFunction(context.function, place.function);
    if (found == NoContext || isByName > isFoundByName ||
        (isByName == isFoundByName && context.line > contexts[found].line)) {
      found = index;
      isFoundByName = isByName;
    }
  }
  return found;
}

} // namespace

ordered_json addMeasured(ordered_json analysis, const Recording &recording, const Summary &summary) {
  std::vector<Known> contexts;
  for (const ordered_json &context : analysis["contexts"])
    contexts.push_back({context["file"].get_ref<const std::string &>(),
                        context["function"].get_ref<const std::string &>(), context["line"].get<unsigned>()});
  std::vector<Measured> measured(contexts.size());
  for (size_t index = 0; index < recording.places.size(); ++index)
    if (size_t found = findContext(contexts, recording.places[index]); found != NoContext)
      measured[found].add(summary.places[index]);
  for (size_t index = 0; index < measured.size(); ++index)
    analysis["contexts"][index]["measured"] = measured[index].json();
  return analysis;
}

} // namespace tactus::trace
