//===- elf.h - what an ELF file or an archive of them holds --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Just what the analysis needs of an object file or a linked program: sections by name, symbols, the relocations of a
// section, the libraries that it asks for. The bytes may be anything: nothing outside of them is read.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_ELF_H
#define TACTUS_ANALYZE_ELF_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::analyze {

struct Section {
  std::string name;
  uint32_t type = 0;
  uint32_t link = 0;
  uint32_t info = 0;
  uint64_t address = 0;
  std::string_view bytes;
};

struct Symbol {
  std::string name;
  uint32_t section = 0;
  uint64_t value = 0;
  uint64_t size = 0;
  bool isFunction = false;
  bool isLocal = false;
};

struct Relocation {
  uint64_t offset = 0;
  uint32_t symbol = 0;
  int64_t addend = 0;
};

class ElfFile {
public:
  /// Null with the reason in `problem` if the bytes are no ELF file for a machine that Tactus knows.
  static std::optional<ElfFile> open(std::string_view bytes, std::string &problem);

  bool isRelocatable = false;
  std::vector<Section> sections;
  /// Of .symtab, by index; empty in a stripped file.
  std::vector<Symbol> symbols;
  /// Libraries that it needs, and where it says to look for them (DT_NEEDED, DT_RUNPATH, DT_RPATH).
  std::vector<std::string> needed;
  std::vector<std::string> runPaths;

  [[nodiscard]] const Section *find(std::string_view name) const;
  [[nodiscard]] std::vector<Relocation> relocationsOf(size_t section) const;

private:
  void readSymbols();
  void readDynamic();
};

/// The members of an ar archive; null if the bytes are none. A thin archive has no members of its own.
struct ArchiveMember {
  std::string name;
  std::string_view bytes;
};
std::optional<std::vector<ArchiveMember>> openArchive(std::string_view bytes);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_ELF_H
