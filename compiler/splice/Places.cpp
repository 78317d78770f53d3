//===- Places.cpp - the memory that a value is read from -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Places.h"

#include "clang/AST/Expr.h"

using namespace clang;

namespace tactus::splice {

namespace {

class Finder {
public:
  Finder(const Variables &shared, Places &places) : shared(shared), places(places) {}

  bool addValue(Expr *value) {
    value = value->IgnoreParens();
    if (isSimple(value))
      return true;
    if (value->isGLValue()) // for a reference
      return addBase(value);
    if (auto *cast = dyn_cast<CastExpr>(value)) {
      Expr *from = cast->getSubExpr()->IgnoreParens();
      if (cast->getCastKind() == CK_LValueToRValue)
        return addRead(from);
      return from->isGLValue() ? addBase(from) : addValue(from);
    }
    if (auto *operation = dyn_cast<UnaryOperator>(value)) {
      if (operation->isIncrementDecrementOp())
        return false;
      Expr *from = operation->getSubExpr()->IgnoreParens();
      return operation->getOpcode() == UO_AddrOf ? addBase(from) : addValue(from);
    }
    auto *operation = dyn_cast<BinaryOperator>(value);
    return operation && !operation->isAssignmentOp() && !operation->isLogicalOp() && !operation->isCommaOp() &&
           addValue(operation->getLHS()) && addValue(operation->getRHS());
  }

private:
  const Variables &shared;
  Places &places;

  /// No memory is read, and nothing is changed.
  bool isSimple(Expr *value) {
    Accesses accesses = accessesOf(value, shared);
    return accesses.isLocal() && llvm::none_of(accesses.locals, [](auto use) { return use.second & Written; });
  }

  bool addRead(Expr *place) {
    if (place->refersToBitField() || !addBase(place))
      return false;
    places.push_back(place);
    return true;
  }

  /// What the place is computed from.
  bool addBase(Expr *place) {
    place = place->IgnoreParens();
    if (isa<DeclRefExpr>(place))
      return true;
    if (auto *member = dyn_cast<MemberExpr>(place)) {
      if (member->getMemberDecl()->getType()->isReferenceType())
        return false;
      return member->getBase()->isGLValue() ? addBase(member->getBase()) : addValue(member->getBase());
    }
    if (auto *element = dyn_cast<ArraySubscriptExpr>(place))
      return addValue(element->getBase()) && addValue(element->getIdx());
    auto *operation = dyn_cast<UnaryOperator>(place);
    return operation && operation->getOpcode() == UO_Deref && addValue(operation->getSubExpr());
  }
};

} // namespace

bool addPlaces(Expr *value, const Variables &shared, Places &places) { return Finder(shared, places).addValue(value); }

} // namespace tactus::splice
