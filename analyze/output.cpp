//===- output.cpp - the table and the JSON of an analysis ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/task_parameters.h"
#include "analyze/analysis.h"
#include "text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace tactus::analyze {

namespace {

std::string formatted(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// As in Insieme's table 3: "52.0", "970.0 M".
std::string effortText(double cycles) {
  static constexpr const char *Units[] = {"", " k", " M", " G", " T", " P"};
  size_t unit = 0;
  for (; cycles >= 1000 && unit + 1 < std::size(Units); ++unit)
    cycles /= 1000;
  return formatted("%.1f", cycles) + Units[unit];
}

std::string bytesText(uint64_t bytes) {
  static constexpr const char *Units[] = {"", " k", " M", " G", " T", " P", " E"};
  size_t unit = 0;
  auto value = static_cast<double>(bytes);
  for (; value >= 1024 && unit + 1 < std::size(Units); ++unit)
    value /= 1024;
  return formatted(bytes < 1024 ? "%.0f" : "%.1f", value) + Units[unit];
}

/// Bounds are marked by ≤, estimates by ~.
std::string stackText(const StackNeed &need, bool hasFrames) {
  return hasFrames ? (need.isBound() ? "≤ " : "~ ") + bytesText(need.bytes) : "unknown";
}

std::string nameOf(const abi::StructureFunction &function) {
  if (!function.fullName.empty())
    return function.fullName;
  return function.name.empty() ? "?" : function.name;
}

std::string placeOf(const abi::StructureFunction &function, uint32_t line) {
  return function.file.empty() ? "?" : function.file + ":" + std::to_string(line ? line : function.line);
}

/// What the numbers of a context leave out, and the effort as a formula.
std::string noteOf(const ContextResult &entry) {
  std::string text = entry.formula.empty() ? "" : "effort of arguments: " + entry.formula;
  constexpr size_t Most = 3;
  const std::vector<Place> &places = entry.context.unfollowed;
  if (places.empty())
    return text;
  text += text.empty() ? "calls not followed: " : "; calls not followed: ";
  for (size_t i = 0; i < places.size() && i < Most; ++i)
    text += (i ? ", " : "") + places[i].file + ":" + std::to_string(places[i].line);
  return places.size() > Most ? text + " and " + std::to_string(places.size() - Most) + " more" : text;
}

using Row = std::vector<std::string>;

/// A line of a table: the first columns, and what stands in lines of its own, before and behind them.
struct Entry {
  std::string heading, note;
  Row row;
};

/// Two columns further in where there are headings. The last column is broken into lines where a terminal ends.
std::string aligned(const std::vector<Entry> &entries) {
  std::vector<size_t> widths(entries.front().row.size());
  for (const Entry &entry : entries)
    for (size_t i = 0; i < entry.row.size(); ++i)
      widths[i] = std::max(widths[i], driver::columns(entry.row[i]));
  size_t indent = std::ranges::all_of(entries, &std::string::empty, &Entry::heading) ? 0 : 2;
  std::string text;
  for (const auto &[heading, note, row] : entries) {
    if (!heading.empty())
      text += driver::wrapped(heading, 2 * indent) + "\n";
    std::string line(indent, ' ');
    for (size_t i = 0; i + 1 < row.size(); ++i)
      line += row[i] + std::string(widths[i] - driver::columns(row[i]) + 2, ' ');
    size_t used = driver::columns(line);
    line += driver::wrapped(row.back(), used, used);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (!note.empty())
      text += std::string(indent, ' ') + driver::wrapped(note, 2 * indent, indent) + "\n";
  }
  return text;
}

/// A worker has as much stack as the main thread may have, which is 8 MiB nearly everywhere.
std::string warningOf(const Program &program, const StackNeed &need) {
  constexpr uint64_t UsualBytes = 8 << 20, Mebibyte = 1 << 20;
  if (!program.hasFrames || need.bytes <= UsualBytes)
    return {};
  std::string text = "workers may need " + bytesText(need.bytes) + " of stack, more than the usual 8 MiB: ";
  text += need.bytes <= abi::LargestStackByNeed
              ? "their threads get as much; for the main thread, raise ulimit -s"
              : "run with TACTUS_STACK_MB=" + std::to_string(need.bytes / Mebibyte + 1);
  return "\n" + driver::wrapped(text) + "\n";
}

nlohmann::ordered_json stackJson(const StackNeed &need, bool hasFrames) {
  nlohmann::ordered_json result;
  result["bytes"] = hasFrames ? nlohmann::ordered_json(need.bytes) : nlohmann::ordered_json(nullptr);
  result["is_bound"] = hasFrames && need.isBound();
  nlohmann::ordered_json reasons = nlohmann::ordered_json::array();
  if (need.isRecursive)
    reasons.push_back("recursion");
  if (need.isDynamic)
    reasons.push_back("arrays of variable length");
  if (need.callsUnknown)
    reasons.push_back("code without a summary");
  result["estimated_for"] = reasons;
  return result;
}

template <class Value> nlohmann::ordered_json parameterJson(const Value &value, const std::string &reason) {
  nlohmann::ordered_json result;
  result["value"] = value;
  result["why"] = reason;
  return result;
}

} // namespace

std::string tableOf(const Program &program, const Analysis &analysis) {
  if (analysis.contexts.empty())
    return "nothing in the program creates tasks\n";
  std::vector<Entry> entries{
      {"place, function", "", {"kind", "ρ", "λ", "effort", "task stack", "worker stack", "balanced"}}};
  for (const ContextResult &entry : analysis.contexts) {
    const abi::StructureFunction &function = program.written[entry.context.function].summary;
    entries.push_back(
        {placeOf(function, entry.context.line) + ", " + nameOf(function) +
             (entry.context.isOutermost ? "" : " (inner)"),
         noteOf(entry),
         {kindOf(entry.context), std::to_string(entry.context.recursive), std::to_string(entry.context.loopLike),
          effortText(entry.effort), stackText(entry.taskStack, program.hasFrames),
          stackText(entry.workerStack, program.hasFrames), balanceOf(entry.context)}});
  }
  const Aggregate &whole = analysis.whole;
  entries.push_back(
      {"program",
       "",
       {"", std::to_string(whole.recursive), std::to_string(whole.loopLike), effortText(whole.effort),
        stackText(whole.taskStack, program.hasFrames), stackText(whole.workerStack, program.hasFrames), ""}});
  const Parameters &chosen = analysis.parameters;
  std::vector<Entry> parameters{
      {"", "", {"parameter", "value", "why"}},
      {"", "", {"queue policy", chosen.queuePolicy, chosen.queuePolicyReason}},
      {"", "", {"queue size", std::to_string(chosen.queueSize), chosen.queueSizeReason}},
      {"", "", {"event buckets", std::to_string(chosen.eventBuckets), chosen.eventBucketsReason}},
      {"", "", {"task stack", bytesText(chosen.stackBytes), chosen.stackReason}},
  };
  return aligned(entries) + "\n" + aligned(parameters) + warningOf(program, whole.workerStack);
}

nlohmann::ordered_json jsonOf(const Program &program, const Analysis &analysis) {
  nlohmann::ordered_json contexts = nlohmann::ordered_json::array();
  for (const ContextResult &entry : analysis.contexts) {
    const abi::StructureFunction &function = program.written[entry.context.function].summary;
    nlohmann::ordered_json context;
    context["function"] = nameOf(function);
    context["file"] = function.file;
    context["line"] = entry.context.line ? entry.context.line : function.line;
    context["kind"] = kindOf(entry.context);
    context["outermost"] = entry.context.isOutermost;
    context["rho"] = entry.context.recursive;
    context["lambda"] = entry.context.loopLike;
    context["spawns"] = entry.context.spawns;
    context["effort"] = entry.effort;
    context["effort_of_arguments"] = entry.formula;
    context["task_stack"] = stackJson(entry.taskStack, program.hasFrames);
    context["worker_stack"] = stackJson(entry.workerStack, program.hasFrames);
    context["balanced"] = balanceOf(entry.context);
    context["not_followed"] = nlohmann::ordered_json::array();
    for (const Place &place : entry.context.unfollowed)
      context["not_followed"].push_back({{"file", place.file}, {"line", place.line}});
    contexts.push_back(std::move(context));
  }
  nlohmann::ordered_json result;
  result["version"] = 1;
  result["contexts"] = std::move(contexts);
  result["program"] = {{"rho", analysis.whole.recursive},
                       {"lambda", analysis.whole.loopLike},
                       {"effort", analysis.whole.effort},
                       {"task_stack", stackJson(analysis.whole.taskStack, program.hasFrames)},
                       {"worker_stack", stackJson(analysis.whole.workerStack, program.hasFrames)},
                       {"main_stack", stackJson(analysis.mainStack, program.hasFrames)}};
  const Parameters &chosen = analysis.parameters;
  result["parameters"] = {{"queue_policy", parameterJson(chosen.queuePolicy, chosen.queuePolicyReason)},
                          {"queue_size", parameterJson(chosen.queueSize, chosen.queueSizeReason)},
                          {"event_buckets", parameterJson(chosen.eventBuckets, chosen.eventBucketsReason)},
                          {"task_stack_bytes", parameterJson(chosen.stackBytes, chosen.stackReason)}};
  result["problems"] = program.problems;
  return result;
}

} // namespace tactus::analyze
