//===- mpi_sites.cpp - the source lines of calls of MPI -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "mpi_sites.h"
#include "process.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

namespace tactus::trace {

namespace {

/// As a command line holds them.
constexpr size_t AddressesAtOnce = 500;

struct FoundLine {
  std::string file;
  unsigned line = 0;
};

/// "/a/b.c:12 (discriminator 3)"; nothing for "??:0" and "b.c:?".
FoundLine parseLine(const std::string &text) {
  size_t colon = text.rfind(':', text.find(" ("));
  if (colon == std::string::npos || text.starts_with("?"))
    return {};
  auto line = static_cast<unsigned>(std::strtoul(text.c_str() + colon + 1, nullptr, 10));
  return {std::filesystem::path(text.substr(0, colon)).lexically_normal().string(), line};
}

void askFor(const std::string &tool, const std::string &file, const std::vector<MpiSite *> &sites,
            Recording &recording) {
  std::vector<std::string> command{tool, "-e", file};
  for (const MpiSite *site : sites) {
    std::array<char, 32> address{};
    // Behind the call stands what comes next, which may belong to another line.
    std::snprintf(address.data(), address.size(), "0x%llx", static_cast<unsigned long long>(site->address - 1));
    command.emplace_back(address.data());
  }
  driver::CapturedRun run = driver::captureProgram(command);
  std::istringstream output(run.status == 0 ? run.output : "");
  std::string text;
  for (MpiSite *site : sites) {
    if (!std::getline(output, text))
      return;
    if (FoundLine found = parseLine(text); found.line != 0) {
      recording.regions[site->region].file = found.file;
      recording.regions[site->region].line = found.line;
    }
  }
}

} // namespace

void findMpiLines(Recording &recording) {
  std::map<std::string, std::vector<MpiSite *>> byFile;
  for (MpiSite &site : recording.sites) {
    Place &place = recording.regions[site.region];
    place.column = 0;
    if (!site.caller.empty())
      place.function += " in " + site.caller;
    if (!site.file.empty() && site.address > 0)
      byFile[(std::filesystem::path(recording.directory) / site.file).string()].push_back(&site);
  }
  std::string tool = driver::findProgramFile("addr2line");
  if (tool.empty())
    return;
  for (const auto &[file, sites] : byFile)
    for (size_t begin = 0; begin < sites.size(); begin += AddressesAtOnce)
      askFor(tool, file,
             {sites.begin() + static_cast<std::ptrdiff_t>(begin),
              sites.begin() + static_cast<std::ptrdiff_t>(std::min(begin + AddressesAtOnce, sites.size()))},
             recording);
}

} // namespace tactus::trace
