//===- machine.cpp - the interpreter's loop ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Frames are on a stack of the interpreter's own, so that deep recursion of the program is none of the interpreter.
//
//===----------------------------------------------------------------------===//
#include "machine.h"

#include "pml/ir/check.h"

#include <algorithm>
#include <iostream>

namespace tactus::pml::interpreting {

using ir::Operation;
using ir::TransferKind;

Machine::Machine(const ir::Program &source, const InterpreterOptions &chosen) : options(chosen), program(source) {
  globals.resize(program.globals.size());
  for (uint32_t index = 0; index < program.exceptions.size(); ++index) {
    staticTags.push_back(make(Object::Kind::Tag));
    staticTags.back()->constructor = index;
  }
}

Object *Machine::make(Object::Kind kind) {
  objects.push_back(std::make_unique<Object>());
  objects.back()->kind = kind;
  return objects.back().get();
}

Value Machine::bytes(std::string text) {
  Object *made = make(Object::Kind::Bytes);
  made->bytes = std::move(text);
  return Value::of(made);
}

Value Machine::large() {
  Object *made = make(Object::Kind::Large);
  mpz_init(made->large);
  return Value::of(made);
}

Value Machine::strings(const std::vector<std::string> &texts) {
  Object *made = make(Object::Kind::Sequence);
  for (const std::string &text : texts)
    made->fields.push_back(bytes(text));
  return Value::of(made);
}

Value Machine::exception(ir::PredefinedException which) {
  Object *made = make(Object::Kind::Exception);
  made->fields = {Value::of(staticTags[which])};
  return Value::of(made);
}

/// Names of exceptions end with a number that tells them apart.
std::string Machine::nameOf(const Object &exception) const {
  const std::string &name = program.exceptions[exception.fields[0].object()->constructor].name;
  return name.substr(0, name.rfind('.'));
}

std::string Machine::messageOf(const Object &exception) const {
  std::string name = nameOf(exception);
  const auto &fields = program.exceptions[exception.fields[0].object()->constructor].fields;
  bool hasText = fields.size() == 1 && fields[0]->isSequence() && fields[0]->element->kind == ir::TypeKind::Int8;
  return hasText ? name + ": " + exception.fields[1].object()->bytes : name;
}

//===--- Control --------------------------------------------------------------------------===//

void Machine::push(uint32_t function, const std::vector<Value> &arguments) {
  const ir::Function &called = program.functions[function];
  frames.push_back({&called, 0, std::vector<Value>(called.variables.size()), Frame::Waiting::Call, {}});
  for (size_t index = 0; index < arguments.size(); ++index)
    frames.back().variables[called.parameters[index]] = arguments[index];
}

void Machine::enter(Frame &frame, ir::BlockIndex block, const std::vector<Value> &arguments) {
  frame.block = block;
  const std::vector<ir::Variable> &parameters = frame.function->blocks[block].parameters;
  for (size_t index = 0; index < arguments.size(); ++index)
    frame.variables[parameters[index]] = arguments[index];
}

std::vector<Value> Machine::read(const Frame &frame, const std::vector<ir::Variable> &variables) {
  std::vector<Value> values;
  values.reserve(variables.size());
  for (ir::Variable variable : variables)
    values.push_back(frame.variables[variable]);
  return values;
}

void Machine::jump(Frame &frame, const ir::Target &target) {
  enter(frame, target.block, read(frame, target.arguments));
}

/// Goes on in the frame that waits for these results.
void Machine::giveBack(std::vector<Value> results) {
  frames.pop_back();
  if (frames.empty())
    throw Exited{0};
  Frame &frame = frames.back();
  const ir::Transfer &transfer = frame.function->blocks[frame.block].transfer;
  if (frame.waiting == Frame::Waiting::Left) {
    frame.waiting = Frame::Waiting::Right;
    frame.leftResults = std::move(results);
    std::vector<Value> arguments = read(frame, transfer.secondArguments);
    push(transfer.second, arguments);
    return;
  }
  if (frame.waiting == Frame::Waiting::Right) {
    results.insert(results.begin(), frame.leftResults.begin(), frame.leftResults.end());
    frame.waiting = Frame::Waiting::Call;
  }
  enter(frame, transfer.targets[0].block, results);
}

void Machine::raise(Value exception) {
  bool isCaller = false;
  while (!frames.empty()) {
    Frame &frame = frames.back();
    const ir::Block &block = frame.function->blocks[frame.block];
    // Of what the library raises, users know the call.
    if (ir::Place &place = exception.object()->place;
        isCaller && program.isOfLibrary(place) && block.transfer.place.file != ir::None)
      place = block.transfer.place;
    isCaller = true;
    ir::BlockIndex handler = block.handler;
    if (handler != ir::None) {
      frame.waiting = Frame::Waiting::Call;
      enter(frame, handler, {exception});
      return;
    }
    frames.pop_back();
  }
  failurePlace = exception.object()->place;
  // It ends the program; when it raises itself, that is all.
  if (std::optional<uint32_t> failure = hasFailed ? std::nullopt : ir::findEntry(program, ir::FailureFunction)) {
    hasFailed = true;
    push(*failure, {exception});
    return;
  }
  report(messageOf(*exception.object()));
  throw Exited{1};
}

void Machine::report(const std::string &message) {
  streams.flush(1);
  std::cerr << "tactus: error: uncaught exception " << message;
  if (failurePlace.file != ir::None)
    std::cerr << ", raised at " << program.files[failurePlace.file] << ":" << failurePlace.line << ":"
              << failurePlace.column;
  std::cerr << "\n";
}

void Machine::choose(Frame &frame, const ir::Transfer &transfer) {
  Value value = frame.variables[transfer.arguments[0]];
  int64_t key = transfer.kind == TransferKind::Case ? value.object()->constructor : value.bits;
  auto found = std::find(transfer.keys.begin(), transfer.keys.end(), key);
  jump(frame, transfer.targets[static_cast<size_t>(found - transfer.keys.begin())]);
}

void Machine::transfer(const ir::Transfer &transfer) {
  Frame &frame = frames.back();
  switch (transfer.kind) {
  case TransferKind::Goto:
    jump(frame, transfer.targets[0]);
    break;
  case TransferKind::If:
    jump(frame, transfer.targets[frame.variables[transfer.arguments[0]].bits ? 0 : 1]);
    break;
  case TransferKind::Case:
  case TransferKind::Switch:
    choose(frame, transfer);
    break;
  case TransferKind::Par:
    // A fork goes on alone, as a call does.
    if (transfer.targets.size() == 1)
      frame.waiting = Frame::Waiting::Left;
    [[fallthrough]];
  case TransferKind::Call:
    push(transfer.callee, read(frame, transfer.arguments));
    break;
  case TransferKind::TailCall: {
    std::vector<Value> arguments = read(frame, transfer.arguments);
    frames.pop_back();
    push(transfer.callee, arguments);
    break;
  }
  case TransferKind::Return:
    giveBack(read(frame, transfer.arguments));
    break;
  case TransferKind::Raise: {
    Value raised = frame.variables[transfer.arguments[0]];
    if (raised.object()->place.file == ir::None)
      raised.object()->place = transfer.place;
    raise(raised);
    break;
  }
  default:
    std::cerr << "tactus: error: the interpreter has come to what cannot be reached, in '" << frame.function->name
              << "'; report this program\n";
    throw Exited{70};
  }
}

//===--- Statements -----------------------------------------------------------------------===//

Value Machine::constant(const ir::Statement &statement, ir::TypeRef type) {
  if (type->kind == ir::TypeKind::Vector)
    return bytes(statement.text);
  if (type->kind != ir::TypeKind::IntInf)
    return {statement.number};
  Value made = large();
  mpz_set_str(made.object()->large, statement.text.c_str(), 10);
  return made;
}

void Machine::statement(Frame &frame, const ir::Statement &statement) {
  auto argument = [&](size_t index) { return frame.variables[statement.arguments[index]]; };
  auto define = [&](Value value) { frame.variables[statement.results[0]] = value; };
  switch (statement.operation) {
  case Operation::Constant:
    define(constant(statement, frame.function->typeOf(statement.results[0])));
    break;
  case Operation::New: {
    if (statement.arguments.empty()) {
      // Constructors without fields have one identity.
      Object *&known = withoutFields[statement.constructor];
      if (!known) {
        known = make(Object::Kind::Variant);
        known->constructor = statement.constructor;
      }
      define(Value::of(known));
      break;
    }
    Object *made = make(Object::Kind::Variant);
    made->constructor = statement.constructor;
    made->fields = read(frame, statement.arguments);
    define(Value::of(made));
    break;
  }
  case Operation::Field:
    define(argument(0).object()->fields.at(statement.index));
    break;
  case Operation::NewRef: {
    Object *made = make(Object::Kind::Reference);
    made->fields = {argument(0)};
    define(Value::of(made));
    break;
  }
  case Operation::Get:
    define(argument(0).object()->fields[0]);
    break;
  case Operation::Set:
    argument(0).object()->fields[0] = argument(1);
    break;
  case Operation::CompareAndSwap:
    define(argument(0).object()->fields[0]);
    if (argument(0).object()->fields[0].bits == argument(1).bits)
      argument(0).object()->fields[0] = argument(2);
    break;
  case Operation::FetchAdd:
    define(argument(0).object()->fields[0]);
    argument(0).object()->fields[0].bits += argument(1).bits;
    break;
  case Operation::NewTag: {
    Object *made = make(Object::Kind::Tag);
    made->constructor = statement.symbol;
    define(Value::of(made));
    break;
  }
  case Operation::StaticTag:
    define(Value::of(staticTags[statement.symbol]));
    break;
  case Operation::NewExn: {
    Object *made = make(Object::Kind::Exception);
    made->fields = read(frame, statement.arguments);
    define(Value::of(made));
    break;
  }
  case Operation::IsExn:
    define({argument(0).object()->fields[0].bits == argument(1).bits});
    break;
  case Operation::Payload:
    define(argument(0).object()->fields.at(statement.index + 1));
    break;
  case Operation::GetGlobal:
    define(globals[statement.symbol]);
    break;
  case Operation::SetGlobal:
    globals[statement.symbol] = argument(0);
    break;
  case Operation::Primitive: {
    std::vector<Value> arguments = read(frame, statement.arguments);
    Value results[2];
    handlerOf(statement.primitive)(*this, arguments.data(), results);
    for (size_t index = 0; index < statement.results.size(); ++index)
      frame.variables[statement.results[index]] = results[index];
    break;
  }
  case Operation::ForeignCall:
    std::cerr << "tactus: error: the interpreter cannot call C's '" << program.imports[statement.symbol].name
              << "'; build the program instead\n";
    throw Exited{1};
  default:
    sequence(frame, statement);
  }
}

/// Arrays and vectors. Those of bytes are kept as bytes, as strings are.
void Machine::sequence(Frame &frame, const ir::Statement &statement) {
  auto argument = [&](size_t index) { return frame.variables[statement.arguments[index]]; };
  auto define = [&](Value value) { frame.variables[statement.results[0]] = value; };
  constexpr int64_t Longest = (int64_t{1} << 40) - 1;
  // Flat tuples lie one behind the other.
  auto fieldsIn = [&](ir::Variable sequence) {
    const ir::Type *element = frame.function->typeOf(sequence)->element;
    return element->kind == ir::TypeKind::Tuple ? element->fields.size() : 1;
  };
  auto at = [&]() {
    Object &object = *argument(0).object();
    size_t size = object.kind == Object::Kind::Bytes ? object.bytes.size() : object.fields.size();
    size_t count = fieldsIn(statement.arguments[0]);
    auto index = static_cast<size_t>(argument(1).bits);
    if (index >= size / count) {
      std::cerr << "tactus: error: an unchecked index is out of bounds, in '" << frame.function->name << "'\n";
      throw Exited{70};
    }
    return count * index + statement.index;
  };
  auto load = [&](size_t index) {
    const Object &object = *argument(0).object();
    return object.kind == Object::Kind::Bytes ? Value::of(int64_t{static_cast<signed char>(object.bytes[index])})
                                              : object.fields[index];
  };
  auto store = [&](size_t index, Value value) {
    Object &object = *argument(0).object();
    if (object.kind == Object::Kind::Bytes)
      object.bytes[index] = static_cast<char>(value.bits);
    else
      object.fields[index] = value;
  };
  switch (statement.operation) {
  case Operation::NewArray:
  case Operation::NewUninitialised: {
    int64_t length = argument(0).bits;
    if (length < 0 || length > Longest)
      throw RaisedByPrimitive{ir::Size};
    Value filler = statement.arguments.size() > 1 ? argument(1) : Value{};
    bool isBytes = frame.function->typeOf(statement.results[0])->element->kind == ir::TypeKind::Int8;
    Object *made = make(isBytes ? Object::Kind::Bytes : Object::Kind::Sequence);
    if (isBytes)
      made->bytes.assign(static_cast<size_t>(length), static_cast<char>(filler.bits));
    else
      made->fields.assign(static_cast<size_t>(length) * fieldsIn(statement.results[0]), filler);
    define(Value::of(made));
    break;
  }
  case Operation::NewVector: {
    Object *made = make(Object::Kind::Sequence);
    made->fields = read(frame, statement.arguments);
    define(Value::of(made));
    break;
  }
  case Operation::Length: {
    const Object &object = *argument(0).object();
    define({static_cast<int64_t>(object.kind == Object::Kind::Bytes
                                     ? object.bytes.size()
                                     : object.fields.size() / fieldsIn(statement.arguments[0]))});
    break;
  }
  case Operation::Sub:
  case Operation::SubField:
    define(load(at()));
    break;
  case Operation::Update:
  case Operation::UpdateField:
    store(at(), argument(2));
    break;
  case Operation::Freeze:
    define(argument(0));
    break;
  case Operation::CompareAndSwapAt: {
    Value before = load(at());
    define(before);
    if (before.bits == argument(2).bits)
      store(at(), argument(3));
    break;
  }
  case Operation::FetchAddAt: {
    Value before = load(at());
    define(before);
    store(at(), {before.bits + argument(2).bits});
    break;
  }
  default:
    break;
  }
}

void Machine::step() {
  Frame &frame = frames.back();
  const ir::Block &block = frame.function->blocks[frame.block];
  steps += block.statements.size() + 1;
  if (options.mostSteps && steps > options.mostSteps) {
    std::cerr << "tactus: error: the interpreter has given up after " << options.mostSteps << " steps\n";
    throw Exited{75};
  }
  for (const ir::Statement &each : block.statements)
    try {
      statement(frame, each);
    } catch (const RaisedByPrimitive &raised) {
      Value made = exception(raised.exception);
      made.object()->place = each.place;
      raise(made);
      return;
    }
  transfer(block.transfer);
}

int Machine::run() {
  try {
    for (uint32_t index = 0; index < program.functions.size(); ++index)
      if (program.functions[index].name == "main")
        push(index, {});
    while (true)
      step();
  } catch (const Exited &exited) {
    return exited.status;
  }
}

} // namespace tactus::pml::interpreting

namespace tactus::pml {

int interpret(const ir::Program &program, const InterpreterOptions &options) {
  return interpreting::Machine(program, options).run();
}

} // namespace tactus::pml
