//===- program.cpp - a program as its summaries tell of it ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/program.h"
#include "abi/summary_stream.h"
#include "analyze/groups.h"

#include <algorithm>
#include <set>

namespace tactus::analyze {

namespace {

/// A chunk's payload, or nothing with the reason in `problem`; `bytes` is moved behind it.
std::string_view takeChunk(std::string_view &bytes, abi::SummaryKind &kind, std::string &problem) {
  if (bytes.size() < abi::SummaryHeaderBytes || abi::getFixed<uint32_t>(bytes) != abi::SummaryMagic) {
    problem = "is corrupted";
    bytes = {};
    return {};
  }
  auto version = abi::getFixed<uint16_t>(bytes.substr(4));
  auto size = abi::getFixed<uint64_t>(bytes.substr(8));
  if (size < abi::SummaryHeaderBytes || size > bytes.size()) {
    problem = "is corrupted";
    bytes = {};
    return {};
  }
  std::string_view payload = bytes.substr(abi::SummaryHeaderBytes, size - abi::SummaryHeaderBytes);
  auto expected = abi::getFixed<uint64_t>(bytes.substr(16));
  kind = static_cast<abi::SummaryKind>(abi::getFixed<uint16_t>(bytes.substr(6)));
  bytes.remove_prefix(size);
  if (version != abi::SummaryVersion)
    problem = "has version " + std::to_string(version) + ", this is Tactus for version " +
              std::to_string(abi::SummaryVersion) + "; compile it again";
  else if (abi::summaryHash(payload) == expected)
    return payload;
  else {
    // Its size may be wrong as well, so nothing behind it can be trusted to be at its place.
    problem = "is corrupted";
    bytes = {};
  }
  return {};
}

/// Does each node stand behind its parent?
bool isTree(const abi::StructureFunction &function) {
  for (size_t i = 0; i < function.nodes.size(); ++i)
    if (function.nodes[i].parent > i)
      return false;
  return true;
}

void addByType(std::unordered_map<uint64_t, std::vector<uint32_t>> &types, uint64_t type, bool isTaken, uint32_t i) {
  if (isTaken)
    types[type].push_back(i);
}

} // namespace

void Program::addSummaries(std::string_view bytes, const std::string &file) {
  while (!bytes.empty()) {
    // Linkers fill the space between two contributions with zeros.
    if (bytes.front() == '\0') {
      bytes.remove_prefix(1);
      continue;
    }
    std::string problem;
    auto kind = abi::SummaryKind::Structure;
    std::string_view payload = takeChunk(bytes, kind, problem);
    if (problem.empty() && kind != abi::SummaryKind::Structure && kind != abi::SummaryKind::Code)
      problem = "is of an unknown kind";
    if (problem.empty()) {
      abi::SummaryReader reader(payload);
      abi::Structure structure;
      abi::Code code;
      if (kind == abi::SummaryKind::Structure)
        describe(reader, structure);
      else
        describe(reader, code);
      if (!reader.isGood() || !std::ranges::all_of(structure.functions, isTree)) {
        problem = "is corrupted";
      } else {
        writtenUnits.push_back({static_cast<uint32_t>(written.size()), 0});
        for (abi::StructureFunction &function : structure.functions)
          written.emplace_back().summary = std::move(function);
        writtenUnits.back().end = static_cast<uint32_t>(written.size());
        compiledUnits.push_back({static_cast<uint32_t>(compiled.size()), 0});
        for (abi::CodeFunction &function : code.functions)
          compiled.emplace_back().summary = std::move(function);
        compiledUnits.back().end = static_cast<uint32_t>(compiled.size());
        for (abi::CodeTask &task : code.tasks) {
          codeTasks.push_back(std::move(task));
          codeTaskUnits.push_back(compiledUnits.size() - 1);
        }
      }
    }
    if (!problem.empty())
      problems.push_back("a summary in '" + file + "' " + problem + "; what it tells of is left out");
  }
}

void Program::addFrame(const std::string &symbol, uint64_t bytes) {
  hasFrames = true;
  uint64_t &known = frames[abi::summaryKey(symbol)];
  known = std::max(known, bytes);
}

uint64_t Program::frameOf(const std::string &symbol) const {
  auto found = frames.find(symbol);
  return found == frames.end() ? None : found->second;
}

uint32_t Program::findWritten(std::string_view symbol) const {
  auto found = writtenSymbols.find(std::string(symbol));
  return found == writtenSymbols.end() ? None : found->second;
}

uint32_t Program::findCompiled(std::string_view symbol) const {
  auto found = compiledSymbols.find(std::string(symbol));
  return found == compiledSymbols.end() ? None : found->second;
}

void Program::link() {
  linkWritten();
  linkCompiled();
}

void Program::linkWritten() {
  std::unordered_map<uint64_t, std::vector<uint32_t>> types;
  for (uint32_t i = 0; i < written.size(); ++i) {
    if (!written[i].summary.isLocal)
      writtenSymbols.try_emplace(written[i].summary.symbol, i);
    addByType(types, written[i].summary.type, written[i].summary.isAddressTaken, i);
  }
  for (const UnitRange &unit : writtenUnits) {
    std::unordered_map<std::string_view, uint32_t> locals;
    for (uint32_t i = unit.begin; i < unit.end; ++i)
      if (written[i].summary.isLocal)
        locals.try_emplace(written[i].summary.symbol, i);
    for (uint32_t i = unit.begin; i < unit.end; ++i)
      for (const abi::Node &node : written[i].summary.nodes) {
        std::vector<uint32_t> &targets = written[i].targets.emplace_back();
        if (node.kind == abi::NodeKind::IndirectCall) {
          if (auto found = types.find(node.type); found != types.end())
            targets = found->second;
        } else if (!node.callee.empty()) {
          auto local = locals.find(node.callee);
          uint32_t target = local != locals.end() ? local->second : findWritten(node.callee);
          if (target != None)
            targets.push_back(target);
        }
      }
  }
  Graph graph(written.size());
  for (uint32_t i = 0; i < written.size(); ++i)
    for (const std::vector<uint32_t> &targets : written[i].targets)
      if (targets.size() <= MostMeanings)
        graph[i].insert(graph[i].end(), targets.begin(), targets.end());
  Groups groups(graph);
  for (uint32_t i = 0; i < written.size(); ++i) {
    written[i].group = groups.numbers[i];
    written[i].isRecursive = groups.isRecursive[groups.numbers[i]];
  }
}

void Program::linkCompiled() {
  std::unordered_map<uint64_t, std::vector<uint32_t>> types;
  for (uint32_t i = 0; i < compiled.size(); ++i) {
    CompiledFunction &function = compiled[i];
    if (!function.summary.isLocal)
      compiledSymbols.try_emplace(function.summary.symbol, i);
    addByType(types, function.summary.type, function.summary.isAddressTaken, i);
    function.frame = frameOf(function.summary.symbol);
  }
  std::vector<std::unordered_map<std::string_view, uint32_t>> locals(compiledUnits.size());
  for (size_t unit = 0; unit < compiledUnits.size(); ++unit) {
    auto [begin, end] = compiledUnits[unit];
    for (uint32_t i = begin; i < end; ++i)
      if (compiled[i].summary.isLocal)
        locals[unit].try_emplace(compiled[i].summary.symbol, i);
    for (uint32_t i = begin; i < end; ++i) {
      CompiledFunction &function = compiled[i];
      std::set<uint32_t> targets;
      auto find = [&](const std::string &symbol) {
        auto local = locals[unit].find(symbol);
        return local != locals[unit].end() ? local->second : findCompiled(symbol);
      };
      for (const std::string &task : function.summary.tasks)
        if (uint32_t target = find(task); target != None)
          function.tasks.push_back(target);
      for (const std::string &callee : function.summary.callees) {
        uint32_t target = find(callee);
        if (target != None)
          targets.insert(target);
        else
          function.callsUnknown = true;
      }
      for (uint64_t type : function.summary.indirectTypes) {
        // It may also be a function of a library.
        function.callsUnknown = true;
        if (auto found = types.find(type); found != types.end())
          targets.insert(found->second.begin(), found->second.end());
      }
      function.targets.assign(targets.begin(), targets.end());
    }
  }
  for (size_t i = 0; i < codeTasks.size(); ++i) {
    const auto &own = locals[codeTaskUnits[i]];
    auto local = own.find(codeTasks[i].symbol);
    uint32_t function = local != own.end() ? local->second : findCompiled(codeTasks[i].symbol);
    if (function != None)
      tasks.push_back({function, codeTasks[i]});
  }
}

} // namespace tactus::analyze
