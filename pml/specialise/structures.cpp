//===- structures.cpp - structures become tables, functors are copied ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

#include "pml/source/limits.h"

namespace tactus::pml::specialising {

const StructureValue *Specialiser::structure(const typed::StructureExpression &expression, Frame *frame) {
  Depth nesting(depth, DeepestTree, expression.place, "this is nested");
  return std::visit([&](const auto &form) { return structureForm(form, frame); }, expression.form);
}

const StructureValue *Specialiser::structureForm(const typed::StructureBody &form, Frame *frame) {
  declare(form.declarations, frame);
  auto *made = arena.make<StructureValue>();
  for (const auto &[name, access] : form.values)
    if (const Binding *binding = bindingAt(*access, frame)) // constructors that `open` has made visible are no values
      made->values[name] = binding;
  for (const auto &[name, access] : form.structures)
    made->structures[name] = structureAt(*access, frame);
  return made;
}

const StructureValue *Specialiser::structureForm(const typed::StructurePath &form, Frame *frame) {
  return structureAt(*form.access, frame);
}

const StructureValue *Specialiser::structureForm(const typed::CoercedStructure &form, Frame *frame) {
  const StructureValue *inner = structure(*form.structure, frame);
  for (const typed::Abstraction &abstraction : form.abstractions)
    frame->types[abstraction.name] = {abstraction.representation, nullptr, frame};
  return coerce(inner, form.coercion, frame);
}

/// The body is copied: within it, the parameter and its type names mean what the argument has, and outside of it the
/// type names that this application makes mean what the copy declares.
const StructureValue *Specialiser::structureForm(const typed::FunctorApplication &form, Frame *frame) {
  const StructureValue *argument = structure(*form.argument, frame);
  auto *copy = arena.make<Frame>();
  copy->parent = *find(frame, &Frame::functors, form.functor);
  copy->structures[form.functor->parameter] = argument;
  for (const auto &[name, function] : form.realisation)
    copy->types[name] = {function, nullptr, frame};
  const StructureValue *made = structure(*form.functor->body, copy);
  for (const auto &[inside, outside] : form.births) {
    auto *function = arena.make<TypeFunction>();
    std::vector<Type *> parameters;
    for (uint32_t index = 0; index < inside->arity; ++index) {
      function->parameters.push_back(arena.make<TypeVariable>());
      parameters.push_back(function->parameters.back());
    }
    function->body = arena.make<ConstructedType>(const_cast<TypeName *>(inside), std::move(parameters));
    frame->types[outside] = {function, nullptr, copy};
  }
  return made;
}

const StructureValue *Specialiser::structureForm(const typed::LetStructure &form, Frame *frame) {
  declare(form.declarations, frame);
  return structure(*form.body, frame);
}

const StructureValue *Specialiser::coerce(const StructureValue *structure, const typed::Coercion *coercion,
                                          Frame *frame) {
  if (!coercion)
    return structure;
  auto *made = arena.make<StructureValue>();
  for (const typed::Coercion::Value &component : coercion->values) {
    auto found = structure->values.find(component.name);
    const Binding *from = found == structure->values.end() ? nullptr : found->second;
    if (component.from->status == ValueStatus::Exception && component.to->status == ValueStatus::Exception)
      made->values[component.name] = from;
    else if (component.to->status == ValueStatus::Value) {
      auto *binding = arena.make<Binding>();
      binding->from = from;
      binding->coercion = &component;
      binding->frame = frame;
      made->values[component.name] = binding;
    }
  }
  for (const typed::Coercion::Structure &component : coercion->structures)
    made->structures[component.name] = coerce(structure->structures.at(component.name), component.coercion, frame);
  return made;
}

const StructureValue *Specialiser::structureAt(const typed::Access &access, Frame *frame) {
  if (const auto *outer = std::get_if<const typed::Access *>(&access.root))
    return structureAt(**outer, frame)->structures.at(access.component);
  return *find(frame, &Frame::structures, std::get<const typed::StructureVariable *>(access.root));
}

/// Null for a constructor, which is known by its type.
const Binding *Specialiser::bindingAt(const typed::Access &access, Frame *frame) {
  if (const auto *outer = std::get_if<const typed::Access *>(&access.root)) {
    const auto &values = structureAt(**outer, frame)->values;
    auto found = values.find(access.component);
    return found == values.end() ? nullptr : found->second;
  }
  const auto *variable = std::get<const typed::Variable *>(access.root);
  if (const Binding *const *found = find(frame, &Frame::values, variable))
    return *found;
  // The exceptions of the primitive basis, which no declaration makes.
  bind(&root, variable, builtinTag(variable->name.text().c_str()));
  return root.values[variable];
}

/// A name at the types that its variables stand for.
Meaning Specialiser::meaning(const Binding &binding, CoreTypes instances) {
  if (binding.value)
    return {binding.value, {}, nullptr, binding.value->type};
  if (binding.lazy)
    return instance(*binding.lazy, std::move(instances)).meanings.at(binding.variable);
  const typed::Coercion::Value &coercion = *binding.coercion;
  Frame *frame = frameFor(binding.frame, coercion.to->scheme.quantified, instances);
  if (coercion.from->status == ValueStatus::Constructor)
    return {nullptr, {}, coercion.from, type(coercion.to->scheme.type, frame)};
  if (coercion.from->overloading) {
    const core::Type *chosen = type(coercion.instances[0], frame);
    for (const Overloading::Alternative &alternative : coercion.from->overloading->alternatives)
      if (builtinType(*alternative.type, {}) == chosen)
        return meaning(*bindingAt(*source.overloadAlternatives[alternative.access], &root), {});
  }
  if (coercion.from->status == ValueStatus::Exception)
    return {binding.from->value, {}, coercion.from, type(coercion.to->scheme.type, frame)};
  CoreTypes inner;
  for (Type *one : coercion.instances)
    inner.push_back(type(one, frame));
  return meaning(*binding.from, std::move(inner));
}

core::Value *Specialiser::exceptionTag(const typed::Access &access, Frame *frame) {
  return bindingAt(access, frame)->value;
}

} // namespace tactus::pml::specialising
