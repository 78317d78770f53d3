//===- fixity.h - which names are infix, and where ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Fixity follows the scope of the directives (Definition, section 2.6): a directive in `let`, `local` or `struct` ends
// with it. It does not follow the scope of the values: `x` is infix wherever a directive for `x` is in force.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_FIXITY_H
#define TACTUS_PML_SYNTAX_FIXITY_H

#include "symbol.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace tactus::pml::syntax {

struct Fixity {
  bool isInfix = false;
  bool isRight = false;
  /// 0 to 9; a higher one binds tighter.
  unsigned precedence = 0;
};

/// The directives that one file or basis makes, the latest last.
using FixityList = std::vector<std::pair<Symbol, Fixity>>;

class FixityScope {
public:
  [[nodiscard]] Fixity find(Symbol name) const {
    auto found = current.find(name);
    return found == current.end() ? Fixity{} : found->second;
  }
  void bind(Symbol name, Fixity fixity) {
    undo.emplace_back(name, find(name));
    made.emplace_back(name, fixity);
    current[name] = fixity;
  }
  using Mark = size_t;
  [[nodiscard]] Mark mark() const { return undo.size(); }
  /// The directives since the mark.
  [[nodiscard]] FixityList since(Mark mark) const {
    return {made.begin() + static_cast<std::ptrdiff_t>(mark), made.end()};
  }
  /// Ends the scope that began at the mark, and returns the directives that were in it.
  FixityList leave(Mark mark) {
    FixityList list = since(mark);
    while (undo.size() > mark) {
      current[undo.back().first] = undo.back().second;
      undo.pop_back();
      made.pop_back();
    }
    return list;
  }
  void bindAll(const FixityList &list) {
    for (auto [name, fixity] : list)
      bind(name, fixity);
  }

private:
  std::unordered_map<Symbol, Fixity> current;
  FixityList undo;
  FixityList made;
};

} // namespace tactus::pml::syntax

#endif
