//===- files.cpp - the analysis of files, as `tactus analyze` and the link ask for it ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/files.h"
#include "analyze/inputs.h"
#include "output_file.h"
#include "progress.h"

#include <nlohmann/json.hpp>

namespace tactus::analyze {

std::string dumped(const nlohmann::ordered_json &document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string analyseFiles(const std::vector<std::string> &files, Program &program, Analysis &analysis) {
  driver::Progress progress("reading " + files.front());
  if (std::string problem = readInputs(files, program); !problem.empty())
    return problem;
  program.problems.insert(program.problems.end(), program.absences.begin(), program.absences.end());
  for (const std::string &problem : program.problems)
    progress.write("tactus: warning: " + problem + "\n");
  if (program.written.empty())
    return "no summaries in '" + files.front() + "': compile with tactus-clang, and do not strip the objects";
  analysis = analyse(program);
  return {};
}

std::string writeAnalysis(const std::vector<std::string> &files, const std::string &output) {
  Program program;
  Analysis analysis;
  if (std::string problem = analyseFiles(files, program, analysis); !problem.empty())
    return problem;
  return driver::writeWhole(output, dumped(jsonOf(program, analysis)), "name another file by -ftactus-analyze=");
}

nlohmann::ordered_json analyseProgram(const std::string &file) {
  Program program;
  if (std::string problem = readInputs({file}, program); !problem.empty() || program.written.empty())
    return nullptr;
  program.problems.insert(program.problems.end(), program.absences.begin(), program.absences.end());
  return jsonOf(program, analyse(program));
}

} // namespace tactus::analyze
