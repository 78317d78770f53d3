//===- Summaries.h - what functions do with variables that their effects leave out -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Effects are written by hand, and forget variables: a time step that the loop around the calls sets, two pointers that
// it swaps, a counter. What a function of this file does with named variables is known, in all that it calls. So each
// annotated function gets a second function beside its effects, which says what it relies on (decision 182):
//
//     void __tactus_splice_reliance_of_f() {
//       if (!__tactus_splice_relies("f"))            // has been asked for this call already
//         return;
//       __tactus_splice_rely(&dt, sizeof dt, use);   // each variable that it, or a callee, names
//       __tactus_splice_reliance_of_g();             // an annotated function of another file
//       __tactus_splice_relies_on_unknown();         // any other function of another file
//     }
//
// It is asked where calls are collected, once for each call of a `try`. The bodies are made at the end of the file,
// when all functions have been seen.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SPLICE_SUMMARIES_H
#define TACTUS_COMPILER_SPLICE_SUMMARIES_H

#include "Accesses.h"

#include "llvm/ADT/DenseMap.h"

namespace tactus::splice {

/// What a function does with variables that it names, or all that it calls.
struct Summary {
  Uses globals;
  /// Variables that its effects are computed from.
  Uses decisive;
  /// Variables whose address its effects name: the programmer has thought of them.
  Variables declared;
  /// Annotated functions of other files.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> foreign;
  /// It may call others, which may use any variable. One of them, for messages.
  bool callsUnknown = false;
  std::string unknown;
};

class Summaries {
public:
  using IsAnnotated = llvm::function_ref<bool(const clang::FunctionDecl *)>;

  /// A function with its body, as the programmer has written it, with the marks of its pragmas.
  void see(const clang::FunctionDecl *function);
  /// A variable of the file, whose value may keep the address of another one.
  void see(const clang::VarDecl *variable);

  /// Code that does not name the variable may know its address.
  bool isExposed(const clang::VarDecl *variable) const { return exposed.contains(variable->getCanonicalDecl()); }

  /// With all callees, as far as they have been seen.
  Summary of(const clang::FunctionDecl *function, IsAnnotated isAnnotated) const;

private:
  struct Seen {
    Accesses body, effects;
  };
  llvm::DenseMap<const clang::FunctionDecl *, Seen> functions;
  Variables exposed;

  void expose(const Accesses &accesses);
  friend class SummaryBuilder;
};

} // namespace tactus::splice

#endif // TACTUS_COMPILER_SPLICE_SUMMARIES_H
