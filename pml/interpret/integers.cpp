//===- integers.cpp - primitives of integers and words ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Integers are computed in 128 bits, and looked at afterwards: what does not fit raises Overflow. Words are kept
// sign-extended, as integers are, and computed without a sign.
//
//===----------------------------------------------------------------------===//
#include "machine.h"

namespace tactus::pml::interpreting {

namespace {

__extension__ using Wide = __int128;

template <unsigned Bits> Value checked(Wide number) {
  auto result = static_cast<int64_t>(number);
  if (Wide{result} != number || narrow(result, Bits) != result)
    throw RaisedByPrimitive{ir::Overflow};
  return {result};
}

int64_t divisor(const Value *arguments) {
  if (arguments[1].bits == 0)
    throw RaisedByPrimitive{ir::Div};
  return arguments[1].bits;
}

/// Quotients are rounded to minus infinity.
Wide floorDivision(Wide left, Wide right) {
  Wide quotient = left / right;
  return quotient * right != left && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

template <unsigned Bits> void addInteger(HandlerTable &table) {
  std::string type = "int" + std::to_string(Bits);
#define HANDLER(NAME, RESULT)                                                                                          \
  table.add(type + "_" #NAME, [](Machine &, const Value *a, Value *r) { r[0] = Value{RESULT}; })
  HANDLER(add, checked<Bits>(Wide{a[0].bits} + a[1].bits));
  HANDLER(sub, checked<Bits>(Wide{a[0].bits} - a[1].bits));
  HANDLER(mul, checked<Bits>(Wide{a[0].bits} * a[1].bits));
  HANDLER(index, checked<Bits>(Wide{a[0].bits} + a[1].bits));
  HANDLER(div, checked<Bits>(floorDivision(a[0].bits, divisor(a))));
  HANDLER(mod, checked<Bits>(a[0].bits - floorDivision(a[0].bits, divisor(a)) * a[1].bits));
  HANDLER(quot, checked<Bits>(Wide{a[0].bits} / divisor(a)));
  HANDLER(rem, checked<Bits>(Wide{a[0].bits} % divisor(a)));
  HANDLER(neg, checked<Bits>(-Wide{a[0].bits}));
  HANDLER(abs, checked<Bits>(a[0].bits < 0 ? -Wide{a[0].bits} : a[0].bits));
  HANDLER(eq, a[0].bits == a[1].bits);
  HANDLER(lt, a[0].bits < a[1].bits);
  HANDLER(le, a[0].bits <= a[1].bits);
  HANDLER(gt, a[0].bits > a[1].bits);
  HANDLER(ge, a[0].bits >= a[1].bits);
  HANDLER(to_int64, a[0].bits);
  HANDLER(from_int64, checked<Bits>(a[0].bits));
#undef HANDLER
}

template <unsigned Bits> uint64_t bitsOf(Value value) {
  return Bits == 64 ? static_cast<uint64_t>(value.bits)
                    : static_cast<uint64_t>(value.bits) & ((uint64_t{1} << (Bits % 64)) - 1);
}
template <unsigned Bits> Value word(uint64_t bits) { return {narrow(static_cast<int64_t>(bits), Bits)}; }

uint64_t distance(const Value *arguments) { return static_cast<uint32_t>(arguments[1].bits); }

template <unsigned Bits> uint64_t wordDivisor(const Value *arguments) {
  if (bitsOf<Bits>(arguments[1]) == 0)
    throw RaisedByPrimitive{ir::Div};
  return bitsOf<Bits>(arguments[1]);
}

template <unsigned Bits> void addWord(HandlerTable &table) {
  std::string type = "word" + std::to_string(Bits);
#define HANDLER(NAME, RESULT)                                                                                          \
  table.add(type + "_" #NAME, [](Machine &, const Value *a, Value *r) { r[0] = Value{RESULT}; })
#define LEFT bitsOf<Bits>(a[0])
#define RIGHT bitsOf<Bits>(a[1])
  HANDLER(add, word<Bits>(LEFT + RIGHT));
  HANDLER(sub, word<Bits>(LEFT - RIGHT));
  HANDLER(mul, word<Bits>(LEFT * RIGHT));
  HANDLER(andb, word<Bits>(LEFT & RIGHT));
  HANDLER(orb, word<Bits>(LEFT | RIGHT));
  HANDLER(xorb, word<Bits>(LEFT ^ RIGHT));
  HANDLER(div, word<Bits>(LEFT / wordDivisor<Bits>(a)));
  HANDLER(mod, word<Bits>(LEFT % wordDivisor<Bits>(a)));
  HANDLER(neg, word<Bits>(uint64_t{0} - LEFT));
  HANDLER(notb, word<Bits>(~LEFT));
  HANDLER(shl, word<Bits>(distance(a) >= Bits ? 0 : LEFT << distance(a)));
  HANDLER(shr, word<Bits>(distance(a) >= Bits ? 0 : LEFT >> distance(a)));
  HANDLER(sar, a[0].bits >> std::min<uint64_t>(distance(a), 63));
  HANDLER(eq, LEFT == RIGHT);
  HANDLER(lt, LEFT < RIGHT);
  HANDLER(le, LEFT <= RIGHT);
  HANDLER(gt, LEFT > RIGHT);
  HANDLER(ge, LEFT >= RIGHT);
  HANDLER(to_word64, static_cast<int64_t>(LEFT));
  HANDLER(to_word64_signed, a[0].bits);
  HANDLER(from_word64, word<Bits>(static_cast<uint64_t>(a[0].bits)));
  HANDLER(to_int64, checked<64>(Wide{LEFT}));
#undef LEFT
#undef RIGHT
#undef HANDLER
}

} // namespace

void addIntegers(HandlerTable &table) {
  addInteger<8>(table);
  addInteger<16>(table);
  addInteger<32>(table);
  addInteger<63>(table);
  addInteger<64>(table);
  addWord<8>(table);
  addWord<16>(table);
  addWord<32>(table);
  addWord<64>(table);
  table.add("bool_eq", [](Machine &, const Value *a, Value *r) { r[0] = {a[0].bits == a[1].bits}; });
  table.add("bool_not", [](Machine &, const Value *a, Value *r) { r[0] = {!a[0].bits}; });
}

} // namespace tactus::pml::interpreting
