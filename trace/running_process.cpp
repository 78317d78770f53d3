//===- running_process.cpp - a process that writes a trace, as the system shows it -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "running_process.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <unistd.h>

namespace tactus::trace {

namespace {

using Environment = std::map<std::string, std::string>;

Environment environmentOf(unsigned process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/environ", std::ios::binary);
  Environment result;
  for (std::string entry; std::getline(file, entry, '\0');)
    if (size_t equals = entry.find('='); equals != std::string::npos)
      result.try_emplace(entry.substr(0, equals), entry.substr(equals + 1));
  return result;
}

std::optional<uint64_t> numberIn(const Environment &environment, const char *name) {
  auto found = environment.find(name);
  if (found == environment.end())
    return std::nullopt;
  uint64_t number = 0;
  const char *end = found->second.data() + found->second.size();
  auto [stop, problem] = std::from_chars(found->second.data(), end, number);
  return problem == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

/// As the runtime finds it (runtime/os/ranks.h).
std::optional<uint64_t> rankIn(const Environment &environment) {
  static constexpr std::array<const char *, 2> Launchers[] = {
#define TACTUS_LAUNCHER(number, count, numberOnNode, countOnNode) {number, count},
#include "abi/launchers.def"
  };
  for (const auto &[number, count] : Launchers) {
    std::optional<uint64_t> rank = numberIn(environment, number), ranks = numberIn(environment, count);
    if (rank && ranks && *rank < *ranks)
      return rank;
  }
  return std::nullopt;
}

std::string hostName() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// The name as the runtime reads it (abi/files.h).
std::string expanded(const std::string &name, unsigned process, uint64_t rank) {
  std::string result;
  for (size_t i = 0; i < name.size(); ++i) {
    char next = name[i] == '%' && i + 1 < name.size() ? name[i + 1] : '\0';
    if (next == 'p')
      result += std::to_string(process);
    else if (next == 'r')
      result += std::to_string(rank);
    else if (next == 'h')
      result += hostName();
    else if (next == '%')
      result += '%';
    else {
      result += name[i];
      continue;
    }
    ++i;
  }
  return result;
}

unsigned parentOf(const std::filesystem::path &entry) {
  std::ifstream file(entry / "stat");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  // Behind the name, which may hold anything, and the state.
  size_t name = text.rfind(')');
  unsigned parent = 0;
  return name != std::string::npos && std::sscanf(text.c_str() + name + 1, " %*c %u", &parent) == 1 ? parent : 0;
}

} // namespace

bool isRunning(unsigned process) {
  std::error_code problem;
  return kill(static_cast<pid_t>(process), 0) == 0 &&
         std::filesystem::exists("/proc/" + std::to_string(process) + "/exe", problem);
}

RunningProcess::RunningProcess(unsigned number) : process(number) {
  Environment environment = environmentOf(number);
  rankNumber = rankIn(environment);
  auto trace = environment.find("TACTUS_TRACE");
  if (trace == environment.end() || trace->second.empty())
    return;
  std::string name = expanded(trace->second, process, rank());
  file = name.starts_with('/') ? std::filesystem::path(name)
                               : std::filesystem::path("/proc") / std::to_string(process) / "cwd" / name;
}

std::vector<RunningProcess> ranksBelow(unsigned process) {
  std::map<unsigned, unsigned> parents;
  std::error_code problem;
  for (const auto &entry : std::filesystem::directory_iterator("/proc", problem)) {
    std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos)
      parents[static_cast<unsigned>(std::stoul(name))] = parentOf(entry.path());
  }
  auto isBelow = [&](unsigned child) {
    // A number may have been given anew meanwhile: no more steps than processes.
    for (size_t step = 0; step <= parents.size(); ++step) {
      auto found = parents.find(child);
      if (found == parents.end() || found->second == 0)
        return false;
      if ((child = found->second) == process)
        return true;
    }
    return false;
  };
  // A rank may be a script that has started the program: of several with one number the innermost counts.
  std::map<uint64_t, RunningProcess> ranks;
  for (const auto &[child, parent] : parents)
    if (isBelow(child))
      if (RunningProcess found(child); found.isRank() && !found.trace().empty())
        ranks.insert_or_assign(found.rank(), found);
  std::vector<RunningProcess> result;
  for (const auto &[rank, found] : ranks)
    result.push_back(found);
  return result;
}

} // namespace tactus::trace
