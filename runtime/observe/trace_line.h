//===- trace_line.h - one line of a time line, as text -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Lines are made while tasks run, so without printf(). What does not fit is left out: strings end early, and hasRoom()
// asks before a list grows. Short pieces of unknown length are copied by a fixed number of bytes, more than they have:
// that is two instructions, and memcpy() a call.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_TRACE_LINE_H
#define TACTUS_RUNTIME_OBSERVE_TRACE_LINE_H

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tactus {

/// "000102…99"
inline constexpr auto DigitPairs = [] {
  std::array<char, 200> pairs{};
  for (unsigned index = 0; index < pairs.size(); ++index)
    pairs[index] = static_cast<char>('0' + (index % 2 ? index / 2 % 10 : index / 20));
  return pairs;
}();

/// With leading zeros, of a number below 1000.
inline void threeDigits(char *text, uint32_t number) {
  text[0] = static_cast<char>('0' + number / 100);
  memcpy(text + 1, &DigitPairs[size_t{number} % 100 * 2], 2);
}

class TraceLine {
  static constexpr unsigned Capacity = 8192;
  /// Kept free for what ends a line.
  static constexpr unsigned Reserve = 256;
  /// For what is copied beyond the end.
  static constexpr unsigned Slack = 64;
  /// Beside the text's beginning: most of the text is never touched.
  unsigned length = 0;
  char text[Capacity + Slack];

  /// "." and three digits.
  TraceLine &decimals(uint32_t thousandths) {
    if (length + 4 <= Capacity) {
      text[length] = '.';
      threeDigits(text + length + 1, thousandths);
      length += 4;
    }
    return *this;
  }

public:
  const char *data() const { return text; }
  unsigned size() const { return length; }
  bool hasRoom() const { return length < Capacity - Reserve; }
  void clear() { length = 0; }

  TraceLine &append(const char *string, unsigned count) {
    if (length + count <= Capacity) {
      memcpy(text + length, string, count);
      length += count;
    }
    return *this;
  }

  /// The first `count` of `Size` bytes that may be read.
  template <unsigned Size> TraceLine &appendOf(const char *bytes, unsigned count) {
    static_assert(Size <= Slack);
    if (length + count <= Capacity) {
      memcpy(text + length, bytes, Size);
      length += count;
    }
    return *this;
  }

  /// Of known length, so that the copy is a few instructions: a line is made of some twenty of them.
  template <unsigned Size> TraceLine &operator<<(const char (&literal)[Size]) { return append(literal, Size - 1); }

  /// Puts another character in the place of one.
  void replace(unsigned at, char character) { text[at] = character; }

  template <class String>
    requires std::is_same_v<String, const char *>
  TraceLine &operator<<(const String &string) {
    return append(string, static_cast<unsigned>(strlen(string)));
  }

  TraceLine &operator<<(uint64_t number) {
    constexpr unsigned Most = 20;
    char digits[2 * Most] = {};
    unsigned first = Most;
    for (; number >= 100; number /= 100)
      memcpy(digits + (first -= 2), &DigitPairs[number % 100 * 2], 2);
    if (number >= 10)
      memcpy(digits + (first -= 2), &DigitPairs[number * 2], 2);
    else
      digits[--first] = static_cast<char>('0' + number);
    return appendOf<Most>(digits + first, Most - first);
  }

  TraceLine &operator<<(uint32_t number) { return *this << static_cast<uint64_t>(number); }

  TraceLine &operator<<(int64_t number) {
    if (number < 0)
      *this << "-";
    return *this << (number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number));
  }

  /// Nanoseconds as microseconds with three decimals.
  TraceLine &microseconds(uint64_t nanoseconds) {
    return (*this << nanoseconds / 1000).decimals(static_cast<uint32_t>(nanoseconds % 1000));
  }

  /// What follows the milliseconds' digits in a time in microseconds: "012.345".
  TraceLine &belowMillisecond(uint32_t nanoseconds) {
    if (length + 3 <= Capacity) {
      threeDigits(text + length, nanoseconds / 1000);
      length += 3;
    }
    return decimals(nanoseconds % 1000);
  }

  /// The inside of a JSON string. Bytes that are not ASCII pass through.
  TraceLine &escaped(const char *string, size_t limit = SIZE_MAX) {
    static const char hex[] = "0123456789abcdef";
    for (; *string && limit > 0 && hasRoom(); ++string, --limit) {
      auto byte = static_cast<unsigned char>(*string);
      if (byte == '"' || byte == '\\')
        text[length++] = '\\';
      if (byte < 0x20) {
        *this << "\\u00";
        text[length++] = hex[byte >> 4];
        byte = static_cast<unsigned char>(hex[byte & 15]);
      }
      text[length++] = static_cast<char>(byte);
    }
    return *this;
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_TRACE_LINE_H
