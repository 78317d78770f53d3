//===- report.cpp - the document that -ftactus-report= leaves ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "report.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace tactus::driver {

namespace {

std::string cannot(const char *action, const std::string &path) {
  return std::string("cannot ") + action + " the report '" + path + "': " + std::strerror(errno);
}

} // namespace

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
