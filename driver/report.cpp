//===- report.cpp - the document that -ftactus-report= leaves ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "report.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace tactus::driver {

namespace {

std::string cannot(const char *action, const std::string &path) {
  return std::string("cannot ") + action + " the report '" + path + "': " + std::strerror(errno) +
         "; name another file by -ftactus-report=";
}

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

std::string startReport(const std::string &path) {
  std::ofstream file(path, std::ios::trunc);
  return file ? std::string() : cannot("write", path);
}

std::string finishReport(const std::string &path) {
  nlohmann::ordered_json loops = nlohmann::ordered_json::array();
  {
    std::ifstream file(path);
    if (!file)
      return cannot("read", path);
    for (std::string line; std::getline(file, line);) {
      if (line.empty())
        continue;
      nlohmann::ordered_json loop = nlohmann::ordered_json::parse(line, nullptr, /*allow_exceptions=*/false);
      if (!loop.is_object())
        return "the report '" + path + "' has a line that is no JSON object: " + line +
               " (do two commands write to the same file at a time? give each its own)";
      loops.push_back(std::move(loop));
    }
  }
  nlohmann::ordered_json document;
  document["version"] = 1;
  document["loops"] = std::move(loops);
  std::ofstream file(path, std::ios::trunc);
  file << document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  file.flush();
  return file ? std::string() : cannot("write", path);
}

} // namespace tactus::driver
