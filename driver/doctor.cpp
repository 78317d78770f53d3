//===- doctor.cpp - is everything there? ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Existence proves little, so the doctor does what a user would: it compiles a program with a parallel loop, looks
// whether the loop was converted, and runs it. What the compiler then says is turned into what to install.
//
//===----------------------------------------------------------------------===//
#include "doctor.h"

#include "config.h"
#include "installation.h"
#include "process.h"
#include "progress.h"
#include "temporary_folder.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <cpuid.h>
#include <sys/sysinfo.h>

namespace tactus::driver {

namespace {

namespace files = std::filesystem;

enum class State { Fine, Optional, Missing };

struct Finding {
  State state;
  std::string what;
  std::string detail; // what there is, or what to do
};

std::string firstLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

Finding checkClang(const Installation &found) {
  CapturedRun run = captureProgram({found.clang.string(), "--version"});
  if (run.status != 0)
    return {State::Missing, "clang " TACTUS_LLVM_MAJOR,
            "'" + found.clang.string() +
                "' cannot be run; apt install clang-" TACTUS_LLVM_MAJOR ", or set TACTUS_CLANG"};
  size_t at = run.output.find("version ");
  std::string version =
      at == std::string::npos ? "" : run.output.substr(at + 8, run.output.find_first_of(" \n", at + 8) - at - 8);
  if (!version.starts_with(TACTUS_LLVM_MAJOR "."))
    return {State::Missing, "clang " TACTUS_LLVM_MAJOR,
            "'" + found.clang.string() + "' is version " + version +
                "; apt install clang-" TACTUS_LLVM_MAJOR ", or set TACTUS_CLANG"};
  return {State::Fine, "clang", version + ", " + found.clang.string()};
}

Finding checkParts(const Installation &found) {
  std::error_code ignored;
  for (const files::path &part : {found.plugin, found.cilkPlugin, found.library / "libtactus.so", found.staticRuntime,
                                  found.include / "tactus" / "tactus.hpp", found.openmpWrappers})
    if (!files::exists(part, ignored))
      return {State::Missing, "Tactus",
              "'" + part.string() + "' is missing; keep the installed tree together, or install it again"};
  return {State::Fine, "Tactus", TACTUS_VERSION ", " + found.prefix.string()};
}

struct Remedy {
  std::string_view complaint, remedy;
};

/// What to do about what the compiler says.
constexpr std::array CompilerRemedies{Remedy{"unable to load plugin", "install Tactus again, for this LLVM"},
                                      Remedy{"undefined symbol", "install Tactus again, for this LLVM"},
                                      Remedy{"omp.h", "apt install libomp-" TACTUS_LLVM_MAJOR "-dev"},
                                      Remedy{"-lomp", "apt install libomp-" TACTUS_LLVM_MAJOR "-dev"},
                                      Remedy{"stdio.h", "apt install libc6-dev"},
                                      Remedy{"crt1.o", "apt install libc6-dev"},
                                      Remedy{"-lgcc", "apt install gcc"},
                                      Remedy{"ld: command not found", "apt install binutils"},
                                      Remedy{"program not executable", "apt install binutils"},
                                      Remedy{"unable to execute command", "apt install binutils"},
                                      Remedy{"libomp", "apt install --reinstall " TACTUS_LIBOMP_PACKAGE},
                                      Remedy{"No space left", "set TMPDIR to a folder with room"}};

/// What to do about what the loader says of a program that has been compiled.
constexpr std::array LoaderRemedies{
    Remedy{"libtactus", "another libtactus is found first: unset LD_LIBRARY_PATH, or install Tactus again"},
    Remedy{"libomp", "apt install " TACTUS_LIBOMP_PACKAGE},
    Remedy{"Permission denied", "set TMPDIR to a folder whose programs may be run"}};

template <size_t Count>
std::string_view remedyFor(const std::string &output, const std::array<Remedy, Count> &remedies,
                           std::string_view otherwise) {
  for (const Remedy &remedy : remedies)
    if (output.find(remedy.complaint) != std::string::npos)
      return remedy.remedy;
  return otherwise;
}

/// The line that says what is wrong: there are remarks before it.
std::string complaintIn(const std::string &output) {
  size_t error = output.find("error:");
  // The linker has said before it why.
  if (size_t failed = output.find("linker command failed");
      failed != std::string::npos && output.rfind("ld: ", failed) != std::string::npos)
    error = output.rfind("ld: ", failed);
  size_t begin = error == std::string::npos ? 0 : output.rfind('\n', error) + 1;
  return firstLine(std::string_view(output).substr(begin));
}

constexpr const char *TrialProgram = "#include <omp.h>\n"
                                     "#include <stdio.h>\n"
                                     "int main(int argc, char **argv) {\n"
                                     "  double sum = 0;\n"
                                     "#pragma omp parallel for reduction(+ : sum)\n"
                                     "  for (int i = 0; i < 1000 * argc; i++)\n"
                                     "    sum += i;\n"
                                     "  printf(\"%.0f %d\\n\", sum, omp_get_max_threads());\n"
                                     "}\n";

/// Compiles and runs the trial in the folder. `flags` say how. Notes how many workers there were.
Finding tryProgram(const Installation &found, const files::path &folder, const char *what,
                   const std::vector<std::string> &flags, unsigned &workers) {
  files::path source = folder / "trial.c", program = folder / "trial";
  std::ofstream(source) << TrialProgram;
  std::vector<std::string> command{(found.prefix / "bin" / "tactus-clang").string(), "-O1", "-fopenmp",
                                   "-ftactus-remarks"};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {source.string(), "-o", program.string()});
  CapturedRun compiled = captureProgram(command);
  if (compiled.status != 0)
    return {State::Missing, what,
            "does not compile: " + complaintIn(compiled.output) + "; " +
                std::string(remedyFor(compiled.output, CompilerRemedies, "try it by hand: tactus-clang -fopenmp"))};
  if (compiled.output.find("converted") == std::string::npos)
    return {State::Missing, what, "its loop is not converted; install Tactus again, for this LLVM"};
  CapturedRun ran = captureProgram({program.string()});
  size_t answer = ran.output.find("499500 ");
  if (ran.status != 0 || answer == std::string::npos) {
    std::string said = ran.status < 0        ? std::strerror(errno)
                       : !ran.output.empty() ? firstLine(ran.output)
                                             : "it ends with status " + std::to_string(ran.status);
    return {State::Missing, what,
            "does not run: " + said + "; " +
                std::string(remedyFor(said, LoaderRemedies, "try it by hand: tactus-clang -fopenmp"))};
  }
  workers = static_cast<unsigned>(std::atoi(ran.output.c_str() + answer + 7));
  return {State::Fine, what,
          "compiled, converted, right; " + std::to_string(workers) + (workers == 1 ? " worker" : " workers")};
}

/// Whether anything can run in parallel, by what the trial found.
Finding checkProcessors(unsigned workers) {
  const auto all = static_cast<unsigned>(get_nprocs());
  if (all == 1)
    return {State::Optional, "processors", "there is one, so nothing runs in parallel"};
  if (workers < all)
    return {State::Optional, "processors",
            std::to_string(workers) + " of " + std::to_string(all) +
                " are used; see TACTUS_WORKERS, the affinity mask (taskset) and the cgroup's limit (cpu.max)"};
  return {State::Fine, "processors", "all " + std::to_string(all) + " are used"};
}

/// What only some need.
Finding checkOptional(const char *what, bool isThere, const char *remedy) {
  return isThere ? Finding{State::Fine, what, "there"} : Finding{State::Optional, what, remedy};
}

bool clockIsInvariant() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
}

} // namespace

int runDoctor() {
  // The trial must not write over what the user records.
  for (const char *setting : {"TACTUS_STATS", "TACTUS_TRACE", "TACTUS_EVENTS"})
    unsetenv(setting);
  Installation found = findInstallation();
  TemporaryFolder folder;
  std::error_code ignored;
  Progress progress("trying the installation");
  std::vector<Finding> findings{checkClang(found), checkParts(found)};
  unsigned workers = 0; // 0: nothing could be tried
  bool canTry = findings[0].state == State::Fine && findings[1].state == State::Fine;
  if (!folder.exists())
    findings.push_back({State::Missing, "a folder to try in", folder.problem()});
  else if (canTry)
    findings.push_back(tryProgram(found, folder.path(), "a parallel loop", {}, workers));
  bool lldIsThere = !findProgramFile("ld.lld-" TACTUS_LLVM_MAJOR).empty() || !findProgramFile("ld.lld").empty() ||
                    files::exists(files::canonical(found.clang, ignored).parent_path() / "ld.lld", ignored);
  if (canTry && lldIsThere && folder.exists())
    findings.push_back(tryProgram(found, folder.path(), "link-time optimisation", {"-flto"}, workers));
  else
    findings.push_back(
        checkOptional("link-time optimisation", lldIsThere, "no lld; for -flto: apt install lld-" TACTUS_LLVM_MAJOR));
  std::string ours = (found.prefix / "bin").string(), inPath = findProgramFile("tactus-clang");
  // A wheel's commands are small scripts, which say where they are (scripts/wheel/launch.sh).
  const char *launchers = std::getenv("_TACTUS_LAUNCHERS");
  bool isFirst =
      !inPath.empty() && (files::equivalent(inPath, found.prefix / "bin" / "tactus-clang", ignored) ||
                          (launchers && files::equivalent(inPath, files::path(launchers) / "tactus-clang", ignored)));
  findings.push_back(isFirst ? Finding{State::Fine, "PATH", "finds tactus-clang"}
                             : Finding{State::Optional, "PATH",
                                       (inPath.empty() ? "has no tactus-clang" : "finds " + inPath + " first") +
                                           std::string("; export PATH=") + ours + ":$PATH"});
  if (workers)
    findings.push_back(checkProcessors(workers));
  findings.push_back(
      checkOptional("steady clock", clockIsInvariant(),
                    "this processor's time stamps are not invariant; beats are taken from the system's clock"));
  findings.push_back(
      checkOptional("python3", !findProgramFile("python3").empty(), "for tactus bench: apt install python3"));
  findings.push_back(checkOptional("pkg-config", !findProgramFile("pkg-config").empty(),
                                   "names the library's flags to g++ and others: apt install pkg-config"));
  bool hasFlang = files::exists(found.flang, ignored) || !findProgramFile(found.flang.string()).empty();
  findings.push_back(checkOptional("flang", hasFlang, "for tactus-flang: apt install flang-" TACTUS_LLVM_MAJOR));
  CapturedRun gmp = captureProgram({found.clang.string(), "-print-file-name=libgmp.so"});
  findings.push_back(checkOptional("Parallel ML", gmp.status == 0 && gmp.output.find('/') != std::string::npos,
                                   "tactus pml links programs with GMP: apt install libgmp-dev"));
  findings.push_back(checkOptional("oneTBB", files::exists("/usr/include/oneapi/tbb.h", ignored),
                                   "tactus bench leaves it out; apt install libtbb-dev"));

  progress.end();
  bool isUsable = true;
  for (const Finding &finding : findings) {
    static constexpr const char *Words[] = {"ok", "optional", "MISSING"};
    std::printf("%-9s %-23s %s\n", Words[static_cast<size_t>(finding.state)], finding.what.c_str(),
                finding.detail.c_str());
    isUsable &= finding.state != State::Missing;
  }
  return isUsable ? 0 : 1;
}

} // namespace tactus::driver
