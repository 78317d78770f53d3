//===- mlb.h - ML Basis files: their syntax ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   basdec ::= FILE.sml | FILE.sig | FILE.fun | FILE.mlb | basis ID = basexp ⟨and …⟩ | open ID …
//            | local basdec in basdec end
//            | structure ID ⟨= ID⟩ ⟨and …⟩ | signature … | functor … | ann "ANNOTATION" … in basdec end | _prim
//   basexp ::= bas basdec end | ID | let basdec in basexp end
//
// Paths may contain variables, $(NAME), and may stand in quotes. `_prim` is the primitive basis, for the Basis library.
//
//===----------------------------------------------------------------------------------------------------------------===//
#ifndef TACTUS_PML_PROJECT_MLB_H
#define TACTUS_PML_PROJECT_MLB_H

#include "pml/source/diagnostics.h"
#include "pml/source/limits.h"
#include "pml/syntax/tree.h"

#include <memory>
#include <variant>

namespace tactus::pml::mlb {

struct Declaration;
using Declarations = std::vector<Declaration>;

struct Expression {
  /// `bas … end` has declarations; a name has a name; `let` has declarations and a body.
  std::shared_ptr<Declarations> declarations;
  syntax::Name name;
  std::shared_ptr<Expression> body;
};
struct File {
  std::string path;
};
struct BasisBindings {
  std::vector<std::pair<syntax::Name, Expression>> bindings;
};
struct Open {
  std::vector<syntax::Name> names;
};
struct Local {
  Declarations hidden;
  Declarations declarations;
};
struct Annotated {
  std::vector<syntax::Name> annotations;
  Declarations declarations;
};
struct ModuleBindings {
  enum class Kind : uint8_t { Structure, Signature, Functor };
  Kind kind;
  std::vector<std::pair<syntax::Name, syntax::Name>> bindings;
};
struct Primitives {};

struct Declaration {
  Place place;
  std::variant<File, BasisBindings, Open, Local, Annotated, ModuleBindings, Primitives> form;
};

/// Parses one ML Basis file. After an error the result ends where it is.
[[nodiscard]] Declarations parse(const Sources &sources, uint32_t file, Diagnostics &diagnostics);

} // namespace tactus::pml::mlb

#endif
