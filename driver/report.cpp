//===- report.cpp - the document that -ftactus-report= leaves ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "report.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tactus::driver {

namespace {

/// FNV-1a.
uint32_t hashOf(const std::string &text) {
  uint32_t hash = 2166136261U;
  for (unsigned char byte : text)
    hash = (hash ^ byte) * 16777619U;
  return hash;
}

} // namespace

std::string reportFile(const std::string &given, const std::string &made) {
  namespace files = std::filesystem;
  std::error_code error;
  if (given.ends_with('/'))
    files::create_directories(given, error);
  if (!files::is_directory(given, error))
    return given;
  files::path place = files::absolute(made, error).lexically_normal();
  std::array<char, 16> suffix;
  std::snprintf(suffix.data(), suffix.size(), "-%08x.json", hashOf(place.string()));
  return (files::path(given) / (place.filename().string() + suffix.data())).string();
}

std::string makeReport(const std::string &lines, std::string &document) {
  nlohmann::ordered_json loops = nlohmann::ordered_json::array();
  // Not there if nothing was to be said.
  std::ifstream file(lines);
  for (std::string line; std::getline(file, line);) {
    if (line.empty())
      continue;
    nlohmann::ordered_json loop = nlohmann::ordered_json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!loop.is_object())
      return "the plugin's report has a line that is no JSON object: " + line + " (please report this)";
    loops.push_back(std::move(loop));
  }
  nlohmann::ordered_json whole;
  whole["version"] = 1;
  whole["loops"] = std::move(loops);
  document = whole.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  return {};
}

} // namespace tactus::driver
