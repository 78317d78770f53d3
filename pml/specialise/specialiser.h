//===- specialiser.h - the pass from the typed tree to core, as a class -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Methods are grouped by the file that holds them. Code is emitted at `here`, a place that moves: behind a `case` it is
// the body of the join that the branches jump to.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SPECIALISE_SPECIALISER_H
#define TACTUS_PML_SPECIALISE_SPECIALISER_H

#include "frame.h"
#include "pml/types/seen.h"
#include "specialise.h"

namespace tactus::pml::specialising {

class Specialiser {
public:
  Specialiser(const typed::Program &program, const ElaborationOptions &chosen, core::Program &made);
  void run();

private:
  const typed::Program &source;
  const ElaborationOptions &options;
  core::Program &target;
  core::TypeTable &types;
  Arena arena;
  Frame root;
  core::Block *here = nullptr;
  /// Functions that the compiler makes itself stand at the beginning.
  core::Statement *generated = nullptr;
  /// What is called at the program's end.
  core::Value *atEnd = nullptr;
  std::map<const core::Type *, core::Value *> equalities;
  std::unordered_map<const TypeName *, const typed::DatatypeDeclaration::Datatype *> allDatatypes;
  std::map<std::tuple<const TypeName *, const Frame *, CoreTypes>, const core::Type *> datatypes;
  uint32_t depth = 0;
  /// Copies of polymorphic declarations.
  uint32_t instanceCount = 0;
  /// Functions around what is being made; 0 in the program's body.
  uint32_t functionDepth = 0;

  /// Where the value of an expression goes: to a join (or, without one, out of the function).
  struct Destination {
    core::Join *join = nullptr;
  };

  // emit.cpp: pieces of core
  core::Statement *emit(core::Statement::Kind kind, core::Values arguments, Place place = {});
  core::Value *operation(core::Operator op, const core::Type *type, core::Values arguments, uint32_t index = 0,
                         uint32_t field = 0);
  core::Value *primitive(const std::string &name, const core::Type *type, core::Values arguments, Place place = {});
  core::Value *call(core::Value *function, core::Values arguments, Place place);
  core::Values takeResults(core::Statement &statement, const std::vector<const core::Type *> &results);
  void returnValue(core::Value *value);
  bool makeTailCall(const core::Value *result);
  core::Value *tuple(const core::Type *type, core::Values components);
  core::Value *select(core::Value *tuple, uint32_t index);
  core::Values spread(core::Value *value);
  core::Transfer &finish(core::Transfer::Kind kind, core::Values arguments = {});
  void jump(core::Join *join, core::Values arguments);
  void deliver(Destination destination, core::Value *value);
  core::Value *undefined(const core::Type *type);
  core::Value *builtinTag(const char *name);
  void raise(core::Value *exception, Place place);
  void raiseBuiltin(const char *name, Place place);
  core::Join *join(core::Values parameters);
  core::Join *joinFor(const core::Type *type);
  core::Value *enterJoin(core::Join *join, const core::Type *type);
  core::Function *beginFunction(const core::Type *type, const std::string &name, Place place);
  core::Value *parameter(const core::Function &function, const core::Type *from);
  void choose(core::Value *value, std::vector<core::Transfer::Case> cases, core::Block *otherwise);
  /// Emits into another block while it lives.
  class Inside {
  public:
    Inside(Specialiser &specialiser, core::Block *block) : owner(specialiser), before(specialiser.here) {
      owner.here = block;
    }
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;
    ~Inside() { owner.here = before; }

  private:
    Specialiser &owner;
    core::Block *before;
  };

  // types.cpp
  const core::Type *type(Type *type, Frame *frame);
  const core::Type *typeForm(Type *type, Frame *frame);
  const core::Type *constructed(const ConstructedType &type, Frame *frame);
  const core::Type *datatype(const typed::DatatypeDeclaration::Datatype &declared, Frame *frame, CoreTypes arguments);
  const core::Type *builtinType(const TypeName &name, const CoreTypes &arguments);
  Frame *frameFor(Frame *parent, const std::vector<TypeVariable *> &variables, const CoreTypes &arguments);
  void findDatatypes();

  // declarations.cpp
  void declare(const std::vector<const typed::Declaration *> &declarations, Frame *frame);
  void declareForm(const typed::ValueDeclaration &form, Place place, Frame *frame);
  void declareForm(const typed::RecursiveDeclaration &form, Place place, Frame *frame);
  void declareForm(const typed::DatatypeDeclaration &form, Place place, Frame *frame);
  void declareForm(const typed::ExceptionDeclaration &form, Place place, Frame *frame);
  void declareForm(const typed::AbstractionDeclaration &form, Place place, Frame *frame);
  void declareForm(const typed::StructureDeclaration &form, Place place, Frame *frame);
  void declareForm(const typed::FunctorDeclaration &form, Place place, Frame *frame);
  LazyDeclaration *postpone(Place place, Frame *frame);
  void bind(Frame *frame, const typed::Variable *variable, core::Value *value);
  core::Value *valueOutside(const typed::Expression &expression, Frame *frame);
  void evaluate(const typed::ValueDeclaration &form, Frame *frame);
  bool isPure(const typed::Expression &expression);
  bool isIrrefutable(const typed::Pattern &pattern);
  LazyDeclaration::Instance &instance(LazyDeclaration &declaration, CoreTypes instances);
  void copyFunctions(const typed::RecursiveDeclaration &form, LazyDeclaration::Instance &made);
  void copyValues(const LazyDeclaration &declaration, LazyDeclaration::Instance &made);

  // structures.cpp
  const StructureValue *structure(const typed::StructureExpression &expression, Frame *frame);
  const StructureValue *structureForm(const typed::StructureBody &form, Frame *frame);
  const StructureValue *structureForm(const typed::StructurePath &form, Frame *frame);
  const StructureValue *structureForm(const typed::CoercedStructure &form, Frame *frame);
  const StructureValue *structureForm(const typed::FunctorApplication &form, Frame *frame);
  const StructureValue *structureForm(const typed::LetStructure &form, Frame *frame);
  const StructureValue *coerce(const StructureValue *structure, const typed::Coercion *coercion, Frame *frame);
  const StructureValue *structureAt(const typed::Access &access, Frame *frame);
  const Binding *bindingAt(const typed::Access &access, Frame *frame);
  Meaning meaning(const Binding &binding, CoreTypes instances);
  core::Value *exceptionTag(const typed::Access &access, Frame *frame);

  // expressions.cpp
  core::Value *value(const typed::Expression &expression, Frame *frame);
  void into(const typed::Expression &expression, Frame *frame, Destination destination);
  core::Values arguments(const typed::Expression &expression, Frame *frame);
  core::Value *valueForm(const typed::Expression &whole, Frame *frame);
  bool isBranching(const typed::Expression &expression);
  bool intoBranching(const typed::Expression &expression, Frame *frame, Destination destination);
  core::Value *apply(const typed::ApplyExpression &form, const typed::Expression &whole, Frame *frame);
  core::Value *applyMeaning(const Meaning &meaning, const typed::Expression &argument, const typed::Expression &whole,
                            Frame *frame);
  Meaning meaningOf(const typed::Expression &expression, Frame *frame);
  core::Value *asValue(const Meaning &meaning, Place place);
  core::Value *constant(const core::Type *type, uint64_t bits);
  core::Value *literal(const Literal &literal, const core::Type *type);
  core::Value *record(const typed::RecordExpression &form, const core::Type *type, Frame *frame);
  core::Values fields(const typed::RecordExpression &form, Frame *frame);
  core::Value *list(const typed::ListExpression &form, const core::Type *type, Place place, Frame *frame);
  core::Value *longList(const typed::ListExpression &form, const core::Type *type, Place place, Frame *frame);
  void returnLongList(const typed::ListExpression &form, const core::Type *type, Frame *frame);
  core::Value *vector(const typed::VectorExpression &form, const core::Type *type, Frame *frame);
  core::Value *function(const typed::FunctionExpression &form, const typed::Expression &whole, Frame *frame);
  void functionBody(core::Function &made, const typed::FunctionExpression &form, Place place, Frame *frame);
  void loop(const typed::WhileExpression &form, Frame *frame);
  void handle(const typed::HandleExpression &form, const typed::Expression &whole, Frame *frame,
              Destination destination);
  core::Value *construct(const core::Type *type, uint32_t tag, core::Values fields);

  // matches.cpp: patterns as decision trees
  struct Row {
    std::vector<const typed::Pattern *> columns; // null matches anything
    std::vector<std::pair<const typed::Variable *, core::Value *>> bound;
    size_t rule = 0;
  };
  struct Match {
    Frame *frame;
    /// What happens for a row of which all is matched, and for none.
    std::function<void(const Row &)> success;
    std::function<void()> failure;
    /// Not null: the values are known to match, and only variables whose types have some of these are wanted.
    const std::vector<TypeVariable *> *general = nullptr;
    /// What the match may still cost as a decision tree; null if there is one rule.
    uint64_t *left = nullptr;
  };
  /// What several rows lead to: a join whose parameters are the variables that they bind.
  struct Body {
    core::Statement *slot; // where the join stands
    core::Join *join = nullptr;
    std::vector<const typed::Variable *> variables = {};
  };
  /// What a test costs beside the cells of its matrix.
  static constexpr uint64_t WorkOfTest = 50;
  /// Whether some of the variables are in a type.
  static bool mentions(Type *type, const std::vector<TypeVariable *> &variables) {
    SeenParts seen;
    return mentions(type, variables, seen);
  }
  static bool mentions(Type *type, const std::vector<TypeVariable *> &variables, SeenParts &seen);
  void match(const Match &match, core::Values columns, std::vector<Row> rows);
  void tryFirst(const Match &match, const core::Values &columns, std::vector<Row> &rows);
  void expandRecords(const Match &match, core::Values &columns, std::vector<Row> &rows);
  static bool splitAlternatives(size_t column, std::vector<Row> &rows);
  bool expandColumn(core::Values &columns, size_t column, std::vector<Row> &rows);
  void matchConstructors(const Match &match, size_t column, const core::Values &columns, const std::vector<Row> &rows);
  void matchOnlyConstructor(const Match &match, size_t column, uint32_t tag, core::Values columns,
                            std::vector<Row> rows);
  core::Value *constructorArgument(core::Value *made, uint32_t tag);
  void matchVectors(const Match &match, size_t column, const core::Values &columns, const std::vector<Row> &rows);
  void matchExceptions(const Match &match, size_t column, const core::Values &columns, const std::vector<Row> &rows);

  // rules.cpp
  void enter(Body &body, const Row &row);
  void begin(const Body &body, Frame *frame);
  void matchLiterals(const Match &match, size_t column, const core::Values &columns, const std::vector<Row> &rows);
  void rules(const std::vector<typed::Rule> &rules, core::Value *value, Frame *frame, Destination destination,
             const std::function<void()> &failure);

  // equality.cpp
  core::Value *equal(core::Value *left, core::Value *right);
  core::Value *equalityOf(const core::Type *type);
  void compareFields(const core::Values &left, const core::Values &right);
  void compareVectors(core::Value *left, core::Value *right, const core::Type *element);

  // primitives.cpp
  core::Value *convert(core::Value *integer, const core::Type *to, Place place);
  core::Value *option(const core::Type *type, core::Value *content);
  core::Value *fork(const core::Type *to, core::Values arguments, Place place);
  core::Value *primitiveConstant(const std::string &name, const core::Type *type);
  core::Value *conversion(const std::string &name, const core::Type *to, const core::Values &arguments, Place place);
  core::Value *directPrimitive(const std::string &name, std::string_view signature, const core::Type *to,
                               core::Values arguments, Place place);
  core::Value *applyPrimitive(const Primitive &used, core::Values arguments, Place place);
  core::Value *primitiveFunction(const Primitive &used, Place place);
  static bool isObject(const core::Type *type);
};

} // namespace tactus::pml::specialising

#endif
