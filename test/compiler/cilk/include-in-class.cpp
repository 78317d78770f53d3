// What has to be declared outside of a class or function cannot be included there; nor can the reducers in a namespace, with
// the standard library's headers that they include. One error, at the program's line. What has been read outside is harmless.
// RUN: not %tactus-clangxx -DIN_CLASS -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLASS --implicit-check-not=error:
// RUN: not %tactus-clangxx -DIN_FUNCTION -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNCTION --implicit-check-not=error:
// RUN: not %tactus-clangxx -DREDUCERS -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REDUCERS --implicit-check-not=error:
// RUN: %tactus-clangxx -c %s -o /dev/null
#if defined(IN_CLASS)
class Holder {
// CLASS: [[@LINE+1]]:10: fatal error: <cilk/cilk.h> is included in a class or a function: include it outside
#include <cilk/cilk.h>
};
#elif defined(IN_FUNCTION)
inline int function() {
// FUNCTION: [[@LINE+1]]:10: fatal error: <cilk/cilk.h> is included in a class or a function: include it outside
#include <cilk/cilk.h>
}
#elif defined(REDUCERS)
namespace reducers {
// REDUCERS: [[@LINE+1]]:10: fatal error: Cilk's reducers are included in a namespace, a class or a function: include their headers outside
#include <cilk/reducer_list.h>
}
#else
#include <cilk/cilk.h>
#include <cilk/reducer_list.h>
class Again {
#include <cilk/cilk.h>
#include <cilk/reducer_list.h>
};
#endif
