//===- signatures.cpp - signature expressions -------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 62 to 67. A signature that is wrong has no environment.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

namespace tactus::pml {

Signature Elaborator::signature(const syntax::SignatureExpression &expression) {
  Depth nesting(depth, DeepestTree, expression.place, "this is nested");
  return std::visit([&](const auto &form) { return signatureForm(form, expression.place); }, expression.form);
}

Signature Elaborator::signatureForm(const syntax::SignatureBody &form, Place) {
  Signature made{{}, arena.make<Environment>()};
  Scope::Mark mark = scope.mark();
  auto isSharing = [](const syntax::Specification *specification) {
    return std::holds_alternative<syntax::SharingSpecification>(specification->form);
  };
  auto next = form.specifications.begin(), end = form.specifications.end();
  while (next != end)
    if (auto last = std::find_if_not(next, end, isSharing); last != next)
      share({std::exchange(next, last), last}, made);
    else {
      const syntax::Specification &one = **next++;
      std::visit(
          [&]<typename Form>(const Form &specified) {
            if constexpr (!std::is_same_v<Form, syntax::SharingSpecification>)
              specify(specified, one.place, made);
          },
          one.form);
    }
  scope.leave(mark);
  return made;
}

Signature Elaborator::signatureForm(const syntax::SignatureName &form, Place place) {
  const Signature *found = scope.signatures.find(form.name.symbol);
  if (!found) {
    std::string nearest = tpal::nearestName(form.name.symbol.text(), scope.signatures.names());
    diagnostics.error(place, "there is no signature '" + form.name.symbol.text() + "'" +
                                 (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    return {};
  }
  Realisation realisation;
  return freshInstance(*found, realisation);
}

/// A copy with flexible type names of its own.
Signature Elaborator::freshInstance(const Signature &signature, Realisation &realisation) {
  Signature copy;
  for (const TypeName *name : signature.flexible) {
    TypeName *made = types.name(name->name, name->arity, name->admitsEquality, name->place);
    realisation[name] = types.functionOf(made);
    copy.flexible.push_back(made);
  }
  copy.environment = realise(arena, types, *signature.environment, realisation);
  return copy;
}

/// The flexible type name that a type structure of the signature is, or null.
TypeName *Elaborator::flexibleName(const Signature &signature, const TypeStructure &structure) {
  TypeName *name = nameOf(*structure.function);
  bool isFlexible =
      name && std::find(signature.flexible.begin(), signature.flexible.end(), name) != signature.flexible.end();
  return isFlexible ? name : nullptr;
}

void Elaborator::realiseSignature(Signature &signature, const Realisation &realisation) {
  std::erase_if(signature.flexible, [&](const TypeName *name) { return realisation.contains(name); });
  signature.environment = realise(arena, types, *signature.environment, realisation);
}

Signature Elaborator::signatureForm(const syntax::WhereType &form, Place place) {
  Signature made = signature(*form.signature);
  const TypeFunction *definition = typeFunction(form.parameters, *form.definition);
  if (!made.environment)
    return made;
  const TypeStructure *structure = findSpecifiedType(*made.environment, form.type);
  if (!structure)
    return made;
  TypeName *name = flexibleName(made, *structure);
  std::string shown = form.type.name.text();
  std::vector<Note> notes;
  if (structure->place.isKnown())
    notes.push_back({structure->place, "the type is specified here"});
  if (!name)
    diagnostics.error(form.type.place,
                      "'where type' cannot define '" + shown + "', as the signature says already what it is", notes);
  else if (name->arity != definition->parameters.size())
    diagnostics.error(place,
                      "the type '" + shown + "' takes " + std::to_string(name->arity) +
                          " arguments, but is defined with " + std::to_string(definition->parameters.size()),
                      notes);
  else if (name->admitsEquality && !admitsEquality(*definition))
    diagnostics.error(form.definition->place, "the type '" + shown + "' has to admit equality, but this type does not",
                      notes);
  else if (!structure->constructors.empty() && !nameOf(*definition))
    diagnostics.error(form.definition->place, "'" + shown + "' is specified as a datatype, but this type is none",
                      notes);
  else
    realiseSignature(made, {{name, definition}});
  return made;
}

} // namespace tactus::pml
