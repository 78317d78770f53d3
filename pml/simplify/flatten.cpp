//===- flatten.cpp - arrays and vectors of tuples without objects --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where sequences store the fields of their elements (core/elements.h), these are read and written one by one:
//
//   t = array_sub a, i      ==>     x = sub_field 0 a, i
//                                   y = sub_field 1 a, i
//                                   t = tuple x, y
//
//   update a, i, t          ==>     x = select 0 t
//                                   y = select 1 t
//                                   update_field 0 a, i, x
//                                   update_field 1 a, i, y
//
// The other passes drop tuples that nobody needs as such, and what is read of no use. An element is read whole where
// the program reads it: what is written later is not seen.
//
// To compare and swap tuples means their identity: elements of such types stay what they are in all arrays and vectors.
//
//===----------------------------------------------------------------------===//
#include "passes.h"

#include "pml/core/elements.h"

namespace tactus::pml::simplifying {

using core::Block;
using core::Operator;
using core::Program;
using core::Statement;
using core::Value;
using core::Values;

namespace {

bool isPrimitive(const Statement &statement, const char *name) {
  return statement.kind == Statement::Kind::Operation && statement.op == Operator::Primitive && statement.name == name;
}

void findSwapped(Program &program, const Block &block) {
  for (const Statement *statement : block.statements) {
    if (isPrimitive(*statement, "cas_at"))
      program.wholeElements.insert(statement->arguments[0]->type->parts[0]);
    core::forEachBlock(*statement, [&](const Block *inner) { findSwapped(program, *inner); });
  }
  core::forEachBlock(block.end, [&](const Block *inner) { findSwapped(program, *inner); });
}

class Flattener {
public:
  explicit Flattener(Program &owner) : program(owner) {}
  bool isChanged = false;

  void visit(Block &block) {
    out.clear();
    for (Statement *statement : block.statements)
      flatten(*statement);
    block.statements.swap(out);
    for (Statement *statement : block.statements)
      core::forEachBlock(*statement, [&](Block *inner) { visit(*inner); });
    core::forEachBlock(block.end, [&](Block *inner) { visit(*inner); });
  }

private:
  Program &program;
  std::vector<Statement *> out;

  void flatten(Statement &statement) {
    bool isRead = isPrimitive(statement, "array_sub") || isPrimitive(statement, "vector_sub");
    const core::Type *element = isRead || isPrimitive(statement, "update") ? elementOf(statement) : nullptr;
    if (!element) {
      out.push_back(&statement);
      return;
    }
    isChanged = true;
    uint32_t next = 0;
    if (isRead)
      read(statement, element, next, statement.results[0]);
    else
      write(statement, statement.arguments[2], next);
  }

  /// Null if it is not stored by fields.
  const core::Type *elementOf(const Statement &statement) const {
    const core::Type *sequence = statement.arguments[0]->type;
    bool isSequence = sequence->kind == core::TypeKind::Array || sequence->kind == core::TypeKind::Vector;
    return isSequence && !core::flatFields(program, sequence->parts[0]).empty() ? sequence->parts[0] : nullptr;
  }

  Statement *emit(Operator op, uint32_t index, Values arguments, Value *result) {
    auto *made = program.arena.make<Statement>();
    made->op = op;
    made->index = index;
    made->arguments = std::move(arguments);
    if (result) {
      made->results = {result};
      result->definition = made;
    }
    out.push_back(made);
    return made;
  }

  /// A part of an element: a tuple, or the next field.
  Value *read(const Statement &whole, const core::Type *type, uint32_t &next, Value *result = nullptr) {
    if (type->isUnit())
      return program.unit();
    if (!result)
      result = program.variable(type);
    if (type->kind != core::TypeKind::Tuple) {
      emit(Operator::Primitive, next++, whole.arguments, result)->name = "sub_field";
      return result;
    }
    Values parts;
    for (const core::Type *part : type->parts)
      parts.push_back(read(whole, part, next));
    emit(Operator::Tuple, 0, std::move(parts), result);
    return result;
  }

  void write(const Statement &whole, Value *part, uint32_t &next) {
    if (part->type->kind != core::TypeKind::Tuple) {
      emit(Operator::Primitive, next++, {whole.arguments[0], whole.arguments[1], part}, nullptr)->name = "update_field";
      return;
    }
    for (uint32_t index = 0; index < part->type->parts.size(); ++index) {
      const core::Type *type = part->type->parts[index];
      if (type->isUnit())
        continue;
      Value *selected = program.variable(type);
      emit(Operator::Select, index, {part}, selected);
      write(whole, selected, next);
    }
  }
};

} // namespace

bool flattenElements(Program &program) {
  findSwapped(program, *program.body);
  Flattener flattener(program);
  flattener.visit(*program.body);
  return flattener.isChanged;
}

} // namespace tactus::pml::simplifying
