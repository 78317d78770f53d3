//===- lower.cpp - the functions of a program, first-order ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A function of core becomes one of the IR whose first parameters are what it captures. To call a value of a function
// type, a dispatcher looks which function it is, takes the captured variables out of it, and calls that by a tail call.
//
//===----------------------------------------------------------------------===//
#include "lowering.h"

namespace tactus::pml {

void lower(const core::Program &source, const Sources &sources, ir::Program &target) {
  lowering::ProgramLowering(source, sources, target).run();
}

namespace lowering {

std::vector<ir::TypeRef> ProgramLowering::results(const core::Type *functionType) {
  std::vector<ir::TypeRef> made;
  for (const core::Type *type : core::returned(core::result(functionType)))
    if (!type->isUnit())
      made.push_back(types.get(type));
  return made;
}

ir::Place ProgramLowering::place(Place place) {
  if (!place.isKnown())
    return {};
  const tpal::Source &text = sources[place.file];
  auto [entry, isNew] = files.try_emplace(place.file, static_cast<uint32_t>(target.files.size()));
  if (isNew) {
    target.files.push_back(text.name());
    target.libraryFiles.push_back(source.isOfLibrary(place));
  }
  tpal::Position position = text.position(place.begin);
  return {entry->second, position.line, position.column};
}

/// Exceptions that are declared where the program passes at most once have an identity that is known.
void ProgramLowering::findExceptions(const core::Block &block) {
  for (const core::Statement *statement : block.statements) {
    if (statement->kind == core::Statement::Kind::Operation && statement->op == core::Operator::NewTag) {
      const core::Value *tag = statement->results[0];
      auto index = static_cast<uint32_t>(target.exceptions.size());
      std::vector<ir::TypeRef> fields;
      for (const core::Type *field : tag->type->parts)
        fields.push_back(types.get(field));
      target.exceptions.push_back({statement->name + "." + std::to_string(tag->number), std::move(fields)});
      exceptions[tag] = index;
      if (closures.tagsMadeOnce.contains(tag))
        staticTags.insert(tag);
    }
    core::forEachBlock(*statement, [&](const core::Block *inner) { findExceptions(*inner); });
  }
  core::forEachBlock(block.end, [&](const core::Block *inner) { findExceptions(*inner); });
}

uint32_t ProgramLowering::exceptionOf(const core::Value *tag) {
  if (tag->kind == core::Value::Kind::ExceptionTag) {
    for (uint32_t index = 0; index < ir::PredefinedExceptions; ++index)
      if (target.exceptions[index].name == tag->text)
        return index;
  }
  return exceptions.at(tag);
}

void ProgramLowering::declare(const core::Function &function) {
  auto index = static_cast<uint32_t>(target.functions.size());
  functions[&function] = index;
  ir::Function &made = target.functions.emplace_back();
  made.name = function.name->text + "." + std::to_string(function.name->number);
  made.results = results(function.name->type);
  made.place = place(function.place);
}

void ProgramLowering::lower(const core::Function &function) {
  FunctionLowering lowering(*this, functions.at(&function));
  for (const core::Value *value : closures.facts.at(&function).captured)
    lowering.bindParameter(value);
  for (const core::Value *value : function.parameters)
    lowering.bindParameter(value);
  lowering.body(*function.body);
}

uint32_t ProgramLowering::dispatcherOf(const core::Type *type) {
  if (auto found = dispatchers.find(type); found != dispatchers.end())
    return found->second;
  auto index = static_cast<uint32_t>(target.functions.size());
  dispatchers[type] = index;
  ir::Function &made = target.functions.emplace_back();
  made.name = "apply." + std::to_string(type->number);
  made.results = results(type);
  FunctionLowering(*this, index).makeDispatch(type);
  return index;
}

uint32_t ProgramLowering::importOf(const core::Statement &statement, const std::vector<ir::TypeRef> &parameters,
                                   ir::TypeRef result) {
  std::string name = statement.name.substr(statement.name.find(':') + 1);
  auto [entry, isNew] = imports.try_emplace(name, static_cast<uint32_t>(target.imports.size()));
  if (isNew)
    target.imports.push_back(
        {name, parameters, result ? std::optional<ir::TypeRef>(result) : std::optional<ir::TypeRef>()});
  return entry->second;
}

void ProgramLowering::run() {
  types.collectFunctions();
  for (const core::Value *value : closures.globals) {
    globals[value] = static_cast<uint32_t>(target.globals.size());
    target.globals.push_back({value->text + "." + std::to_string(value->number), types.get(value->type)});
  }
  findExceptions(*source.body);
  for (const core::Function *function : closures.functions)
    declare(*function);
  auto main = static_cast<uint32_t>(target.functions.size());
  target.functions.emplace_back().name = "main";
  for (const core::Function *function : closures.functions)
    lower(*function);
  FunctionLowering(*this, main).body(*source.body);
}

} // namespace lowering

} // namespace tactus::pml
