//===- main.cpp - pml-fuzz: many mutants through the front end
//---------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   pml-fuzz SEED COUNT FILE…              checks mutants of the files; the seed and number of a mutant name it
//   pml-fuzz --write FOLDER SEED COUNT FILE…   writes mutants that differ in one name, to compare compilers with
//
//===----------------------------------------------------------------------------------------------------------------===//
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
  if (arguments.size() > 1 && std::string_view(arguments[0]) == "--write") {
    folder = arguments[1];
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  if (arguments.size() < 3) {
    std::fprintf(stderr, "tactus: error: usage: pml-fuzz [--write FOLDER] SEED COUNT FILE…\n");
    return 2;
  }
  uint64_t seed = std::strtoull(arguments[0], nullptr, 10), count = std::strtoull(arguments[1], nullptr, 10);
  std::vector<std::string> programs;
  for (size_t index = 2; index < arguments.size(); ++index)
    programs.push_back(readFile(arguments[index]));
  for (uint64_t number = 0; number < count; ++number) {
    Random random(seed * 0x9E3779B97F4A7C15 + number);
    const std::string &program = programs[random() % programs.size()];
    std::string mutant = folder ? mutateName(program, random) : mutate(program, random);
    if (folder)
      std::ofstream(std::string(folder) + "/" + std::to_string(seed) + "-" + std::to_string(number) + ".sml") << mutant;
    else
      checkAnything(mutant);
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
