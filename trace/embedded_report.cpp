//===- embedded_report.cpp - the compiler's report in a program's own file ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Only the tables are read that lead to the section: programs may be large. Everything in the file is taken with
// suspicion.
//
//===----------------------------------------------------------------------===//
#include "embedded_report.h"

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <sstream>

namespace tactus::trace {

namespace {

/// Reads pieces of a file, none beyond its end.
class Pieces {
  std::ifstream file;
  uint64_t size = 0;

public:
  explicit Pieces(const std::string &path) : file(path, std::ios::binary | std::ios::ate) {
    if (file)
      size = static_cast<uint64_t>(file.tellg());
  }

  [[nodiscard]] uint64_t total() const { return size; }

  std::optional<std::string> bytes(uint64_t offset, uint64_t count) {
    if (!file || offset > size || count > size - offset)
      return std::nullopt;
    std::string result(count, 0);
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(result.data(), static_cast<std::streamsize>(count));
    return file ? std::optional(std::move(result)) : std::nullopt;
  }

  template <class Structure> std::optional<Structure> structure(uint64_t offset) {
    auto read = bytes(offset, sizeof(Structure));
    if (!read)
      return std::nullopt;
    Structure result;
    std::memcpy(&result, read->data(), sizeof result);
    return result;
  }
};

class ElfFile {
  Pieces pieces;
  Elf64_Ehdr header{};

  std::optional<Elf64_Shdr> section(uint64_t index) {
    // The product of 48 bits does not overflow; a sum that does is beyond the end all the same.
    uint64_t offset = index * sizeof(Elf64_Shdr);
    return header.e_shoff <= UINT64_MAX - offset ? pieces.structure<Elf64_Shdr>(header.e_shoff + offset) : std::nullopt;
  }

public:
  explicit ElfFile(const std::string &path) : pieces(path) {
    if (auto read = pieces.structure<Elf64_Ehdr>(0))
      header = *read;
  }

  [[nodiscard]] bool isValid() const {
    return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
           header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_shentsize == sizeof(Elf64_Shdr);
  }

  /// The contents of all sections of that name, one after the other.
  std::string contentsOf(const std::string &name) {
    // With too many sections for the header, the first section says how many there are and where their names are.
    auto first = section(0);
    if (!first)
      return {};
    uint64_t count = header.e_shnum ? header.e_shnum : first->sh_size;
    auto names = section(header.e_shstrndx == SHN_XINDEX ? first->sh_link : header.e_shstrndx);
    auto strings = names ? pieces.bytes(names->sh_offset, names->sh_size) : std::nullopt;
    if (!strings)
      return {};
    std::string contents;
    for (uint64_t index = 0; index < count; ++index) {
      auto entry = section(index);
      if (!entry)
        break;
      if (entry->sh_type != SHT_PROGBITS || entry->sh_name >= strings->size() ||
          strings->c_str() + entry->sh_name != name)
        continue;
      contents += pieces.bytes(entry->sh_offset, entry->sh_size).value_or("");
      // Sections do not overlap, so together they are no more than the file.
      if (contents.size() > pieces.total())
        return {};
    }
    return contents;
  }
};

} // namespace

std::optional<std::vector<std::string>> readEmbeddedReport(const std::string &path, const char *section) {
  ElfFile file(path);
  if (!file.isValid())
    return std::nullopt;
  std::istringstream contents(file.contentsOf(section));
  std::vector<std::string> lines;
  for (std::string line; std::getline(contents, line, '\0');)
    if (!line.empty())
      lines.push_back(line);
  return lines;
}

} // namespace tactus::trace
