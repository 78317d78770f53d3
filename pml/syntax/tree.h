//===- tree.h - the syntax tree of Standard ML: core language --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What was written, with fixity resolved and these derived forms gone: tuples are records with the labels 1, 2, …;
// `()` is the empty record; an infix operator is applied to a pair. All other derived forms (Definition, appendix A)
// are still there, so that messages can speak of what the user wrote. Nodes belong to an arena; none is null unless
// its comment says so.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_TREE_H
#define TACTUS_PML_SYNTAX_TREE_H

#include "literal.h"
#include "pml/source/sources.h"
#include "symbol.h"

#include <optional>
#include <variant>
#include <vector>

namespace tactus::pml::syntax {

/// A name where it is bound.
struct Name {
  Symbol symbol;
  Place place;
};

/// A name where it is used: `A.B.x`.
struct LongName {
  std::vector<Symbol> qualifiers;
  Symbol name;
  Place place;
};

//===--- Types ----------------------------------------------------------------------------===//

struct TypeExpression;

struct TypeVariableUse {
  Symbol name;
};
struct TypeField {
  Name label;
  const TypeExpression *type;
};
struct RecordTypeExpression {
  std::vector<TypeField> fields;
};
struct ConstructedTypeExpression {
  std::vector<const TypeExpression *> arguments;
  LongName constructor;
};
struct FunctionTypeExpression {
  const TypeExpression *from;
  const TypeExpression *to;
};

struct TypeExpression {
  Place place;
  std::variant<TypeVariableUse, RecordTypeExpression, ConstructedTypeExpression, FunctionTypeExpression> form;
};

//===--- Patterns -------------------------------------------------------------------------===//

struct Pattern;

struct WildcardPattern {};
struct LiteralPattern {
  Literal literal;
};
/// A variable, or a constructor without an argument: only the scope can tell.
struct NamePattern {
  LongName name;
  bool hasOp;
};
struct PatternField {
  Name label;
  const Pattern *pattern;
};
struct RecordPattern {
  std::vector<PatternField> fields;
  bool isFlexible; // `...`
};
struct ListPattern {
  std::vector<const Pattern *> elements;
};
struct ConstructorPattern {
  LongName constructor;
  const Pattern *argument;
};
struct ConstraintPattern {
  const Pattern *pattern;
  const TypeExpression *type;
};
/// `#[p, q]`
struct VectorPattern {
  std::vector<const Pattern *> elements;
};
/// `p | q`, at least two.
struct AlternativesPattern {
  std::vector<const Pattern *> alternatives;
};
/// `x : type as pattern`
struct LayeredPattern {
  Name variable;
  const TypeExpression *type; // null if there is none
  const Pattern *pattern;
};

struct Pattern {
  Place place;
  std::variant<WildcardPattern, LiteralPattern, NamePattern, RecordPattern, ListPattern, ConstructorPattern,
               ConstraintPattern, VectorPattern, AlternativesPattern, LayeredPattern>
      form;
};

//===--- Expressions ----------------------------------------------------------------------===//

struct Expression;
struct Declaration;

struct Rule {
  const Pattern *pattern;
  const Expression *body;
};

struct LiteralExpression {
  Literal literal;
};
struct NameExpression {
  LongName name;
  bool hasOp;
};
struct ExpressionField {
  Name label;
  const Expression *value;
};
struct RecordExpression {
  std::vector<ExpressionField> fields;
};
/// `#label`
struct SelectorExpression {
  Symbol label;
};
struct ListExpression {
  std::vector<const Expression *> elements;
};
/// `#[a, b]`
struct VectorExpression {
  std::vector<const Expression *> elements;
};
/// `(a; b; c)`, at least two.
struct SequenceExpression {
  std::vector<const Expression *> steps;
};
struct LetExpression {
  std::vector<const Declaration *> declarations;
  const Expression *body;
};
struct ApplyExpression {
  const Expression *function;
  const Expression *argument;
};
struct ConstraintExpression {
  const Expression *value;
  const TypeExpression *type;
};
struct HandleExpression {
  const Expression *value;
  std::vector<Rule> rules;
};
/// `left andalso right` or `left orelse right`
struct ConditionExpression {
  bool isConjunction;
  const Expression *left;
  const Expression *right;
};
struct RaiseExpression {
  const Expression *exception;
};
struct IfExpression {
  const Expression *condition;
  const Expression *consequence;
  const Expression *alternative;
};
struct WhileExpression {
  const Expression *condition;
  const Expression *body;
};
struct CaseExpression {
  const Expression *value;
  std::vector<Rule> rules;
};
struct FunctionExpression {
  std::vector<Rule> rules;
};
/// `_prim "name" : type` or `_import "name" : type`
struct PrimitiveExpression {
  bool isImport;
  std::string name;
  const TypeExpression *type;
};

struct Expression {
  Place place;
  std::variant<LiteralExpression, NameExpression, RecordExpression, SelectorExpression, ListExpression,
               VectorExpression, SequenceExpression, LetExpression, ApplyExpression, ConstraintExpression,
               HandleExpression, ConditionExpression, RaiseExpression, IfExpression, WhileExpression, CaseExpression,
               FunctionExpression, PrimitiveExpression>
      form;
};

//===--- Core declarations ----------------------------------------------------------------===//

struct ValueBinding {
  const Pattern *pattern;
  const Expression *value;
  bool isRecursive;
  Place place;
};
struct ValueDeclaration {
  std::vector<Name> typeVariables;
  /// Type variables that occur unguarded (Definition, section 4.6), each once.
  std::vector<Name> unguarded;
  std::vector<ValueBinding> bindings;
};

struct Clause {
  Name function;
  std::vector<const Pattern *> parameters; // at least one
  const TypeExpression *resultType;        // null if there is none
  const Expression *body;
  Place place;
};
struct FunctionBinding {
  std::vector<Clause> clauses;
};
struct FunctionDeclaration {
  std::vector<Name> typeVariables;
  std::vector<Name> unguarded;
  std::vector<FunctionBinding> bindings;
};

struct TypeBinding {
  std::vector<Name> parameters;
  Name name;
  const TypeExpression *type; // null in specifications of types that are not known
};
struct TypeDeclaration {
  std::vector<TypeBinding> bindings;
};

struct ConstructorBinding {
  Name name;
  const TypeExpression *argument; // null if there is none
};
struct DatatypeBinding {
  std::vector<Name> parameters;
  Name name;
  std::vector<ConstructorBinding> constructors;
};
struct DatatypeDeclaration {
  std::vector<DatatypeBinding> bindings;
  std::vector<TypeBinding> abbreviations; // withtype
};
/// `datatype name = datatype original`
struct DatatypeReplication {
  Name name;
  LongName original;
};
struct AbstypeDeclaration {
  DatatypeDeclaration types;
  std::vector<const Declaration *> declarations;
};

struct ExceptionBinding {
  Name name;
  const TypeExpression *argument;   // null if there is none
  std::optional<LongName> original; // `exception name = original`
};
struct ExceptionDeclaration {
  std::vector<ExceptionBinding> bindings;
};
struct LocalDeclaration {
  std::vector<const Declaration *> hidden;
  std::vector<const Declaration *> declarations;
};
struct OpenDeclaration {
  std::vector<LongName> structures;
};
/// Kept for the printer alone.
struct FixityDeclaration {
  enum class Kind : uint8_t { Infix, Infixr, Nonfix };
  Kind kind;
  unsigned precedence;
  std::vector<Name> names;
};
/// `_overload name : type as A.x and B.x`: the type has one variable, which stands for one type for each alternative.
struct OverloadDeclaration {
  Name name;
  const TypeExpression *type;
  std::vector<LongName> alternatives;
};

//===--- Declarations of modules (module_tree.h) ------------------------------------------===//

struct StructureExpression;
struct SignatureExpression;

/// `: signature` or `:> signature`
struct Ascription {
  const SignatureExpression *signature;
  bool isOpaque;
};
struct StructureBinding {
  Name name;
  std::optional<Ascription> ascription;
  const StructureExpression *structure;
};
struct StructureDeclaration {
  std::vector<StructureBinding> bindings;
};
struct SignatureBinding {
  Name name;
  const SignatureExpression *signature;
};
struct SignatureDeclaration {
  std::vector<SignatureBinding> bindings;
};
struct FunctorBinding {
  Name name;
  /// Empty for the opened form, whose parameter is a specification.
  Name parameter;
  const SignatureExpression *parameterSignature;
  std::optional<Ascription> ascription;
  const StructureExpression *body;
};
struct FunctorDeclaration {
  std::vector<FunctorBinding> bindings;
};

/// `;` behind a declaration of the top level: a program is one topdec after the other.
struct EndOfTopDeclaration {};

struct Declaration {
  Place place;
  std::variant<ValueDeclaration, FunctionDeclaration, TypeDeclaration, DatatypeDeclaration, DatatypeReplication,
               AbstypeDeclaration, ExceptionDeclaration, LocalDeclaration, OpenDeclaration, FixityDeclaration,
               OverloadDeclaration, StructureDeclaration, SignatureDeclaration, FunctorDeclaration, EndOfTopDeclaration>
      form;
};

} // namespace tactus::pml::syntax

#endif
