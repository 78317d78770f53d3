//===- Accesses.cpp - what a piece of code reads and writes --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Accesses.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace tactus::splice {

namespace {

/// Walks statements and values (`visit`), and places that are read or written (`visitPlace`).
class Walker {
public:
  Walker(Accesses &found, const Variables &shared, bool callsArePure, bool skipsMarks = false)
      : found(found), shared(shared), callsArePure(callsArePure), skipsMarks(skipsMarks) {}

  void visit(const Stmt *code) {
    if (!code)
      return;
    if (auto *value = dyn_cast<Expr>(code))
      return visitValue(value);
    if (skipsMarks)
      if (const Stmt *marked = markedBy(code); marked != code)
        return visit(marked);
    switch (code->getStmtClass()) {
    case Stmt::DeclStmtClass:
      for (const Decl *declaration : cast<DeclStmt>(code)->decls())
        visitDeclaration(declaration);
      return;
    case Stmt::CompoundStmtClass:
    case Stmt::IfStmtClass:
    case Stmt::ForStmtClass:
    case Stmt::WhileStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::SwitchStmtClass:
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
    case Stmt::LabelStmtClass:
    case Stmt::AttributedStmtClass:
    case Stmt::ReturnStmtClass:
    case Stmt::BreakStmtClass:
    case Stmt::ContinueStmtClass:
    case Stmt::GotoStmtClass:
    case Stmt::NullStmtClass:
    case Stmt::CXXForRangeStmtClass:
      return visitChildren(code);
    default:
      return visitUnknown(code);
    }
  }

private:
  Accesses &found;
  const Variables &shared;
  const bool callsArePure, skipsMarks;

  void visitChildren(const Stmt *code) {
    for (const Stmt *child : code->children())
      visit(child);
  }

  /// Code that this file does not understand may do anything with the variables that it names.
  void visitUnknown(const Stmt *code) {
    found.callsUnknown = found.callsHidden = found.isFixed = true;
    found.writesMemory = true;
    nameAll(code);
  }
  void nameAll(const Stmt *code) {
    if (auto *reference = dyn_cast<DeclRefExpr>(code))
      visitVariable(reference, Read | Written | AddressTaken);
    for (const Stmt *child : code->children())
      if (child)
        nameAll(child);
  }

  void visitDeclaration(const Decl *declaration) {
    auto *variable = dyn_cast<VarDecl>(declaration);
    if (!variable) {
      if (isa<ValueDecl>(declaration) && !isa<FunctionDecl, EnumConstantDecl>(declaration))
        found.isFixed = found.callsUnknown = found.callsHidden = true;
      return;
    }
    if (variable->getType()->isVariablyModifiedType())
      found.isFixed = true;
    if (variable->needsDestruction(variable->getASTContext()) != QualType::DK_none) {
      found.callsUnknown = true;
      auto *record = variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      if (const CXXDestructorDecl *destructor = record ? record->getDestructor() : nullptr)
        found.callees.insert(destructor->getCanonicalDecl());
    }
    if (!variable->hasLocalStorage()) {
      if (variable->hasInit() && !variable->hasConstantInitialization())
        found.callsUnknown = found.callsHidden = found.isFixed = true;
      return;
    }
    found.locals[variable] |= Written;
    if (!variable->hasInit())
      return;
    if (variable->getType()->isReferenceType())
      visitBinding(variable->getInit(), variable->getType());
    else
      visit(variable->getInit());
  }

  /// A reference to something that will not change keeps nothing but its value.
  void visitBinding(const Expr *place, QualType reference) {
    bool isConstant = reference.getNonReferenceType().isConstQualified();
    if (place->isGLValue())
      visitPlace(place, isConstant ? Read : Read | Written | AddressTaken);
    else
      visit(place);
  }

  void visitValue(const Expr *value) {
    if (value->isGLValue()) // and nobody reads it
      return visitPlace(value, 0);
    if (auto *cast = dyn_cast<CastExpr>(value))
      return visitCast(cast);
    if (auto *call = dyn_cast<CallExpr>(value))
      return visitCall(call);
    switch (value->getStmtClass()) {
    case Stmt::IntegerLiteralClass:
    case Stmt::FloatingLiteralClass:
    case Stmt::CharacterLiteralClass:
    case Stmt::ImaginaryLiteralClass:
    case Stmt::CXXBoolLiteralExprClass:
    case Stmt::CXXNullPtrLiteralExprClass:
    case Stmt::GNUNullExprClass:
    case Stmt::ImplicitValueInitExprClass:
    case Stmt::CXXScalarValueInitExprClass:
    case Stmt::UnaryExprOrTypeTraitExprClass: // is not evaluated
    case Stmt::OffsetOfExprClass:
    case Stmt::DeclRefExprClass: // an enumerator
      return;
    case Stmt::CXXThisExprClass:
      found.usesThis = true;
      return;
    case Stmt::UnaryOperatorClass:
      return visitUnary(cast<UnaryOperator>(value));
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass:
      return visitBinary(cast<BinaryOperator>(value));
    case Stmt::ParenExprClass:
    case Stmt::ConditionalOperatorClass:
    case Stmt::InitListExprClass:
    case Stmt::ExprWithCleanupsClass:
    case Stmt::ConstantExprClass:
    case Stmt::SubstNonTypeTemplateParmExprClass:
    case Stmt::ChooseExprClass:
    case Stmt::GenericSelectionExprClass:
      return visitChildren(value);
    case Stmt::CXXDefaultArgExprClass:
      return visit(cast<CXXDefaultArgExpr>(value)->getExpr());
    case Stmt::CXXConstructExprClass:
    case Stmt::CXXTemporaryObjectExprClass:
      return visitConstruction(cast<CXXConstructExpr>(value));
    case Stmt::MemberExprClass:
    case Stmt::ArraySubscriptExprClass: // of values
      return visitChildren(value);
    default:
      return visitUnknown(value);
    }
  }

  void visitCast(const CastExpr *cast) {
    const Expr *from = cast->getSubExpr();
    switch (cast->getCastKind()) {
    case CK_LValueToRValue:
      return visitPlace(from, Read);
    case CK_ArrayToPointerDecay:
      return from->isGLValue() ? visitPlace(from, AddressTaken) : visit(from);
    case CK_FunctionToPointerDecay:
    case CK_BuiltinFnToFnPtr:
      if (auto *named = dyn_cast<DeclRefExpr>(from->IgnoreParens()))
        if (auto *function = dyn_cast<FunctionDecl>(named->getDecl()))
          found.callees.insert(function->getCanonicalDecl());
      return;
    case CK_UserDefinedConversion:
    case CK_Dynamic:
      return visitUnknown(cast);
    default:
      return visit(from);
    }
  }

  void visitUnary(const UnaryOperator *operation) {
    if (operation->getOpcode() == UO_AddrOf)
      visitPlace(operation->getSubExpr(), AddressTaken);
    else if (operation->isIncrementDecrementOp())
      visitPlace(operation->getSubExpr(), Read | Written);
    else
      visit(operation->getSubExpr());
  }

  void visitBinary(const BinaryOperator *operation) {
    if (operation->isAssignmentOp())
      visitPlace(operation->getLHS(), operation->isCompoundAssignmentOp() ? Read | Written : Written);
    else
      visit(operation->getLHS());
    visit(operation->getRHS());
  }

  void visitConstruction(const CXXConstructExpr *construction) {
    const CXXConstructorDecl *constructor = construction->getConstructor();
    if (!callsArePure && !constructor->isTrivial() && !isOfView(constructor))
      found.callsUnknown = true;
    found.callees.insert(constructor->getCanonicalDecl());
    visitArguments(constructor, construction->arguments());
  }

  void visitCall(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    bool isConstant =
        callee && (callee->hasAttr<ConstAttr>() ||
                   (callee->getBuiltinID() && callee->getASTContext().BuiltinInfo.isConst(callee->getBuiltinID())));
    auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    isConstant |= isOfView(method);
    if (!isConstant && !callsArePure)
      found.callsUnknown = true;
    if (!callee || (method && method->isVirtual()))
      found.callsHidden = true;
    else
      found.callees.insert(callee->getCanonicalDecl());
    if (!callee || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call))
      visit(call->getCallee());
    if (auto *member = dyn_cast<CXXMemberCallExpr>(call); member && member->getImplicitObjectArgument()->isGLValue())
      visitPlace(member->getImplicitObjectArgument(), useOfObject(method));
    auto arguments = call->arguments();
    if (isa<CXXOperatorCallExpr>(call) && method && !method->isStatic() && call->getArg(0)->isGLValue()) {
      visitPlace(call->getArg(0), useOfObject(method));
      arguments = llvm::drop_begin(arguments);
    }
    visitArguments(callee && !method ? callee : nullptr, arguments);
  }

  /// It reads and makes values that say where elements are, and no elements.
  static bool isOfView(const CXXMethodDecl *method) {
    const IdentifierInfo *name = method ? method->getParent()->getIdentifier() : nullptr;
    return name && (name->isStr("span") || name->isStr("mdspan")) && method->isInStdNamespace() &&
           (method->isConst() || isa<CXXConstructorDecl>(method));
  }

  /// What a member function does to its object. Those of the standard library say: its containers promise that these
  /// do not count as changes.
  unsigned useOfObject(const CXXMethodDecl *method) {
    constexpr unsigned Any = Read | Written | AddressTaken;
    if (!method || !method->getASTContext().getSourceManager().isInSystemHeader(method->getLocation()))
      return method && method->isConst() ? Read | AddressTaken : Any;
    if (method->isConst())
      return Read;
    static constexpr StringRef constant[] = {"begin", "end",  "rbegin", "rend",        "front",       "back",
                                             "data",  "find", "at",     "lower_bound", "upper_bound", "equal_range"};
    const CXXRecordDecl *container = method->getParent();
    StringRef name = container->getIdentifier() ? container->getName() : "";
    if (name == "array" || name.ends_with("map"))
      return Any; // its elements lie in it, or are made by access
    bool isAccess = method->getOverloadedOperator() == OO_Subscript ||
                    (method->getIdentifier() && llvm::is_contained(constant, method->getName()));
    return isAccess ? Read : Any;
  }

  template <class Range> void visitArguments(const FunctionDecl *callee, Range arguments) {
    unsigned index = 0;
    for (const Expr *argument : arguments) {
      QualType type = callee && index < callee->getNumParams() ? callee->getParamDecl(index)->getType() : QualType();
      ++index;
      if (!argument->isGLValue())
        visit(argument);
      else if (!type.isNull() && type->isReferenceType())
        visitBinding(argument, type);
      else
        visitPlace(argument, Read | Written | AddressTaken);
    }
  }

  //===--- Places ---===//

  void visitPlace(const Expr *place, unsigned use) {
    place = place->IgnoreParens();
    switch (place->getStmtClass()) {
    case Stmt::DeclRefExprClass:
      return visitVariable(cast<DeclRefExpr>(place), use);
    case Stmt::MemberExprClass:
      return visitMember(cast<MemberExpr>(place), use);
    case Stmt::ArraySubscriptExprClass:
      return visitElement(cast<ArraySubscriptExpr>(place), use);
    case Stmt::UnaryOperatorClass:
      if (auto *operation = cast<UnaryOperator>(place); operation->getOpcode() == UO_Deref) {
        visit(operation->getSubExpr());
        return touch(place, use);
      }
      if (cast<UnaryOperator>(place)->isIncrementDecrementOp()) { // ++a = b, in C++
        visitPlace(cast<UnaryOperator>(place)->getSubExpr(), use);
        return visitUnary(cast<UnaryOperator>(place));
      }
      break;
    case Stmt::ConditionalOperatorClass: {
      auto *choice = cast<ConditionalOperator>(place);
      visit(choice->getCond());
      visitPlace(choice->getTrueExpr(), use);
      return visitPlace(choice->getFalseExpr(), use);
    }
    case Stmt::StringLiteralClass:
    case Stmt::PredefinedExprClass:
      return;
    case Stmt::CallExprClass: // returns a reference
    case Stmt::CXXMemberCallExprClass:
    case Stmt::CXXOperatorCallExprClass:
      visitCall(cast<CallExpr>(place));
      return touch(place, use);
    case Stmt::CompoundLiteralExprClass:
    case Stmt::MaterializeTemporaryExprClass:
      return visitChildren(place);
    case Stmt::ImplicitCastExprClass:
    case Stmt::CStyleCastExprClass:
      if (auto *conversion = cast<CastExpr>(place); conversion->getSubExpr()->isGLValue())
        return visitPlace(conversion->getSubExpr(), use);
      break;
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass: // (a = b) = c, in C++
      if (cast<BinaryOperator>(place)->isAssignmentOp()) {
        visitPlace(cast<BinaryOperator>(place)->getLHS(), use);
        return visitBinary(cast<BinaryOperator>(place));
      }
      if (cast<BinaryOperator>(place)->getOpcode() == BO_Comma) {
        visit(cast<BinaryOperator>(place)->getLHS());
        return visitPlace(cast<BinaryOperator>(place)->getRHS(), use);
      }
      break;
    default:
      break;
    }
    visitUnknown(place);
  }

  void touch(const Expr *place, unsigned use) {
    if (use & (Read | Written))
      found.touchesMemory = true;
    if (use & Written)
      found.writesMemory = true;
    if (place->getType().isVolatileQualified())
      found.callsUnknown = true;
  }

  void visitVariable(const DeclRefExpr *reference, unsigned use) {
    auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    if (!variable) {
      if (!isa<FunctionDecl, EnumConstantDecl>(reference->getDecl()))
        found.isFixed = found.callsUnknown = found.callsHidden = true;
      return;
    }
    QualType type = variable->getType();
    if (type.isVolatileQualified() || variable->getTLSKind() != VarDecl::TLS_None)
      found.callsUnknown = true;
    if (type->isReferenceType()) {
      found.callsHidden |= !variable->hasLocalStorage(); // another name of a variable
      if (variable->hasLocalStorage())
        found.locals[variable] |= Read;
      return touch(reference, use);
    }
    if (variable->hasLocalStorage()) {
      found.locals[variable] |= use;
      if (shared.contains(variable))
        touch(reference, use);
      return;
    }
    if (use & AddressTaken)
      found.addressed.insert(variable);
    if ((use & Written) || ((use & Read) && !type.isConstQualified()))
      found.globals[variable] |= use;
  }

  void visitMember(const MemberExpr *member, unsigned use) {
    if (member->getMemberDecl()->getType()->isReferenceType())
      touch(member, use);
    if (member->isArrow()) {
      visit(member->getBase());
      return touch(member, use);
    }
    if (!member->getBase()->isGLValue())
      return visit(member->getBase());
    visitPlace(member->getBase(), use & Written ? use | Read : use); // the others stay as they are
  }

  void visitElement(const ArraySubscriptExpr *element, unsigned use) {
    visit(element->getIdx());
    auto *decay = dyn_cast<ImplicitCastExpr>(element->getBase()->IgnoreParens());
    if (decay && decay->getCastKind() == CK_ArrayToPointerDecay && decay->getSubExpr()->isGLValue())
      return visitPlace(decay->getSubExpr(), use & Written ? use | Read : use);
    visit(element->getBase());
    touch(element, use);
  }
};

/// \param inLoop    break and continue stay inside
/// \param inSwitch  break stays inside
bool jumps(const Stmt *code, bool inLoop, bool inSwitch) {
  if (!code || isa<LambdaExpr>(code))
    return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(code))
    return true;
  if (isa<BreakStmt>(code))
    return !inLoop && !inSwitch;
  if (isa<ContinueStmt>(code))
    return !inLoop;
  if (isa<SwitchCase>(code) && !inSwitch)
    return true;
  bool isLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(code);
  inSwitch = !isLoop && (inSwitch || isa<SwitchStmt>(code));
  return llvm::any_of(code->children(), [&](const Stmt *child) { return jumps(child, inLoop || isLoop, inSwitch); });
}

} // namespace

Accesses accessesOf(const Stmt *code, const Variables &shared) {
  Accesses found;
  Walker(found, shared, /*callsArePure=*/false).visit(code);
  return found;
}

Accesses accessesWithoutMarks(const Stmt *code) {
  Accesses found;
  const Variables none;
  Walker(found, none, /*callsArePure=*/false, /*skipsMarks=*/true).visit(code);
  return found;
}

Accesses accessesOfEffects(const Stmt *effects) {
  Accesses found;
  Walker(found, Variables(), /*callsArePure=*/true).visit(effects);
  return found;
}

const Stmt *markedBy(const Stmt *code) {
  auto *choice = dyn_cast<IfStmt>(code);
  auto *call = choice ? dyn_cast<CallExpr>(choice->getCond()->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  bool isMark = callee && callee->getIdentifier() && callee->getName().starts_with("__tactus_splice_mark_");
  return isMark ? choice->getElse() : code;
}

bool jumpsOut(const Stmt *code) { return jumps(code, false, false); }

} // namespace tactus::splice
