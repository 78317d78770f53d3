//===- program.h - core: a typed lambda language in A-normal form ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Decision 38. Monomorphic, without modules and patterns. Functions nest; what every operand names is a variable or a
// constant. Control that is local is joins: labels with parameters that see the variables around them. So loops and the
// rest behind a `case` are joins, and a function's body is structured SSA.
//
//   fun sum (i, acc) =            functions
//     if i = 0 then acc             sum(i: int64, acc: int64) =
//     else sum (i - 1, acc + i)       c = int64_equal i, 0
//                                     switch c
//                                       1 => return acc
//                                       _ => …, tail sum(i2, acc2)
//
// A join's body may be recursive with the joins of its group, and is covered by the handlers around the statement that
// declares it, not by those around a jump: to jump out of `try` leaves its handler.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CORE_PROGRAM_H
#define TACTUS_PML_CORE_PROGRAM_H

#include "pml/source/arena.h"
#include "pml/source/sources.h"
#include "type.h"

#include <string_view>
#include <unordered_set>

namespace tactus::pml::core {

struct Function;
struct Statement;
struct Block;

/// A variable or a constant. Variables are compared as pointers.
struct Value {
  enum class Kind : uint8_t {
    Variable,
    /// Of Boolean, Integer, Word and Character: `bits`, sign extended for integers.
    Integer,
    /// Digits as C's strtod reads them.
    Real,
    String,
    /// A magnitude in hexadecimal digits, maybe after '-'.
    BigInteger,
    Unit,
    /// A predefined exception: `text` is its name.
    ExceptionTag,
    /// Code that is never reached uses it.
    Undefined,
  };
  Kind kind = Kind::Variable;
  const Type *type = nullptr;
  int64_t bits = 0;
  std::string text;
  /// Of variables.
  uint32_t number = 0;
  /// Of variables that a statement or a group of functions defines.
  Statement *definition = nullptr;
  Function *function = nullptr;
  /// What the last census has counted; of a function's name also how many of the uses are calls.
  uint32_t uses = 0;
  uint32_t calls = 0;

  [[nodiscard]] bool isVariable() const { return kind == Kind::Variable; }
};

using Values = std::vector<Value *>;

enum class Operator : uint8_t {
  Primitive,         // name
  Tuple,             //
  Select,            // index
  Construct,         // index: the constructor
  Project,           // index: the constructor, field
  NewTag,            // name: a new exception
  MakeException,     // tag, fields…
  IsException,       // exception, tag
  ExceptionArgument, // exception, tag; field
  NewReference,
  ReadReference,
  WriteReference,
};

/// Of which functions code is a copy: the call of `function` that it was copied for stood in a copy of `outer`.
struct Copied {
  const Function *function;
  const Copied *outer;
};

struct Join {
  Values parameters;
  Block *body = nullptr;
  uint32_t number = 0;
  /// What the last census has counted: jumps, those whose arguments say what the body's switch will find, and those out
  /// of a handler's scope.
  uint32_t uses = 0;
  uint32_t informedUses = 0;
  uint32_t leavingUses = 0;
  /// Its body jumps to the join's group.
  bool isRecursive = false;
};

struct Function {
  Value *name = nullptr;
  Values parameters;
  Block *body = nullptr;
  Place place;
  /// What it is a copy of; null if it is as the program says.
  const Function *original = nullptr;
  /// What the last census has counted: statements and transfers, of functions that something reaches.
  uint32_t size = 0;
  bool isReached = false;
  /// Its group is mentioned in its body.
  bool isRecursive = false;
  /// It only makes a function that calls another one with all arguments (simplify/uncurry.cpp): to be copied wherever
  /// it is called.
  bool isWrapper = false;
  /// It computes a value of the program's top level: what it is made of is not worth much code.
  bool runsOnce = false;
};

struct Statement {
  enum class Kind : uint8_t {
    Operation,
    Call,      // arguments: the function, and what it is called with
    Parallel,  // arguments: two functions that take nothing
    Fork,      // the same; the first result says whether somebody has run the second: if not, its results mean nothing
    Functions, // a recursive group
    Joins,     // a recursive group
    Several,   // `inside`: only while core is being made
  };
  Kind kind = Kind::Operation;
  Operator op = Operator::Primitive;
  std::string name;
  uint32_t index = 0;
  uint32_t field = 0;
  Values results;
  Values arguments;
  std::vector<Function *> functions;
  std::vector<Join *> joins;
  std::vector<Statement *> inside;
  Place place;
  /// Of calls: how they came here; null if the program has them here.
  const Copied *copied = nullptr;

  [[nodiscard]] bool isParallel() const { return kind == Kind::Parallel || kind == Kind::Fork; }
};

/// A primitive `on_NAME` names the function that the runtime calls as `main.NAME` (ir/check.h). It does nothing by
/// itself.
inline bool namesEntry(std::string_view primitive) { return primitive.starts_with("on_"); }

/// What ends a block.
struct Transfer {
  enum class Kind : uint8_t { None, Return, TailCall, Jump, Switch, Raise, Try, Unreachable };
  struct Case {
    int64_t key;
    Block *block;
  };
  Kind kind = Kind::None;
  /// Return: the value. TailCall: the function and what it is called with. Switch: what it looks at (bool, an integer,
  /// word or character: the cases' keys are constants; data: the keys are constructors). Raise: the exception.
  Values arguments;
  Join *target = nullptr;
  std::vector<Case> cases;
  /// Of Switch: null if the cases cover everything. Of Try: the body.
  Block *otherwise = nullptr;
  /// Of Try.
  Value *caught = nullptr;
  Block *handler = nullptr;
  Place place;
  /// Of TailCall, as of a call that is a statement.
  const Copied *copied = nullptr;
};

struct Block {
  std::vector<Statement *> statements;
  Transfer end;
};

/// A whole program: its body does what its declarations do, one after the other.
class Program {
public:
  Program() = default;
  Arena arena;
  TypeTable types;
  Block *body = nullptr;
  /// Tuples that arrays and vectors store as objects, whatever is in them (elements.h).
  std::unordered_set<const Type *> wholeElements;
  /// By file, whether it is of the library, whose lines users do not know.
  std::vector<bool> libraryFiles;
  [[nodiscard]] bool isOfLibrary(Place place) const {
    return place.isKnown() && place.file < libraryFiles.size() && libraryFiles[place.file];
  }

  Value *variable(const Type *type, std::string name = {}) {
    auto *made = arena.make<Value>();
    made->type = type;
    made->text = std::move(name);
    made->number = ++variables;
    return made;
  }
  Value *constant(Value::Kind kind, const Type *type, std::string text = {}, int64_t bits = 0) {
    auto *made = arena.make<Value>();
    made->kind = kind;
    made->type = type;
    made->text = std::move(text);
    made->bits = bits;
    return made;
  }
  Value *integer(const Type *type, int64_t bits) { return constant(Value::Kind::Integer, type, {}, bits); }
  Value *unit() { return unitValue ? unitValue : unitValue = constant(Value::Kind::Unit, types.unit()); }
  Block *block() { return arena.make<Block>(); }
  Join *join(Values parameters) {
    auto *made = arena.make<Join>();
    made->parameters = std::move(parameters);
    made->body = block();
    made->number = ++joins;
    return made;
  }
  /// A function with a fresh name and parameters of its type.
  Function *function(const Type *type, const std::string &name, Place place);

private:
  uint32_t variables = 0;
  uint32_t joins = 0;
  Value *unitValue = nullptr;
};

/// Calls something for each block that stands directly in a statement or in a transfer.
template <typename Action> void forEachBlock(const Statement &statement, Action action) {
  for (Function *function : statement.functions)
    action(function->body);
  for (Join *join : statement.joins)
    action(join->body);
}
template <typename Action> void forEachBlock(const Transfer &transfer, Action action) {
  for (const Transfer::Case &one : transfer.cases)
    action(one.block);
  if (transfer.otherwise)
    action(transfer.otherwise);
  if (transfer.handler)
    action(transfer.handler);
}

[[nodiscard]] std::string show(const Value *value);
/// The program as text, for people and tests.
[[nodiscard]] std::string show(const Program &program);

} // namespace tactus::pml::core

#endif
