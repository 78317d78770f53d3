//===- large_integers.cpp - primitives of integers without bounds, by GMP ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "machine.h"

namespace tactus::pml::interpreting {

namespace {

using Combine = void (*)(mpz_ptr, mpz_srcptr, mpz_srcptr);
using Change = void (*)(mpz_ptr, mpz_srcptr);

template <Combine Operation> void combine(Machine &machine, const Value *arguments, Value *results) {
  results[0] = machine.large();
  Operation(large(results[0]), large(arguments[0]), large(arguments[1]));
}
template <Combine Operation> void divide(Machine &machine, const Value *arguments, Value *results) {
  if (mpz_sgn(large(arguments[1])) == 0)
    throw RaisedByPrimitive{ir::Div};
  combine<Operation>(machine, arguments, results);
}
template <Change Operation> void change(Machine &machine, const Value *arguments, Value *results) {
  results[0] = machine.large();
  Operation(large(results[0]), large(arguments[0]));
}

/// A result that nobody could keep.
void checkSize(uint64_t bits) {
  if (bits > uint64_t{1} << 33)
    throw RaisedByPrimitive{ir::Size};
}

template <unsigned Bits> void addIntegerConversions(HandlerTable &table) {
  table.add("int" + std::to_string(Bits) + "_to_intinf", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.large();
    mpz_set_si(large(r[0]), a[0].bits);
  });
  table.add("int" + std::to_string(Bits) + "_from_intinf", [](Machine &, const Value *a, Value *r) {
    if (!mpz_fits_slong_p(large(a[0])) || narrow(mpz_get_si(large(a[0])), Bits) != mpz_get_si(large(a[0])))
      throw RaisedByPrimitive{ir::Overflow};
    r[0] = {mpz_get_si(large(a[0]))};
  });
}

template <unsigned Bits> void addWordConversions(HandlerTable &table) {
  std::string type = "word" + std::to_string(Bits);
  table.add(type + "_to_intinf_signed", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.large();
    mpz_set_si(large(r[0]), a[0].bits);
  });
  table.add(type + "_to_intinf", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.large();
    auto bits = static_cast<uint64_t>(a[0].bits);
    mpz_set_ui(large(r[0]), Bits == 64 ? bits : bits & ((uint64_t{1} << (Bits % 64)) - 1));
  });
  table.add(type + "_from_intinf", [](Machine &machine, const Value *a, Value *r) {
    mpz_ptr low = large(machine.large());
    mpz_fdiv_r_2exp(low, large(a[0]), 64);
    r[0] = {narrow(static_cast<int64_t>(mpz_get_ui(low)), Bits)};
  });
}

void addPowers(HandlerTable &table) {
  table.add("intinf_shl", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.large();
    auto distance = static_cast<uint64_t>(a[1].bits);
    if (mpz_sgn(large(a[0])) == 0)
      return;
    checkSize(distance);
    mpz_mul_2exp(large(r[0]), large(a[0]), distance);
  });
  table.add("intinf_sar", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.large();
    mpz_fdiv_q_2exp(large(r[0]), large(a[0]), static_cast<uint64_t>(a[1].bits));
  });
  table.add("intinf_log2", [](Machine &, const Value *a, Value *r) {
    r[0] = {static_cast<int64_t>(mpz_sizeinbase(large(a[0]), 2)) - 1};
  });
  table.add("intinf_pow", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.large();
    auto exponent = static_cast<uint64_t>(a[1].bits);
    if (mpz_cmpabs_ui(large(a[0]), 1) > 0) {
      if (exponent > uint64_t{1} << 33)
        throw RaisedByPrimitive{ir::Size};
      checkSize(exponent * mpz_sizeinbase(large(a[0]), 2));
    }
    mpz_pow_ui(large(r[0]), large(a[0]), exponent);
  });
}

void addTextConversions(HandlerTable &table) {
  table.add("intinf_to_string", [](Machine &machine, const Value *a, Value *r) {
    char *digits = mpz_get_str(nullptr, 10, large(a[0]));
    std::string text = digits;
    void (*release)(void *, size_t) = nullptr;
    mp_get_memory_functions(nullptr, nullptr, &release);
    release(digits, text.size() + 1);
    if (text[0] == '-')
      text[0] = '~';
    r[0] = machine.bytes(text);
  });
  table.add("intinf_from_string", [](Machine &machine, const Value *a, Value *r) {
    std::string text = a[0].object()->bytes;
    if (!text.empty() && text[0] == '~')
      text[0] = '-';
    r[0] = machine.large();
    if (mpz_set_str(large(r[0]), text.c_str(), 10) != 0)
      throw RaisedByPrimitive{ir::Overflow};
  });
}

} // namespace

void addLargeIntegers(HandlerTable &table) {
  addIntegerConversions<8>(table);
  addIntegerConversions<16>(table);
  addIntegerConversions<32>(table);
  addIntegerConversions<63>(table);
  addIntegerConversions<64>(table);
  addWordConversions<8>(table);
  addWordConversions<16>(table);
  addWordConversions<32>(table);
  addWordConversions<64>(table);
  table.add("intinf_add", combine<mpz_add>);
  table.add("intinf_sub", combine<mpz_sub>);
  table.add("intinf_mul", combine<mpz_mul>);
  table.add("intinf_andb", combine<mpz_and>);
  table.add("intinf_orb", combine<mpz_ior>);
  table.add("intinf_xorb", combine<mpz_xor>);
  table.add("intinf_div", divide<mpz_fdiv_q>);
  table.add("intinf_mod", divide<mpz_fdiv_r>);
  table.add("intinf_quot", divide<mpz_tdiv_q>);
  table.add("intinf_rem", divide<mpz_tdiv_r>);
  table.add("intinf_neg", change<mpz_neg>);
  table.add("intinf_abs", change<mpz_abs>);
  table.add("intinf_notb", change<mpz_com>);
#define COMPARISON(NAME, OPERATOR)                                                                                     \
  table.add("intinf_" #NAME,                                                                                           \
            [](Machine &, const Value *a, Value *r) { r[0] = {mpz_cmp(large(a[0]), large(a[1])) OPERATOR 0}; })
  COMPARISON(eq, ==);
  COMPARISON(lt, <);
  COMPARISON(le, <=);
  COMPARISON(gt, >);
  COMPARISON(ge, >=);
#undef COMPARISON
  addPowers(table);
  addTextConversions(table);
}

} // namespace tactus::pml::interpreting
