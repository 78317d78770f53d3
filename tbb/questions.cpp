//===- questions.cpp - whether a program asks for indices --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread's own arena counts what is promoted in it only if somebody asks who is where (abi/arenas.h). A loop whose
// parts have begun uncounted has no indices to give. So this library looks whether the program or a library refers to
// the function that is asked, by a relocation: when it is loaded itself, and when a computation begins and others have
// been loaded since.
//
//===----------------------------------------------------------------------===//
#include "questions.h"

#include "abi/arenas.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <link.h>

namespace tactus::onetbb {

/// execution_slot(const execution_data *), by the name that programs ask for.
static constexpr char Name[] = "_ZN3tbb6detail2r114execution_slotEPKNS0_2d114execution_dataE";

namespace {
/// Of a loaded object.
struct Tables {
  const ElfW(Sym) *symbols = nullptr;
  const char *strings = nullptr;
  const ElfW(Rela) *calls = nullptr, *others = nullptr;
  size_t callBytes = 0, otherBytes = 0;

  Tables(const ElfW(Dyn) * entry, uintptr_t base) {
    for (; entry->d_tag != DT_NULL; ++entry) {
      // The loader has made them addresses, but in objects that it may not write.
      uintptr_t value = entry->d_un.d_val, address = value < base ? base + value : value;
      switch (entry->d_tag) {
      case DT_SYMTAB:
        symbols = reinterpret_cast<const ElfW(Sym) *>(address);
        break;
      case DT_STRTAB:
        strings = reinterpret_cast<const char *>(address);
        break;
      case DT_JMPREL:
        calls = reinterpret_cast<const ElfW(Rela) *>(address);
        break;
      case DT_PLTRELSZ:
        callBytes = value;
        break;
      case DT_RELA:
        others = reinterpret_cast<const ElfW(Rela) *>(address);
        break;
      case DT_RELASZ:
        otherBytes = value;
        break;
      default:
        break;
      }
    }
  }
  bool refer(const ElfW(Rela) * relocations, size_t bytes) const {
    for (size_t index = 0; relocations && index < bytes / sizeof(ElfW(Rela)); ++index) {
      const ElfW(Sym) &symbol = symbols[ELF64_R_SYM(relocations[index].r_info)];
      if (symbol.st_shndx == SHN_UNDEF && strcmp(strings + symbol.st_name, Name) == 0)
        return true;
    }
    return false;
  }
  bool refer() const { return symbols && strings && (refer(calls, callBytes) || refer(others, otherBytes)); }
};
} // namespace

static int countIfAsked(dl_phdr_info *object, size_t, void *) {
  for (int index = 0; index < object->dlpi_phnum; ++index) {
    const ElfW(Phdr) &header = object->dlpi_phdr[index];
    if (header.p_type != PT_DYNAMIC)
      continue;
    if (!Tables(reinterpret_cast<const ElfW(Dyn) *>(object->dlpi_addr + header.p_vaddr), object->dlpi_addr).refer())
      continue;
    tactus_arena_count_own();
    return 1;
  }
  return 0;
}

/// Somebody asks, and nothing remains to be found. Relaxed: who does not see it looks once more.
static constinit std::atomic<bool> isFound{false};

void lookForQuestions() {
  if (!isFound.load(std::memory_order_relaxed) && dl_iterate_phdr(countIfAsked, nullptr))
    isFound.store(true, std::memory_order_relaxed);
}

[[gnu::constructor]] static void lookAtStart() { lookForQuestions(); }

} // namespace tactus::onetbb
