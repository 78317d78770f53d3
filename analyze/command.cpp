//===- command.cpp - `tactus analyze`, and the analysis at the link ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/command.h"
#include "analyze/analysis.h"
#include "analyze/inputs.h"
#include "command_line.h"
#include "output_file.h"
#include "progress.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace tactus::analyze {

namespace {

/// Names in summaries are any bytes; JSON is UTF-8.
std::string dumped(const nlohmann::ordered_json &document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// One line if the files cannot be read. Problems with summaries are warnings: what is left is still right.
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

} // namespace

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

int runAnalyze(std::vector<std::string> arguments) {
  CLI::App app{"Says how a program creates tasks, how large they are, and what that means for a runtime.",
               "tactus analyze"};
  app.formatter(std::make_shared<driver::Help>());
  std::vector<std::string> files;
  bool wantsJson = false;
  app.add_option("FILE", files, "A program, or its objects and archives")->required();
  app.add_flag("--json", wantsJson, "JSON instead of a table");
  if (std::optional<int> status = driver::parseCommandLine(app, std::move(arguments)))
    return *status;
  Program program;
  Analysis analysis;
  if (std::string problem = analyseFiles(files, program, analysis); !problem.empty()) {
    std::fprintf(stderr, "tactus: error: %s\n", problem.c_str());
    return driver::Failed;
  }
  std::fputs(wantsJson ? dumped(jsonOf(program, analysis)).c_str() : tableOf(program, analysis).c_str(), stdout);
  return 0;
}

} // namespace tactus::analyze
