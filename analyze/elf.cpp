//===- elf.cpp - what an ELF file or an archive of them holds ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/elf.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <elf.h>

namespace tactus::analyze {

namespace {

/// The structure at the offset, or null if it is not all there.
template <class Structure> std::optional<Structure> structureAt(std::string_view bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Structure))
    return std::nullopt;
  Structure structure;
  std::memcpy(&structure, bytes.data() + offset, sizeof structure);
  return structure;
}

std::string_view part(std::string_view bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset)
    return {};
  return bytes.substr(offset, size);
}

std::string textAt(std::string_view table, uint64_t offset) {
  if (offset >= table.size())
    return {};
  std::string_view rest = table.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

} // namespace

const Section *ElfFile::find(std::string_view name) const {
  auto found = std::ranges::find(sections, name, &Section::name);
  return found == sections.end() ? nullptr : &*found;
}

std::optional<ElfFile> ElfFile::open(std::string_view bytes, std::string &problem) {
  auto header = structureAt<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
    problem = bytes.starts_with("BC\xC0\xDE")
                  ? "is bitcode (-flto), whose code is made by the linker: name the program"
                  : "is no object file, archive or program; name what tactus-clang has made";
    return std::nullopt;
  }
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
      header->e_machine != EM_X86_64) {
    problem = "is for another processor; name one for x86-64";
    return std::nullopt;
  }
  ElfFile file;
  file.isRelocatable = header->e_type == ET_REL;
  std::vector<uint32_t> names;
  // Of more than 65279 sections, the first header says how many (ELF, "Section header table index").
  auto first = structureAt<Elf64_Shdr>(bytes, header->e_shoff);
  uint64_t count = header->e_shnum ? header->e_shnum : first ? first->sh_size : 0;
  uint64_t nameTable = header->e_shstrndx != SHN_XINDEX ? header->e_shstrndx : first ? first->sh_link : 0;
  for (uint64_t i = 0; i < count; ++i) {
    auto section = structureAt<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) {
      problem = "is cut off in its list of sections; make it again";
      return std::nullopt;
    }
    Section entry;
    entry.type = section->sh_type;
    entry.link = section->sh_link;
    entry.info = section->sh_info;
    entry.address = section->sh_addr;
    if (section->sh_type != SHT_NOBITS)
      entry.bytes = part(bytes, section->sh_offset, section->sh_size);
    file.sections.push_back(std::move(entry));
    names.push_back(section->sh_name);
  }
  if (nameTable < file.sections.size())
    for (size_t i = 0; i < file.sections.size(); ++i)
      file.sections[i].name = textAt(file.sections[nameTable].bytes, names[i]);
  file.readSymbols();
  file.readDynamic();
  return file;
}

void ElfFile::readSymbols() {
  auto table = std::ranges::find(sections, static_cast<uint32_t>(SHT_SYMTAB), &Section::type);
  if (table == sections.end() || table->link >= sections.size())
    return;
  for (uint64_t offset = 0; auto symbol = structureAt<Elf64_Sym>(table->bytes, offset); offset += sizeof(Elf64_Sym)) {
    Symbol entry;
    entry.name = textAt(sections[table->link].bytes, symbol->st_name);
    entry.section = symbol->st_shndx;
    entry.value = symbol->st_value;
    entry.size = symbol->st_size;
    entry.isFunction = ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
    entry.isLocal = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL;
    symbols.push_back(std::move(entry));
  }
}

void ElfFile::readDynamic() {
  auto table = std::ranges::find(sections, static_cast<uint32_t>(SHT_DYNAMIC), &Section::type);
  if (table == sections.end() || table->link >= sections.size())
    return;
  std::string_view strings = sections[table->link].bytes;
  for (uint64_t offset = 0; auto entry = structureAt<Elf64_Dyn>(table->bytes, offset); offset += sizeof(Elf64_Dyn)) {
    if (entry->d_tag == DT_NULL)
      break;
    if (entry->d_tag == DT_NEEDED)
      needed.push_back(textAt(strings, entry->d_un.d_val));
    if (entry->d_tag != DT_RUNPATH && entry->d_tag != DT_RPATH)
      continue;
    std::string folders = textAt(strings, entry->d_un.d_val);
    for (size_t begin = 0; begin < folders.size();) {
      size_t end = std::min(folders.find(':', begin), folders.size());
      runPaths.push_back(folders.substr(begin, end - begin));
      begin = end + 1;
    }
  }
}

std::vector<Relocation> ElfFile::relocationsOf(size_t section) const {
  std::vector<Relocation> result;
  for (const Section &table : sections) {
    if (table.type != SHT_RELA || table.info != section)
      continue;
    for (uint64_t offset = 0; auto entry = structureAt<Elf64_Rela>(table.bytes, offset); offset += sizeof(Elf64_Rela))
      result.push_back({.offset = entry->r_offset,
                        .symbol = static_cast<uint32_t>(ELF64_R_SYM(entry->r_info)),
                        .addend = entry->r_addend});
  }
  return result;
}

std::optional<std::vector<ArchiveMember>> openArchive(std::string_view bytes) {
  constexpr std::string_view Magic = "!<arch>\n", ThinMagic = "!<thin>\n";
  if (!bytes.starts_with(Magic) && !bytes.starts_with(ThinMagic))
    return std::nullopt;
  std::vector<ArchiveMember> members;
  // A member: name (16), time (12), owner (6), group (6), mode (8), size (10), "`\n".
  constexpr size_t HeaderBytes = 60, NameBytes = 16, SizeBegin = 48, SizeBytes = 10;
  std::string_view longNames;
  size_t offset = Magic.size();
  while (bytes.starts_with(Magic) && bytes.size() - offset >= HeaderBytes) {
    std::string_view header = bytes.substr(offset, HeaderBytes);
    std::string_view digits = header.substr(SizeBegin, SizeBytes);
    uint64_t size = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), size).ec != std::errc())
      break;
    std::string_view content = part(bytes, offset + HeaderBytes, size);
    std::string_view name = header.substr(0, header.substr(0, NameBytes).find_last_not_of(' ') + 1);
    if (name == "//") {
      longNames = content;
    } else if (name != "/" && name != "/SYM64/") {
      uint64_t position = 0;
      if (name.starts_with("/") &&
          std::from_chars(name.data() + 1, name.data() + name.size(), position).ec == std::errc()) {
        name = position < longNames.size() ? longNames.substr(position) : std::string_view();
        name = name.substr(0, name.find('\n'));
      }
      members.push_back({std::string(name.substr(0, name.find('/'))), content});
    }
    if (content.size() != size)
      break;
    offset += HeaderBytes + size + size % 2;
    if (offset > bytes.size())
      break;
  }
  return members;
}

} // namespace tactus::analyze
