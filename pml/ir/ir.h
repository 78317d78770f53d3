//===- ir.h - the PCall IR ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// First-order functions in SSA form with block arguments: the language of MPL §3, figure 3, with data, exceptions and
// allocation added. A program is checked (check.h), printed (print.h) and parsed (parse.h):
//
//   type $list = variant { nil(), cons(i64, $list) }
//
//   fun @sum(%xs: $list, %acc: i64): (i64) {
//   ^entry:
//     case %xs { nil -> ^done, cons -> ^more }
//   ^done:
//     return (%acc)
//   ^more:
//     %x: i64 = field cons 0 %xs
//     %rest: $list = field cons 1 %xs
//     %next: i64 = prim int64_add(%acc, %x)
//     tailcall @sum(%rest, %next)
//   }
//
// * The first block of a function is its entry; it has no parameters and is no target: function parameters are in scope
//   everywhere. A variable is defined once and used where its definition dominates.
// * A block may have a handler: what is raised in it, by statements and calls, goes there with the exception as the
// only
//   argument. Without one, it leaves the function. In a handler no variable is in scope that a block with this handler
//   defines by statements: its uses are dominated by the blocks' beginnings.
// * `main` is a function without parameters and results.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_IR_H
#define TACTUS_PML_IR_IR_H

#include "pml/ir/primitives.h"
#include "pml/ir/type.h"

#include <deque>
#include <optional>

namespace tactus::pml::ir {

/// Index into Function::variables.
using Variable = uint32_t;
/// Index into Function::blocks.
using BlockIndex = uint32_t;
inline constexpr uint32_t None = UINT32_MAX;

/// In the source. `file` is an index into Program::files, or None.
struct Place {
  uint32_t file = None;
  uint32_t line = 0;
  uint32_t column = 0;
};

enum class Operation : uint8_t {
  /// x = const LITERAL: of unit, bool, integers, reals, string, intinf (in decimal).
  Constant,
  /// x = new CONSTRUCTOR(fields); without fields nothing is allocated. The result's type says of which variant.
  New,
  /// x = field CONSTRUCTOR INDEX object; the object is known to be of that constructor.
  Field,
  /// x = ref(value); x = get r; set r, value
  NewRef,
  Get,
  Set,
  /// a = array(length, value): Size if negative or too long.
  NewArray,
  /// a = uninitialised(length): the same, with no objects, or with any numbers. An object read before it is written is
  /// not one of its type; reading it is safe.
  NewUninitialised,
  /// v = vector(values), the result's type says of what.
  NewVector,
  /// n = length sequence (i64)
  Length,
  /// x = sub sequence, i; update array, i, value. The index (i64) is not checked.
  Sub,
  Update,
  /// The same with one field of an element that is a flat tuple: x = sub_field INDEX sequence, i; update_field INDEX
  /// array, i, value.
  SubField,
  UpdateField,
  /// v = freeze array: the same object as a vector. Nobody writes to it any more.
  Freeze,
  /// Compare and swap, sequentially consistent: x = cas ref, old, new; x = cas_at array, i, old, new. The result is
  /// what
  /// was there. Objects are compared by identity, numbers by value.
  CompareAndSwap,
  CompareAndSwapAt,
  /// Of integers: x = fetch_add ref, n; x = fetch_add_at array, i, n.
  FetchAdd,
  FetchAddAt,
  /// t = newtag EXCEPTION: a new identity each time; t = tag EXCEPTION: always the same one.
  NewTag,
  StaticTag,
  /// e = exn EXCEPTION tag(fields)
  NewExn,
  /// b = is e, tag; x = payload EXCEPTION INDEX e
  IsExn,
  Payload,
  /// x = global NAME; setglobal NAME, value. Before it is set, a global is 0 or no object.
  GetGlobal,
  SetGlobal,
  /// results = prim NAME(arguments)
  Primitive,
  /// results = ccall NAME(arguments), a C function: 8-bit and larger numbers; strings and sequences of numbers or of
  /// tuples of numbers,
  /// which are structs, by address.
  ForeignCall,
};

/// What a statement does, its results and arguments. Which of the fields mean something depends on the operation.
struct Statement {
  Operation operation;
  ir::Primitive primitive{};
  /// Of New, Field; of a variant.
  uint32_t constructor = 0;
  /// Of Field, Payload, SubField, UpdateField.
  uint32_t index = 0;
  /// Index into Program::exceptions, globals or imports, as the operation wants.
  uint32_t symbol = 0;
  std::vector<Variable> results;
  std::vector<Variable> arguments;
  /// Of Constant: bool and integers (sign-extended), reals (bits of the type), string and intinf.
  int64_t number = 0;
  std::string text;
  Place place;
};

/// A jump.
struct Target {
  BlockIndex block = None;
  std::vector<Variable> arguments;
};

enum class TransferKind : uint8_t {
  /// goto ^b(x, …)
  Goto,
  /// if c then ^b(x, …) else ^c(y, …)
  If,
  /// case object { constructor -> ^b(x, …), … }: `keys` are constructors of the variant. else, if not all are there.
  Case,
  /// switch n { 1 -> ^b(x, …), … , else -> ^c }: `keys` are integers. Always with else.
  Switch,
  /// call @f(x, …) -> ^b: b's parameters are the results.
  Call,
  /// tailcall @f(x, …): the caller's frame is gone. Not in a block with a handler.
  TailCall,
  /// return (x, …)
  Return,
  /// raise e
  Raise,
  /// par @f(x, …), @g(y, …) -> ^b: b's parameters are the results of both. lowerPar() makes it a pcall (MPL §3.2).
  /// fork @f(x, …), @g(y, …) -> ^alone, ^both: alone's parameters are the results of f, and g has not been run; both's
  /// are those of f and of g, which somebody else has run. It is a Par with two targets.
  Par,
  /// pcall @f(x, …) -> (^seq, ^sync, ^spwn): seq's and sync's parameters are the results of f, spwn has none.
  PCall,
  /// getjoin -> ^b: b's parameters are what the pcall's setjoin has given. What the task has raised is raised here.
  GetJoin,
  /// setjoin (x, …)
  SetJoin,
  /// Cannot be reached.
  Unreachable,
};

struct Transfer {
  TransferKind kind = TransferKind::Unreachable;
  /// If: then, else. Case and Switch: one for each key, then else if `hasElse`. Call, Par, GetJoin: one, without
  /// arguments. A fork: alone, both. PCall: seq, sync, spwn, without arguments.
  std::vector<Target> targets;
  std::vector<int64_t> keys;
  bool hasElse = false;
  /// Index into Program::functions; of Par also `second`.
  uint32_t callee = None;
  uint32_t second = None;
  /// The condition, object, arguments of the call, results or exception.
  std::vector<Variable> arguments;
  std::vector<Variable> secondArguments;
  Place place;
};

struct Block {
  std::string name;
  std::vector<Variable> parameters;
  BlockIndex handler = None;
  std::vector<Statement> statements;
  Transfer transfer;
};

struct VariableInfo {
  TypeRef type;
  /// Need not be unique: the printer makes it so. May be empty.
  std::string name;
};

struct Function {
  std::string name;
  std::vector<VariableInfo> variables;
  std::vector<Variable> parameters;
  std::vector<TypeRef> results;
  std::vector<Block> blocks;
  Place place;
  /// A way that is seldom taken (parts.h): not worth copies. lowerPar() makes it so; the text does not say it.
  bool isSeldom = false;

  Variable addVariable(TypeRef type, std::string variableName = "") {
    variables.push_back({type, std::move(variableName)});
    return static_cast<Variable>(variables.size() - 1);
  }
  BlockIndex addBlock(std::string blockName = "") {
    blocks.emplace_back().name = std::move(blockName);
    return static_cast<BlockIndex>(blocks.size() - 1);
  }
  TypeRef typeOf(Variable variable) const { return variables[variable].type; }
};

struct Constructor {
  std::string name;
  std::vector<TypeRef> fields;
};

struct Variant {
  std::string name;
  std::vector<Constructor> constructors;
};

/// A declaration of an exception: what its values carry. Its identity at run time is a tag.
struct Exception {
  std::string name;
  std::vector<TypeRef> fields;
};

struct Global {
  std::string name;
  TypeRef type;
};

/// A C function. No result: void.
struct Import {
  std::string name;
  std::vector<TypeRef> parameters;
  std::optional<TypeRef> result;
};

/// The first exceptions of each program: what primitives raise, and what the elaborator raises by itself. No fields.
enum PredefinedException : uint32_t { Match, Bind, Overflow, Div, Subscript, Size, PredefinedExceptions };

struct Program {
  TypeTable types;
  std::vector<std::string> files;
  /// By file, whether it is of the library, whose lines users do not know. The text does not say it.
  std::vector<bool> libraryFiles;
  /// Names are unique in each of these lists. Functions do not move when others are added.
  std::vector<Variant> variants;
  std::vector<Exception> exceptions{{"Match", {}}, {"Bind", {}},      {"Overflow", {}},
                                    {"Div", {}},   {"Subscript", {}}, {"Size", {}}};
  std::vector<Global> globals;
  std::vector<Import> imports;
  std::deque<Function> functions;

  [[nodiscard]] bool isOfLibrary(const Place &place) const {
    return place.file < libraryFiles.size() && libraryFiles[place.file];
  }
};

/// May the statement raise an exception?
bool mayRaise(const Statement &statement);
/// May it be dropped if its results are not used?
bool isPure(const Statement &statement);
/// The name that the text has for an operation.
const char *nameOf(Operation operation);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_IR_H
