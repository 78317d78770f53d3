//===- call_sites.cpp - descriptors for callers that have none -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "entry/call_sites.h"

#include "os/allocation.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <iterator>
#include <new>

namespace tactus {

namespace {

/// A hash table that only grows. An entry is written once, by exchange.
template <typename Descriptor> class SiteTable {
  /// More than programs have places. Closures that Python's ctypes makes one after the other fill it all the same.
  static constexpr unsigned Bits = 10, MostProbes = 16;
  struct Site {
    const void *code;
    Descriptor descriptor;
  };
  std::atomic<Site *> entries[size_t{1} << Bits];

  static Site *make(const void *code, const Descriptor &pattern) {
    Dl_info image{};
    bool isKnown = dladdr(code, &image) != 0 && image.dli_fname;
    const char *file = isKnown ? image.dli_fname : "", *function = isKnown && image.dli_sname ? image.dli_sname : "";
    size_t fileSize = strlen(file) + 1, functionSize = strlen(function) + 1;
    void *memory = allocate(sizeof(Site) + fileSize + functionSize);
    if (!memory)
      return nullptr;
    auto *site = new (memory) Site{code, pattern};
    // The library that it lies in may be closed.
    char *strings = reinterpret_cast<char *>(site + 1);
    site->descriptor.file = static_cast<char *>(memcpy(strings, file, fileSize));
    site->descriptor.function = static_cast<char *>(memcpy(strings + fileSize, function, functionSize));
    return site;
  }

public:
  Descriptor *find(const void *code, Descriptor &pattern) {
    size_t start = (reinterpret_cast<uintptr_t>(code) * 0x9e3779b97f4a7c15U) >> (64 - Bits);
    for (size_t probe = 0; probe < MostProbes; ++probe) {
      std::atomic<Site *> &entry = entries[(start + probe) % std::size(entries)];
      // Acquire: what the site says.
      Site *site = entry.load(std::memory_order_acquire);
      if (!site) {
        Site *made = make(code, pattern);
        if (!made)
          break;
        if (entry.compare_exchange_strong(site, made, std::memory_order_acq_rel))
          return &made->descriptor;
        release(made);
      }
      if (site->code == code && site->descriptor.run == pattern.run)
        return &site->descriptor;
    }
    return &pattern;
  }
};

constinit SiteTable<tactus_fork_descriptor> forkSites;
constinit SiteTable<tactus_loop_descriptor> loopSites;

} // namespace

tactus_fork_descriptor *siteOf(const void *code, tactus_fork_descriptor &pattern) {
  return forkSites.find(code, pattern);
}
tactus_loop_descriptor *siteOf(const void *code, tactus_loop_descriptor &pattern) {
  return loopSites.find(code, pattern);
}

} // namespace tactus
