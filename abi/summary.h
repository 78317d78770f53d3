//===- summary.h - what an object file says about the structure of its code ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The plugin writes two summaries of each module into the object file, and `tactus analyze` reads them back from
// objects, archives and linked programs, where the linker has put one behind the other. Programs do not load them.
//
//     tactus_structure   the functions as the programmer wrote them: calls, loops, spawns   (Insieme §3.2's trees)
//     tactus_code        the functions that the code generator got: who calls whom, for the depth of stacks
//
//     chunk:  magic u32 | version u16 | kind u16 | bytes u64 | checksum u64 | strings | body | 0 … up to 8 bytes
//
// All numbers are little-endian; in strings and body integers are ULEB128, numbers with a fraction are the 8 bytes of
// a double, or shorter where they are whole; strings are indices into the list of strings. `bytes` is the size of all,
// header and padding included.
//
// Symbols of C++ are long, and templates have many: they are named by their keys (summaryKey).
//
// The order of fields stands once, in the functions `describe`: a stream that writes and one that reads are passed
// through the same ones. Whoever changes a structure or a `describe` raises SummaryVersion.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_SUMMARY_H
#define TACTUS_ABI_SUMMARY_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::abi {

inline constexpr uint32_t SummaryMagic = 0x4d555354; // "TSUM"
inline constexpr uint16_t SummaryVersion = 1;
inline constexpr const char *StructureSection = "tactus_structure";
inline constexpr const char *CodeSection = "tactus_code";

/// FNV-1a, 64 bits.
inline uint64_t summaryHash(std::string_view bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (char byte : bytes)
    sum = (sum ^ static_cast<uint8_t>(byte)) * 0x100000001b3;
  return sum;
}

/// What stands for a symbol in summaries: itself, or if that is long, '#' and its hash.
inline std::string summaryKey(std::string_view symbol) {
  constexpr size_t LongestSymbol = 15;
  if (symbol.size() <= LongestSymbol)
    return std::string(symbol);
  std::string key = "#";
  for (uint64_t hash = summaryHash(symbol), i = 0; i < sizeof hash; ++i)
    key.push_back(static_cast<char>(hash >> (8 * i)));
  return key;
}

/// A function's name without what its template was made for.
inline std::string_view summaryName(std::string_view name) {
  return name.starts_with("operator") ? name : name.substr(0, name.find('<'));
}

enum class SummaryKind : uint16_t { Structure = 1, Code = 2 };

/// A number that is known, or depends on arguments of the function it stands in:
/// constant + sum of factor * argument.
struct Expression {
  struct Term {
    uint32_t argument = 0;
    double factor = 0;
  };
  bool isKnown = false;
  double constant = 0;
  std::vector<Term> terms;
};

enum class NodeKind : uint8_t {
  /// What has it as its parent is repeated.
  Loop,
  Call,
  /// A call through a pointer; `type` says of which type.
  IndirectCall,
  /// The callee, or where it is empty what has the node as its parent, may run elsewhere from here on.
  Spawn,
  /// The callee is what a team of threads runs; all of its tasks have ended when it has.
  Region,
  /// Tasks that were created before have ended.
  Wait,
};

/// A part of a function. They stand in the order of the source, parents before their children.
struct Node {
  NodeKind kind = NodeKind::Call;
  /// The position of the parent plus one; 0 for the function itself.
  uint32_t parent = 0;
  std::string callee;
  uint64_t type = 0;
  /// How often a loop is repeated.
  Expression trip;
  /// The arguments of a call that are integers; by position.
  std::vector<Expression> arguments;
  /// Of a loop: the cycles of one iteration without what its nodes take.
  double cycles = 0;
  /// What stands behind it, up to the next wait, may run beside what was spawned.
  bool isBeside = false;
  /// A loop whose iterations are tasks.
  bool isParallel = false;
  uint32_t line = 0;
};

/// A function as it was written.
struct StructureFunction {
  std::string symbol;
  /// As the source has it, without arguments of a template, and its place; `file` is empty without locations. Parts
  /// have no name.
  std::string name;
  std::string file;
  /// The name with scope and types, where it says more.
  std::string fullName;
  uint32_t line = 0;
  /// Only this object can mean it by its symbol.
  bool isLocal = false;
  /// Made by the front end or a library out of a piece of another function: read as if it stood there.
  bool isPart = false;
  /// Its address is used for more than calls.
  bool isAddressTaken = false;
  /// All its tasks have ended when it returns (Cilk).
  bool waitsAtEnd = false;
  uint64_t type = 0;
  /// Without what its nodes take.
  double cycles = 0;
  std::vector<Node> nodes;
};

struct Structure {
  std::string unit;
  std::vector<StructureFunction> functions;
};

/// A function that there is code of.
struct CodeFunction {
  std::string symbol;
  bool isLocal = false;
  bool isAddressTaken = false;
  /// It takes more stack at run time than its frame (a dynamic alloca).
  bool isDynamic = false;
  /// It calls libtactus or libomp, which are not among the callees.
  bool callsRuntime = false;
  uint64_t type = 0;
  std::vector<std::string> callees;
  std::vector<uint64_t> indirectTypes;
  /// What the tasks that it makes and waits for begin with: it may run them meanwhile.
  std::vector<std::string> tasks;
};

/// A function that begins tasks, and the construct it was made of.
struct CodeTask {
  std::string symbol;
  /// The name of the function that the construct stands in.
  std::string function;
  uint32_t line = 0;
};

struct Code {
  std::string unit;
  std::vector<CodeFunction> functions;
  std::vector<CodeTask> tasks;
};

template <class Stream> void describe(Stream &stream, Expression::Term &term) {
  stream.number(term.argument);
  stream.real(term.factor);
}

template <class Stream> void describe(Stream &stream, Expression &expression) {
  stream.flag(expression.isKnown);
  if (!expression.isKnown)
    return;
  stream.real(expression.constant);
  stream.list(expression.terms);
}

template <class Stream> void describe(Stream &stream, Node &node) {
  stream.kind(node.kind, NodeKind::Wait);
  stream.number(node.parent);
  stream.text(node.callee);
  stream.number(node.type);
  describe(stream, node.trip);
  stream.list(node.arguments);
  stream.real(node.cycles);
  stream.flag(node.isBeside);
  stream.flag(node.isParallel);
  stream.number(node.line);
}

template <class Stream> void describe(Stream &stream, StructureFunction &function) {
  stream.text(function.symbol);
  stream.text(function.name);
  stream.text(function.file);
  stream.text(function.fullName);
  stream.number(function.line);
  stream.flag(function.isLocal);
  stream.flag(function.isPart);
  stream.flag(function.isAddressTaken);
  stream.flag(function.waitsAtEnd);
  stream.number(function.type);
  stream.real(function.cycles);
  stream.list(function.nodes);
}

template <class Stream> void describe(Stream &stream, Structure &structure) {
  stream.text(structure.unit);
  stream.list(structure.functions);
}

template <class Stream> void describe(Stream &stream, CodeFunction &function) {
  stream.text(function.symbol);
  stream.flag(function.isLocal);
  stream.flag(function.isAddressTaken);
  stream.flag(function.isDynamic);
  stream.flag(function.callsRuntime);
  stream.number(function.type);
  stream.texts(function.callees);
  stream.numbers(function.indirectTypes);
  stream.texts(function.tasks);
}

template <class Stream> void describe(Stream &stream, CodeTask &task) {
  stream.text(task.symbol);
  stream.text(task.function);
  stream.number(task.line);
}

template <class Stream> void describe(Stream &stream, Code &code) {
  stream.text(code.unit);
  stream.list(code.functions);
  stream.list(code.tasks);
}

} // namespace tactus::abi

#endif // TACTUS_ABI_SUMMARY_H
