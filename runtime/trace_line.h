//===- trace_line.h - one line of a time line, as text -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Lines are made while tasks run, so without printf(): about 100 ns for a line of 150 bytes. What does not fit is left
// out: strings end early, and hasRoom() asks before a list grows.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TRACE_LINE_H
#define TACTUS_RUNTIME_TRACE_LINE_H

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tactus {

class TraceLine {
  static constexpr unsigned Capacity = 8192;
  /// Kept free for what ends a line.
  static constexpr unsigned Reserve = 256;
  char text[Capacity];
  unsigned length = 0;

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

  /// Of known length, so that the copy is a few instructions: a line is made of some twenty of them.
  template <unsigned Size> TraceLine &operator<<(const char (&literal)[Size]) { return append(literal, Size - 1); }

  template <class String>
    requires std::is_same_v<String, const char *>
  TraceLine &operator<<(const String &string) {
    return append(string, static_cast<unsigned>(strlen(string)));
  }

  TraceLine &operator<<(uint64_t number) {
    char digits[20];
    unsigned first = sizeof digits;
    // Most numbers are small, and division of 32 bits is faster.
    while (number > UINT32_MAX) {
      digits[--first] = static_cast<char>('0' + number % 10);
      number /= 10;
    }
    auto rest = static_cast<uint32_t>(number);
    do
      digits[--first] = static_cast<char>('0' + rest % 10);
    while (rest /= 10);
    return append(digits + first, static_cast<unsigned>(sizeof digits) - first);
  }

  TraceLine &operator<<(uint32_t number) { return *this << static_cast<uint64_t>(number); }

  TraceLine &operator<<(int64_t number) {
    if (number < 0)
      *this << "-";
    return *this << (number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number));
  }

  /// Nanoseconds as microseconds with three decimals.
  TraceLine &microseconds(uint64_t nanoseconds) {
    auto rest = static_cast<uint32_t>(nanoseconds % 1000);
    const char decimals[4] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                              static_cast<char>('0' + rest % 10)};
    return (*this << nanoseconds / 1000).append(decimals, sizeof decimals);
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

#endif // TACTUS_RUNTIME_TRACE_LINE_H
