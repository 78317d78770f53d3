//===- image.hpp - the name of a function in all ranks ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Ranks run the same program, at different addresses. A function is named by the program or library that it is in, and
// its distance from the beginning of that. A library has the hash of its file's name, the program has 0.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_IMAGE_HPP
#define TACTUS_CLUSTER_IMAGE_HPP

#include <cstddef>
#include <cstdint>
#include <link.h>
#include <string_view>

namespace tactus::cluster::detail {

struct FunctionName {
  uint64_t image = 0, offset = 0;
};

constexpr uint64_t hashOf(std::string_view bytes, uint64_t hash = 14695981039346656037u) {
  for (char one : bytes)
    hash = (hash ^ static_cast<unsigned char>(one)) * 1099511628211u;
  return hash;
}

inline uint64_t imageOf(const dl_phdr_info &info) {
  std::string_view path = info.dlpi_name;
  return path.empty() ? 0 : hashOf(path.substr(path.rfind('/') + 1));
}

/// Calls visit(image, its program header) for each loaded segment until one returns true.
template <class Visit> bool anySegment(Visit visit) {
  return dl_iterate_phdr(
             [](dl_phdr_info *info, std::size_t, void *context) {
               for (int index = 0; index < info->dlpi_phnum; ++index)
                 if (info->dlpi_phdr[index].p_type == PT_LOAD &&
                     (*static_cast<Visit *>(context))(*info, info->dlpi_phdr[index]))
                   return 1;
               return 0;
             },
             &visit) != 0;
}

inline FunctionName nameOf(uint64_t address) {
  FunctionName name;
  anySegment([&](const dl_phdr_info &info, const auto &segment) {
    uint64_t offset = address - info.dlpi_addr;
    if (offset - segment.p_vaddr >= segment.p_memsz)
      return false;
    name = {imageOf(info), offset};
    return true;
  });
  return name;
}

/// The address of the function here, 0 if there is none.
inline uint64_t addressOf(FunctionName name) {
  uint64_t address = 0;
  anySegment([&](const dl_phdr_info &info, const auto &segment) {
    if (imageOf(info) != name.image || name.offset - segment.p_vaddr >= segment.p_memsz || !(segment.p_flags & PF_X))
      return false;
    address = info.dlpi_addr + name.offset;
    return true;
  });
  return address;
}

/// What tells two programs apart: the code and constants of this one.
inline uint64_t hashOfProgram() {
  uint64_t hash = hashOf({});
  anySegment([&](const dl_phdr_info &info, const auto &segment) {
    if (imageOf(info) == 0 && !(segment.p_flags & PF_W))
      hash = hashOf({reinterpret_cast<const char *>(info.dlpi_addr + segment.p_vaddr), segment.p_memsz}, hash);
    return false;
  });
  return hash;
}

} // namespace tactus::cluster::detail

#endif // TACTUS_CLUSTER_IMAGE_HPP
