//===- names.cpp - what names mean -----------------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

namespace tactus::pml {

namespace {

std::string join(const std::vector<Symbol> &path, size_t count) {
  std::string out;
  for (size_t index = 0; index < count; ++index)
    out += (index > 0 ? "." : "") + path[index].text();
  return out;
}

template <typename Map> std::vector<std::string> namesOf(const Map &map) {
  std::vector<std::string> names;
  for (const auto &[name, value] : map)
    names.push_back(name.text());
  return names;
}

std::string suggestion(Symbol name, const std::vector<std::string> &candidates) {
  std::string nearest = tpal::nearestName(name.text(), candidates);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

} // namespace

const typed::Access *Elaborator::component(const typed::Access *structure, Symbol name) {
  return arena.make<typed::Access>(structure, name);
}

/// The structure at the end of a path, or an empty entry after an error.
StructureEntry Elaborator::findStructure(const std::vector<Symbol> &path, Place place) {
  StructureEntry entry = scope.structures.find(path[0]);
  if (!entry.environment) {
    diagnostics.error(place,
                      "there is no structure '" + path[0].text() + "'" + suggestion(path[0], scope.structures.names()));
    return {};
  }
  for (size_t index = 1; index < path.size(); ++index) {
    const Environment *inner = entry.environment->structure(path[index]);
    if (!inner) {
      diagnostics.error(place, "the structure '" + join(path, index) + "' has no structure '" + path[index].text() +
                                   "'" + suggestion(path[index], namesOf(entry.environment->structures())));
      return {};
    }
    entry = {inner, component(entry.access, path[index])};
  }
  return entry;
}

/// A value, constructor or exception, or an empty entry after an error.
ValueEntry Elaborator::findValue(const syntax::LongName &name) {
  if (name.qualifiers.empty()) {
    ValueEntry entry = scope.values.find(name.name);
    if (!entry.info)
      diagnostics.error(name.place, "there is no value or constructor '" + name.name.text() + "'" +
                                        suggestion(name.name, scope.values.names()));
    else
      entry.info->isUsed = true;
    return entry;
  }
  StructureEntry structure = findStructure(name.qualifiers, name.place);
  if (!structure.environment)
    return {};
  const ValueInfo *info = structure.environment->value(name.name);
  if (!info) {
    diagnostics.error(name.place, "the structure '" + join(name.qualifiers, name.qualifiers.size()) +
                                      "' has no value or constructor '" + name.name.text() + "'" +
                                      suggestion(name.name, namesOf(structure.environment->values())));
    return {};
  }
  info->isUsed = true;
  return {info, component(structure.access, name.name)};
}

/// A type structure, or null after an error.
const TypeStructure *Elaborator::findType(const syntax::LongName &name) {
  if (name.qualifiers.empty()) {
    const TypeStructure *found = scope.types.find(name.name);
    if (!found)
      diagnostics.error(name.place,
                        "there is no type '" + name.name.text() + "'" + suggestion(name.name, scope.types.names()));
    return found;
  }
  StructureEntry structure = findStructure(name.qualifiers, name.place);
  if (!structure.environment)
    return nullptr;
  const TypeStructure *found = structure.environment->type(name.name);
  if (!found)
    diagnostics.error(name.place, "the structure '" + join(name.qualifiers, name.qualifiers.size()) +
                                      "' has no type '" + name.name.text() + "'" +
                                      suggestion(name.name, namesOf(structure.environment->types())));
  return found;
}

/// Makes the components of a structure visible without its name.
void Elaborator::openStructure(const StructureEntry &structure) {
  for (const auto &[name, inner] : structure.environment->structures())
    scope.structures.bind(name, {inner, component(structure.access, name)});
  for (const auto &[name, type] : structure.environment->types())
    scope.types.bind(name, type);
  for (const auto &[name, value] : structure.environment->values())
    scope.values.bind(name, {value, component(structure.access, name)});
}

Environment *Elaborator::environmentOf(const Bindings &bindings) {
  auto *environment = arena.make<Environment>();
  for (const auto &[name, structure] : bindings.structures)
    environment->set(name, structure.environment);
  for (const auto &[name, type] : bindings.types)
    environment->set(name, type);
  for (const auto &[name, value] : bindings.values)
    environment->set(name, value.info);
  return environment;
}

} // namespace tactus::pml
