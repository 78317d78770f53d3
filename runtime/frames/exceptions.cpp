//===- exceptions.cpp - exceptions that change threads ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A rest that runs elsewhere must not throw into libtactus, and its handlers and destructors are its function's, which
// still runs the first branch. So it ends where it throws, with the exception as its result, and the thread that joins
// it goes on with the unwinding. The object is the same one, as if it had been thrown there: what the C++ library knows
// of exceptions that are on their way is a number for each thread, which is corrected here.
//
//===----------------------------------------------------------------------===//
#include "frames/exceptions.h"

#include "abi/forks.h"
#include "os/exported.h"

#include <cstdlib>
#include <unwind.h>

extern "C" {
/// Of the C++ library's ABI, if the program has one: per thread, the exceptions being handled and the number of those
/// that are on their way to a handler.
struct ExceptionGlobals {
  void *caught;
  unsigned uncaught;
};
__attribute__((weak)) ExceptionGlobals *__cxa_get_globals() noexcept;
__attribute__((weak)) void *__cxa_begin_catch(void *exception) noexcept;
/// std::terminate().
__attribute__((weak)) void _ZSt9terminatev() noexcept;
}

bool tactus::isUnwinding() { return __cxa_get_globals && __cxa_get_globals()->uncaught > 0; }

TACTUS_EXPORT void tactus_exception_caught(void *) {
  if (__cxa_get_globals)
    --__cxa_get_globals()->uncaught;
}

TACTUS_EXPORT void tactus_exception_rethrow(void *exception) {
  if (__cxa_get_globals)
    ++__cxa_get_globals()->uncaught;
  tactus_exception_reraise(exception);
}

TACTUS_EXPORT void tactus_exception_reraise(void *exception) {
  auto *object = static_cast<_Unwind_Exception *>(exception);
  // A thread that is being ended (pthread_exit) has no handlers to be looked for, and goes on unwinding from here.
  if (object->private_1)
    _Unwind_Resume(object);
  _Unwind_RaiseException(object);
  // Nobody catches it.
  if (__cxa_begin_catch)
    __cxa_begin_catch(exception);
  if (_ZSt9terminatev)
    _ZSt9terminatev();
  abort();
}

TACTUS_EXPORT void tactus_exception_discard(void *result) {
  if (void *exception = static_cast<void **>(result)[tactus::abi::ExceptionResultWord])
    _Unwind_DeleteException(static_cast<_Unwind_Exception *>(exception));
}
