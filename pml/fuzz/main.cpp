//===- main.cpp - pml-fuzz: many mutants through the front end --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   pml-fuzz SEED COUNT FILE…              checks mutants of the files; the seed and number of a mutant name it
//   pml-fuzz --ir SEED COUNT FILE…         the same with programs of the PCall IR, through its passes
//   pml-fuzz --write FOLDER SEED COUNT FILE…   writes mutants that differ in one name, to compare compilers with
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "check_ir.h"
#include "mutate.h"

#include "pml/driver/large_stack.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace tactus::pml::fuzz {
namespace {

std::string readFile(const char *path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

int run(std::vector<const char *> arguments) {
  const char *folder = nullptr;
  bool isIr = !arguments.empty() && std::string_view(arguments[0]) == "--ir";
  if (isIr)
    arguments.erase(arguments.begin());
  else if (arguments.size() > 1 && std::string_view(arguments[0]) == "--write") {
    folder = arguments[1];
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  if (arguments.size() < 3) {
    std::fprintf(stderr, "tactus: error: usage: pml-fuzz [--ir | --write FOLDER] SEED COUNT FILE…\n");
    return 2;
  }
  uint64_t seed = std::strtoull(arguments[0], nullptr, 10), count = std::strtoull(arguments[1], nullptr, 10);
  std::vector<std::string> programs;
  for (size_t index = 2; index < arguments.size(); ++index)
    programs.push_back(readFile(arguments[index]));
  uint64_t wellFormed = 0;
  for (uint64_t number = 0; number < count; ++number) {
    Random random(seed * 0x9E3779B97F4A7C15 + number);
    const std::string &program = programs[random() % programs.size()];
    // Few programs of the IR survive more than one name for another.
    bool isName = folder || (isIr && number % 2 == 0);
    std::string mutant = isName ? mutateName(program, random) : mutate(program, random);
    if (isIr)
      wellFormed += checkIr(mutant) ? 1 : 0;
    else if (folder)
      std::ofstream(std::string(folder) + "/" + std::to_string(seed) + "-" + std::to_string(number) + ".sml") << mutant;
    else
      checkAnything(mutant);
  }
  // Mutants that are all refused would say nothing of the passes.
  if (isIr) {
    std::printf("%llu of %llu well-formed\n", static_cast<unsigned long long>(wellFormed),
                static_cast<unsigned long long>(count));
    if (wellFormed * 20 < count)
      return 1;
  }
  return 0;
}

} // namespace
} // namespace tactus::pml::fuzz

int main(int argc, char **argv) {
  int code = 1;
  bool hasRun = tactus::pml::runOnLargeStack([&] { code = tactus::pml::fuzz::run({argv + 1, argv + argc}); });
  return hasRun ? code : 1;
}
