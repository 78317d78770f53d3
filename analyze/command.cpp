//===- command.cpp - `tactus analyze` ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/command.h"
#include "analyze/files.h"
#include "command_line.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <optional>

namespace tactus::analyze {

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
