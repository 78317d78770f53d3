//===- samples.cpp - where a program was when it was looked at -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "samples.h"
#include "process.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

namespace tactus::trace {

namespace {

/// Part of the program's file in memory.
struct Mapping {
  uint64_t begin, end, offset;
};

std::vector<Mapping> mappingsOf(const std::string &maps, const std::string &program) {
  std::vector<Mapping> found;
  std::ifstream file(maps);
  for (std::string line; std::getline(file, line);) {
    Mapping one{};
    int name = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %n", &one.begin, &one.end,
                    &one.offset, &name) == 3 &&
        name > 0 && line.substr(static_cast<size_t>(name)) == program)
      found.push_back(one);
  }
  return found;
}

/// The parts of the program's file that are loaded.
std::vector<Elf64_Phdr> segmentsOf(const std::string &program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr header{};
  std::vector<Elf64_Phdr> segments;
  if (!file.read(reinterpret_cast<char *>(&header), sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
    return segments;
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    if (!file.read(reinterpret_cast<char *>(&segment), sizeof segment))
      break;
    if (segment.p_type == PT_LOAD)
      segments.push_back(segment);
  }
  return segments;
}

/// From an address in memory to that which the program's file uses itself; 0 if it is of another file.
class Addresses {
  std::vector<Mapping> mappings;
  std::vector<Elf64_Phdr> segments;

public:
  Addresses(const std::string &maps, const std::string &program)
      : mappings(mappingsOf(maps, program)), segments(segmentsOf(program)) {}

  [[nodiscard]] uint64_t inFile(uint64_t address) const {
    for (const Mapping &mapping : mappings) {
      if (address < mapping.begin || address >= mapping.end)
        continue;
      uint64_t offset = address - mapping.begin + mapping.offset;
      for (const Elf64_Phdr &segment : segments)
        if (offset >= segment.p_offset && offset - segment.p_offset < segment.p_filesz)
          return offset - segment.p_offset + segment.p_vaddr;
    }
    return 0;
  }
};

std::string normal(const std::string &path) { return std::filesystem::path(path).lexically_normal().string(); }

/// "/a/b.c:12 (discriminator 3)"; nothing for "??:0".
SourceLine parseLine(const std::string &text) {
  size_t colon = text.rfind(':', text.find(" ("));
  if (colon == std::string::npos || text.starts_with("?"))
    return {};
  return {normal(text.substr(0, colon)), static_cast<unsigned>(std::strtoul(text.c_str() + colon + 1, nullptr, 10))};
}

using Lines = std::map<uint64_t, Position>;

/// Asks the tool for all addresses at once.
std::string findLines(const std::string &program, const std::string &addr2line, const std::string &listFile,
                      const std::set<uint64_t> &addresses, Lines &lines) {
  {
    std::ofstream list(listFile, std::ios::trunc);
    for (uint64_t address : addresses)
      list << "0x" << std::hex << address << '\n';
    if (!list.flush())
      return "cannot write '" + listFile + "'; set TMPDIR to a folder with room";
  }
  driver::CapturedRun run = driver::captureProgram({addr2line, "-a", "-i", "-e", program, "@" + listFile});
  if (run.status != 0)
    return "'" + addr2line + "' failed: " + run.output.substr(0, run.output.find('\n')) +
           "; list the loops without a run by --static";
  std::istringstream output(run.output);
  Position *current = nullptr;
  for (std::string line; std::getline(output, line);)
    if (line.starts_with("0x"))
      current = &lines[std::strtoull(line.c_str(), nullptr, 16)];
    else if (SourceLine found = parseLine(line); current && found.line != 0)
      current->push_back(found);
  return {};
}

} // namespace

std::string readPositions(const std::string &path, const std::string &program, const std::string &addr2line,
                          Positions &positions) {
  auto samples = std::make_unique<SampleFile>();
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char *>(samples.get()), sizeof *samples))
    return "cannot read the samples '" + path + "'; set TMPDIR to a folder with room";
  if (!samples->isStarted)
    return "'" + program + "' cannot be sampled: it is linked statically, or not by this system's loader";
  Addresses memory(path + ".maps", program);
  auto count = std::min<uint64_t>(samples->taken, SampleFile::MostSamples);
  std::set<uint64_t> addresses;
  for (uint64_t i = 0; i < count; ++i) {
    SampleFile::Sample &sample = samples->samples[i];
    sample.count = std::min<uint64_t>(sample.count, SampleFile::MostFrames);
    for (uint64_t k = 0; k < sample.count; ++k)
      if ((sample.frames[k] = memory.inFile(sample.frames[k])) != 0)
        addresses.insert(sample.frames[k]);
  }
  Lines lines;
  if (!addresses.empty())
    if (std::string problem = findLines(program, addr2line, path + ".addresses", addresses, lines); !problem.empty())
      return problem;
  for (uint64_t i = 0; i < count; ++i) {
    Position position;
    for (uint64_t k = 0; k < samples->samples[i].count; ++k)
      if (auto known = lines.find(samples->samples[i].frames[k]); known != lines.end())
        position.insert(position.end(), known->second.begin(), known->second.end());
    positions.hasLines |= !position.empty();
    ++positions.counts[position];
  }
  positions.total = count;
  return {};
}

} // namespace tactus::trace
