// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Writes pictures as PNG files (ISO/IEC 15948), without compression, so that no library is needed.
#ifndef TACTUS_EXAMPLES_PNG_H
#define TACTUS_EXAMPLES_PNG_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

struct Pixel {
  uint8_t red, green, blue;
};

struct Picture {
  int width, height;
  std::vector<Pixel> pixels = std::vector<Pixel>(static_cast<size_t>(width) * static_cast<size_t>(height));

  Pixel &at(int x, int y) {
    return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  }
};

namespace png {

inline void appendNumber(std::string &bytes, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>(number >> shift);
}

/// Annex D of the standard: the remainder by a polynomial over bits.
inline uint32_t checkSum(const std::string &bytes) {
  uint32_t remainder = 0xffffffff;
  for (char byte : bytes) {
    remainder ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit)
      remainder = remainder & 1 ? 0xedb88320 ^ (remainder >> 1) : remainder >> 1;
  }
  return ~remainder;
}

inline void writeChunk(std::ofstream &file, std::string typeAndData) {
  std::string length, sum;
  appendNumber(length, static_cast<uint32_t>(typeAndData.size() - 4));
  appendNumber(sum, checkSum(typeAndData));
  file << length << typeAndData << sum;
}

/// RFC 1950 and 1951, with blocks that are stored as they are.
inline std::string storedAsZlib(const std::string &bytes) {
  constexpr size_t MostInABlock = 65535;
  std::string stored = "\x78\x01";
  for (size_t at = 0; at < bytes.size(); at += MostInABlock) {
    size_t length = std::min(MostInABlock, bytes.size() - at);
    bool last = at + length == bytes.size();
    stored += static_cast<char>(last);
    for (size_t number : {length, ~length}) {
      stored += static_cast<char>(number);
      stored += static_cast<char>(number >> 8);
    }
    stored.append(bytes, at, length);
  }
  uint32_t low = 1, high = 0;
  for (char byte : bytes) {
    low = (low + static_cast<uint8_t>(byte)) % 65521;
    high = (high + low) % 65521;
  }
  appendNumber(stored, high << 16 | low);
  return stored;
}

} // namespace png

/// False if the file cannot be written.
inline bool writePng(Picture &picture, const std::string &name) {
  std::string header = "IHDR";
  png::appendNumber(header, static_cast<uint32_t>(picture.width));
  png::appendNumber(header, static_cast<uint32_t>(picture.height));
  header += std::string("\x08\x02\0\0\0", 5); // 8 bits, red, green and blue
  std::string rows;
  for (int y = 0; y < picture.height; ++y) {
    rows += '\0'; // no filter
    for (int x = 0; x < picture.width; ++x) {
      Pixel pixel = picture.at(x, y);
      for (uint8_t part : {pixel.red, pixel.green, pixel.blue})
        rows += static_cast<char>(part);
    }
  }
  std::ofstream file(name, std::ios::binary);
  file << "\x89PNG\r\n\x1a\n";
  png::writeChunk(file, header);
  png::writeChunk(file, "IDAT" + png::storedAsZlib(rows));
  png::writeChunk(file, "IEND");
  return static_cast<bool>(file.flush());
}

#endif
