//===- options.cpp - what a clang command line asks for ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One pass from left to right, because in clang the last of several opposite flags wins. The one difficulty is to know
// which arguments are values of the option before them ("-o -c" names a file "-c"): SeparateValueOptions lists these
// options.
//
//===----------------------------------------------------------------------===//
#include "options.h"

#include "response_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace tactus::driver {

namespace {

using std::string_view;

/// Options of clang 19 whose value is the next argument. Those that also take it joined ("-Idir") are listed as well.
constexpr auto SeparateValueOptions = std::to_array<string_view>({
    "--assert",
    "--config",
    "--define-macro",
    "--for-linker",
    "--force-link",
    "--imacros",
    "--include",
    "--include-directory",
    "--include-directory-after",
    "--include-prefix",
    "--include-with-prefix",
    "--include-with-prefix-after",
    "--include-with-prefix-before",
    "--language",
    "--library-directory",
    "--output",
    "--param",
    "--prefix",
    "--resource",
    "--serialize-diagnostics",
    "--sysroot",
    "--undefine-macro",
    "-A",
    "-B",
    "-D",
    "-F",
    "-G",
    "-I",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-T",
    "-Tbss",
    "-Tdata",
    "-Ttext",
    "-U",
    "-Xanalyzer",
    "-Xassembler",
    "-Xclang",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xlinker",
    "-Xoffload-linker",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-arch",
    "-c-isystem",
    "-cxx-isystem",
    "-dependency-dot",
    "-dependency-file",
    "-dumpdir",
    "-e",
    "-gcc-toolchain",
    "-idirafter",
    "-iframework",
    "-iframeworkwithsysroot",
    "-imacros",
    "-imultilib",
    "-include",
    "-include-pch",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-l",
    "-mllvm",
    "-mmlir",
    "-mthread-model",
    "-o",
    "-objcmt-allowlist-dir-path",
    "-rpath",
    "-serialize-diagnostics",
    "-stdlib++-isystem",
    "-target",
    "-u",
    "-undefined",
    "-vfsoverlay",
    "-working-directory",
    "-x",
    "-z",
});

/// Those that flang has besides.
constexpr auto FortranValueOptions = std::to_array<string_view>({
    "-J",
    "-Xflang",
    "-fintrinsic-modules-path",
    "-module-dir",
});

/// Options after which the compilation stops before a link, or does not happen at all.
constexpr auto NoLinkOptions = std::to_array<string_view>({
    "--analyze",
    "--assemble",
    "--autocomplete",
    "--compile",
    "--dependencies",
    "--precompile",
    "--preprocess",
    "--user-dependencies",
    "-E",
    "-M",
    "-MM",
    "-S",
    "-c",
    "-dumpmachine",
    "-dumpversion",
    "-emit-ast",
    "-emit-interface-stubs",
    "-emit-pch",
    "-extract-api",
    "-fdriver-only",
    "-fsyntax-only",
    "-rewrite-legacy-objc",
    "-rewrite-objc",
    "-verify-pch",
});

/// Flags under which LLVM 19 stops at a call with a stack map ("Lowering register statepoints with thunks", "Unexpected
/// loading branch or call"), writes maps that promotions crash by (GlobalISel), or does not find libtactus' variables.
/// Each is undone by the same name behind "no-".
constexpr auto FlagsWithoutStackMaps = std::to_array<string_view>({
    "-femulated-tls",
    "-fexperimental-isel",
    "-fglobal-isel",
    "-mlvi-cfi",
    "-mlvi-hardening",
    "-mretpoline",
    "-mretpoline-external-thunk",
    "-mseses",
    "-mspeculative-load-hardening",
});

template <size_t N> bool contains(const std::array<string_view, N> &list, string_view name) {
  return std::ranges::find(list, name) != list.end();
}

bool isHeader(string_view path) {
  static constexpr auto Extensions =
      std::to_array<string_view>({".h", ".H", ".hh", ".hp", ".hpp", ".hxx", ".h++", ".tcc"});
  return contains(Extensions, std::filesystem::path(path).extension().string());
}

bool isIR(string_view path) {
  static constexpr auto Extensions = std::to_array<string_view>({".bc", ".ll"});
  return contains(Extensions, std::filesystem::path(path).extension().string());
}

bool isLinkerInput(string_view path) {
  static constexpr auto Extensions = std::to_array<string_view>({".a", ".lo", ".o", ".so"});
  std::string name = std::filesystem::path(path).filename().string();
  return contains(Extensions, std::filesystem::path(name).extension().string()) || name.find(".so.") != name.npos;
}

bool isOpenMPArchive(string_view path) {
  static constexpr auto Names = std::to_array<string_view>({"libomp.a", "libiomp5.a", "libgomp.a"});
  return contains(Names, std::filesystem::path(path).filename().string());
}

/// As build systems name libomp that do not give -fopenmp to the linker (CMake).
bool isLibomp(string_view path) {
  std::string name = std::filesystem::path(path).filename().string();
  return name.starts_with("libomp.so") || name.starts_with("libiomp5.so");
}

bool isArm(string_view triple) { return triple.starts_with("aarch64-") || triple.starts_with("arm64-"); }

/// The plugin knows two processors' stack frames.
bool isKnownTarget(string_view triple) {
  bool processor = triple.starts_with("x86_64") || triple.starts_with("amd64") || isArm(triple);
  return processor && triple.find("linux") != string_view::npos && !triple.ends_with("x32");
}

string_view afterPrefix(string_view argument, string_view prefix) { return argument.substr(prefix.size()); }

class Scanner {
public:
  Scanner(const std::vector<std::string> &arguments, Language language) : arguments(arguments) {
    options.language = language;
  }

  ParsedOptions scan() {
    const std::vector<std::string> expanded = expandResponseFiles(arguments);
    options.frontendOnly = !expanded.empty() && (expanded[0].starts_with("-cc1") || expanded[0] == "-fc1");
    if (options.frontendOnly) {
      options.passed = arguments;
      return {options, {}};
    }
    std::vector<std::string> kept;
    bool ownFound = false;
    for (size_t i = 0; i < expanded.size(); ++i) {
      const std::string &argument = expanded[i];
      if (argument == "--") {
        endOfOptionsFound = true;
        for (size_t input = i + 1; input < expanded.size(); ++input)
          takeInput(expanded[input]);
        kept.insert(kept.end(), expanded.begin() + static_cast<std::ptrdiff_t>(i), expanded.end());
        break;
      }
      if (takeOwnFlag(argument)) {
        if (!error.empty())
          return {options, error};
        ownFound = true;
        continue;
      }
      kept.push_back(argument);
      if (takesValue(argument) && i + 1 < expanded.size()) {
        kept.push_back(expanded[i + 1]);
        takeOptionWithValue(argument, expanded[++i]);
      } else if (argument.starts_with("-Xarch_") && i + 1 < expanded.size()) {
        kept.push_back(expanded[++i]);
      } else if (argument.size() > 1 && argument[0] == '-') {
        takeOption(argument);
      } else {
        takeInput(argument);
      }
    }
    // Response files stay files, except where clang would not understand a flag inside, or where a "--" inside would
    // turn the flags that follow into inputs.
    bool hiddenEnd = endOfOptionsFound && std::ranges::find(arguments, "--") == arguments.end();
    if (ownFound || hiddenEnd)
      options.passed = std::move(kept);
    else
      options.passed = arguments;
    finish();
    return {options, error};
  }

private:
  bool takesValue(string_view argument) const {
    return contains(SeparateValueOptions, argument) ||
           (options.language == Language::Fortran && contains(FortranValueOptions, argument));
  }

  /// True if the argument is one of ours, which clang must not see.
  bool takeOwnFlag(const std::string &argument) {
    static constexpr string_view Report = "-ftactus-report=", Analysis = "-ftactus-analyze=";
    if (argument == "-ftactus" || argument == "-fno-tactus") {
      options.tactus = argument == "-ftactus";
    } else if (argument == "-ftactus-verify" || argument == "-fno-tactus-verify") {
      options.verify = argument == "-ftactus-verify";
    } else if (argument == "-ftactus-check-effects" || argument == "-fno-tactus-check-effects") {
      options.checkEffects = argument == "-ftactus-check-effects";
    } else if (argument == "-ftactus-reproducible" || argument == "-fno-tactus-reproducible") {
      options.reproducible = argument == "-ftactus-reproducible";
    } else if (argument == "-ftactus-static-runtime" || argument == "-fno-tactus-static-runtime") {
      options.staticRuntime = argument == "-ftactus-static-runtime";
    } else if (argument == "-ftactus-runtime=tactus" || argument == "-ftactus-runtime=libomp") {
      options.runsOnLibomp = argument == "-ftactus-runtime=libomp";
    } else if (argument == "-ftactus-tbb" || argument == "-fno-tactus-tbb") {
      options.tbb = argument == "-ftactus-tbb";
    } else if (argument == "-ftactus-beat=auto" || argument == "-ftactus-beat=poll" ||
               argument == "-ftactus-beat=interrupt") {
      // By all that has been measured, polls cost less than signals do (decision 70).
      options.interrupts = argument == "-ftactus-beat=interrupt";
    } else if (argument == "-ftactus-remarks" || argument == "-fno-tactus-remarks") {
      options.remarks = argument == "-ftactus-remarks";
    } else if (argument == "-ftactus-remarks-missed" || argument == "-fno-tactus-remarks-missed") {
      options.missedRemarks = argument == "-ftactus-remarks-missed";
    } else if (argument == "-fopencilk" || argument == "-fno-opencilk") {
      options.opencilk = argument == "-fopencilk";
    } else if (argument.starts_with(Report)) {
      options.report = afterPrefix(argument, Report);
      if (options.report->empty())
        error = "no file name after '-ftactus-report=', write -ftactus-report=FILE.json or =FOLDER/";
    } else if (argument.starts_with(Analysis)) {
      options.analysis = afterPrefix(argument, Analysis);
      if (options.analysis->empty())
        error = "no file name after '-ftactus-analyze=', write -ftactus-analyze=FILE.json";
    } else if (argument.starts_with("-ftactus") || argument.starts_with("-fno-tactus")) {
      error = "unknown option '" + argument + "', known options are";
      const char *separator = " ";
      for (const OwnFlag &flag : ownFlags()) {
        error += separator;
        error += flag.spelling;
        separator = ", ";
      }
    } else {
      return false;
    }
    return true;
  }

  void nameOutput(string_view path) {
    options.output = path;
    options.namesOutput = true;
  }

  void takeTarget(string_view triple) {
    knownTarget = isKnownTarget(triple);
    options.target = triple;
  }

  void takeOptionWithValue(const std::string &option, const std::string &value) {
    if (option == "-x" || option == "--language")
      takeLanguage(value);
    else if (option == "-o" || option == "--output")
      nameOutput(value);
    else if (option == "-L" || option == "--library-directory")
      options.libraryFolders.push_back(value);
    else if (option == "-target")
      takeTarget(value);
    else if (option == "-l" || option == "-Xlinker")
      takeLinkerInput(option + value);
  }

  void takeOption(const std::string &argument) {
    static constexpr string_view Remarks = "-Rpass=", MissedRemarks = "-Rpass-missed=";
    string_view option = argument;
    if (contains(NoLinkOptions, option) || option.starts_with("-print-") || option.starts_with("--print-"))
      stopsBeforeLink = true;
    else if (option.starts_with("-fopenmp=") || option == "-fopenmp")
      takeOpenMP(option);
    else if (option == "-fno-openmp")
      openmpEnabled = false;
    else if (option.starts_with("-flto") && (option.size() == 5 || option[5] == '='))
      options.lto = true;
    else if (option == "-fno-lto")
      options.lto = false;
    else if (option.starts_with(Remarks))
      options.remarkPattern = afterPrefix(option, Remarks);
    else if (option.starts_with(MissedRemarks))
      options.missedRemarkPattern = afterPrefix(option, MissedRemarks);
    else if (option.starts_with("-fuse-ld="))
      options.linker = afterPrefix(option, "-fuse-ld=");
    else if (option.starts_with("--ld-path="))
      options.linker = afterPrefix(option, "--ld-path=");
    else if (option == "-static" || option == "--static" || option == "-static-pie" || option == "--static-pie")
      options.linksStatically = true;
    else if (option == "-shared" || option == "--shared")
      options.linksSharedObject = true;
    else if (option == "-static-openmp")
      options.hasStaticOpenMP = true;
    else if (option == "-nostdlib" || option == "--no-standard-libraries" || option == "-nodefaultlibs" ||
             option == "-r")
      options.linksNoLibraries = true;
    else if (option.starts_with("--target="))
      takeTarget(afterPrefix(option, "--target="));
    else if (option == "-m32" || option == "-mx32" || option == "-m16")
      knownWidth = false;
    else if (option == "-m64")
      knownWidth = true;
    else if (option.starts_with("-L"))
      options.libraryFolders.emplace_back(afterPrefix(option, "-L"));
    else if (option.starts_with("-o") && option.size() > 2 && !option.starts_with("-object"))
      nameOutput(afterPrefix(option, "-o"));
    else if (option.starts_with("--output="))
      nameOutput(afterPrefix(option, "--output="));
    else if (option.starts_with("-l") || option.starts_with("-Wl,"))
      takeLinkerInput(argument);
    else if (option.starts_with("-x"))
      takeLanguage(afterPrefix(option, "-x"));
    else if (option.starts_with("--language="))
      takeLanguage(afterPrefix(option, "--language="));
    else if (option.starts_with("-f") || option.starts_with("-m"))
      takeFlagWithoutStackMaps(argument);
    else if (option == "-###")
      options.dryRun = true;
    else if (option == "-v" || option == "--verbose")
      options.verbose = true;
    else if (option == "--version")
      options.version = true;
    else if (option == "--help" || option == "-help" || option == "--help-hidden")
      options.help = true;
  }

  void takeFlagWithoutStackMaps(const std::string &flag) {
    if (contains(FlagsWithoutStackMaps, flag))
      flagsWithoutStackMaps.push_back(flag);
    else if (string_view(flag).substr(2).starts_with("no-"))
      std::erase(flagsWithoutStackMaps, flag.substr(0, 2) + flag.substr(5));
  }

  void takeLinkerInput(const std::string &input) {
    linkerInputs = true;
    if (input == "-lomp" || input == "-liomp5")
      options.linksLibomp = true;
  }

  void takeOpenMP(string_view option) {
    openmpEnabled = true;
    // As in clang, a plain -fopenmp keeps the runtime that an earlier -fopenmp=… chose.
    if (option != "-fopenmp")
      openmpRuntime = afterPrefix(option, "-fopenmp=");
  }

  void takeLanguage(string_view value) {
    inputLanguage = value;
    if (value == "ir")
      options.takesIR = true;
  }

  void takeInput(string_view path) {
    bool header = inputLanguage.ends_with("-header") || inputLanguage.ends_with("-header-unit") ||
                  ((inputLanguage.empty() || inputLanguage == "none") && isHeader(path));
    (header ? headerInputs : otherInputs) = true;
    if (options.firstInput.empty())
      options.firstInput = path;
    if (isIR(path))
      options.takesIR = true;
    options.compiles |= !isLinkerInput(path);
    if (isOpenMPArchive(path))
      options.hasStaticOpenMP = true;
    if (isLibomp(path))
      options.linksLibomp = true;
  }

  void finish() {
    auto end = std::ranges::find(options.passed, "--");
    options.endOfOptions =
        endOfOptionsFound ? static_cast<size_t>(end - options.passed.begin()) : options.passed.size();
    bool llvmRuntime = openmpRuntime != "libgomp";
    options.openmp = openmpEnabled && llvmRuntime && knownTarget && knownWidth;
    options.forks = knownTarget && knownWidth && options.language != Language::Fortran;
    if (!flagsWithoutStackMaps.empty())
      options.withoutStackMaps = flagsWithoutStackMaps.back();
    if (options.interrupts && isArm(options.target))
      error = "-ftactus-beat=interrupt: only code for x86-64 can be interrupted, leave it out for " + options.target;
    bool onlyPrints = options.version || options.help;
    // A command that only precompiles headers makes no program. Neither does one that only asks for information.
    options.links = !stopsBeforeLink && !onlyPrints && (otherInputs || (linkerInputs && !headerInputs)) &&
                    knownTarget && knownWidth;
  }

  const std::vector<std::string> &arguments;
  Options options;
  std::string error;
  std::string inputLanguage;
  std::string openmpRuntime = "libomp";
  std::vector<std::string> flagsWithoutStackMaps;
  bool openmpEnabled = false;
  bool knownTarget = true;
  bool knownWidth = true;
  bool stopsBeforeLink = false;
  bool headerInputs = false;
  bool otherInputs = false;
  bool linkerInputs = false;
  bool endOfOptionsFound = false;
};

} // namespace

const std::vector<OwnFlag> &ownFlags() {
  static const std::vector<OwnFlag> flags = {
      {"-fno-tactus", "Compile and link exactly as clang does; -ftactus undoes it"},
      {"-ftactus-analyze=FILE.json", "Write what tactus analyze says of the linked program, as JSON"},
      {"-ftactus-beat=auto|poll|interrupt",
       "Loops poll for beats, or have no polls and wait for signals (TACTUS_BEAT); auto takes what is faster: polls"},
      {"-ftactus-check-effects", "Compare what spliced code touches with the effects that it declares, at run time"},
      {"-ftactus-remarks",
       "Say what was converted: -Rpass=tactus in a spelling that libtool does not take for its own -R"},
      {"-ftactus-remarks-missed", "Say what was not converted and why: -Rpass-missed=tactus"},
      {"-ftactus-report=FILE.json", "Write what was converted, and what was not and why, as JSON; =FOLDER/ for make"},
      {"-ftactus-reproducible",
       "Reductions of OpenMP loops give the same bits for any workers and beats (TACTUS_REPRODUCIBLE)"},
      {"-ftactus-runtime=libomp|tactus", "What is not converted runs on LLVM's libomp, or on Tactus, without libomp"},
      {"-ftactus-static-runtime", "Link libtactus statically"},
      {"-ftactus-tbb", "Run oneTBB's algorithms, groups and graphs on Tactus (needs C++20)"},
      {"-ftactus-verify", "Check the program's intermediate code after every step of the conversion"},
      {"-fopencilk", "Accepted for OpenCilk's programs, and without effect: Cilk needs no flag"},
  };
  return flags;
}

ParsedOptions parseOptions(const std::vector<std::string> &arguments, Language language) {
  return Scanner(arguments, language).scan();
}

} // namespace tactus::driver
