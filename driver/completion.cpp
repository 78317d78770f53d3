//===- completion.cpp - what a shell may offer ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing is listed here: the commands' own --help is read, so that it cannot be out of date. Its form is that of
// help.h, which Python's argparse (tactus bench) shares:
//
//     Subcommands:
//       run                     Run a converted program
//     Options:
//       -o,--output FILE        The page's file
//
//===----------------------------------------------------------------------===//
#include "completion.h"
#include "installation.h"
#include "process.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace tactus::driver {

namespace {

struct Candidate {
  std::string word, meaning;
};

/// What a --help says.
struct HelpText {
  std::vector<Candidate> options, commands;
  bool endsWithProgram = false; // whose own words follow
};

std::string trimmed(const std::string &text) {
  size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// The names in "-o,--output FILE" or "-ftactus-beat=auto|poll": each option, each value that is spelt out.
std::vector<std::string> namesIn(std::string text) {
  std::vector<std::string> names;
  std::ranges::replace(text, ',', ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!word.starts_with('-'))
      continue;
    size_t equals = word.find('=');
    std::string name = word.substr(0, equals == std::string::npos ? equals : equals + 1);
    if (word.find('|') == std::string::npos) {
      names.push_back(name);
      continue;
    }
    std::istringstream values(word.substr(equals + 1));
    for (std::string value; std::getline(values, value, '|');)
      names.push_back(name + value);
  }
  return names;
}

/// A line "  -o,--output FILE        The page's file": options, and what they mean, if it stands there.
void addOptions(const std::string &line, std::vector<Candidate> &options) {
  size_t gap = line.find("  ", 2);
  std::string meaning = gap == std::string::npos ? "" : trimmed(line.substr(gap));
  for (const std::string &name : namesIn(line.substr(2, gap == std::string::npos ? gap : gap - 2)))
    options.push_back({name, meaning});
}

HelpText readHelp(const std::string &text) {
  HelpText help;
  std::istringstream lines(text);
  bool isCommands = false;
  std::vector<Candidate> *list = nullptr; // what the last entry was added to, and since where
  size_t first = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(' '))
      isCommands = line == "Subcommands:";
    help.endsWithProgram |= line.starts_with("Usage:") && line.find(" PROGRAM") != std::string::npos;
    bool isEntry = line.starts_with("  ") && line.size() > 2 && line[2] != ' ';
    if (isEntry && line[2] == '-') {
      list = &help.options;
      first = list->size();
      addOptions(line, *list);
    } else if (isEntry && isCommands) {
      list = &help.commands;
      first = list->size();
      size_t end = line.find(' ', 2);
      list->push_back({line.substr(2, end - 2), end == std::string::npos ? "" : trimmed(line.substr(end))});
    } else if (line.starts_with("   ") && list) {
      for (size_t i = first; i < list->size(); ++i)
        (*list)[i].meaning = trimmed((*list)[i].meaning + " " + trimmed(line));
    } else {
      list = nullptr;
    }
  }
  return help;
}

HelpText helpOf(std::vector<std::string> command) {
  command.emplace_back("--help");
  CapturedRun run = captureProgram(command);
  return run.status == 0 ? readHelp(run.output) : HelpText{};
}

std::vector<Candidate> completeCommand(const std::filesystem::path &folder, const std::vector<std::string> &words) {
  std::vector<std::string> command{(folder / "tactus").string()};
  HelpText help = helpOf(command);
  const std::string &last = words.back();
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i].starts_with('-'))
      continue;
    bool isCommand = std::ranges::any_of(help.commands, [&](const Candidate &each) { return each.word == words[i]; });
    if (!isCommand && (help.endsWithProgram || !help.commands.empty()))
      return {}; // the program's own words; or no command of ours
    if (isCommand) {
      command.push_back(words[i]);
      help = helpOf(command);
    }
  }
  return last.starts_with('-') ? help.options : help.commands;
}

/// Our own flags, and clang's, which it completes by itself.
/// Flang completes none.
std::vector<Candidate> completeCompiler(const std::filesystem::path &folder, const std::string &name,
                                        const std::string &word) {
  if (!word.starts_with('-'))
    return {};
  std::string compiler = (folder / name).string();
  std::string help = captureProgram({compiler, "--help"}).output;
  size_t begin = help.find("TACTUS OPTIONS:"), end = help.find("\n\n", begin);
  std::vector<Candidate> candidates =
      begin == std::string::npos ? std::vector<Candidate>{} : readHelp(help.substr(begin, end - begin)).options;
  if (name == "tactus-flang")
    return candidates;
  std::istringstream lines(captureProgram({compiler, "--autocomplete=" + word}).output);
  for (std::string line; std::getline(lines, line);) {
    size_t tab = line.find('\t');
    candidates.push_back({line.substr(0, tab), tab == std::string::npos ? "" : line.substr(tab + 1)});
  }
  return candidates;
}

} // namespace

int runComplete(const std::vector<std::string> &words) {
  if (words.empty())
    return 0;
  std::filesystem::path folder = findInstallation().prefix / "bin";
  std::string name = std::filesystem::path(words[0]).filename().string();
  bool isCompiler = name.starts_with("tactus-clang") || name == "tactus-flang";
  for (const Candidate &candidate :
       isCompiler ? completeCompiler(folder, name, words.back()) : completeCommand(folder, words))
    if (candidate.word.starts_with(words.back()))
      std::printf("%s\t%s\n", candidate.word.c_str(), candidate.meaning.c_str());
  return 0;
}

} // namespace tactus::driver
