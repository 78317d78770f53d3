//===- machine.h - the state of the interpreter -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_INTERPRET_MACHINE_H
#define TACTUS_PML_INTERPRET_MACHINE_H

#include "interpret.h"
#include "streams.h"

#include <bit>
#include <gmp.h>
#include <memory>

namespace tactus::pml::interpreting {

struct Object;

/// 64 bits: a number (integers sign-extended; reals by their bits, of real32 the lower half) or an object.
struct Value {
  int64_t bits = 0;

  static Value of(int64_t number) { return {number}; }
  static Value of(double real) { return {std::bit_cast<int64_t>(real)}; }
  static Value of(float real) { return {static_cast<int64_t>(std::bit_cast<uint32_t>(real))}; }
  static Value of(Object *object) { return {reinterpret_cast<int64_t>(object)}; }
  [[nodiscard]] Object *object() const { return reinterpret_cast<Object *>(bits); }
  [[nodiscard]] double real() const { return std::bit_cast<double>(bits); }
  [[nodiscard]] float real32() const { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
};

/// A variant, sequence, reference, exception or large integer.
struct Object {
  enum class Kind : uint8_t { Variant, Sequence, Bytes, Reference, Tag, Exception, Large };
  Kind kind = Kind::Variant;
  /// Of variants the constructor; of tags the exception.
  uint32_t constructor = 0;
  /// Fields and elements; of exceptions the tag, then the fields.
  std::vector<Value> fields;
  std::string bytes;
  mpz_t large;
  ir::Place place;

  Object() { large->_mp_d = nullptr; }
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;
  ~Object() {
    if (kind == Kind::Large)
      mpz_clear(large);
  }
};

/// A predefined exception that a primitive raises.
struct RaisedByPrimitive {
  ir::PredefinedException exception;
};
/// The program has ended.
struct Exited {
  int status;
};

class Machine {
public:
  Machine(const ir::Program &source, const InterpreterOptions &chosen);
  int run();

  Object *make(Object::Kind kind);
  Value bytes(std::string text);
  Value large();
  Value strings(const std::vector<std::string> &texts);
  Value exception(ir::PredefinedException which);
  [[nodiscard]] std::string nameOf(const Object &exception) const;
  [[nodiscard]] std::string messageOf(const Object &exception) const;
  /// Says that an exception is not handled, the last that was raised.
  void report(const std::string &message);

  const InterpreterOptions &options;
  Streams streams;

private:
  struct Frame {
    const ir::Function *function;
    ir::BlockIndex block = 0;
    std::vector<Value> variables;
    /// While the left call of `par` runs, and while the right one does.
    enum class Waiting : uint8_t { Call, Left, Right } waiting = Waiting::Call;
    std::vector<Value> leftResults;
  };
  const ir::Program &program;
  std::deque<std::unique_ptr<Object>> objects;
  std::vector<Frame> frames;
  std::vector<Value> globals;
  std::vector<Object *> staticTags;
  std::map<uint32_t, Object *> withoutFields;
  uint64_t steps = 0;
  /// Where the exception was raised that nobody has handled, which happens once.
  ir::Place failurePlace;
  bool hasFailed = false;

  void push(uint32_t function, const std::vector<Value> &arguments);
  void enter(Frame &frame, ir::BlockIndex block, const std::vector<Value> &arguments);
  std::vector<Value> read(const Frame &frame, const std::vector<ir::Variable> &variables);
  void step();
  void statement(Frame &frame, const ir::Statement &statement);
  void sequence(Frame &frame, const ir::Statement &statement);
  void transfer(const ir::Transfer &transfer);
  void jump(Frame &frame, const ir::Target &target);
  void choose(Frame &frame, const ir::Transfer &transfer);
  void giveBack(std::vector<Value> results);
  void raise(Value exception);
  Value constant(const ir::Statement &statement, ir::TypeRef type);
  void foreign(Frame &frame, const ir::Statement &statement);
};

[[nodiscard]] inline mpz_ptr large(Value value) { return value.object()->large; }

/// Primitives by their number; results are written in order.
using Handler = void (*)(Machine &, const Value *arguments, Value *results);
[[nodiscard]] Handler handlerOf(ir::Primitive primitive);

/// Each file adds the primitives that it knows.
struct HandlerTable {
  void add(const std::string &name, Handler handler);
  std::vector<Handler> handlers;
};
void addIntegers(HandlerTable &table);
void addLargeIntegers(HandlerTable &table);
void addReals(HandlerTable &table);
void addTexts(HandlerTable &table);
void addSystem(HandlerTable &table);

/// An integer as the IR sees it: the lower bits, sign-extended.
[[nodiscard]] inline int64_t narrow(int64_t number, unsigned bits) {
  return bits == 64 ? number : static_cast<int64_t>(static_cast<uint64_t>(number) << (64 - bits)) >> (64 - bits);
}

} // namespace tactus::pml::interpreting

#endif
