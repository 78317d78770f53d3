//===- images.cpp - which library has which function -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/images.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace tactus {

namespace {

Image imageIn(const dl_phdr_info &info) {
  Image image;
  image.path = info.dlpi_name ? info.dlpi_name : "";
  for (unsigned index = 0; index < info.dlpi_phnum; ++index) {
    const auto &segment = info.dlpi_phdr[index];
    if (segment.p_type != PT_LOAD)
      continue;
    image.begin = std::min<uintptr_t>(image.begin, info.dlpi_addr + segment.p_vaddr);
    image.end = std::max<uintptr_t>(image.end, info.dlpi_addr + segment.p_vaddr + segment.p_memsz);
  }
  return image;
}

struct ImageOfAddress {
  uintptr_t address;
  Image found;
};

int findAddress(dl_phdr_info *info, size_t, void *wanted) {
  auto &search = *static_cast<ImageOfAddress *>(wanted);
  Image image = imageIn(*info);
  if (!image.holds(search.address))
    return 0;
  search.found = image;
  return 1;
}

/// The image at a place in the order of loading, which is that of look-ups. Only its name is noted there: the loader's
/// lock is held.
struct ImageOfNumber {
  unsigned left;
  Image found;
  char path[512];
};

int findNumber(dl_phdr_info *info, size_t, void *wanted) {
  auto &search = *static_cast<ImageOfNumber *>(wanted);
  if (search.left-- > 0)
    return 0;
  search.found = imageIn(*info);
  // One whose name is longer is left out.
  bool fits = strlen(search.found.path) < sizeof search.path;
  strcpy(search.path, fits ? search.found.path : "");
  return 1;
}

/// Has the program a jump at this address to a function that it does not define?
bool isJumpOfProgram(void *address) {
  Dl_info info;
  ElfW(Sym) *symbol = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void **>(&symbol), RTLD_DL_SYMENT) || !symbol)
    return false;
  return info.dli_saddr == address && symbol->st_shndx == SHN_UNDEF;
}

/// The first library that defines the function. (A look-up goes on to the libraries that one depends on.)
void *firstDefinition(const char *name) {
  ImageOfNumber search;
  for (unsigned number = 0;; ++number) {
    search.left = number;
    if (!dl_iterate_phdr(findNumber, &search))
      return nullptr;
    void *library = *search.path ? openImage(search.path) : nullptr;
    if (!library)
      continue;
    void *address = dlsym(library, name);
    dlclose(library);
    if (address && search.found.holds(reinterpret_cast<uintptr_t>(address)))
      return address;
  }
}

void *findDefinition(void *function, const char *name) {
  void *definition = isJumpOfProgram(function) ? firstDefinition(name) : nullptr;
  return definition ? definition : function;
}

int takeFirst(dl_phdr_info *info, size_t, void *image) {
  *static_cast<Image *>(image) = imageIn(*info);
  return 1;
}

/// The program comes first in the order of loading, and stays where it is.
bool isInProgram(void *address) {
  // Written by whoever asks first, the end last. Two write the same.
  static constinit std::atomic<uintptr_t> begin{0}, end{0};
  if (!end.load(std::memory_order_acquire)) {
    Image program;
    dl_iterate_phdr(takeFirst, &program);
    begin.store(program.begin, std::memory_order_relaxed);
    end.store(program.end, std::memory_order_release);
  }
  auto number = reinterpret_cast<uintptr_t>(address);
  return number >= begin.load(std::memory_order_relaxed) && number < end.load(std::memory_order_relaxed);
}

/// What has been found of addresses in the program. Both fields are written by whoever has taken the entry: the address
/// last, with release. Read by all, with acquire.
struct Known {
  std::atomic<void *> address;
  void *definition;
};
constexpr unsigned MostKnown = 64;
constinit Known known[MostKnown]{};
// Entries taken. By fetch_add; relaxed, since `address` publishes what is in them.
constinit std::atomic<unsigned> knownCount{0};

} // namespace

Image imageOf(uintptr_t address) {
  ImageOfAddress search{address, {}};
  dl_iterate_phdr(findAddress, &search);
  return search.found;
}

void *openLibrary(const char *path, int mode) {
  // Not by its name: the linker of a static program warns of the name alone.
  auto *open = reinterpret_cast<decltype(&dlopen)>(dlsym(RTLD_DEFAULT, "dlopen"));
  return open ? open(path, mode) : nullptr;
}

void *openImage(const char *path) {
  return path ? openLibrary(*path ? path : nullptr, RTLD_NOLOAD | RTLD_LAZY) : nullptr;
}

void *definitionOf(void *function, const char *name) {
  if (!function || !isInProgram(function))
    return function;
  unsigned count = std::min(knownCount.load(std::memory_order_relaxed), MostKnown);
  for (unsigned index = 0; index < count; ++index)
    if (known[index].address.load(std::memory_order_acquire) == function)
      return known[index].definition;
  void *definition = findDefinition(function, name);
  if (count == MostKnown)
    return definition;
  // Two threads that look find the same.
  unsigned index = knownCount.fetch_add(1, std::memory_order_relaxed);
  if (index < MostKnown) {
    known[index].definition = definition;
    known[index].address.store(function, std::memory_order_release);
  }
  return definition;
}

} // namespace tactus
