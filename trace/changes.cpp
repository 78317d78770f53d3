//===- changes.cpp - why a line's construct is not latent, and what to change ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "changes.h"
#include "remark_reasons.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace tactus::trace {

namespace {

/// Markdown as plain text: what a link shows, and code without its marks.
std::string plain(const std::string &markdown) {
  std::string text;
  for (size_t at = 0; at < markdown.size(); ++at) {
    if (markdown[at] == ']' && at + 1 < markdown.size() && markdown[at + 1] == '(')
      at = std::min(markdown.find(')', at), markdown.size() - 1);
    else if (markdown[at] != '`' && markdown[at] != '[')
      text += markdown[at];
  }
  return text;
}

/// The rows of the tables in docs/remarks.md with two columns; of a reason that has several, the first.
std::map<std::string, std::string> readRemarks() {
  std::map<std::string, std::string> changes;
  std::istringstream tables(RemarkReasons);
  for (std::string row; std::getline(tables, row);) {
    size_t middle = row.find(" | "), end = row.rfind(" |");
    if (row.starts_with("| ") && middle != std::string::npos && end > middle)
      changes.try_emplace(row.substr(2, middle - 2), plain(row.substr(middle + 3, end - middle - 3)));
  }
  return changes;
}

Change changeFor(const std::string &reason) {
  static const std::map<std::string, std::string> remarks = readRemarks();
  auto found = remarks.find(reason);
  return {reason, found == remarks.end() ? "" : found->second};
}

/// What the compiler left there: the region itself rather than a loop in it, if both stand in one line.
const Construct *constructAt(const Place &place, const std::vector<Construct> &constructs) {
  const Construct *found = nullptr;
  for (const Construct &construct : constructs) {
    if (construct.isConverted || construct.line != place.line || construct.file != place.file)
      continue;
    if (construct.column == place.column && construct.function == place.function)
      return &construct;
    if (!found)
      found = &construct;
  }
  return found;
}

} // namespace

std::vector<Change> changesFor(const LineTime &line, const std::vector<Construct> &constructs) {
  std::vector<Change> changes;
  const Construct *construct = line.by == RunBy::Latent ? nullptr : constructAt(line.place, constructs);
  if (!construct)
    return changes;
  if (line.by == RunBy::Libomp && !construct->otherwise.empty())
    changes.push_back(changeFor(LeftByTheRun));
  for (const std::string &reason : construct->reasons)
    changes.push_back(changeFor(reason));
  return changes;
}

} // namespace tactus::trace
