//===- builtins.h - what the language itself knows -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_ELABORATE_BUILTINS_H
#define TACTUS_PML_ELABORATE_BUILTINS_H

#include "scope.h"

namespace tactus::pml {

/// What the user chose for the types of constants.
struct ElaborationOptions {
  /// Bits of `int`: 32, 63, 64, or 0 for IntInf.
  unsigned defaultIntegerBits = 64;
  /// Bits of `word`: 32 or 64.
  unsigned defaultWordBits = 64;
  /// Whether the program is to run over the ranks of an MPI job.
  bool mayHaveRanks = false;
};

/// The types that constants and derived forms have, and the primitive basis, on which the Basis library is built:
///   types         int8 int16 int32 int63 int64 intinf, word8 word16 word32 word64, real32 real64, char, string, exn,
///                 vector, array, ref, bool, list, unit, and int, word and real as the options say
///   constructors  true false nil :: ref
///   exceptions    Match Bind Overflow Div Subscript Size, which primitives and compiled code raise
struct Builtins {
  Builtins(Arena &arena, TypeFactory &types, const ElaborationOptions &options);

  TypeName *listName, *referenceName, *vectorName;
  Type *integer, *word, *real, *character, *string, *exception, *boolean;
  const ValueInfo *trueInfo, *falseInfo, *nilInfo, *consInfo;
  Bindings primitives;
  /// The exceptions of the primitive basis, which no declaration makes.
  std::vector<const typed::Variable *> exceptions;

private:
  Arena &arena;
  TypeFactory &types;

  TypeName *bindType(const char *name, uint32_t arity, bool admitsEquality, const char *shownName = nullptr);
  void bindStructure(Symbol name, TypeName *type, std::vector<const ValueInfo *> constructors = {});
  TypeName *bindNumber(const char *name, OverloadClass overloadClass, unsigned bits, const char *shownName);
  void bindNumbers(const ElaborationOptions &options);
  void bindDatatypes();
  void bindExceptions();
  ValueInfo *constructor(const char *name, const ConstructorSet *siblings, uint32_t tag, bool hasArgument,
                         Scheme scheme);
};

} // namespace tactus::pml

#endif
