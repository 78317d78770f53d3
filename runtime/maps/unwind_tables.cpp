//===- unwind_tables.cpp - what unwind tables say of a function ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/unwind_tables.h"

#include <algorithm>
#include <dlfcn.h>

extern "C" {
/// Of libgcc and of LLVM's libunwind.
struct dwarf_eh_bases {
  void *tbase;
  void *dbase;
  void *func;
};
const void *_Unwind_Find_FDE(const void *pc, dwarf_eh_bases *bases);
}

namespace tactus {

namespace {

struct FrameEncodings {
  uint8_t address = Absolute;
  uint8_t lsda = Omitted;
};

} // namespace

/// Reads the length of an entry. Null if it has 64 bits.
static const uint8_t *endOfEntry(TableReader &reader) {
  auto length = reader.fixed<uint32_t>();
  return length == UINT32_MAX ? nullptr : reader.position() + length;
}

static bool readCommonEntry(const void *start, FrameEncodings &encodings, FunctionEntry &entry) {
  TableReader reader(start);
  entry.common.end = endOfEntry(reader);
  if (!entry.common.end)
    return false;
  reader.skip(4);
  auto version = reader.fixed<uint8_t>();
  const char *augmentation = reinterpret_cast<const char *>(reader.position());
  reader.skip(strlen(augmentation) + 1);
  if (augmentation[0] != 'z')
    return false;
  entry.codeAlignment = reader.unsignedLeb();
  entry.dataAlignment = reader.signedLeb();
  if (version == 1)
    reader.skip(1);
  else
    reader.unsignedLeb();
  uint64_t augmentationSize = reader.unsignedLeb();
  entry.common.begin = reader.position() + augmentationSize;
  for (const char *kind = augmentation + 1; *kind; ++kind) {
    if (*kind == 'L')
      encodings.lsda = reader.fixed<uint8_t>();
    else if (*kind == 'R')
      encodings.address = reader.fixed<uint8_t>();
    else if (*kind == 'P')
      // The routine itself may not be there to be read through; only its size matters.
      reader.number(reader.fixed<uint8_t>());
    else if (*kind == 'S')
      entry.isSignalFrame = true;
    else
      return false;
  }
  return !reader.failed();
}

static bool readFunctionEntry(const void *start, FunctionEntry &entry) {
  TableReader reader(start);
  entry = {};
  entry.own.end = endOfEntry(reader);
  if (!entry.own.end)
    return false;
  const uint8_t *here = reader.position();
  FrameEncodings encodings;
  if (!readCommonEntry(here - reader.fixed<int32_t>(), encodings, entry))
    return false;
  entry.begin = reader.encoded(encodings.address);
  entry.size = reader.number(encodings.address);
  uint64_t augmentationSize = reader.unsignedLeb();
  entry.own.begin = reader.position() + augmentationSize;
  if (encodings.lsda != Omitted && augmentationSize)
    entry.lsda = reader.encoded(encodings.lsda);
  return !reader.failed();
}

bool findFunctionEntry(uintptr_t address, FunctionEntry &entry) {
  dwarf_eh_bases bases{};
  const void *start = _Unwind_Find_FDE(reinterpret_cast<const void *>(address), &bases);
  return start && readFunctionEntry(start, entry);
}

namespace {

/// What .eh_frame_hdr begins with, as all linkers write it.
struct IndexHeader {
  uint8_t version, tablesEncoding, countEncoding, rowsEncoding;
  int32_t tables;
  uint32_t count;
};

/// Sorted by `begin`; both are distances from the index.
struct IndexRow {
  int32_t begin, entry;
};

} // namespace

TableSearch searchFunctionEntry(uintptr_t address, FunctionEntry &entry) {
  dl_find_object object;
  if (_dl_find_object(reinterpret_cast<void *>(address), &object) != 0 || !object.dlfo_eh_frame)
    return TableSearch::Elsewhere;
  const auto *start = static_cast<const char *>(object.dlfo_eh_frame);
  const auto *header = reinterpret_cast<const IndexHeader *>(start);
  if (header->version != 1 || header->tablesEncoding != (PcRelative | SData4) || header->countEncoding != UData4 ||
      header->rowsEncoding != (DataRelative | SData4))
    return TableSearch::Elsewhere;
  const auto *rows = reinterpret_cast<const IndexRow *>(header + 1), *end = rows + header->count;
  auto distance = static_cast<intptr_t>(address - reinterpret_cast<uintptr_t>(start));
  const IndexRow *behind =
      std::upper_bound(rows, end, distance, [](intptr_t wanted, const IndexRow &row) { return wanted < row.begin; });
  if (behind == rows)
    return TableSearch::NoEntry;
  if (!readFunctionEntry(start + behind[-1].entry, entry))
    return TableSearch::Elsewhere;
  return address - entry.begin < entry.size ? TableSearch::Found : TableSearch::NoEntry;
}

} // namespace tactus
