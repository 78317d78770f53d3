//===- plain_loops.cpp - loops that are no constructs, and what is known of them -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "plain_loops.h"
#include "constructs.h"
#include "embedded_report.h"
#include "fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace tactus::trace {

namespace {

Independence independenceOf(const std::string &word) {
  if (word == "proven")
    return Independence::Proven;
  if (word == "assumed")
    return Independence::Assumed;
  if (word == "unknown")
    return Independence::Unknown;
  if (word == "refuted")
    return Independence::Refuted;
  throw Damage{"'" + word + "' says nothing of a loop"};
}

/// It is printed, so it has no lines and commands for terminals in it.
std::string printableText(const Fields &fields, const char *name) {
  const std::string &text = fields.text(name);
  if (std::ranges::any_of(text, [](unsigned char byte) { return byte < ' ' || byte == 0x7f; }))
    throw Damage{std::string("'") + name + "' has a control character"};
  return text;
}

PlainLoop parseLoop(const std::string &line) {
  constexpr uint64_t MostLines = 1 << 30;
  nlohmann::json entry = nlohmann::json::parse(line);
  Fields fields(entry, "loop");
  PlainLoop loop;
  loop.file = printableText(fields, "file");
  loop.function = printableText(fields, "function");
  loop.begin = static_cast<unsigned>(fields.whole("begin", 1, MostLines));
  loop.end = static_cast<unsigned>(fields.whole("end", loop.begin, MostLines));
  loop.column = static_cast<unsigned>(fields.whole("column", 0, MostLines));
  loop.library = printableText(fields, "library");
  loop.isInside = fields.flag("inside");
  loop.independence = independenceOf(fields.text("independence"));
  loop.because = printableText(fields, "because");
  loop.reductions = printableText(fields, "reductions");
  loop.shared = printableText(fields, "shared");
  // Objects of earlier versions say nothing of it.
  if (fields.has("last"))
    loop.last = printableText(fields, "last");
  return loop;
}

/// OpenMP's loops begin where their directive does. Its file is named as the command line names it.
bool isConstruct(const PlainLoop &loop, const std::vector<Construct> &constructs) {
  return std::ranges::any_of(constructs, [&](const Construct &construct) {
    return construct.line == loop.begin && (loop.file == construct.file || loop.file.ends_with("/" + construct.file));
  });
}

/// A function that is inlined in several places has as many copies of its loops, of which less may be known.
void add(PlainLoop loop, std::vector<PlainLoop> &loops) {
  auto same = std::ranges::find_if(loops, [&](const PlainLoop &other) {
    return std::tie(other.file, other.begin, other.column, other.library) ==
           std::tie(loop.file, loop.begin, loop.column, loop.library);
  });
  if (same == loops.end()) {
    loops.push_back(std::move(loop));
    return;
  }
  same->end = std::max(same->end, loop.end);
  same->isInside &= loop.isInside;
  if (same->independence < loop.independence) {
    same->independence = loop.independence;
    same->because = loop.because;
    same->reductions = loop.reductions;
  }
  if (same->shared.empty())
    same->shared = loop.shared;
  if (same->last.empty())
    same->last = loop.last;
}

} // namespace

std::string PlainLoop::pragma() const {
  std::string pragma = "#pragma omp parallel for";
  std::set<std::string> names;
  constexpr std::string_view Separator = ", ";
  for (std::string_view rest = reductions; !rest.empty();) {
    // A clause has one operation.
    std::string_view one = rest.substr(0, rest.find(Separator));
    rest.remove_prefix(std::min(rest.size(), one.size() + Separator.size()));
    std::string name(one.substr(one.rfind(' ') + 1));
    if (name == "..." || !names.insert(name).second)
      return {};
    pragma += " reduction(" + std::string(one) + ")";
  }
  return last.empty() ? pragma : pragma + " lastprivate(" + last + ")";
}

std::string readPlainLoops(const std::string &path, std::vector<PlainLoop> &loops) {
  auto lines = readEmbeddedReport(path, abi::LoopsSection);
  if (!lines)
    return "cannot read '" + path + "' as a program or an object; name one that tactus-clang has made";
  std::vector<Construct> constructs;
  if (std::string problem = readCompileReport(path, constructs); !problem.empty())
    return problem;
  for (Construct &construct : constructs)
    construct.file = std::filesystem::path(construct.file).lexically_normal().string();
  try {
    for (const std::string &line : *lines)
      if (PlainLoop loop = parseLoop(line); !isConstruct(loop, constructs))
        add(std::move(loop), loops);
  } catch (const nlohmann::json::exception &) {
    return "what '" + path + "' says of its loops is damaged; link it again";
  } catch (const Damage &damage) {
    return "what '" + path + "' says of its loops is damaged: " + damage.what + "; link it again";
  }
  return {};
}

void countHits(const Positions &positions, std::vector<PlainLoop> &loops) {
  std::map<std::string, std::vector<PlainLoop *>> byFile;
  for (PlainLoop &loop : loops)
    byFile[loop.file].push_back(&loop);
  for (const auto &[position, count] : positions.counts) {
    std::set<PlainLoop *> around;
    for (const SourceLine &place : position)
      if (auto file = byFile.find(place.file); file != byFile.end())
        std::ranges::copy_if(file->second, std::inserter(around, around.end()),
                             [&](const PlainLoop *loop) { return loop->contains(place); });
    for (PlainLoop *loop : around)
      loop->hits += count;
  }
}

} // namespace tactus::trace
