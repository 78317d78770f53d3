//===- system.cpp - primitives of texts, files and the process --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "machine.h"

#include "pml/system/calls.h"

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <sched.h>
#include <sys/resource.h>
#include <unordered_map>

namespace tactus::pml::interpreting {

namespace {

std::string &text(Value value) { return value.object()->bytes; }

int64_t nanoseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * int64_t{1000000000} + now.tv_nsec;
}

int64_t nanoseconds(const timeval &time) { return time.tv_sec * int64_t{1000000000} + time.tv_usec * int64_t{1000}; }

rusage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used;
}

} // namespace

void addTexts(HandlerTable &table) {
#define COMPARISON(NAME, OPERATOR)                                                                                     \
  table.add("string_" #NAME, [](Machine &, const Value *a, Value *r) { r[0] = {text(a[0]) OPERATOR text(a[1])}; })
  COMPARISON(eq, ==);
  COMPARISON(lt, <);
  COMPARISON(le, <=);
  COMPARISON(gt, >);
  COMPARISON(ge, >=);
#undef COMPARISON
  table.add("string_append",
            [](Machine &machine, const Value *a, Value *r) { r[0] = machine.bytes(text(a[0]) + text(a[1])); });
  table.add("string_concat", [](Machine &machine, const Value *a, Value *r) {
    std::string all;
    for (Value part : a[0].object()->fields)
      all += text(part);
    r[0] = machine.bytes(std::move(all));
  });
  table.add("string_unsafe_extract", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.bytes(text(a[0]).substr(static_cast<size_t>(a[1].bits), static_cast<size_t>(a[2].bits)));
  });
  table.add("char_array_to_string", [](Machine &, const Value *a, Value *r) { r[0] = a[0]; });
  table.add("char_string", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.bytes(std::string(1, static_cast<char>(a[0].bits)));
  });
  table.add("same_object", [](Machine &, const Value *a, Value *r) { r[0] = {a[0].bits == a[1].bits}; });
  table.add("exn_name",
            [](Machine &machine, const Value *a, Value *r) { r[0] = machine.bytes(machine.nameOf(*a[0].object())); });
  table.add("exn_message", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.bytes(machine.messageOf(*a[0].object()));
  });
  table.add("exn_report", [](Machine &machine, const Value *a, Value *) { machine.report(text(a[0])); });
}

void addSystem(HandlerTable &table) {
#define HANDLER(NAME, RESULT)                                                                                          \
  table.add(#NAME, []([[maybe_unused]] Machine &machine, [[maybe_unused]] const Value *a, Value *r) {                  \
    r[0] = Value{RESULT};                                                                                              \
  })
  HANDLER(io_open, machine.streams.open(text(a[0]), a[1].bits));
  HANDLER(io_open_string, machine.streams.openText(text(a[0])));
  HANDLER(io_close, machine.streams.close(a[0].bits));
  HANDLER(io_flush, machine.streams.flush(a[0].bits));
  HANDLER(io_write, machine.streams.write(a[0].bits, text(a[1])));
  HANDLER(io_peek, machine.streams.peek(a[0].bits));
  HANDLER(io_available, machine.streams.available(a[0].bits));
  HANDLER(io_mode, machine.streams.mode(a[0].bits, a[1].bits));
  HANDLER(io_read, machine.bytes(machine.streams.read(a[0].bits, a[1].bits)));
  HANDLER(io_read_all, machine.bytes(machine.streams.readAll(a[0].bits)));
  HANDLER(io_read_line, machine.bytes(machine.streams.readLine(a[0].bits)));
  HANDLER(io_read_problem, machine.streams.readProblem(a[0].bits));
  HANDLER(io_problem, machine.streams.problem());
  HANDLER(command_name, machine.bytes(machine.options.name));
  HANDLER(command_arguments, machine.strings(machine.options.arguments));
  HANDLER(loop_enter, 1);
  HANDLER(loop_enter_chain, 1);
  HANDLER(loop_enter_inside, 1);
  HANDLER(loop_enter_nest, 1);
  HANDLER(loop_enter_outer, 1);
  HANDLER(processors, 1);
  // Nothing collects here, and nothing is promoted.
  HANDLER(process_count, 0);
  HANDLER(time_now_ns, nanoseconds(CLOCK_REALTIME));
  HANDLER(time_user_ns, nanoseconds(usage().ru_utime));
  HANDLER(time_system_ns, nanoseconds(usage().ru_stime));
#undef HANDLER
  table.add("process_environment", [](Machine &machine, const Value *a, Value *r) {
    const char *found = std::getenv(text(a[0]).c_str());
    r[0] = machine.strings(found ? std::vector<std::string>{found} : std::vector<std::string>{});
  });
  table.add("system_call", [](Machine &, const Value *a, Value *r) {
    r[0] = {callSystem(static_cast<SystemCall>(a[0].bits), text(a[1]).c_str(), text(a[2]).c_str(), a[3].bits)};
  });
  table.add("system_texts", [](Machine &machine, const Value *a, Value *r) {
    std::vector<std::string> texts;
    auto take = [](void *to, const char *taken, size_t length) {
      static_cast<std::vector<std::string> *>(to)->emplace_back(taken, length);
    };
    listTexts(static_cast<SystemTexts>(a[0].bits), text(a[1]).c_str(), a[2].bits, take, &texts);
    r[0] = machine.strings(texts);
  });
  table.add("process_exit",
            [](Machine &, const Value *a, Value *) { throw Exited{static_cast<int>(a[0].bits & 255)}; });
  table.add("process_sleep_ns", [](Machine &, const Value *a, Value *) {
    timespec wanted{a[0].bits / 1000000000, a[0].bits % 1000000000};
    nanosleep(&wanted, nullptr);
  });
  table.add("loop_leave", [](Machine &, const Value *, Value *) {});
  table.add("collect_garbage", [](Machine &, const Value *, Value *) {});
  // Nothing is ever freed, and no signal comes. Coroutines are for native programs alone.
  table.add("weak_new", [](Machine &machine, const Value *a, Value *r) {
    Object *cell = machine.make(Object::Kind::Bytes);
    cell->fields = {a[0]};
    r[0] = Value::of(cell);
  });
  table.add("weak_get", [](Machine &, const Value *a, Value *r) {
    r[0] = a[0].object()->fields[0];
    r[1] = {1};
  });
  table.add("touch", [](Machine &, const Value *, Value *) {});
  table.add("object_bytes", [](Machine &, const Value *, Value *r) { r[0] = {16}; });
  table.add("object_hash", [](Machine &, const Value *, Value *r) { r[0] = {0}; });
  table.add("signal_next", [](Machine &, const Value *, Value *r) { r[0] = {-1}; });
  table.add("signal_watch", [](Machine &, const Value *a, Value *r) { r[0] = {a[0].bits == 0 ? 0 : ENOSYS}; });
}

void HandlerTable::add(const std::string &name, Handler handler) {
  std::optional<ir::Primitive> primitive = ir::findPrimitive(name);
  if (!primitive) {
    std::cerr << "tactus: error: the interpreter knows '" << name << "', but pml/ir/primitives.def does not\n";
    std::abort();
  }
  auto index = static_cast<size_t>(*primitive);
  if (handlers.size() <= index)
    handlers.resize(index + 1, nullptr);
  handlers[index] = handler;
}

Handler handlerOf(ir::Primitive primitive) {
  static const HandlerTable table = [] {
    HandlerTable made;
    addIntegers(made);
    addLargeIntegers(made);
    addReals(made);
    addTexts(made);
    addSystem(made);
    return made;
  }();
  auto index = static_cast<size_t>(primitive);
  Handler handler = index < table.handlers.size() ? table.handlers[index] : nullptr;
  if (!handler) {
    std::cerr << "tactus: error: the interpreter does not know the primitive '" << ir::infoOf(primitive).name
              << "'; build the program and run that\n";
    throw Exited{70};
  }
  return handler;
}

} // namespace tactus::pml::interpreting
