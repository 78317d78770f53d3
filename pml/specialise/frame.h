//===- frame.h - what names of the typed tree mean in one copy of it ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A part of the typed tree is copied once for each list of types that it is used at, and once for each application of
// the functor that it is in. What its variables, structures and type names mean differs from copy to copy. A frame
// holds what they mean in one copy; around it are those of the copies that it stands in. Within a frame each variable
// is declared once.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SPECIALISE_FRAME_H
#define TACTUS_PML_SPECIALISE_FRAME_H

#include "pml/core/program.h"
#include "pml/elaborate/typed.h"

#include <map>
#include <unordered_map>

namespace tactus::pml::specialising {

struct Frame;
struct Binding;
using CoreTypes = std::vector<const core::Type *>;

/// A primitive as a value: not yet a function.
struct Primitive {
  const typed::PrimitiveExpression *expression = nullptr;
  const core::Type *type = nullptr;
  Place place;
};

/// What a name stands for at some types.
struct Meaning {
  core::Value *value = nullptr;
  Primitive primitive;
  /// A constructor that is used as a function, and the type that it makes or its function type.
  const ValueInfo *constructor = nullptr;
  const core::Type *type = nullptr;
};

/// A declaration without effects. It is copied for each list of types that somebody asks for.
struct LazyDeclaration {
  struct Instance {
    CoreTypes types;
    Frame *frame = nullptr;
    std::unordered_map<const typed::Variable *, Meaning> meanings;
    bool isBusy = false;
  };
  const typed::ValueDeclaration *values = nullptr;
  const typed::RecursiveDeclaration *functions = nullptr;
  /// Of values: the patterns have been matched where they stand, and copies give the general names only.
  bool isMatched = false;
  Frame *frame = nullptr;
  /// Where the copies stand.
  core::Statement *slot = nullptr;
  std::map<CoreTypes, Instance *> instances;
  Place place;

  [[nodiscard]] const std::vector<TypeVariable *> &quantified() const {
    return values ? values->quantified : functions->quantified;
  }
};

/// What a variable or a component of a structure is.
struct Binding {
  /// Known by now.
  core::Value *value = nullptr;
  /// Or one variable of a declaration that is copied on demand.
  LazyDeclaration *lazy = nullptr;
  const typed::Variable *variable = nullptr;
  /// Or another one, seen through a signature.
  const Binding *from = nullptr;
  const typed::Coercion::Value *coercion = nullptr;
  Frame *frame = nullptr;
};

struct StructureValue {
  std::unordered_map<Symbol, const Binding *> values;
  std::unordered_map<Symbol, const StructureValue *> structures;
};

/// What a type name stands for: a type function whose names mean what they mean in a frame, or a datatype that was
/// declared in the frame.
struct TypeMeaning {
  const TypeFunction *function = nullptr;
  const typed::DatatypeDeclaration::Datatype *datatype = nullptr;
  Frame *frame = nullptr;
};

struct Frame {
  Frame *parent = nullptr;
  std::unordered_map<const typed::Variable *, const Binding *> values;
  std::unordered_map<const typed::StructureVariable *, const StructureValue *> structures;
  std::unordered_map<const typed::FunctorVariable *, Frame *> functors;
  std::unordered_map<const TypeName *, TypeMeaning> types;
  std::unordered_map<const TypeVariable *, const core::Type *> typeVariables;
  std::unordered_map<const Type *, const core::Type *> converted;
};

template <typename Map, typename Key>
const typename Map::mapped_type *find(const Frame *frame, Map Frame::*map, const Key &key) {
  for (; frame; frame = frame->parent) {
    const Map &entries = frame->*map;
    if (auto found = entries.find(key); found != entries.end())
      return &found->second;
  }
  return nullptr;
}

} // namespace tactus::pml::specialising

#endif
