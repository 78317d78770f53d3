//===- store.cpp - parameters into a program that has been linked --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/store.h"
#include "abi/task_parameters.h"
#include "analyze/analysis.h"
#include "analyze/elf.h"
#include "analyze/inputs.h"
#include "ending.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace tactus::analyze {

namespace {

/// Where in the file the record is; nothing if there is none, or one of another version.
std::optional<size_t> findRecord(const std::string &path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored))
    return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::string problem;
  std::optional<ElfFile> elf = ElfFile::open(bytes, problem);
  const Section *section = elf && !elf->isRelocatable ? elf->find(abi::TaskParametersSection) : nullptr;
  if (!section || section->bytes.size() != sizeof(abi::TaskParameters))
    return std::nullopt;
  abi::TaskParameters record;
  std::memcpy(&record, section->bytes.data(), sizeof record);
  if (record.magic != abi::TaskParametersMagic || record.version != abi::TaskParametersVersion)
    return std::nullopt;
  return static_cast<size_t>(section->bytes.data() - bytes.data());
}

abi::TaskParameters recordOf(const Analysis &analysis, bool hasFrames) {
  const Parameters &chosen = analysis.parameters;
  abi::TaskParameters record;
  record.isSet = 1;
  record.queuePolicy = chosen.queuePolicy == "push-front" ? abi::PushesFront : 0;
  record.queueSize = chosen.queueSize;
  record.eventBuckets = chosen.eventBuckets;
  uint64_t worker = hasFrames ? analysis.whole.workerStack.bytes >> 10 : 0;
  record.workerStackKilobytes = static_cast<uint32_t>(std::min<uint64_t>(worker, UINT32_MAX));
  record.checksum = record.computeChecksum();
  return record;
}

/// The first problem, and how many there are.
std::string told(const std::vector<std::string> &problems) {
  size_t more = problems.size() - 1;
  return problems.front() + (more ? " (and " + std::to_string(more) + " more; see tactus analyze)" : "");
}

} // namespace

std::string storeParameters(const std::string &file, bool tells) {
  std::optional<size_t> offset = findRecord(file);
  if (!offset)
    return {};
  Program program;
  if (std::string problem = readInputs({file}, program); !problem.empty())
    return problem;
  // Parameters for a part of the program may be worse than those that suit all programs.
  if (!program.problems.empty()) {
    if (tells)
      std::fprintf(stderr, "tactus: warning: %s; eager tasks get the default parameters\n",
                   told(program.problems).c_str());
    return {};
  }
  if (program.written.empty())
    return {};
  Analysis analysis = analyse(program);
  if (analysis.contexts.empty())
    return {};
  abi::TaskParameters record = recordOf(analysis, program.hasFrames);
  driver::EndingWaits whole;
  std::fstream output(file, std::ios::binary | std::ios::in | std::ios::out);
  output.seekp(static_cast<std::streamoff>(*offset));
  output.write(reinterpret_cast<const char *>(&record), sizeof record);
  output.flush();
  return output ? std::string() : "cannot write the parameters of tasks to '" + file + "': " + std::strerror(errno);
}

} // namespace tactus::analyze
