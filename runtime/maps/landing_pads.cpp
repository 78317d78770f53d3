//===- landing_pads.cpp - where a call goes on when it throws --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The unwinder knows the frame description entry (FDE) of an address; its common information entry (CIE) says how the
// address of the language-specific data area (LSDA) is written, and the LSDA begins with the table of call sites:
//
//     CIE   length, 0, version, "zPLR", alignments, return register, [personality, LSDA and address encodings]
//     FDE   length, distance to the CIE, function, size, [LSDA]
//     LSDA  encoding and start of landing pads, encoding and offset of types, encoding and length of the call sites,
//           (start, length, landing pad, action)*
//
// Formats: LSB "Exception frames", Itanium C++ ABI "Exception handling tables". What is not understood has no landing
// pad.
//
//===----------------------------------------------------------------------===//
#include "maps/landing_pads.h"

#include <cstring>

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
  Indirect = 0x80,
  Omitted = 0xff,
};

/// Reads one of the tables. `failed` once something was met that it does not know.
class Reader {
public:
  explicit Reader(const void *start) : cursor(static_cast<const uint8_t *>(start)) {}

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

struct FrameEncodings {
  uint8_t address = Absolute;
  uint8_t lsda = Omitted;
  bool isKnown = false;
};

} // namespace

static FrameEncodings readCommonEntry(const void *entry) {
  FrameEncodings encodings;
  Reader reader(entry);
  if (reader.fixed<uint32_t>() == UINT32_MAX)
    return encodings;
  reader.skip(4);
  auto version = reader.fixed<uint8_t>();
  const char *augmentation = reinterpret_cast<const char *>(reader.position());
  reader.skip(strlen(augmentation) + 1);
  if (augmentation[0] != 'z')
    return encodings;
  reader.unsignedLeb();
  reader.signedLeb();
  if (version == 1)
    reader.skip(1);
  else
    reader.unsignedLeb();
  reader.unsignedLeb();
  for (const char *kind = augmentation + 1; *kind; ++kind) {
    if (*kind == 'L')
      encodings.lsda = reader.fixed<uint8_t>();
    else if (*kind == 'R')
      encodings.address = reader.fixed<uint8_t>();
    else if (*kind == 'P')
      // The routine itself may not be there to be read through; only its size matters.
      reader.number(reader.fixed<uint8_t>());
    else if (*kind != 'S')
      return encodings;
  }
  encodings.isKnown = !reader.failed();
  return encodings;
}

bool findFunction(uintptr_t address, CodeRange &function) {
  dwarf_eh_bases bases{};
  const void *entry = _Unwind_Find_FDE(reinterpret_cast<const void *>(address), &bases);
  if (!entry)
    return false;
  Reader frame(entry);
  if (frame.fixed<uint32_t>() == UINT32_MAX)
    return false;
  const uint8_t *here = frame.position();
  FrameEncodings encodings = readCommonEntry(here - frame.fixed<int32_t>());
  function.begin = frame.encoded(encodings.address);
  function.size = frame.number(encodings.address);
  return encodings.isKnown && !frame.failed();
}

uintptr_t findLandingPad(uintptr_t returnAddress) {
  dwarf_eh_bases bases{};
  const void *entry = _Unwind_Find_FDE(reinterpret_cast<const void *>(returnAddress - 1), &bases);
  if (!entry)
    return 0;
  Reader frame(entry);
  if (frame.fixed<uint32_t>() == UINT32_MAX)
    return 0;
  const uint8_t *here = frame.position();
  FrameEncodings encodings = readCommonEntry(here - frame.fixed<int32_t>());
  if (!encodings.isKnown || encodings.lsda == Omitted)
    return 0;
  uintptr_t function = frame.encoded(encodings.address);
  frame.number(encodings.address);
  frame.unsignedLeb();
  uintptr_t lsda = frame.encoded(encodings.lsda);
  if (frame.failed() || !lsda)
    return 0;

  Reader table(reinterpret_cast<const void *>(lsda));
  auto padEncoding = table.fixed<uint8_t>();
  uintptr_t padStart = padEncoding == Omitted ? function : table.encoded(padEncoding);
  if (table.fixed<uint8_t>() != Omitted)
    table.unsignedLeb();
  auto siteEncoding = table.fixed<uint8_t>();
  uint64_t size = table.unsignedLeb();
  const uint8_t *end = table.position() + size;
  uintptr_t offset = returnAddress - 1 - function;
  while (table.position() < end && !table.failed()) {
    uintptr_t start = table.encoded(siteEncoding);
    uintptr_t length = table.encoded(siteEncoding);
    uintptr_t pad = table.encoded(siteEncoding);
    table.unsignedLeb();
    if (offset - start < length)
      return pad && !table.failed() ? padStart + pad : 0;
  }
  return 0;
}

uintptr_t landingPadOf(const MapHit &call) {
  constexpr uintptr_t None = 1;
  // Relaxed: whoever computes it finds the same.
  uintptr_t known = __atomic_load_n(&call.landingPad, __ATOMIC_RELAXED);
  if (!known) {
    known = findLandingPad(call.returnAddress);
    __atomic_store_n(&call.landingPad, known ? known : None, __ATOMIC_RELAXED);
  }
  return known == None ? 0 : known;
}

} // namespace tactus
