//===- inputs.cpp - the files that an analysis is of ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/inputs.h"
#include "analyze/elf.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

namespace tactus::analyze {

namespace {

constexpr const char *FrameSection = ".stack_sizes";

/// Where the dynamic linker looks for libraries that no file says a place for.
constexpr const char *LibraryFolders[] = {
    "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"};

std::optional<std::string> readFile(const std::string &path) {
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) {
    errno = EISDIR;
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return file.bad() ? std::nullopt : std::optional(std::move(bytes));
}

uint64_t takeNumber(std::string_view bytes, size_t &offset) {
  uint64_t value = 0;
  for (unsigned shift = 0; offset < bytes.size() && shift < 64; shift += 7) {
    auto part = static_cast<uint8_t>(bytes[offset++]);
    value |= static_cast<uint64_t>(part & 0x7f) << shift;
    if (!(part & 0x80))
      break;
  }
  return value;
}

/// A place in an object file (section and offset) or in a linked program (0 and address).
using Place = std::pair<uint32_t, uint64_t>;

class FrameReader {
  const ElfFile &file;
  Program &program;
  std::multimap<Place, const Symbol *> symbols;

public:
  FrameReader(const ElfFile &file, Program &program) : file(file), program(program) {
    for (const Symbol &symbol : file.symbols)
      if (symbol.isFunction)
        symbols.emplace(Place(file.isRelocatable ? symbol.section : 0, symbol.value), &symbol);
  }

  /// Each entry: the function's address (8 bytes), the size of its frame (ULEB128). False if there is none.
  bool read() {
    bool isAny = false;
    for (size_t i = 0; i < file.sections.size(); ++i) {
      if (file.sections[i].name != FrameSection)
        continue;
      std::map<uint64_t, Relocation> relocations;
      if (file.isRelocatable)
        for (const Relocation &relocation : file.relocationsOf(i))
          relocations[relocation.offset] = relocation;
      std::string_view bytes = file.sections[i].bytes;
      for (size_t offset = 0; bytes.size() - offset > sizeof(uint64_t);) {
        std::optional<Place> place = placeAt(bytes, offset, relocations);
        offset += sizeof(uint64_t);
        uint64_t size = takeNumber(bytes, offset);
        if (!place)
          continue;
        auto [first, last] = symbols.equal_range(*place);
        for (; first != last; ++first) {
          program.addFrame(first->second->name, size);
          isAny = true;
        }
      }
    }
    return isAny;
  }

private:
  std::optional<Place> placeAt(std::string_view bytes, size_t offset,
                               const std::map<uint64_t, Relocation> &relocations) const {
    if (!file.isRelocatable) {
      uint64_t address = 0;
      std::memcpy(&address, bytes.data() + offset, sizeof address);
      return Place(0, address);
    }
    auto relocation = relocations.find(offset);
    if (relocation == relocations.end() || relocation->second.symbol >= file.symbols.size())
      return std::nullopt;
    const Symbol &symbol = file.symbols[relocation->second.symbol];
    return Place(symbol.section, symbol.value + static_cast<uint64_t>(relocation->second.addend));
  }
};

class Inputs {
  Program &program;
  struct Pending {
    std::string path;
    bool isNamed;
  };
  std::deque<Pending> pending;
  std::set<std::string> seen;
  bool lacksFrames = false;

public:
  explicit Inputs(Program &program) : program(program) {}

  std::string read(const std::vector<std::string> &files) {
    for (const std::string &path : files)
      pending.push_back({path, true});
    while (!pending.empty()) {
      Pending next = std::move(pending.front());
      pending.pop_front();
      std::error_code ignored;
      if (!seen.insert(std::filesystem::weakly_canonical(next.path, ignored).string()).second)
        continue;
      std::optional<std::string> bytes = readFile(next.path);
      if (!bytes && next.isNamed)
        return "cannot read '" + next.path + "': " + std::strerror(errno) + "; name a program, or objects and archives";
      std::string problem = bytes ? readBytes(*bytes, next) : std::string();
      if (!problem.empty() && next.isNamed)
        return "'" + next.path + "' " + problem;
    }
    if (lacksFrames)
      program.hasFrames = false;
    return {};
  }

private:
  std::string readBytes(const std::string &bytes, const Pending &input) {
    auto members = openArchive(bytes);
    if (!members)
      return readElf(bytes, input.path, input.path);
    if (members->empty())
      return "is an archive without members of its own; name the object files";
    std::string problem = "has no member that is an object file; name what tactus-clang has made";
    for (const ArchiveMember &member : *members)
      if (std::string reason = readElf(member.bytes, input.path + "(" + member.name + ")", input.path); reason.empty())
        problem.clear();
    return problem;
  }

  std::string readElf(std::string_view bytes, const std::string &name, const std::string &path) {
    std::string problem;
    std::optional<ElfFile> file = ElfFile::open(bytes, problem);
    if (!file)
      return problem;
    for (const char *section : {abi::StructureSection, abi::CodeSection})
      for (const Section &candidate : file->sections)
        if (candidate.name == section)
          program.addSummaries(candidate.bytes, name);
    bool hasFrames = FrameReader(*file, program).read();
    if (!hasFrames && file->find(abi::CodeSection)) {
      lacksFrames = true;
      program.absences.push_back("'" + name +
                                 "' has no sizes of frames: it was stripped, or compiled with "
                                 "-fno-stack-size-section; stacks get the default size");
    }
    for (const std::string &library : file->needed)
      findLibrary(library, *file, std::filesystem::path(path).parent_path().string());
    return {};
  }

  /// As the dynamic linker does it, as far as that can be told from files.
  void findLibrary(const std::string &library, const ElfFile &file, const std::string &origin) {
    std::vector<std::string> folders;
    for (std::string folder : file.runPaths) {
      for (const std::string_view variable : {"$ORIGIN", "${ORIGIN}"})
        if (size_t at = folder.find(variable); at != std::string::npos)
          folder.replace(at, variable.size(), origin.empty() ? "." : origin);
      folders.push_back(folder);
    }
    const char *more = std::getenv("LD_LIBRARY_PATH");
    for (std::string_view rest = more ? more : ""; !rest.empty();) {
      size_t end = std::min(rest.find(':'), rest.size());
      folders.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    folders.insert(folders.end(), std::begin(LibraryFolders), std::end(LibraryFolders));
    std::error_code ignored;
    for (const std::string &folder : folders)
      if (std::string path = folder + "/" + library; std::filesystem::is_regular_file(path, ignored)) {
        pending.push_back({path, false});
        return;
      }
  }
};

} // namespace

std::string readInputs(const std::vector<std::string> &files, Program &program) {
  std::string problem = Inputs(program).read(files);
  if (problem.empty())
    program.link();
  return problem;
}

} // namespace tactus::analyze
