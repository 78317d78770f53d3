//===- types.cpp - from types with names to types of core -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/source/internal_error.h"
#include "specialiser.h"

#include <cstring>

namespace tactus::pml::specialising {

using core::TypeKind;

Frame *Specialiser::frameFor(Frame *parent, const std::vector<TypeVariable *> &variables, const CoreTypes &arguments) {
  auto *made = arena.make<Frame>();
  made->parent = parent;
  for (size_t index = 0; index < variables.size(); ++index)
    made->typeVariables[variables[index]] = arguments[index];
  return made;
}

/// A type as the frame sees it. A variable that nothing binds stands for any type: unit.
const core::Type *Specialiser::type(Type *type, Frame *frame) {
  type = resolve(type);
  if (auto found = frame->converted.find(type); found != frame->converted.end())
    return found->second;
  Depth nesting(depth, DeepestTree, {}, "types are nested");
  const core::Type *made = typeForm(type, frame);
  frame->converted[type] = made;
  return made;
}

const core::Type *Specialiser::typeForm(Type *written, Frame *frame) {
  if (auto *variable = as<TypeVariable>(written)) {
    const core::Type *const *found = find(frame, &Frame::typeVariables, variable);
    return found ? *found : types.unit();
  }
  if (auto *function = as<FunctionType>(written))
    return types.function(type(function->from, frame), type(function->to, frame));
  if (auto *record = as<RecordType>(written)) {
    CoreTypes parts;
    for (const TypeField &field : record->fields)
      parts.push_back(type(field.type, frame));
    return types.get(TypeKind::Tuple, std::move(parts));
  }
  return constructed(*as<ConstructedType>(written), frame);
}

const core::Type *Specialiser::constructed(const ConstructedType &written, Frame *frame) {
  CoreTypes arguments;
  for (Type *argument : written.arguments)
    arguments.push_back(type(argument, frame));
  if (const TypeMeaning *meaning = find(frame, &Frame::types, written.name)) {
    if (meaning->datatype)
      return datatype(*meaning->datatype, meaning->frame, std::move(arguments));
    Frame *inner = frameFor(meaning->frame, meaning->function->parameters, arguments);
    return type(meaning->function->body, inner);
  }
  // A local datatype that has left its scope in the type of a variable outside of it.
  if (auto found = allDatatypes.find(written.name); found != allDatatypes.end())
    return datatype(*found->second, &root, std::move(arguments));
  return builtinType(*written.name, arguments);
}

/// An instance of a datatype. What its constructors hold is converted when somebody wants to know.
const core::Type *Specialiser::datatype(const typed::DatatypeDeclaration::Datatype &declared, Frame *frame,
                                        CoreTypes arguments) {
  const core::Type *&known = datatypes[{declared.name, frame, arguments}];
  if (known)
    return known;
  core::Datatype *made = types.makeDatatype(declared.name->shownName);
  known = types.data(made);
  Frame *inner = frameFor(frame, declared.structure->function->parameters, arguments);
  const TypeStructure *structure = declared.structure;
  made->complete = [this, structure, inner](std::vector<core::Constructor> &out) {
    for (const ValueInfo *info : structure->constructors) {
      core::Constructor constructor{info->name.text(), {}, false};
      if (auto *function = as<FunctionType>(info->scheme.type); info->hasArgument && function) {
        const core::Type *argument = type(function->from, inner);
        constructor.isTuple = argument->kind == TypeKind::Tuple;
        constructor.fields = core::flat(argument);
      }
      out.push_back(std::move(constructor));
    }
  };
  return known;
}

const core::Type *Specialiser::builtinType(const TypeName &name, const CoreTypes &arguments) {
  const std::string &text = name.name.text();
  // Numbers of sizes that the IR does not have are kept in 64 bits (pml/basis/narrow_prims.sml).
  unsigned bits = name.bits == 8 || name.bits == 16 || name.bits == 32 || name.bits == 63 ? name.bits : 64;
  if (name.overloadClass == IntegerClass)
    return name.bits ? types.integer(bits) : types.get(TypeKind::BigInteger);
  if (name.overloadClass == WordClass)
    return types.get(TypeKind::Word, bits == 63 ? 64 : bits);
  if (name.overloadClass == RealClass)
    return types.get(TypeKind::Real, name.bits);
  if (text == "list") {
    // Constructors in the order of their tags: "::" and "nil".
    const core::Type *&known = datatypes[{&name, nullptr, arguments}];
    if (!known) {
      core::Datatype *made = types.makeDatatype("list");
      known = types.data(made);
      made->known = {{"::", {arguments[0], known}, true}, {"nil", {}, false}};
    }
    return known;
  }
  constexpr std::pair<const char *, TypeKind> Named[] = {
      {"bool", TypeKind::Boolean},  {"char", TypeKind::Character}, {"string", TypeKind::String},
      {"exn", TypeKind::Exception}, {"ref", TypeKind::Reference},  {"array", TypeKind::Array},
      {"vector", TypeKind::Vector},
  };
  for (const auto &[known, kind] : Named)
    if (text == known)
      return types.get(kind, arguments);
  throw InternalError{name.place, "the type '" + text + "' has no meaning where it is used"};
}

namespace {

/// Calls something for each datatype declaration of a program, wherever it stands.
class DatatypeFinder {
public:
  explicit DatatypeFinder(std::unordered_map<const TypeName *, const typed::DatatypeDeclaration::Datatype *> &out)
      : found(out) {}

  void visit(const std::vector<const typed::Declaration *> &declarations) {
    for (const typed::Declaration *declaration : declarations)
      std::visit([&](const auto &form) { visitForm(form); }, declaration->form);
  }

private:
  std::unordered_map<const TypeName *, const typed::DatatypeDeclaration::Datatype *> &found;

  void visitForm(const typed::DatatypeDeclaration &form) {
    for (const auto &datatype : form.datatypes)
      found[datatype.name] = &datatype;
  }
  void visitForm(const typed::StructureDeclaration &form) { visit(*form.structure); }
  void visitForm(const typed::FunctorDeclaration &form) { visit(*form.functor->body); }
  void visitForm(const typed::ValueDeclaration &form) {
    for (const auto &binding : form.bindings)
      visit(*binding.value);
  }
  void visitForm(const typed::RecursiveDeclaration &form) {
    for (const auto &binding : form.bindings)
      visit(*binding.function);
  }
  void visitForm(const typed::ExceptionDeclaration &) {}
  void visitForm(const typed::AbstractionDeclaration &) {}

  void visit(const typed::StructureExpression &expression) {
    if (const auto *body = std::get_if<typed::StructureBody>(&expression.form))
      visit(body->declarations);
    else if (const auto *coerced = std::get_if<typed::CoercedStructure>(&expression.form))
      visit(*coerced->structure);
    else if (const auto *application = std::get_if<typed::FunctorApplication>(&expression.form))
      visit(*application->argument);
    else if (const auto *let = std::get_if<typed::LetStructure>(&expression.form)) {
      visit(let->declarations);
      visit(*let->body);
    }
  }
  void visit(const std::vector<typed::Rule> &rules) {
    for (const typed::Rule &rule : rules)
      visit(*rule.body);
  }
  void visit(const typed::Expression &expression) {
    std::visit([&](const auto &form) { visitForm(form); }, expression.form);
  }
  void visitForm(const typed::RecordExpression &form) {
    for (const auto &field : form.fields)
      visit(*field.second);
  }
  void visitForm(const typed::ListExpression &form) {
    for (const typed::Expression *element : form.elements)
      visit(*element);
  }
  void visitForm(const typed::VectorExpression &form) {
    for (const typed::Expression *element : form.elements)
      visit(*element);
  }
  void visitForm(const typed::SequenceExpression &form) {
    for (const typed::Expression *step : form.steps)
      visit(*step);
  }
  void visitForm(const typed::LetExpression &form) {
    visit(form.declarations);
    visit(*form.body);
  }
  void visitForm(const typed::ApplyExpression &form) {
    visit(*form.function);
    visit(*form.argument);
  }
  void visitForm(const typed::CaseExpression &form) {
    visit(*form.value);
    visit(form.rules);
  }
  void visitForm(const typed::HandleExpression &form) {
    visit(*form.value);
    visit(form.rules);
  }
  void visitForm(const typed::RaiseExpression &form) { visit(*form.exception); }
  void visitForm(const typed::IfExpression &form) {
    visit(*form.condition);
    visit(*form.consequence);
    visit(*form.alternative);
  }
  void visitForm(const typed::WhileExpression &form) {
    visit(*form.condition);
    visit(*form.body);
  }
  void visitForm(const typed::FunctionExpression &form) { visit(form.rules); }
  void visitForm(const typed::LiteralExpression &) {}
  void visitForm(const typed::NameExpression &) {}
  void visitForm(const typed::ConstructorExpression &) {}
  void visitForm(const typed::ExceptionExpression &) {}
  void visitForm(const typed::OverloadedExpression &) {}
  void visitForm(const typed::SelectExpression &) {}
  void visitForm(const typed::PrimitiveExpression &) {}
};

} // namespace

void Specialiser::findDatatypes() { DatatypeFinder(allDatatypes).visit(source.declarations); }

} // namespace tactus::pml::specialising
