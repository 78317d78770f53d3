//===- typed.h - the typed tree: what elaboration makes of a program ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The input of defunctorisation and monomorphisation (decision 30). Every name is resolved, every derived form gone:
//
//   andalso, orelse        If
//   fun with clauses       Function, and for curried ones a Case over the record of all arguments
//   #label                 Select
//   open, type, fixity     nothing: names are resolved
//   local, let             the declarations one after the other
//
// What holds in a program without errors:
//   * Types contain no unresolved overloaded variables and no flexible records. A variable that is neither linked nor
//     quantified by a declaration around it stands for any type, and later passes take `unit`.
//   * A Name lists one instance type for each variable that its variable's declaration quantifies, in that order, or
//     none where the variable is used inside its own recursive declaration: there it has the types of the declaration.
//   * Abstract types (Coercion::abstractions, AbstractionDeclaration) say what they stand for.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_ELABORATE_TYPED_H
#define TACTUS_PML_ELABORATE_TYPED_H

#include "pml/syntax/literal.h"
#include "pml/types/environment.h"

#include <string>
#include <variant>
#include <vector>

namespace tactus::pml::typed {

//===--- Names ----------------------------------------------------------------------------===//

/// A value or an exception that a declaration makes. Two variables are different, whatever their names are.
struct Variable {
  Symbol name;
  ValueInfo *info;
};

struct StructureVariable {
  Symbol name;
  const Environment *environment;
  Place place;
};

/// How a value or a structure is reached: a variable, or a component of a structure that is reached.
struct Access {
  std::variant<const Variable *, const StructureVariable *, const Access *> root;
  /// Of a component.
  Symbol component = {};
};

//===--- Patterns -------------------------------------------------------------------------===//

struct Pattern;

struct WildcardPattern {};
struct LiteralPattern {
  Literal literal;
};
struct VariablePattern {
  const Variable *variable;
};
struct ConstructorPattern {
  const ValueInfo *constructor;
  const Pattern *argument; // null if there is none
};
struct ExceptionPattern {
  const Access *exception;
  const ValueInfo *info;
  const Pattern *argument; // null if there is none
};
/// Labels that are missing match anything. The pattern's type has all labels.
struct RecordPattern {
  std::vector<std::pair<Symbol, const Pattern *>> fields;
};
/// Matches vectors of as many elements.
struct VectorPattern {
  std::vector<const Pattern *> elements;
};
/// All bind the same variables.
struct AlternativesPattern {
  std::vector<const Pattern *> alternatives;
};
struct LayeredPattern {
  const Variable *variable;
  const Pattern *pattern;
};

struct Pattern {
  Place place;
  Type *type;
  std::variant<WildcardPattern, LiteralPattern, VariablePattern, ConstructorPattern, ExceptionPattern, RecordPattern,
               VectorPattern, AlternativesPattern, LayeredPattern>
      form;
};

/// Calls an action for each pattern directly inside of a pattern.
template <typename Action> void forEachPart(const Pattern &pattern, Action action) {
  if (const auto *constructor = std::get_if<ConstructorPattern>(&pattern.form)) {
    if (constructor->argument)
      action(*constructor->argument);
  } else if (const auto *exception = std::get_if<ExceptionPattern>(&pattern.form)) {
    if (exception->argument)
      action(*exception->argument);
  } else if (const auto *record = std::get_if<RecordPattern>(&pattern.form)) {
    for (const auto &field : record->fields)
      action(*field.second);
  } else if (const auto *vector = std::get_if<VectorPattern>(&pattern.form)) {
    for (const Pattern *element : vector->elements)
      action(*element);
  } else if (const auto *choice = std::get_if<AlternativesPattern>(&pattern.form)) {
    for (const Pattern *alternative : choice->alternatives)
      action(*alternative);
  } else if (const auto *layered = std::get_if<LayeredPattern>(&pattern.form))
    action(*layered->pattern);
}

/// Whether the pattern can match in several ways, each of which binds its variables.
[[nodiscard]] inline bool hasAlternatives(const Pattern &pattern) {
  bool found = std::holds_alternative<AlternativesPattern>(pattern.form);
  forEachPart(pattern, [&](const Pattern &part) { found = found || hasAlternatives(part); });
  return found;
}

//===--- Expressions ----------------------------------------------------------------------===//

struct Expression;
struct Declaration;

struct Rule {
  const Pattern *pattern;
  const Expression *body;
};
/// What happens if no rule matches.
enum class NoMatch : uint8_t { RaiseMatch, RaiseBind, RaiseAgain };

struct LiteralExpression {
  Literal literal;
};
struct NameExpression {
  const Access *access;
  std::vector<Type *> instances;
};
/// A constructor as a function, or as a value if it has no argument.
struct ConstructorExpression {
  const ValueInfo *constructor;
};
struct ExceptionExpression {
  const Access *exception;
  bool hasArgument;
};
/// One of the alternatives: that of the instance, which is a constructed type.
struct OverloadedExpression {
  const Overloading *overloading;
  Type *instance;
};
/// Fields in the order of evaluation.
struct RecordExpression {
  std::vector<std::pair<Symbol, const Expression *>> fields;
};
/// `#label`, a function from the record type.
struct SelectExpression {
  Symbol label;
};
struct ListExpression {
  std::vector<const Expression *> elements;
};
struct VectorExpression {
  std::vector<const Expression *> elements;
};
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
/// `case` with RaiseMatch; `handle` with RaiseAgain, where the rules see the exception.
struct CaseExpression {
  const Expression *value;
  std::vector<Rule> rules;
};
struct HandleExpression {
  const Expression *value;
  std::vector<Rule> rules;
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
struct FunctionExpression {
  std::vector<Rule> rules;
};
struct PrimitiveExpression {
  bool isImport;
  std::string name;
};

struct Expression {
  Place place;
  Type *type;
  std::variant<LiteralExpression, NameExpression, ConstructorExpression, ExceptionExpression, OverloadedExpression,
               RecordExpression, SelectExpression, ListExpression, VectorExpression, SequenceExpression, LetExpression,
               ApplyExpression, CaseExpression, HandleExpression, RaiseExpression, IfExpression, WhileExpression,
               FunctionExpression, PrimitiveExpression>
      form;
};

//===--- Structures -----------------------------------------------------------------------===//

struct StructureExpression;
struct FunctorVariable;

/// How a structure becomes one of a signature: which components it keeps, and at which types.
struct Coercion {
  struct Value {
    Symbol name;
    const ValueInfo *from;
    const ValueInfo *to;
    /// The types for the variables of `from`, in terms of those of `to`.
    std::vector<Type *> instances;
  };
  struct Structure {
    Symbol name;
    /// Null if it stays as it is.
    const Coercion *coercion;
  };
  std::vector<Value> values;
  std::vector<Structure> structures;
};

/// A new type name and what it stands for.
struct Abstraction {
  const TypeName *name;
  const TypeFunction *representation;
};

struct StructureBody {
  std::vector<const Declaration *> declarations;
  std::vector<std::pair<Symbol, const Access *>> values; // also exceptions
  std::vector<std::pair<Symbol, const Access *>> structures;
};
struct StructurePath {
  const Access *access;
};
struct CoercedStructure {
  const StructureExpression *structure;
  /// Null if it stays as it is.
  const Coercion *coercion;
  /// Of opaque ascription; else none.
  std::vector<Abstraction> abstractions;
};
/// The argument is already coerced to the parameter's signature.
struct FunctorApplication {
  const FunctorVariable *functor;
  const StructureExpression *argument;
  /// What the parameter's type names stand for.
  Realisation realisation;
  /// For the type names that the body makes and the result shows: those of this application.
  std::vector<std::pair<const TypeName *, const TypeName *>> births;
};
struct LetStructure {
  std::vector<const Declaration *> declarations;
  const StructureExpression *body;
};

struct StructureExpression {
  Place place;
  const Environment *environment;
  std::variant<StructureBody, StructurePath, CoercedStructure, FunctorApplication, LetStructure> form;
};

/// A functor: typed once, for a parameter whose type names stand for themselves.
struct FunctorVariable {
  Symbol name;
  const StructureVariable *parameter;
  Signature parameterSignature;
  const StructureExpression *body;
  /// The type names that the body makes and its environment mentions.
  std::vector<TypeName *> births;
};

//===--- Declarations ---------------------------------------------------------------------===//

struct ValueDeclaration {
  std::vector<TypeVariable *> quantified;
  struct Binding {
    const Pattern *pattern;
    const Expression *value;
  };
  std::vector<Binding> bindings;
};
struct RecursiveDeclaration {
  std::vector<TypeVariable *> quantified;
  struct Binding {
    const Variable *variable;
    const Expression *function;
  };
  std::vector<Binding> bindings;
};
struct DatatypeDeclaration {
  struct Datatype {
    const TypeName *name;
    const TypeStructure *structure;
  };
  std::vector<Datatype> datatypes;
};
struct ExceptionDeclaration {
  const Variable *variable;
  /// `exception name = original`, else null.
  const Access *original;
};
/// From here on, the names of an abstype stand for datatypes that are not seen.
struct AbstractionDeclaration {
  std::vector<Abstraction> abstractions;
};
struct StructureDeclaration {
  const StructureVariable *variable;
  const StructureExpression *structure;
};
struct FunctorDeclaration {
  const FunctorVariable *functor;
};

struct Declaration {
  Place place;
  std::variant<ValueDeclaration, RecursiveDeclaration, DatatypeDeclaration, ExceptionDeclaration,
               AbstractionDeclaration, StructureDeclaration, FunctorDeclaration>
      form;
};

struct Program {
  std::vector<const Declaration *> declarations;
  std::vector<const Access *> overloadAlternatives;
};

} // namespace tactus::pml::typed

#endif
