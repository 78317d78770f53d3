//===- elaborator.h - static semantics: from the syntax tree to the typed tree ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), sections 4 and 5; docs/pml.md lists where Tactus deviates. Methods are grouped by the file
// that holds them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_ELABORATE_ELABORATOR_H
#define TACTUS_PML_ELABORATE_ELABORATOR_H

#include "builtins.h"
#include "matches.h"
#include "pml/source/diagnostics.h"
#include "pml/syntax/module_tree.h"
#include "pml/types/realise.h"
#include "pml/types/unify.h"
#include "scope.h"

#include <functional>
#include <span>
#include <unordered_set>

namespace tactus::pml {

class TypePrinter;
class Sharing;

/// Elaborates the files of one program, one after the other. Not for use by several threads at once.
class Elaborator {
public:
  Elaborator(Arena &objects, Diagnostics &collected, const ElaborationOptions &options);

  /// What names mean now. The caller adds what a file may use and takes out what it declares.
  Scope scope;
  /// Those of the file that is elaborated next.
  Annotations annotations;
  [[nodiscard]] const Bindings &primitives() const { return builtins.primitives; }

  /// Elaborates a file in the scope, and leaves what it declares there.
  void elaborate(const std::vector<const syntax::Declaration *> &declarations);
  /// Warns of what was declared under `warnUnused true` and is not used by any file so far.
  void reportUnused();
  /// What has been elaborated so far.
  [[nodiscard]] typed::Program &program() { return result; }

private:
  Arena &arena;
  Diagnostics &diagnostics;
  TypeFactory types;
  Builtins builtins;
  Unifier unifier;
  typed::Program result;
  /// The number of value declarations around.
  uint32_t level = 0;
  /// How deep the recursion stands.
  uint32_t depth = 0;
  /// The type variables that value declarations around bind, and those of the type that is being bound.
  std::unordered_map<Symbol, TypeVariable *> typeVariables;
  /// In specifications of values, new type variables are bound by being used: they are collected here.
  std::vector<TypeVariable *> *implicitVariables = nullptr;
  /// Where a limit without a place is reported.
  Place currentPlace;

  /// What can be decided only where declarations of the core language that follow each other end.
  struct Pending {
    struct Constant {
      Literal literal;
      Type *type;
      Place place;
    };
    struct Row {
      TypeVariable *variable;
      Place place;
    };
    struct Match {
      std::vector<const typed::Pattern *> patterns;
      /// Null if every case need not be covered: in `handle`.
      const char *notExhaustive;
      Place place;
      MatchReports reports;
    };
    /// What stands before a semicolon, where somebody asks that it be unit.
    struct Step {
      Type *type;
      Place place;
      Annotations::Severity severity;
    };
    std::vector<TypeVariable *> overloaded;
    std::vector<Constant> constants;
    std::vector<Row> rows;
    std::vector<Match> matches;
    std::vector<Step> steps;
  } pending;
  /// Variables that are reported if nobody uses them.
  std::vector<const typed::Variable *> watched;
  /// Variables of structure-level declarations whose types are not known and not general either.
  std::vector<const typed::Variable *> undetermined;

  using ExpressionResult = const typed::Expression *;
  using PatternResult = const typed::Pattern *;
  using Declarations = std::vector<const typed::Declaration *>;
  struct BoundName {
    syntax::Name name;
    typed::Variable *variable;
  };
  using BoundNames = std::vector<BoundName>;
  /// What the alternatives of a pattern before this one bind: this one binds the same variables.
  const BoundNames *sharedNames = nullptr;

  // elaborator.cpp: helpers
  TypeVariable *fresh(Place place) { return types.variable(level, place); }
  TypeVariable *overloaded(OverloadClass overloadClass, Place place);
  template <typename Form> ExpressionResult make(Place place, Type *type, Form form) {
    return arena.make<typed::Expression>(place, type, std::move(form));
  }
  template <typename Form> PatternResult makePattern(Place place, Type *type, Form form) {
    return arena.make<typed::Pattern>(place, type, std::move(form));
  }
  template <typename Form> void emit(Declarations &out, Place place, Form form) {
    out.push_back(arena.make<typed::Declaration>(place, std::move(form)));
  }
  typed::Variable *makeVariable(Symbol name, Type *type, Place place, ValueStatus status = ValueStatus::Value);
  bool unify(Type *expected, Type *found, Place place, const char *message, std::vector<Note> notes = {});
  void reportConflict(const Conflict &conflict, Type *expected, Type *found, Place place, const char *message,
                      std::vector<Note> notes);
  void checkRebinding(const syntax::Name &name, bool isConstructor);

  // names.cpp: what names mean
  const typed::Access *component(const typed::Access *structure, Symbol name);
  StructureEntry findStructure(const std::vector<Symbol> &path, Place place);
  ValueEntry findValue(const syntax::LongName &name);
  const TypeStructure *findType(const syntax::LongName &name);
  void openStructure(const StructureEntry &structure);
  Environment *environmentOf(const Bindings &bindings);

  // type_expressions.cpp
  Type *type(const syntax::TypeExpression &expression);
  Type *typeForm(const syntax::TypeVariableUse &form, const syntax::TypeExpression &whole);
  Type *typeForm(const syntax::RecordTypeExpression &form, const syntax::TypeExpression &whole);
  Type *typeForm(const syntax::ConstructedTypeExpression &form, const syntax::TypeExpression &whole);
  Type *typeForm(const syntax::FunctionTypeExpression &form, const syntax::TypeExpression &whole);
  const TypeFunction *typeFunction(const std::vector<syntax::Name> &parameters, const syntax::TypeExpression &body);
  /// Runs something while type parameters are bound, and those around them if they are kept: a datatype may have those
  /// of the function that it is declared in.
  std::vector<TypeVariable *> withTypeParameters(const std::vector<syntax::Name> &parameters,
                                                 const std::function<void()> &inside, bool keepsOuter = false);

  // patterns.cpp
  PatternResult pattern(const syntax::Pattern &pattern, BoundNames &bound);
  PatternResult patternForm(const syntax::WildcardPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::LiteralPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::NamePattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::RecordPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::ListPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::ConstructorPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::ConstraintPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::VectorPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::AlternativesPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult patternForm(const syntax::LayeredPattern &form, const syntax::Pattern &whole, BoundNames &bound);
  PatternResult constructorPattern(const syntax::LongName &name, const ValueEntry &entry, PatternResult argument,
                                   Place place);
  std::vector<PatternResult> elementPatterns(const std::vector<const syntax::Pattern *> &written, Type *element,
                                             const char *message, BoundNames &bound);
  void addBound(const BoundName &name, BoundNames &bound);
  typed::Variable *bindInPattern(const syntax::Name &name, Type *type, BoundNames &bound);
  void bindNames(const BoundNames &bound);

  // expressions.cpp
  ExpressionResult expression(const syntax::Expression &expression);
  ExpressionResult form(const syntax::LiteralExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::NameExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::RecordExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::SelectorExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::ListExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::VectorExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::SequenceExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::LetExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::ApplyExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::ConstraintExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::HandleExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::ConditionExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::RaiseExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::IfExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::WhileExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::CaseExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::FunctionExpression &form, const syntax::Expression &whole);
  ExpressionResult form(const syntax::PrimitiveExpression &form, const syntax::Expression &whole);
  std::vector<ExpressionResult> elements(const std::vector<const syntax::Expression *> &written, Type *element,
                                         const char *message);
  Type *literalType(const Literal &literal, Place place);
  std::vector<typed::Rule> rules(const std::vector<syntax::Rule> &written, Type *argument, Type *resultType,
                                 const char *argumentMessage, std::vector<Note> argumentNotes);
  void checkArgument(Type *expected, const typed::Expression &argument, const typed::Expression &function);
  void checkRules(const std::vector<typed::Rule> &typedRules, const char *notExhaustive, Place place,
                  bool isBinding = false);

  // values.cpp: declarations of values and functions
  static std::vector<typed::Variable *> variablesOf(const BoundNames &bound);
  bool recursiveNames(const syntax::Pattern &pattern, std::vector<Symbol> &names);
  PatternResult recursivePattern(const syntax::Pattern &written, BoundNames &bound);
  void declare(const syntax::ValueDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::FunctionDeclaration &declaration, Place place, Declarations &out);
  ExpressionResult clauses(const syntax::FunctionBinding &binding, Type *functionType);
  typed::Rule clause(const syntax::Clause &clause, const syntax::Clause &first, const std::vector<Type *> &parameters,
                     Type *resultType);
  struct ScopedVariables {
    std::vector<TypeVariable *> variables;
    std::vector<std::pair<Symbol, TypeVariable *>> hidden;
  };
  ScopedVariables enterTypeVariables(const std::vector<syntax::Name> &explicitly,
                                     const std::vector<syntax::Name> &unguarded);
  void leaveTypeVariables(const ScopedVariables &scoped);

  // generalise.cpp
  /// Quantifies what is deeper than the level in the types of variables; the result is sorted as it is found.
  std::vector<TypeVariable *> generalise(const std::vector<typed::Variable *> &variables);
  /// An expansive expression is not general: the type of what it is bound to must not have a variable that a user
  /// wrote.
  void refuseGeneral(Type *type, const syntax::ValueBinding &binding);
  /// Makes all other variables of its type belong to the level.
  void restrictToLevel(Type *type);
  void settlePending(bool isFileDone = false);
  void settleUndetermined();

  // declarations.cpp
  void declareAll(const std::vector<const syntax::Declaration *> &declarations, Declarations &out);
  void declare(const syntax::Declaration &declaration, Declarations &out);
  void declare(const syntax::TypeDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::DatatypeReplication &declaration, Place place, Declarations &out);
  void declare(const syntax::ExceptionDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::LocalDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::OpenDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::FixityDeclaration &, Place, Declarations &) {}
  void declare(const syntax::EndOfTopDeclaration &, Place, Declarations &) {}
  std::vector<ValueEntry> overloadAlternatives(const syntax::LongName &name);
  void declare(const syntax::OverloadDeclaration &declaration, Place place, Declarations &out);

  // datatypes.cpp
  void declare(const syntax::DatatypeDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::AbstypeDeclaration &declaration, Place place, Declarations &out);
  typed::DatatypeDeclaration datatypes(const syntax::DatatypeDeclaration &declaration);
  TypeStructure *datatypeStructure(const syntax::DatatypeBinding &binding, TypeName *name);
  void maximiseEquality(const std::vector<TypeStructure *> &datatypes, const std::vector<TypeName *> &names);
  void bindDatatype(Symbol name, const TypeStructure *structure);
  std::vector<std::pair<Symbol, const TypeFunction *>> abbreviations(const std::vector<syntax::TypeBinding> &bindings);

  // structures.cpp
  void declare(const syntax::StructureDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::SignatureDeclaration &declaration, Place place, Declarations &out);
  void declare(const syntax::FunctorDeclaration &declaration, Place place, Declarations &out);
  using StructureResult = const typed::StructureExpression *;
  StructureResult structure(const syntax::StructureExpression &expression);
  StructureResult structureForm(const syntax::StructureBody &form, Place place);
  StructureResult structureForm(const syntax::StructureName &form, Place place);
  StructureResult structureForm(const syntax::ConstraintStructure &form, Place place);
  StructureResult structureForm(const syntax::FunctorApplication &form, Place place);
  StructureResult structureForm(const syntax::LetStructure &form, Place place);
  StructureResult ascribe(StructureResult structure, const syntax::Ascription &ascription, Place place);
  StructureResult withoutStructure(Place place);
  template <typename Form> StructureResult makeStructure(Place place, const Environment *environment, Form form) {
    return arena.make<typed::StructureExpression>(place, environment, std::move(form));
  }
  const typed::FunctorVariable *functor(const syntax::FunctorBinding &binding);
  void showBirths(const Environment &environment, uint32_t birth, Symbol structure);

  // signatures.cpp
  Signature signature(const syntax::SignatureExpression &expression);
  Signature signatureForm(const syntax::SignatureBody &form, Place place);
  Signature signatureForm(const syntax::SignatureName &form, Place place);
  Signature signatureForm(const syntax::WhereType &form, Place place);
  Signature freshInstance(const Signature &signature, Realisation &realisation);
  TypeName *flexibleName(const Signature &signature, const TypeStructure &structure);
  void realiseSignature(Signature &signature, const Realisation &realisation);

  // specifications.cpp
  void specify(const syntax::ValueSpecification &form, Place place, Signature &signature);
  void specify(const syntax::TypeSpecification &form, Place place, Signature &signature);
  void specify(const syntax::DatatypeSpecification &form, Place place, Signature &signature);
  void specify(const syntax::ReplicationSpecification &form, Place place, Signature &signature);
  void specify(const syntax::ExceptionSpecification &form, Place place, Signature &signature);
  void specify(const syntax::StructureSpecification &form, Place place, Signature &signature);
  void specify(const syntax::IncludeSpecification &form, Place place, Signature &signature);
  void share(std::span<const syntax::Specification *const> specifications, Signature &signature);
  void specifyValue(Signature &signature, Symbol name, const ValueInfo *value, Place place);
  void specifyType(Signature &signature, Symbol name, const TypeStructure *type, Place place);
  void specifyStructure(Signature &signature, Symbol name, const Environment *structure, Place place);
  const TypeStructure *findSpecifiedType(const Environment &environment, const syntax::LongName &name);
  std::vector<std::vector<const TypeStructure *>> shared(const syntax::SharingSpecification &form,
                                                         const Environment &environment);
  void shareTypes(Sharing &sharing, const std::vector<std::vector<const TypeStructure *>> &groups, Place place);
  std::pair<std::vector<TypeVariable *>, Type *> specifiedType(const syntax::TypeExpression &expression);

  // matching.cpp
  struct Matching {
    Realisation realisation;
    const Environment *realised = nullptr; // what the signature specifies, with the realisation applied
    const typed::Coercion *coercion = nullptr;
  };
  Matching match(const Signature &signature, const Environment &structure, Place place, const char *what);
  struct MatchContext {
    Place place;
    const char *what;
    std::string path;
  };
  using FlexibleNames = std::unordered_set<const TypeName *>;
  void findRealisation(const FlexibleNames &flexible, const Environment &specified, const Environment &structure,
                       Realisation &realisation, const MatchContext &context);
  const typed::Coercion *enrich(const Environment &specified, const Environment &structure,
                                const MatchContext &context);
  void matchType(const TypeStructure &specified, const TypeStructure *found, Symbol name, const MatchContext &context);
  void matchConstructors(const TypeStructure &specified, const TypeStructure &found, Symbol name,
                         const MatchContext &context);
  void matchValue(const ValueInfo &specified, const ValueInfo *found, const MatchContext &context,
                  typed::Coercion &coercion);
  bool areEqual(const TypeFunction &left, const TypeFunction &right);
  bool areSame(const Environment &specified, const Environment &structure);
};

/// Whether an expression may not be generalised (Definition, section 4.7).
[[nodiscard]] bool isExpansive(const typed::Expression &expression);

} // namespace tactus::pml

#endif
