//===- type.h - types, type names and schemes --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), sections 4.1 to 4.4. Decision 30 says why types are represented so.
//
// Terms:
//   type name        what `datatype`, opaque ascription and `type t` in a signature make: equal only to itself
//   type function    Λ(α₁, …, αₙ).τ: what `type ('a, 'b) t = …` binds
//   scheme           ∀(α₁, …, αₙ).τ
//   level            of a type variable: the number of value declarations around the innermost one that it belongs to
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_TYPE_H
#define TACTUS_PML_TYPES_TYPE_H

#include "pml/source/arena.h"
#include "pml/source/sources.h"
#include "pml/syntax/symbol.h"

#include <string>
#include <vector>

namespace tactus::pml {

/// The classes of overloaded types, as a set of bits (Definition, appendix E).
using OverloadClass = uint8_t;
constexpr OverloadClass IntegerClass = 1, WordClass = 2, RealClass = 4, CharacterClass = 8, StringClass = 16;

struct TypeName {
  Symbol name;
  /// With the structures that it was born in, once they have a name.
  std::string shownName;
  uint32_t arity = 0;
  bool admitsEquality = false;
  /// Whether it admits equality whatever its arguments are: `ref` and `array`.
  bool isReference = false;
  /// The class that it belongs to, or none.
  OverloadClass overloadClass = 0;
  /// Of integers and words: the size in bits; 0 has no bound.
  unsigned bits = 0;
  Place place;
  /// Type names are numbered in the order of their birth.
  uint32_t birth = 0;
};

struct Type {
  enum class Kind : uint8_t { Variable, Constructed, Function, Record };
  explicit Type(Kind whichKind) : kind(whichKind) {}

  Kind kind;
  /// Whether there was no type variable in it when it was made: whoever looks for variables need not look into it.
  bool isClosed = false;
  /// Of closed types: the number of the newest type name in it.
  uint32_t newestBirth = 0;

protected:
  /// What a part that has been added says of the whole, which is closed before.
  void addPart(Type *part);
};

struct TypeField {
  Symbol label;
  Type *type;
};

constexpr uint32_t GenericLevel = UINT32_MAX;
/// Of the rigid variables of specifications, and of the variables that a value is instantiated with to match them.
constexpr uint32_t MatchLevel = GenericLevel - 1;

/// A type that is not known yet, or that is quantified, or that a user named.
struct TypeVariable : Type {
  TypeVariable() : Type(Kind::Variable) {}

  /// What it turned out to be; null if it is not known.
  Type *link = nullptr;
  /// GenericLevel if a scheme, a type function or a specification binds it.
  uint32_t level = 0;
  /// It stands for no type name that was born with this number or later, as such a name is not known where it was made.
  uint32_t birth = 0;
  bool admitsEquality = false;
  /// Written by the user: equal only to itself.
  bool isRigid = false;
  /// Not 0: stands for one type of these classes.
  OverloadClass overloadClass = 0;
  /// Not empty: a record with at least these fields, sorted.
  std::vector<TypeField> row;
  /// As the user wrote it; empty for others.
  Symbol name;
  /// Where it was made, for messages.
  Place place;
};

struct ConstructedType : Type {
  ConstructedType(TypeName *typeName, std::vector<Type *> typeArguments)
      : Type(Kind::Constructed), name(typeName), arguments(std::move(typeArguments)) {
    isClosed = true;
    newestBirth = typeName->birth;
    for (Type *argument : arguments)
      addPart(argument);
  }
  TypeName *name;
  std::vector<Type *> arguments;
};

struct FunctionType : Type {
  FunctionType(Type *argument, Type *result) : Type(Kind::Function), from(argument), to(result) {
    isClosed = true;
    addPart(from);
    addPart(to);
  }
  Type *from;
  Type *to;
};

/// Fields are sorted by labelLess. `unit` has none.
struct RecordType : Type {
  explicit RecordType(std::vector<TypeField> sortedFields) : Type(Kind::Record), fields(std::move(sortedFields)) {
    isClosed = true;
    for (const TypeField &field : fields)
      addPart(field.type);
  }
  std::vector<TypeField> fields;
};

/// The type itself instead of a variable that is linked to it. Shortens chains.
[[nodiscard]] Type *resolve(Type *type);

/// A type as one of the four structs, after resolving; null if it is another.
template <typename Shape> [[nodiscard]] Shape *as(Type *type);
template <> [[nodiscard]] TypeVariable *as<TypeVariable>(Type *type);
template <> [[nodiscard]] ConstructedType *as<ConstructedType>(Type *type);
template <> [[nodiscard]] FunctionType *as<FunctionType>(Type *type);
template <> [[nodiscard]] RecordType *as<RecordType>(Type *type);

/// Whether the fields are 1, …, n for some n other than 1.
[[nodiscard]] bool isTuple(const std::vector<TypeField> &sortedFields);

struct TypeFunction {
  std::vector<TypeVariable *> parameters;
  Type *body = nullptr;
};

/// The type name t of a function Λ(α₁, …, αₙ).(α₁, …, αₙ) t; null for others.
[[nodiscard]] TypeName *nameOf(const TypeFunction &function);

struct Scheme {
  /// All variables that the declaration quantifies, also those that are not in this type.
  std::vector<TypeVariable *> quantified;
  Type *type = nullptr;
};

/// Makes types.
class TypeFactory {
public:
  explicit TypeFactory(Arena &types) : arena(types), unitType(types.make<RecordType>(std::vector<TypeField>{})) {}

  TypeVariable *variable(uint32_t level, Place place = {});
  /// A variable that schemes or type functions bind.
  TypeVariable *generic(Symbol name, bool admitsEquality);
  /// A variable that a user wrote.
  TypeVariable *rigid(Symbol name, uint32_t level, Place place);
  Type *constructed(TypeName *name, std::vector<Type *> arguments = {}) {
    return arena.make<ConstructedType>(name, std::move(arguments));
  }
  Type *function(Type *from, Type *to) { return arena.make<FunctionType>(from, to); }
  Type *record(std::vector<TypeField> fields);
  Type *tuple(const std::vector<Type *> &components);
  Type *unit() { return unitType; }
  TypeName *name(Symbol symbol, uint32_t arity, bool admitsEquality, Place place);
  /// Λ(α₁, …, αₙ).(α₁, …, αₙ) name
  const TypeFunction *functionOf(TypeName *name);
  /// The number that the next type name gets.
  [[nodiscard]] uint32_t nextBirth() const { return births; }

private:
  Arena &arena;
  Type *unitType;
  uint32_t births = 0;
};

} // namespace tactus::pml

#endif
