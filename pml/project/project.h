//===- project.h - all files of a program, through the front end ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#ifndef TACTUS_PML_PROJECT_PROJECT_H
#define TACTUS_PML_PROJECT_PROJECT_H

#include "mlb.h"
#include "pml/elaborate/elaborator.h"
#include "pml/syntax/parser.h"

#include <filesystem>
#include <map>
#include <optional>

namespace tactus::pml {

struct ProjectOptions {
  ElaborationOptions elaboration;
  /// The folder of the Basis library, which $(SML_LIB) stands for; for that library alone if the variable is given.
  std::filesystem::path library;
  /// Further variables for the paths in ML Basis files.
  std::map<std::string, std::string> pathVariables;
  /// Those of files that no `ann` stands around.
  Annotations annotations = {};
};

/// One program: reads, parses and elaborates its files in the order that ML Basis files give.
/// Needs a stack of FrontEndStack bytes (driver/large_stack.h).
class Project {
public:
  explicit Project(ProjectOptions projectOptions);

  /// Adds a program: an ML Basis file, or one SML file, which sees all of the Basis library.
  void add(const std::filesystem::path &path);
  /// Adds a text as if it were an SML file of that name.
  void addText(const std::string &name, std::string text);
  /// The same, but the text sees the primitive basis instead of the Basis library: for tests, which have many texts.
  void addTextWithoutLibrary(const std::string &name, std::string text);

  [[nodiscard]] const Sources &sources() const { return allSources; }
  /// By source, whether it is of the folder of the Basis library.
  [[nodiscard]] const std::vector<bool> &libraryFiles() const { return ofLibrary; }
  /// The files that have been read.
  [[nodiscard]] const std::vector<std::filesystem::path> &files() const { return filesRead; }
  [[nodiscard]] const Diagnostics &diagnostics() const { return messages; }
  /// The typed tree; complete if there are no errors.
  [[nodiscard]] const typed::Program &program() { return elaborator.program(); }
  /// What the files that were added declare.
  [[nodiscard]] const Bindings &declared() const { return outermost; }

private:
  /// What an ML Basis file, or a part of one, declares.
  struct Basis {
    Bindings bindings;
    std::vector<std::pair<Symbol, std::shared_ptr<const Basis>>> bases;
  };
  struct Mark {
    Scope::Mark scope;
    syntax::FixityScope::Mark fixity;
    size_t bases;
  };

  ProjectOptions options;
  Arena arena;
  Sources allSources;
  std::vector<std::filesystem::path> filesRead;
  std::vector<bool> ofLibrary;
  Diagnostics messages;
  Elaborator elaborator;
  Annotations annotations;
  syntax::FixityScope fixity;
  ScopedTable<std::shared_ptr<const Basis>> bases;
  /// Null while the file is being elaborated.
  std::map<std::filesystem::path, std::shared_ptr<const Basis>> basisFiles;
  Bindings outermost;

  std::optional<uint32_t> read(const std::filesystem::path &path, Place wantedAt);
  std::optional<std::filesystem::path> resolvePath(const std::string &path, const std::filesystem::path &folder,
                                                   Place place);
  void elaborateSource(uint32_t file, bool allowsPrimitives);
  std::shared_ptr<const Basis> basisOfFile(const std::filesystem::path &path, Place wantedAt);
  void addWithBasis(const std::function<void()> &elaborateFile);

  [[nodiscard]] Mark mark() const;
  Basis leave(const Mark &mark);
  Basis since(const Mark &mark);
  void bindAll(const Basis &basis);

  void declareAll(const mlb::Declarations &declarations, const std::filesystem::path &folder);
  void declare(const mlb::File &form, Place place, const std::filesystem::path &folder);
  void declare(const mlb::BasisBindings &form, Place place, const std::filesystem::path &folder);
  void declare(const mlb::Open &form, Place place, const std::filesystem::path &folder);
  void declare(const mlb::Local &form, Place place, const std::filesystem::path &folder);
  void declare(const mlb::Annotated &form, Place place, const std::filesystem::path &folder);
  void declare(const mlb::ModuleBindings &form, Place place, const std::filesystem::path &folder);
  void declare(const mlb::Primitives &form, Place place, const std::filesystem::path &folder);
  std::shared_ptr<const Basis> evaluate(const mlb::Expression &expression, const std::filesystem::path &folder);
};

} // namespace tactus::pml

#endif
