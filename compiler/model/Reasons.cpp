//===- Reasons.cpp - why a construct is left as it is ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/Reasons.h"

namespace tactus {

const char *reasonText(Reason reason) {
  switch (reason) {
#define TACTUS_REASON(NAME, TEXT)                                                                                      \
  case Reason::NAME:                                                                                                   \
    return TEXT;
#include "model/Reasons.def"
  }
  return "";
}

std::string Reasons::text() const {
  std::string text;
  for (Reason reason : list)
    text += (text.empty() ? "" : "; ") + std::string(reasonText(reason));
  return text;
}

} // namespace tactus
