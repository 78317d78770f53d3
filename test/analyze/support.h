//===- support.h - programs for the tests, written down as summaries -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_ANALYZE_SUPPORT_H
#define TACTUS_TEST_ANALYZE_SUPPORT_H

#include "abi/summary_stream.h"
#include "analyze/program.h"

#include <utility>

namespace tactus::analyze {

inline abi::Expression known(double constant, std::vector<abi::Expression::Term> terms = {}) {
  return {.isKnown = true, .constant = constant, .terms = std::move(terms)};
}

inline abi::Node node(abi::NodeKind kind, uint32_t parent, std::string callee = {}) {
  abi::Node result;
  result.kind = kind;
  result.parent = parent;
  result.callee = std::move(callee);
  return result;
}

inline abi::Node loop(uint32_t parent, abi::Expression trip, double cycles) {
  abi::Node result = node(abi::NodeKind::Loop, parent);
  result.trip = std::move(trip);
  result.cycles = cycles;
  return result;
}

inline abi::Node call(uint32_t parent, std::string callee, std::vector<abi::Expression> arguments = {}) {
  abi::Node result = node(abi::NodeKind::Call, parent, std::move(callee));
  result.arguments = std::move(arguments);
  return result;
}

inline abi::Node spawn(uint32_t parent, std::string callee, bool isBeside = false) {
  abi::Node result = node(abi::NodeKind::Spawn, parent, std::move(callee));
  result.isBeside = isBeside;
  return result;
}

inline abi::StructureFunction written(std::string symbol, double cycles, std::vector<abi::Node> nodes,
                                      bool isPart = false) {
  abi::StructureFunction result;
  result.symbol = result.name = std::move(symbol);
  result.cycles = cycles;
  result.nodes = std::move(nodes);
  result.isPart = isPart;
  return result;
}

inline abi::CodeFunction compiled(std::string symbol, std::vector<std::string> callees,
                                  std::vector<uint64_t> types = {}) {
  abi::CodeFunction result;
  result.symbol = std::move(symbol);
  result.callsRuntime = std::erase_if(callees, [](const auto &callee) { return callee.starts_with("tactus_"); }) > 0;
  result.callees = std::move(callees);
  result.indirectTypes = std::move(types);
  return result;
}

template <class Summary> std::string chunkOf(Summary summary, abi::SummaryKind kind) {
  abi::SummaryWriter writer;
  describe(writer, summary);
  return writer.finish(kind);
}

inline std::string chunkOf(std::vector<abi::StructureFunction> functions) {
  return chunkOf(abi::Structure{"unit.c", std::move(functions)}, abi::SummaryKind::Structure);
}

/// The program of one object file, by way of its bytes.
inline Program programOf(std::vector<abi::StructureFunction> functions, abi::Code code = {}) {
  Program program;
  program.addSummaries(chunkOf(std::move(functions)) + chunkOf(std::move(code), abi::SummaryKind::Code), "unit.o");
  program.link();
  return program;
}

} // namespace tactus::analyze

#endif // TACTUS_TEST_ANALYZE_SUPPORT_H
