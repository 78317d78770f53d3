//===- builtins.cpp - what the language itself knows -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "builtins.h"

#include <algorithm>
#include <iterator>

namespace tactus::pml {

Builtins::Builtins(Arena &objects, TypeFactory &typeFactory, const ElaborationOptions &options)
    : arena(objects), types(typeFactory) {
  bindNumbers(options);
  TypeName *characterName = bindType("char", 0, true);
  characterName->overloadClass = CharacterClass;
  TypeName *stringName = bindType("string", 0, true);
  stringName->overloadClass = StringClass;
  character = types.constructed(characterName);
  string = types.constructed(stringName);
  exception = types.constructed(bindType("exn", 0, false));
  vectorName = bindType("vector", 1, true);
  bindType("array", 1, true)->isReference = true;
  primitives.types.emplace_back(
      Symbol("unit"), arena.make<TypeStructure>(arena.make<TypeFunction>(std::vector<TypeVariable *>{}, types.unit()),
                                                std::vector<const ValueInfo *>{}, Place{}));
  bindDatatypes();
  bindExceptions();
}

TypeName *Builtins::bindType(const char *name, uint32_t arity, bool admitsEquality, const char *shownName) {
  TypeName *made = types.name(Symbol(name), arity, admitsEquality, {});
  made->shownName = shownName ? shownName : name;
  bindStructure(Symbol(name), made);
  return made;
}

void Builtins::bindStructure(Symbol name, TypeName *type, std::vector<const ValueInfo *> constructors) {
  auto *structure = arena.make<TypeStructure>(types.functionOf(type), std::move(constructors), Place{});
  primitives.types.emplace_back(name, structure);
}

TypeName *Builtins::bindNumber(const char *name, OverloadClass overloadClass, unsigned bits, const char *shownName) {
  TypeName *made = bindType(name, 0, overloadClass != RealClass, shownName);
  made->overloadClass = overloadClass;
  made->bits = bits;
  return made;
}

void Builtins::bindNumbers(const ElaborationOptions &options) {
  struct Number {
    const char *name;
    OverloadClass overloadClass;
    unsigned bits;
    const char *shownName;
  };
  constexpr Number Numbers[] = {
      {"int8", IntegerClass, 8, "Int8.int"},    {"int16", IntegerClass, 16, "Int16.int"},
      {"int32", IntegerClass, 32, "Int32.int"}, {"int63", IntegerClass, 63, "Int63.int"},
      {"int64", IntegerClass, 64, "Int64.int"}, {"intinf", IntegerClass, 0, "IntInf.int"},
      {"word8", WordClass, 8, "Word8.word"},    {"word16", WordClass, 16, "Word16.word"},
      {"word32", WordClass, 32, "Word32.word"}, {"word64", WordClass, 64, "Word64.word"},
      {"real32", RealClass, 32, "Real32.real"}, {"real64", RealClass, 64, "real"},
  };
  for (const Number &number : Numbers) {
    TypeName *made = bindNumber(number.name, number.overloadClass, number.bits, number.shownName);
    bool isInteger = number.overloadClass == IntegerClass && number.bits == options.defaultIntegerBits;
    bool isWord = number.overloadClass == WordClass && number.bits == options.defaultWordBits;
    bool isReal = number.overloadClass == RealClass && number.bits == 64;
    if (!isInteger && !isWord && !isReal)
      continue;
    made->shownName = isInteger ? "int" : isWord ? "word" : "real";
    (isInteger ? integer : isWord ? word : real) = types.constructed(made);
    bindStructure(Symbol(made->shownName), made);
  }
  // Of all other sizes up to 64 bits.
  for (unsigned bits = 1; bits < 64; ++bits)
    for (bool isWord : {false, true}) {
      std::string name = (isWord ? "word" : "int") + std::to_string(bits);
      if (std::none_of(std::begin(Numbers), std::end(Numbers),
                       [&](const Number &number) { return name == number.name; }))
        bindNumber(name.c_str(), isWord ? WordClass : IntegerClass, bits,
                   (isWord ? "Word" + name.substr(4) + ".word" : "Int" + name.substr(3) + ".int").c_str());
    }
}

ValueInfo *Builtins::constructor(const char *name, const ConstructorSet *siblings, uint32_t tag, bool hasArgument,
                                 Scheme scheme) {
  auto *info = arena.make<ValueInfo>();
  info->name = Symbol(name);
  info->scheme = std::move(scheme);
  info->status = ValueStatus::Constructor;
  info->siblings = siblings;
  info->tag = tag;
  info->hasArgument = hasArgument;
  primitives.values.emplace_back(info->name, ValueEntry{info, nullptr});
  return info;
}

void Builtins::bindDatatypes() {
  auto setOf = [&](std::vector<ConstructorSet::Constructor> constructors) {
    return arena.make<ConstructorSet>(std::move(constructors));
  };
  TypeName *booleanName = types.name(Symbol("bool"), 0, true, {});
  boolean = types.constructed(booleanName);
  const ConstructorSet *booleans = setOf({{Symbol("false"), false}, {Symbol("true"), false}});
  falseInfo = constructor("false", booleans, 0, false, {{}, boolean});
  trueInfo = constructor("true", booleans, 1, false, {{}, boolean});
  bindStructure(booleanName->name, booleanName, {falseInfo, trueInfo});

  listName = types.name(Symbol("list"), 1, true, {});
  TypeVariable *element = types.generic({}, false);
  Type *list = types.constructed(listName, {element});
  const ConstructorSet *lists = setOf({{Symbol("::"), true}, {Symbol("nil"), false}});
  consInfo = constructor("::", lists, 0, true, {{element}, types.function(types.tuple({element, list}), list)});
  nilInfo = constructor("nil", lists, 1, false, {{element}, list});
  bindStructure(listName->name, listName, {consInfo, nilInfo});

  referenceName = types.name(Symbol("ref"), 1, true, {});
  referenceName->isReference = true;
  TypeVariable *content = types.generic({}, false);
  const ValueInfo *reference =
      constructor("ref", setOf({{Symbol("ref"), true}}), 0, true,
                  {{content}, types.function(content, types.constructed(referenceName, {content}))});
  bindStructure(referenceName->name, referenceName, {reference});
}

void Builtins::bindExceptions() {
  for (const char *name : {"Match", "Bind", "Overflow", "Div", "Subscript", "Size"}) {
    auto *info = arena.make<ValueInfo>();
    info->name = Symbol(name);
    info->scheme.type = exception;
    info->status = ValueStatus::Exception;
    exceptions.push_back(arena.make<typed::Variable>(info->name, info));
    primitives.values.emplace_back(info->name, ValueEntry{info, arena.make<typed::Access>(exceptions.back())});
  }
}

} // namespace tactus::pml
