//===- unwind_tables.h - what unwind tables say of a function ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The unwinder knows the frame description entry (FDE) of an address; its common information entry (CIE) says how the
// rest is written:
//
//     CIE   length, 0, version, "zPLRS", alignments, return register, [personality, LSDA and address encodings], rules
//     FDE   length, distance to the CIE, function, size, [LSDA], rules
//
// Format: LSB "Exception frames".
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_MAPS_UNWIND_TABLES_H
#define TACTUS_RUNTIME_MAPS_UNWIND_TABLES_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tactus {

enum Encoding : uint8_t {
  EncodingFormat = 0x0f,
  Absolute = 0x00,
  ULeb = 0x01,
  UData2 = 0x02,
  UData4 = 0x03,
  UData8 = 0x04,
  SLeb = 0x09,
  SData2 = 0x0a,
  SData4 = 0x0b,
  SData8 = 0x0c,
  EncodingBase = 0x70,
  PcRelative = 0x10,
  /// From the beginning of the index.
  DataRelative = 0x30,
  Indirect = 0x80,
  Omitted = 0xff,
};

/// Reads one of the tables, which are as the compiler wrote them. `failed` once something was met that it does not
/// know.
class TableReader {
public:
  explicit TableReader(const void *start) : cursor(static_cast<const uint8_t *>(start)) {}

  const uint8_t *position() const { return cursor; }
  bool failed() const { return hasFailed; }
  void skip(size_t bytes) { cursor += bytes; }

  template <typename Value> Value fixed() {
    Value value;
    memcpy(&value, cursor, sizeof value);
    cursor += sizeof value;
    return value;
  }
  uint64_t unsignedLeb() {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      uint8_t byte = *cursor++;
      if (shift < 64)
        value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return value;
    }
  }
  int64_t signedLeb() {
    int64_t value = 0;
    for (unsigned shift = 0;;) {
      uint8_t byte = *cursor++;
      if (shift < 64)
        value |= static_cast<int64_t>(static_cast<uint64_t>(byte & 0x7f) << shift);
      shift += 7;
      if (!(byte & 0x80)) {
        if ((byte & 0x40) && shift < 64)
          value |= static_cast<int64_t>(~uint64_t{0} << shift);
        return value;
      }
    }
  }
  uintptr_t encoded(uint8_t encoding) {
    const uint8_t *start = cursor;
    uintptr_t value = number(encoding);
    switch (encoding & EncodingBase) {
    case 0:
      break;
    case PcRelative:
      if (value)
        value += reinterpret_cast<uintptr_t>(start);
      break;
    default:
      hasFailed = true;
    }
    if ((encoding & Indirect) && value && !hasFailed)
      memcpy(&value, reinterpret_cast<const void *>(value), sizeof value);
    return value;
  }
  /// Without the base.
  uintptr_t number(uint8_t encoding) {
    switch (encoding & EncodingFormat) {
    case Absolute:
    case UData8:
    case SData8:
      return fixed<uint64_t>();
    case ULeb:
      return unsignedLeb();
    case SLeb:
      return static_cast<uintptr_t>(signedLeb());
    case UData2:
      return fixed<uint16_t>();
    case UData4:
      return fixed<uint32_t>();
    case SData2:
      return static_cast<uintptr_t>(static_cast<intptr_t>(fixed<int16_t>()));
    case SData4:
      return static_cast<uintptr_t>(static_cast<intptr_t>(fixed<int32_t>()));
    default:
      hasFailed = true;
      return 0;
    }
  }

private:
  const uint8_t *cursor;
  bool hasFailed = false;
};

/// Instructions for the rows of a table.
struct UnwindRules {
  const uint8_t *begin = nullptr, *end = nullptr;
};

/// What is known of the function around an address.
struct FunctionEntry {
  uintptr_t begin = 0;
  size_t size = 0;
  /// Its exception table, 0 if it has none.
  uintptr_t lsda = 0;
  uint64_t codeAlignment = 1;
  int64_t dataAlignment = 1;
  UnwindRules common, own;
  /// What a signal has interrupted comes behind it.
  bool isSignalFrame = false;
};

/// False if there is none, or if it is written in a way that is not known here.
bool findFunctionEntry(uintptr_t address, FunctionEntry &entry);

/// Where the search of loaded objects has ended. Elsewhere: outside of all of them, in one without an index, or in an
/// entry that is not understood.
enum class TableSearch { Found, NoEntry, Elsewhere };

/// The same for a signal handler that may have interrupted the unwinder. That takes a lock where a program has
/// registered tables of its own, as static programs do at their start, and compilers at run time. So only the tables of
/// loaded objects are searched, by the index that the linker makes (.eh_frame_hdr).
TableSearch searchFunctionEntry(uintptr_t address, FunctionEntry &entry);

} // namespace tactus

#endif // TACTUS_RUNTIME_MAPS_UNWIND_TABLES_H
