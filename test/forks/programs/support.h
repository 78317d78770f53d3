// What the programs share: work that cannot be optimised away, and a hash.
#ifndef SUPPORT_H
#define SUPPORT_H
#include <cstdint>
#include <cstdio>

inline uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdu;
}
inline void show(const char *name, uint64_t value) { std::printf("%s %llx\n", name, (unsigned long long)value); }

#endif
