//===- symbol.h - names, each stored once ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A symbol is a number that stands for a name, so that names compare and hash as numbers. The table is shared by the
// process and only grows. It has no lock: one thread at a time compiles.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_SYMBOL_H
#define TACTUS_PML_SYNTAX_SYMBOL_H

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tactus::pml {

class Symbol {
public:
  /// The empty name.
  constexpr Symbol() = default;
  explicit Symbol(std::string_view name);

  [[nodiscard]] const std::string &text() const;
  [[nodiscard]] bool isEmpty() const { return index == 0; }
  [[nodiscard]] uint32_t number() const { return index; }
  /// The label of the nth component of a tuple, from one.
  [[nodiscard]] static Symbol ofNumber(size_t number);

  friend bool operator==(Symbol, Symbol) = default;

private:
  uint32_t index = 0;
};

/// The order of record labels: numbers by value, before names by their text.
[[nodiscard]] bool labelLess(Symbol left, Symbol right);

} // namespace tactus::pml

template <> struct std::hash<tactus::pml::Symbol> {
  size_t operator()(tactus::pml::Symbol symbol) const { return symbol.number() * size_t{0x9E3779B97F4A7C15}; }
};

#endif
