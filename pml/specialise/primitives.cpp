//===- primitives.cpp - what the Basis library's primitives are in core -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A primitive of the Basis is one of the PCall IR of the same name (ir/primitives.def), or one that depends on types
// and is expanded here: what `int` and `word` are, conversions, equality, options. Where the IR has a 64-bit integer
// and the program another type, the values are converted.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

#include "pml/ir/primitives.h"
#include "pml/source/limits.h"

namespace tactus::pml::specialising {

using core::Operator;
using core::Transfer;
using core::TypeKind;
using core::Value;
using core::Values;

namespace {

/// Those whose name in core is another than in the Basis.
constexpr std::pair<std::string_view, std::string_view> Renamed[] = {
    {"array_alloc", "uninitialised"},
    {"array_length", "length"},
    {"vector_length", "length"},
    {"string_size", "length"},
    {"array_unsafe_sub", "array_sub"},
    {"vector_unsafe_sub", "vector_sub"},
    {"string_unsafe_sub", "vector_sub"},
    {"array_unsafe_update", "update"},
    {"array_to_vector", "freeze"},
    {"char_array_to_string", "freeze"},
    {"char_lt", "word8_lt"},
    {"char_le", "word8_le"},
    {"char_gt", "word8_gt"},
    {"char_ge", "word8_ge"},
    {"ref_compare_and_swap", "cas"},
    {"array_unsafe_compare_and_swap", "cas_at"},
    {"ref_fetch_and_add", "fetch_add"},
    {"array_unsafe_fetch_and_add", "fetch_add_at"},
};

/// The signatures of operations that are statements of their own in the IR; `.` is any type.
constexpr std::pair<std::string_view, std::string_view> Signatures[] = {
    {"uninitialised", ".:8"}, {"length", "8:."},         {"array_sub", ".:.8"}, {"vector_sub", ".:.8"},
    {"update", ":.8."},       {"freeze", ".:."},         {"cas", ".:..."},      {"cas_at", ".:.8.."},
    {"fetch_add", ".:.."},    {"fetch_add_at", ".:.8."},
};

bool isIntegral(const core::Type *type) {
  return type->kind == TypeKind::Integer || type->kind == TypeKind::BigInteger;
}

bool endsWith(const std::string &text, std::string_view ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

} // namespace

/// From one type of integers to another; raises Overflow.
Value *Specialiser::convert(Value *integer, const core::Type *to, Place place) {
  const core::Type *from = integer->type, *middle = types.integer(64);
  if (from == to)
    return integer;
  if (to->kind == TypeKind::BigInteger)
    return primitive(show(from) + "_to_intinf", to, {integer}, place);
  if (from->kind == TypeKind::BigInteger)
    return primitive(show(to) + "_from_intinf", to, {integer}, place);
  Value *wide = from == middle ? integer : primitive(show(from) + "_to_int64", middle, {integer}, place);
  return to == middle ? wide : primitive(show(to) + "_from_int64", to, {wide}, place);
}

Value *Specialiser::option(const core::Type *type, Value *content) {
  // In the order of their names: NONE, SOME.
  return content ? construct(type, 1, spread(content)) : construct(type, 0, {});
}

/// What `_prim` gives that is no function.
Value *Specialiser::primitiveConstant(const std::string &name, const core::Type *type) {
  unsigned bits = options.defaultIntegerBits;
  int64_t largest = bits == 0 ? 0 : static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1);
  const core::Type *integer = bits ? types.integer(bits) : types.get(TypeKind::BigInteger);
  auto constant = [&](int64_t number) {
    return bits ? target.integer(integer, number) : convert(target.integer(types.integer(64), number), integer, {});
  };
  if (name == "may_have_ranks")
    return target.integer(types.boolean(), options.mayHaveRanks);
  constexpr int64_t LongestSequence = (int64_t{1} << 40) - 1;
  if (name == "string_max_size" || name == "array_max_length")
    return constant(bits == 32 ? largest : LongestSequence);
  if (name == "word_size")
    return constant(options.defaultWordBits);
  if (bits == 0)
    return option(type, nullptr);
  if (name == "int_precision")
    return option(type, constant(bits));
  if (name == "int_max")
    return option(type, constant(largest));
  if (name == "int_min")
    return option(type, constant(-largest - 1));
  return nullptr;
}

/// Conversions between integers and words, of which the IR has those from and to 64 bits.
Value *Specialiser::conversion(const std::string &name, const core::Type *to, const Values &arguments, Place place) {
  if (arguments.size() != 1)
    return nullptr;
  Value *from = arguments[0];
  const core::Type *word64 = types.get(TypeKind::Word, 64), *int64 = types.integer(64);
  if (isIntegral(from->type) && isIntegral(to))
    return name.find("_to_") != std::string::npos || name.find("_from_") != std::string::npos ? convert(from, to, place)
                                                                                              : nullptr;
  auto widen = [&](const char *suffix) {
    return from->type == word64 ? from : primitive(show(from->type) + suffix, word64, {from}, place);
  };
  if (name == "char_ord")
    return convert(primitive("word8_to_int64", int64, {from}, place), to, place);
  if (name == "char_unsafe_chr")
    return primitive("word8_from_word64", to, {primitive("cast", word64, {convert(from, int64, place)})}, place);
  if (name == "word_to_shift") {
    // All shifts by 255 are as far as shifts go.
    Value *limit = target.integer(word64, 255), *wide = widen("_to_word64");
    core::Join *after = joinFor(word64);
    core::Block *isLarge = target.block(), *isSmall = target.block();
    choose(primitive("word64_gt", types.boolean(), {wide, limit}), {{0, isSmall}, {1, isLarge}}, nullptr);
    here = isLarge;
    jump(after, {limit});
    here = isSmall;
    jump(after, {wide});
    return primitive("word32_from_word64", to, {enterJoin(after, word64)}, place);
  }
  if (from->type->kind == TypeKind::Word && endsWith(name, "_to_int")) {
    if (to->kind == TypeKind::BigInteger)
      return primitive(show(from->type) + "_to_intinf", to, {from}, place);
    return convert(primitive(show(from->type) + "_to_int64", int64, {from}, place), to, place);
  }
  if (from->type->kind == TypeKind::Word && endsWith(name, "_to_int_signed")) {
    if (to->kind == TypeKind::BigInteger)
      return primitive(show(from->type) + "_to_intinf_signed", to, {from}, place);
    return convert(primitive("cast", int64, {primitive(show(from->type) + "_to_word64_signed", word64, {from}, place)}),
                   to, place);
  }
  if (to->kind == TypeKind::Word && endsWith(name, "_from_int")) {
    if (from->type->kind == TypeKind::BigInteger)
      return primitive(show(to) + "_from_intinf", to, {from}, place);
    return primitive(show(to) + "_from_word64", to, {primitive("cast", word64, {convert(from, int64, place)})}, place);
  }
  if (to->kind == TypeKind::Real && endsWith(name, "_from_int") && from->type->kind == TypeKind::BigInteger)
    return primitive(show(to) + "_from_intinf", to, {from}, place);
  if (from->type->kind == TypeKind::Real && endsWith(name, "_to_int") && to->kind == TypeKind::BigInteger)
    return primitive(show(from->type) + "_to_intinf", to, {from}, place);
  return nullptr;
}

/// A primitive of the IR, with conversions where it has 64 bits.
Value *Specialiser::directPrimitive(const std::string &name, std::string_view signature, const core::Type *to,
                                    Values arguments, Place place) {
  size_t colon = signature.find(':');
  std::string_view results = signature.substr(0, colon), parameters = signature.substr(colon + 1);
  const core::Type *int64 = types.integer(64);
  auto isOwn = [&](const core::Type *type) {
    return type->kind != TypeKind::BigInteger && name.rfind(show(type) + "_", 0) == 0;
  };
  for (size_t index = 0; index < arguments.size() && index < parameters.size(); ++index) {
    Value *&argument = arguments[index];
    if (parameters[index] == '8' && isIntegral(argument->type) && !isOwn(argument->type))
      argument = convert(argument, int64, place);
    else if (parameters[index] == '8' && argument->type->kind == TypeKind::Word && argument->type->bits < 64 &&
             !isOwn(argument->type))
      argument = primitive(show(argument->type) + "_to_word64", types.get(TypeKind::Word, 64), {argument}, place);
  }
  auto madeAs = [&](char letter, const core::Type *type) {
    return letter == '8' && isIntegral(type) && !isOwn(type) ? int64 : type;
  };
  if (results.size() == 2) {
    Value *first = primitive(name, to->parts[0], std::move(arguments), place);
    Value *second = target.variable(madeAs(results[1], to->parts[1]));
    second->definition = first->definition;
    first->definition->results.push_back(second);
    return tuple(to, {first, isIntegral(to->parts[1]) ? convert(second, to->parts[1], place) : second});
  }
  if (results.empty()) {
    Value *none = primitive(name, types.unit(), std::move(arguments), place);
    none->definition->results.clear();
    return target.unit();
  }
  const core::Type *made = madeAs(results[0], to);
  Value *result = primitive(name, made, std::move(arguments), place);
  return made == to ? result : convert(result, to, place);
}

/// The results of the first function, and an option of those of the second.
Value *Specialiser::fork(const core::Type *to, Values arguments, Place place) {
  const core::Type *optional = to->parts[1], *second = core::result(arguments[1]->type);
  core::Statement *made = emit(core::Statement::Kind::Fork, std::move(arguments), place);
  Values results = takeResults(*made, {types.boolean(), to->parts[0], second});
  core::Join *after = joinFor(optional);
  core::Block *alone = target.block(), *both = target.block();
  choose(results[0], {{0, alone}, {1, both}}, nullptr);
  here = alone;
  jump(after, {option(optional, nullptr)});
  here = both;
  jump(after, {option(optional, results[2])});
  return tuple(to, {results[1], enterJoin(after, optional)});
}

Value *Specialiser::applyPrimitive(const Primitive &used, Values arguments, Place place) {
  const core::Type *to = used.type->kind == TypeKind::Function ? core::result(used.type) : used.type;
  if (used.expression->isImport) {
    Value *result = primitive("import:" + used.expression->name, to, std::move(arguments), place);
    if (to->isUnit())
      result->definition->results.clear();
    return to->isUnit() ? target.unit() : result;
  }
  std::string name = used.expression->name;
  if (Value *constant = used.type->kind == TypeKind::Function ? nullptr : primitiveConstant(name, to))
    return constant;
  if (name == "same_object" && arguments[0]->type->kind == TypeKind::Real)
    return primitive(show(arguments[0]->type) + "_equal", to, std::move(arguments), place);
  if (name == "equal" || (name == "same_object" && !isObject(arguments[0]->type)))
    return equal(arguments[0], arguments[1]);
  if (name == "same_object")
    return primitive(name, to, std::move(arguments), place);
  // What is no object is never there; a tuple has no identity, so that it is kept (pml/basis/mlton_weak.sml).
  bool isOneObject = arguments.size() == 1 && isObject(arguments[0]->type);
  if (name == "is_object")
    return target.integer(types.boolean(), isOneObject);
  if (name == "is_tuple")
    return target.integer(types.boolean(), arguments.size() > 1);
  if ((name == "weak_new" && !isOneObject) || (name == "weak_get" && !isObject(to->parts[0])))
    return undefined(to);
  if (name == "touch" && !isOneObject)
    return target.unit();
  if (name == "ref_read")
    return operation(Operator::ReadReference, to, std::move(arguments));
  if (name == "ref_write") {
    operation(Operator::WriteReference, to, std::move(arguments))->definition->results.clear();
    return target.unit();
  }
  if (name == "program_end") {
    atEnd = arguments[0];
    return target.unit();
  }
  if (core::namesEntry(name)) {
    primitive(name, to, std::move(arguments))->definition->results.clear();
    return target.unit();
  }
  if (name == "par") {
    core::Statement *parallel = emit(core::Statement::Kind::Parallel, std::move(arguments), place);
    return tuple(to, takeResults(*parallel, to->parts));
  }
  if (name == "fork")
    return fork(to, std::move(arguments), place);
  if (Value *converted = conversion(name, to, arguments, place))
    return converted;
  if (endsWith(name, "_from_int") || endsWith(name, "_to_int"))
    name += "64";
  if (name.rfind("word_", 0) == 0)
    name = "word" + std::to_string(options.defaultWordBits) + name.substr(4);
  // Integers without bounds never overflow.
  if (name == "int_index" && options.defaultIntegerBits == 0)
    name = "int_add";
  if (name.rfind("int_", 0) == 0)
    name =
        (options.defaultIntegerBits ? "int" + std::to_string(options.defaultIntegerBits) : "intinf") + name.substr(3);
  for (const auto &[before, after] : Renamed)
    if (name == before) {
      name = after;
      break;
    }
  std::string_view signature;
  for (const auto &[known, its] : Signatures)
    if (name == known)
      signature = its;
  if (std::optional<ir::Primitive> known = ir::findPrimitive(name); known && signature.empty())
    signature = ir::infoOf(*known).signature;
  if (signature.empty())
    throw LimitReached{place,
                       "there is no primitive '" + used.expression->name + "'; name one of pml/ir/primitives.def"};
  Value *result = directPrimitive(name, signature, to, std::move(arguments), place);
  if (name != "process_exit")
    return result;
  finish(Transfer::Kind::Unreachable);
  return undefined(to);
}

bool Specialiser::isObject(const core::Type *type) {
  switch (type->kind) {
  case TypeKind::Boolean:
  case TypeKind::Integer:
  case TypeKind::Word:
  case TypeKind::Character:
  case TypeKind::Real:
    return false;
  default:
    return !type->isUnit();
  }
}

Value *Specialiser::primitiveFunction(const Primitive &used, Place place) {
  core::Function *made = beginFunction(used.type, used.expression->name, place);
  Inside inside(*this, made->body);
  Values arguments = made->parameters;
  deliver({}, applyPrimitive(used, std::move(arguments), place));
  return made->name;
}

} // namespace tactus::pml::specialising
