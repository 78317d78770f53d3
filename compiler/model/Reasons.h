//===- Reasons.h - why a construct is left as it is ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The compiler hands on reasons as enumerators. They become texts where a remark, the report or a printer shows them,
// and nowhere else.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_REASONS_H
#define TACTUS_COMPILER_MODEL_REASONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace tactus {

enum class Reason {
#define TACTUS_REASON(NAME, TEXT) NAME,
#include "model/Reasons.def"
};

/// The text for a reason, as it stands in remarks and reports.
const char *reasonText(Reason reason);

/// Reasons in the order in which they were found, each once.
class Reasons {
public:
  Reasons() = default;
  Reasons(Reason reason) : list{reason} {}

  void add(Reason reason) {
    if (!contains(reason))
      list.push_back(reason);
  }
  bool empty() const { return list.empty(); }
  bool contains(Reason reason) const { return llvm::is_contained(list, reason); }
  auto begin() const { return list.begin(); }
  auto end() const { return list.end(); }

  /// All of them, for the user.
  std::string text() const;

private:
  llvm::SmallVector<Reason, 2> list;
};

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_REASONS_H
