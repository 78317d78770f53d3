//===- store.h - parameters into a program that has been linked ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_STORE_H
#define TACTUS_ANALYZE_STORE_H

#include <string>

namespace tactus::analyze {

/// Chooses the parameters of a program's eager tasks, and writes them into the record that it has for them
/// (abi/task_parameters.h). A file without such a record, or a program that makes no tasks, is left as it is. What is
/// wrong with summaries is said on stderr if `tells`. Returns one line if the file cannot be read or written.
[[nodiscard]] std::string storeParameters(const std::string &file, bool tells);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_STORE_H
