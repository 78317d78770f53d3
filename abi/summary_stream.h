//===- summary_stream.h - writes and reads the bytes of a summary ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Format: abi/summary.h. The reader takes any bytes: it never reads outside of them, never asks for more memory than
// a multiple of their number, and gives no half of a summary.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_SUMMARY_STREAM_H
#define TACTUS_ABI_SUMMARY_STREAM_H

#include "abi/summary.h"

#include <cmath>
#include <cstring>
#include <map>
#include <string_view>

namespace tactus::abi {

inline constexpr size_t SummaryHeaderBytes = 24;
inline constexpr size_t SummaryAlignment = 8;
/// Whole numbers below it are written short.
inline constexpr double LargestWhole = 1 << 30;

inline void putNumber(std::string &bytes, uint64_t value) {
  do {
    auto part = static_cast<uint8_t>(value & 0x7f);
    value >>= 7;
    bytes.push_back(static_cast<char>(value ? part | 0x80 : part));
  } while (value);
}

template <class Integer> void putFixed(std::string &bytes, Integer value) {
  for (size_t i = 0; i < sizeof(Integer); ++i)
    bytes.push_back(static_cast<char>(static_cast<uint64_t>(value) >> (8 * i)));
}

template <class Integer> Integer getFixed(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < sizeof(Integer); ++i)
    value |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[i])) << (8 * i);
  return static_cast<Integer>(value);
}

class SummaryWriter {
  std::string body;
  std::string strings;
  std::map<std::string, uint64_t> positions;

public:
  void number(uint64_t value) { putNumber(body, value); }
  void flag(bool value) { number(value); }
  /// Twice the value where it is small and whole, else 1 and its bits.
  void real(double value) {
    if (value >= 0 && value < LargestWhole && value == std::floor(value) && !std::signbit(value))
      return number(static_cast<uint64_t>(value) * 2);
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    number(1);
    putFixed(body, bits);
  }
  template <class Kind> void kind(Kind value, Kind) { number(static_cast<uint64_t>(value)); }
  void text(const std::string &value) {
    auto [position, isNew] = positions.try_emplace(value, positions.size());
    if (isNew) {
      putNumber(strings, value.size());
      strings += value;
    }
    number(position->second);
  }
  void texts(std::vector<std::string> &values) {
    number(values.size());
    for (const std::string &value : values)
      text(value);
  }
  void numbers(std::vector<uint64_t> &values) {
    number(values.size());
    for (uint64_t value : values)
      number(value);
  }
  template <class Item> void list(std::vector<Item> &items) {
    number(items.size());
    for (Item &item : items)
      describe(*this, item);
  }

  /// The whole chunk.
  [[nodiscard]] std::string finish(SummaryKind kind) const {
    std::string payload;
    putNumber(payload, positions.size());
    payload += strings + body;
    payload.resize((payload.size() + SummaryAlignment - 1) / SummaryAlignment * SummaryAlignment);
    std::string chunk;
    putFixed(chunk, SummaryMagic);
    putFixed(chunk, SummaryVersion);
    putFixed(chunk, static_cast<uint16_t>(kind));
    putFixed(chunk, static_cast<uint64_t>(SummaryHeaderBytes + payload.size()));
    putFixed(chunk, summaryHash(payload));
    return chunk + payload;
  }
};

/// Reads the payload of one chunk. After the first thing that is wrong, `isGood` stays false and all values are empty.
class SummaryReader {
  std::string_view rest;
  std::vector<std::string> strings;
  bool good = true;

  void fail() {
    good = false;
    rest = {};
  }
  /// A count of things of which each takes a byte or more.
  size_t count() {
    uint64_t items = take();
    if (items > rest.size())
      fail();
    return good ? static_cast<size_t>(items) : 0;
  }
  uint64_t take() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest.empty())
        break;
      auto part = static_cast<uint8_t>(rest.front());
      rest.remove_prefix(1);
      value |= static_cast<uint64_t>(part & 0x7f) << shift;
      if (!(part & 0x80))
        return value;
    }
    fail();
    return 0;
  }

public:
  explicit SummaryReader(std::string_view payload) : rest(payload) {
    size_t texts = count();
    for (size_t i = 0; i < texts && good; ++i) {
      size_t length = count();
      strings.emplace_back(rest.substr(0, length));
      rest.remove_prefix(length);
    }
  }

  [[nodiscard]] bool isGood() const { return good; }

  template <class Integer> void number(Integer &value) {
    uint64_t read = take();
    value = static_cast<Integer>(read);
    if (static_cast<uint64_t>(value) != read) {
      value = 0;
      fail();
    }
  }
  void flag(bool &value) {
    uint64_t read = take();
    value = read == 1;
    if (read > 1)
      fail();
  }
  void real(double &value) {
    uint64_t first = take();
    value = static_cast<double>(first / 2);
    if (first % 2 == 0 && value < LargestWhole)
      return;
    value = 0;
    if (first != 1 || rest.size() < sizeof(uint64_t))
      return fail();
    auto bits = getFixed<uint64_t>(rest);
    std::memcpy(&value, &bits, sizeof value);
    rest.remove_prefix(sizeof bits);
    if (!std::isfinite(value)) {
      value = 0;
      fail();
    }
  }
  template <class Kind> void kind(Kind &value, Kind last) {
    uint64_t read = take();
    if (read > static_cast<uint64_t>(last))
      return fail();
    value = static_cast<Kind>(read);
  }
  void text(std::string &value) {
    uint64_t position = take();
    if (position >= strings.size())
      return fail();
    value = strings[position];
  }
  void texts(std::vector<std::string> &values) {
    values.resize(count());
    for (std::string &value : values)
      text(value);
  }
  void numbers(std::vector<uint64_t> &values) {
    values.resize(count());
    for (uint64_t &value : values)
      number(value);
  }
  /// Grows as items are read: a wrong count must not cost memory.
  template <class Item> void list(std::vector<Item> &items) {
    size_t expected = count();
    items.clear();
    for (size_t i = 0; i < expected && good; ++i)
      describe(*this, items.emplace_back());
  }
};

} // namespace tactus::abi

#endif // TACTUS_ABI_SUMMARY_STREAM_H
