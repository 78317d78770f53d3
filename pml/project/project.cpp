//===- project.cpp - all files of a program, through the front end ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "project.h"

#include <fstream>

namespace tactus::pml {

namespace {

/// Places have 32 bits, and devices have no end.
constexpr size_t LargestSource = size_t{64} << 20;

std::string readBytes(const std::filesystem::path &path) {
  std::ifstream stream(path, std::ios::binary);
  std::string content;
  for (size_t filled = 0; stream && content.size() <= LargestSource;) {
    content.resize(filled + (size_t{1} << 16));
    stream.read(content.data() + filled, static_cast<std::streamsize>(content.size() - filled));
    filled += static_cast<size_t>(stream.gcount());
    content.resize(filled);
  }
  return content;
}

} // namespace

Project::Project(ProjectOptions projectOptions)
    : options(std::move(projectOptions)), elaborator(arena, messages, options.elaboration),
      annotations(options.annotations) {
  options.pathVariables.emplace("SML_LIB", options.library.string());
}

//===--- Files ----------------------------------------------------------------------------===//

/// Reads a source; what is wrong with it is reported where it is wanted.
std::optional<uint32_t> Project::read(const std::filesystem::path &path, Place wantedAt) {
  std::error_code problem;
  auto complain = [&](const std::string &what) {
    messages.error(wantedAt, "'" + path.string() + "' " + what);
    return std::nullopt;
  };
  if (!std::filesystem::exists(path, problem))
    return complain("does not exist; give the name of an SML or ML Basis file");
  if (std::filesystem::is_directory(path, problem) || !std::ifstream(path))
    return complain("cannot be read; give the name of an SML or ML Basis file that you may read");
  std::string content = readBytes(path);
  if (content.size() > LargestSource)
    return complain("is larger than 64 MiB; give the name of an SML or ML Basis file");
  // Strings and comments may contain any other byte: a source need not be UTF-8.
  if (size_t at = content.find('\0'); at != std::string::npos)
    return complain("is no text (a null character at byte " + std::to_string(at) +
                    "); give the name of an SML or ML Basis file");
  filesRead.push_back(path);
  return allSources.add(path.string(), std::move(content));
}

/// A path of an ML Basis file, with its variables replaced, relative to the file's folder. Other libraries may be
/// elsewhere, but the Basis library is ours.
std::optional<std::filesystem::path> Project::resolvePath(const std::string &path, const std::filesystem::path &folder,
                                                          Place place) {
  constexpr std::string_view Ours = "$(SML_LIB)/basis/";
  bool isOurs = path.starts_with(Ours);
  std::string out = isOurs ? (options.library / "basis/").string() : "";
  for (size_t at = isOurs ? Ours.size() : 0; at < path.size();) {
    if (path.compare(at, 2, "$(") != 0) {
      out += path[at++];
      continue;
    }
    size_t end = path.find(')', at);
    std::string name = path.substr(at + 2, end == std::string::npos ? end : end - at - 2);
    auto found = options.pathVariables.find(name);
    if (end == std::string::npos || found == options.pathVariables.end()) {
      messages.error(place,
                     "the path variable '" + name + "' has no value; give one with --mlb-path-var " + name + "=FOLDER");
      return std::nullopt;
    }
    out += found->second;
    at = end + 1;
  }
  return (folder / out).lexically_normal();
}

void Project::elaborateSource(uint32_t file, bool allowsPrimitives) {
  size_t errors = messages.errorCount();
  elaborator.annotations = allowsPrimitives ? Annotations{} : annotations;
  std::vector<const syntax::Declaration *> declarations =
      syntax::parseProgram(allSources, file, arena, fixity, messages, {allowsPrimitives, elaborator.annotations});
  if (messages.errorCount() == errors)
    elaborator.elaborate(declarations);
}

/// What an ML Basis file declares. Each is elaborated once, in a scope of its own; null after an error.
std::shared_ptr<const Project::Basis> Project::basisOfFile(const std::filesystem::path &path, Place wantedAt) {
  std::error_code ignored;
  std::filesystem::path identity = std::filesystem::weakly_canonical(path, ignored);
  if (auto known = basisFiles.find(identity); known != basisFiles.end()) {
    if (!known->second)
      messages.error(wantedAt, "'" + path.string() + "' uses itself, directly or through other files");
    return known->second;
  }
  std::optional<uint32_t> file = read(path, wantedAt);
  if (!file)
    return nullptr;
  basisFiles[identity] = nullptr;
  mlb::Declarations declarations = mlb::parse(allSources, *file, messages);
  Scope outerScope = std::exchange(elaborator.scope, {});
  syntax::FixityScope outerFixity = std::exchange(fixity, {});
  auto outerBases = std::exchange(bases, {});
  Annotations outerAnnotations = std::exchange(annotations, options.annotations);
  declareAll(declarations, path.parent_path());
  auto basis = std::make_shared<const Basis>(since({{}, {}, {}}));
  elaborator.scope = std::move(outerScope);
  fixity = std::move(outerFixity);
  bases = std::move(outerBases);
  annotations = outerAnnotations;
  basisFiles[identity] = basis;
  return basis;
}

void Project::addWithBasis(const std::function<void()> &elaborateFile) {
  Mark outer = mark();
  if (auto library = basisOfFile(options.library / "basis" / "basis.mlb", {}))
    bindAll(*library);
  Mark inner = mark();
  elaborateFile();
  Basis made = since(inner);
  leave(outer);
  bindAll(made);
  outermost = since({{}, {}, {}}).bindings;
}

void Project::add(const std::filesystem::path &path) {
  if (path.extension() == ".mlb") {
    if (auto basis = basisOfFile(path, {}))
      bindAll(*basis);
    outermost = since({{}, {}, {}}).bindings;
    elaborator.reportUnused();
    return;
  }
  addWithBasis([&] {
    if (std::optional<uint32_t> file = read(path, {}))
      elaborateSource(*file, false);
  });
  elaborator.reportUnused();
}

void Project::addText(const std::string &name, std::string text) {
  addWithBasis([&] { elaborateSource(allSources.add(name, std::move(text)), false); });
}

void Project::addTextWithoutLibrary(const std::string &name, std::string text) {
  elaborator.scope.bindAll(elaborator.primitives());
  Mark inner = mark();
  elaborateSource(allSources.add(name, std::move(text)), true);
  outermost = since(inner).bindings;
}

//===--- Scopes ---------------------------------------------------------------------------===//

Project::Mark Project::mark() const { return {elaborator.scope.mark(), fixity.mark(), bases.mark()}; }

Project::Basis Project::since(const Mark &mark) {
  Basis basis{elaborator.scope.since(mark.scope), bases.since(mark.bases)};
  basis.bindings.fixity = fixity.since(mark.fixity);
  return basis;
}

Project::Basis Project::leave(const Mark &mark) {
  Basis basis = since(mark);
  elaborator.scope.leave(mark.scope);
  fixity.leave(mark.fixity);
  bases.leave(mark.bases);
  return basis;
}

void Project::bindAll(const Basis &basis) {
  elaborator.scope.bindAll(basis.bindings);
  fixity.bindAll(basis.bindings.fixity);
  for (const auto &[name, inner] : basis.bases)
    bases.bind(name, inner);
}

//===--- Declarations of ML Basis files ----------------------------------------------------===//

void Project::declareAll(const mlb::Declarations &declarations, const std::filesystem::path &folder) {
  for (const mlb::Declaration &declaration : declarations)
    std::visit([&](const auto &form) { declare(form, declaration.place, folder); }, declaration.form);
}

void Project::declare(const mlb::File &form, Place place, const std::filesystem::path &folder) {
  std::optional<std::filesystem::path> path = resolvePath(form.path, folder, place);
  if (!path)
    return;
  if (path->extension() == ".mlb") {
    if (auto basis = basisOfFile(*path, place))
      bindAll(*basis);
    return;
  }
  std::filesystem::path inLibrary = path->lexically_relative(options.library.lexically_normal());
  bool isOfLibrary = !inLibrary.empty() && *inLibrary.begin() != "..";
  if (std::optional<uint32_t> file = read(*path, place)) {
    ofLibrary.resize(*file + 1);
    ofLibrary[*file] = isOfLibrary;
    elaborateSource(*file, isOfLibrary);
  }
}

void Project::declare(const mlb::BasisBindings &form, Place, const std::filesystem::path &folder) {
  std::vector<std::pair<Symbol, std::shared_ptr<const Basis>>> made;
  for (const auto &[name, expression] : form.bindings)
    made.emplace_back(name.symbol, evaluate(expression, folder));
  for (const auto &[name, basis] : made)
    if (basis)
      bases.bind(name, basis);
}

std::shared_ptr<const Project::Basis> Project::evaluate(const mlb::Expression &expression,
                                                        const std::filesystem::path &folder) {
  if (!expression.declarations) {
    std::shared_ptr<const Basis> found = bases.find(expression.name.symbol);
    if (!found)
      messages.error(expression.name.place, "there is no basis '" + expression.name.symbol.text() + "'");
    return found;
  }
  Mark scope = mark();
  declareAll(*expression.declarations, folder);
  if (!expression.body)
    return std::make_shared<const Basis>(leave(scope));
  std::shared_ptr<const Basis> value = evaluate(*expression.body, folder);
  leave(scope);
  return value;
}

void Project::declare(const mlb::Open &form, Place, const std::filesystem::path &) {
  std::vector<std::shared_ptr<const Basis>> opened;
  for (const syntax::Name &name : form.names) {
    opened.push_back(bases.find(name.symbol));
    if (!opened.back())
      messages.error(name.place, "there is no basis '" + name.symbol.text() + "'");
  }
  for (const std::shared_ptr<const Basis> &basis : opened)
    if (basis)
      bindAll(*basis);
}

void Project::declare(const mlb::Local &form, Place, const std::filesystem::path &folder) {
  Mark outer = mark();
  declareAll(form.hidden, folder);
  Mark inner = mark();
  declareAll(form.declarations, folder);
  Basis kept = since(inner);
  leave(outer);
  bindAll(kept);
}

void Project::declare(const mlb::Annotated &form, Place, const std::filesystem::path &folder) {
  Annotations outer = annotations;
  for (const syntax::Name &annotation : form.annotations)
    if (std::string problem = annotations.add(annotation.symbol.text()); !problem.empty())
      messages.warning(annotation.place, problem);
  declareAll(form.declarations, folder);
  annotations = outer;
}

void Project::declare(const mlb::ModuleBindings &form, Place, const std::filesystem::path &) {
  Basis made;
  Scope &scope = elaborator.scope;
  for (const auto &[name, original] : form.bindings) {
    Symbol symbol = original.symbol;
    const char *missing = nullptr;
    switch (form.kind) {
    case mlb::ModuleBindings::Kind::Structure:
      made.bindings.structures.emplace_back(name.symbol, scope.structures.find(symbol));
      missing = made.bindings.structures.back().second.environment ? nullptr : "structure";
      break;
    case mlb::ModuleBindings::Kind::Signature:
      made.bindings.signatures.emplace_back(name.symbol, scope.signatures.find(symbol));
      missing = made.bindings.signatures.back().second ? nullptr : "signature";
      break;
    case mlb::ModuleBindings::Kind::Functor:
      made.bindings.functors.emplace_back(name.symbol, scope.functors.find(symbol));
      missing = made.bindings.functors.back().second ? nullptr : "functor";
      break;
    }
    if (missing)
      messages.error(original.place, "there is no " + std::string(missing) + " '" + symbol.text() + "'");
  }
  bindAll(made);
}

void Project::declare(const mlb::Primitives &, Place place, const std::filesystem::path &folder) {
  std::filesystem::path inLibrary = folder.lexically_normal().lexically_relative(options.library.lexically_normal());
  if (inLibrary.empty() || *inLibrary.begin() == "..") {
    messages.error(place, "_prim is for the Basis library only");
    return;
  }
  elaborator.scope.bindAll(elaborator.primitives());
}

} // namespace tactus::pml
