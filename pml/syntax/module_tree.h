//===- module_tree.h - the syntax tree of Standard ML: modules ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_MODULE_TREE_H
#define TACTUS_PML_SYNTAX_MODULE_TREE_H

#include "tree.h"

namespace tactus::pml::syntax {

//===--- Structure expressions ------------------------------------------------------------===//

struct StructureBody {
  std::vector<const Declaration *> declarations;
};
struct StructureName {
  LongName name;
};
struct ConstraintStructure {
  const StructureExpression *structure;
  Ascription ascription;
};
/// A functor's argument in its opened form is a StructureBody.
struct FunctorApplication {
  Name functor;
  const StructureExpression *argument;
};
struct LetStructure {
  std::vector<const Declaration *> declarations;
  const StructureExpression *body;
};

struct StructureExpression {
  Place place;
  std::variant<StructureBody, StructureName, ConstraintStructure, FunctorApplication, LetStructure> form;
};

//===--- Signature expressions ------------------------------------------------------------===//

struct Specification;

struct SignatureBody {
  std::vector<const Specification *> specifications;
};
struct SignatureName {
  Name name;
};
/// `signature where type parameters type = definition`
struct WhereType {
  const SignatureExpression *signature;
  std::vector<Name> parameters;
  LongName type;
  const TypeExpression *definition;
};

struct SignatureExpression {
  Place place;
  std::variant<SignatureBody, SignatureName, WhereType> form;
};

//===--- Specifications -------------------------------------------------------------------===//

struct ValueSpecification {
  struct Item {
    Name name;
    const TypeExpression *type;
  };
  std::vector<Item> items;
};
/// `type` or `eqtype`; an item with a definition is an abbreviation.
struct TypeSpecification {
  bool admitsEquality;
  std::vector<TypeBinding> items;
};
/// With `withtype`, as other compilers allow it: the Definition has it in declarations only.
struct DatatypeSpecification {
  DatatypeDeclaration types;
};
struct ReplicationSpecification {
  DatatypeReplication replication;
};
struct ExceptionSpecification {
  std::vector<ConstructorBinding> items;
};
struct StructureSpecification {
  struct Item {
    Name name;
    const SignatureExpression *signature;
  };
  std::vector<Item> items;
};
struct IncludeSpecification {
  std::vector<const SignatureExpression *> signatures;
};
/// `sharing type a = b = …` or `sharing A = B = …`. It concerns all specifications before it.
struct SharingSpecification {
  bool ofTypes;
  std::vector<LongName> names;
};

struct Specification {
  Place place;
  std::variant<ValueSpecification, TypeSpecification, DatatypeSpecification, ReplicationSpecification,
               ExceptionSpecification, StructureSpecification, IncludeSpecification, SharingSpecification>
      form;
};

} // namespace tactus::pml::syntax

#endif
