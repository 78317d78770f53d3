//===- constructs.cpp - what the compiler did with each construct ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "constructs.h"
#include "embedded_report.h"
#include "fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace tactus::trace {

/// What the compiler separates by "; ".
static void addReasons(const std::string &text, std::vector<std::string> &reasons) {
  constexpr std::string_view Separator = "; ";
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(Separator, begin), text.size());
    std::string reason = text.substr(begin, end - begin);
    if (!reason.empty() && std::ranges::find(reasons, reason) == reasons.end())
      reasons.push_back(std::move(reason));
    begin = end + Separator.size();
  }
}

/// Throws Damage where something is missing or makes no sense. What is there already is not added.
static void addConstruct(const nlohmann::json &entry, std::vector<Construct> &constructs) {
  constexpr uint64_t MostLines = 1 << 30;
  Fields fields(entry, "construct");
  Construct construct;
  construct.kind = fields.has("construct") ? fields.text("construct") : "loop";
  construct.file = fields.text("file");
  construct.function = fields.text("function");
  construct.line = static_cast<unsigned>(fields.whole("line", 0, MostLines));
  construct.column = static_cast<unsigned>(fields.whole("column", 0, MostLines));
  construct.isConverted = fields.flag("converted");
  construct.text = fields.text(construct.isConverted ? "lowering" : "reason");
  if (!construct.isConverted && fields.has("lowering"))
    construct.otherwise = fields.text("lowering");
  if (!construct.isConverted)
    addReasons(construct.text, construct.reasons);
  for (const auto &[name, words] : {std::pair("needs_threads", "threads"), std::pair("needs_libomp", "libomp")})
    if (fields.has(name) && fields.text(name) != construct.text) {
      addReasons(fields.text(name), construct.reasons);
      construct.text += std::string("; needs ") + words + ": " + fields.text(name);
    }
  if (std::ranges::find(constructs, construct) == constructs.end())
    constructs.push_back(std::move(construct));
}

std::string readCompileReport(const std::string &path, std::vector<Construct> &constructs) {
  std::ifstream file(path);
  if (!file)
    return "cannot read '" + path + "': " + std::strerror(errno) + "; make it with -ftactus-report=FILE.json";
  try {
    if (auto lines = readEmbeddedReport(path)) {
      for (const std::string &line : *lines)
        addConstruct(nlohmann::json::parse(line), constructs);
      return {};
    }
    nlohmann::json report = nlohmann::json::parse(file);
    for (const nlohmann::json &entry : Fields(report, "report").list("loops"))
      addConstruct(entry, constructs);
  } catch (const nlohmann::json::exception &) {
    return "'" + path + "' is no report of tactus-clang; make it with -ftactus-report=FILE.json";
  } catch (const Damage &damage) {
    return "'" + path + "' is no report of tactus-clang: " + damage.what + "; make it with -ftactus-report=FILE.json";
  }
  return {};
}

SourceLines readSources(const std::vector<Construct> &constructs, const std::vector<std::string> &folders) {
  constexpr unsigned Around = 3;
  std::map<std::string, std::set<unsigned>> wanted;
  for (const Construct &construct : constructs)
    for (unsigned line = construct.line > Around ? construct.line - Around : 1; line <= construct.line + Around; ++line)
      wanted[construct.file].insert(line);
  SourceLines sources;
  for (const auto &[name, lines] : wanted) {
    std::ifstream file;
    for (const std::string &folder : folders) {
      file.open(std::filesystem::path(folder) / name); // an absolute name stays as it is
      if (file)
        break;
      file.clear();
    }
    std::string text;
    for (unsigned line = 1; file.is_open() && std::getline(file, text); ++line)
      if (lines.contains(line))
        sources[name][line] = text;
  }
  return sources;
}

} // namespace tactus::trace
