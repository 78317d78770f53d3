//===- TreeBuilder.cpp - pieces of syntax trees, made by hand ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "TreeBuilder.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace tactus::splice {

Expr *TreeBuilder::placeOf(ValueDecl *variable, bool isCaptured) {
  return DeclRefExpr::Create(context, NestedNameSpecifierLoc(), SourceLocation(), variable, isCaptured, place,
                             variable->getType().getNonReferenceType(), VK_LValue);
}

Expr *TreeBuilder::convert(Expr *value, QualType type, CastKind kind) {
  return ImplicitCastExpr::Create(context, type, kind, value, nullptr, VK_PRValue, FPOptionsOverride());
}

Expr *TreeBuilder::valueOf(ValueDecl *variable, bool isCaptured) {
  Expr *from = placeOf(variable, isCaptured);
  auto *record = from->getType()->getAsCXXRecordDecl();
  if (!record)
    return convert(from, from->getType().getUnqualifiedType(), CK_LValueToRValue);
  // Trivially copyable: its copy constructor exists, or assigning the struct is all that is asked for.
  for (CXXConstructorDecl *constructor : record->ctors())
    if (constructor->isCopyConstructor())
      return CXXConstructExpr::Create(context, from->getType().getUnqualifiedType(), place, constructor,
                                      /*Elidable=*/false, {from}, false, false, false, false,
                                      CXXConstructionKind::Complete, SourceRange(place));
  return convert(from, from->getType().getUnqualifiedType(), CK_LValueToRValue);
}

Expr *TreeBuilder::addressOf(ValueDecl *variable) { return addressOf(placeOf(variable)); }

Expr *TreeBuilder::addressOf(Expr *lvalue) {
  return UnaryOperator::Create(context, lvalue, UO_AddrOf, context.getPointerType(lvalue->getType()), VK_PRValue,
                               OK_Ordinary, place, /*CanOverflow=*/false, FPOptionsOverride());
}

Expr *TreeBuilder::integer(uint64_t value) {
  QualType type = context.getSizeType();
  return IntegerLiteral::Create(context, llvm::APInt(context.getIntWidth(type), value), type, place);
}

Expr *TreeBuilder::text(StringRef value) {
  QualType type = context.getStringLiteralArrayType(context.CharTy.withConst(), value.size());
  Expr *literal = StringLiteral::Create(context, value, StringLiteralKind::Ordinary, /*Pascal=*/false, type, place);
  return convert(literal, context.getPointerType(context.CharTy.withConst()), CK_ArrayToPointerDecay);
}

void TreeBuilder::appendPlace(SmallVectorImpl<Expr *> &arguments) {
  PresumedLoc presumed = context.getSourceManager().getPresumedLoc(place);
  arguments.push_back(text(presumed.isValid() ? presumed.getFilename() : ""));
  arguments.push_back(integer(presumed.isValid() ? presumed.getLine() : 0));
}

/// The value as an argument of that type.
Expr *TreeBuilder::adapt(Expr *value, QualType type) {
  if (type->isReferenceType())
    return value;
  if (context.hasSameUnqualifiedType(value->getType(), type))
    return value;
  if (value->getType()->isIntegerType() && type->isIntegerType())
    return convert(value, type, CK_IntegralCast);
  return convert(value, type, CK_BitCast);
}

Expr *TreeBuilder::call(FunctionDecl *callee, ArrayRef<Expr *> arguments) {
  callee->setIsUsed();
  auto *reference = DeclRefExpr::Create(context, NestedNameSpecifierLoc(), SourceLocation(), callee, false, place,
                                        callee->getType(), VK_LValue);
  Expr *pointer = convert(reference, context.getPointerType(callee->getType()), CK_FunctionToPointerDecay);
  SmallVector<Expr *, 8> adapted;
  for (auto [argument, parameter] : llvm::zip(arguments, callee->parameters()))
    adapted.push_back(adapt(argument, parameter->getType()));
  return CallExpr::Create(context, pointer, adapted, callee->getReturnType(), VK_PRValue, place, FPOptionsOverride());
}

Expr *TreeBuilder::call(StringRef name, ArrayRef<Expr *> arguments) { return call(find(name), arguments); }

Expr *TreeBuilder::pointee(Expr *pointer) {
  return UnaryOperator::Create(context, pointer, UO_Deref, pointer->getType()->getPointeeType(), VK_LValue, OK_Ordinary,
                               place, /*CanOverflow=*/false, FPOptionsOverride());
}

Expr *TreeBuilder::callOf(FunctionDecl *callee, Expr *object, ArrayRef<Expr *> arguments) {
  if (!object)
    return call(callee, arguments);
  callee->setIsUsed();
  auto *member = MemberExpr::CreateImplicit(context, object, /*IsArrow=*/true, callee, context.BoundMemberTy,
                                            VK_PRValue, OK_Ordinary);
  QualType result = callee->getReturnType();
  return CXXMemberCallExpr::Create(context, member, arguments, result.getNonLValueExprType(context),
                                   Expr::getValueKindForType(result), place, FPOptionsOverride());
}

Expr *TreeBuilder::callLike(const CallExpr *original, Expr *object, ArrayRef<Expr *> arguments) {
  if (object)
    return callOf(const_cast<FunctionDecl *>(original->getDirectCallee()), object, arguments);
  return CallExpr::Create(context, const_cast<Expr *>(original->getCallee()), arguments, original->getType(),
                          original->getValueKind(), original->getRParenLoc(), FPOptionsOverride());
}

Expr *TreeBuilder::assign(Expr *to, Expr *from) {
  ExprValueKind kind = context.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue;
  return BinaryOperator::Create(context, to, from, BO_Assign, to->getType(), kind, OK_Ordinary, place,
                                FPOptionsOverride());
}

VarDecl *TreeBuilder::variable(QualType type, StringRef name, Expr *value) {
  VarDecl *variable = VarDecl::Create(context, function, place, place, &context.Idents.get(name), type,
                                      context.getTrivialTypeSourceInfo(type, place), SC_None);
  variable->setImplicit();
  variable->setIsUsed();
  if (value)
    variable->setInit(value);
  return variable;
}

Stmt *TreeBuilder::declare(VarDecl *variable) { return new (context) DeclStmt(DeclGroupRef(variable), place, place); }

CompoundStmt *TreeBuilder::compound(ArrayRef<Stmt *> statements) {
  return CompoundStmt::Create(context, statements, FPOptionsOverride(), place, place);
}

Stmt *TreeBuilder::ifTrue(Expr *value, Stmt *statement) {
  if (context.getLangOpts().CPlusPlus)
    value = convert(value, context.BoolTy, CK_IntegralToBoolean);
  return IfStmt::Create(context, place, IfStatementKind::Ordinary, nullptr, nullptr, value, place, place, statement);
}

Stmt *TreeBuilder::ifSpliced(ArrayRef<Stmt *> spliced, Stmt *plain) {
  auto *now =
      cast<VarDecl>(context.getTranslationUnitDecl()->lookup(&context.Idents.get("__tactus_splice_context")).front());
  Expr *isSpliced =
      convert(valueOf(now), context.getLangOpts().CPlusPlus ? context.BoolTy : context.IntTy, CK_PointerToBoolean);
  if (!context.getLangOpts().CPlusPlus) { // C compares
    Expr *zero = convert(integer(0), now->getType(), CK_NullToPointer);
    isSpliced = BinaryOperator::Create(context, valueOf(now), zero, BO_NE, context.IntTy, VK_PRValue, OK_Ordinary,
                                       place, FPOptionsOverride());
  }
  const Attr *unlikely = UnlikelyAttr::CreateImplicit(context);
  Stmt *then = AttributedStmt::Create(context, place, {unlikely}, compound(spliced));
  return IfStmt::Create(context, place, IfStatementKind::Ordinary, nullptr, nullptr, isSpliced, place, place, then,
                        place, plain);
}

Expr *TreeBuilder::block(ArrayRef<VarDecl *> captured, bool capturesThis,
                         llvm::function_ref<CompoundStmt *()> makeBody) {
  BlockDecl *code = BlockDecl::Create(context, function, place);
  DeclContext *around = std::exchange(function, code);
  FunctionProtoType::ExtProtoInfo information;
  QualType type = context.getFunctionType(context.VoidTy, {}, information);
  code->setSignatureAsWritten(context.getTrivialTypeSourceInfo(type, place));
  code->setBlockMissingReturnType(false);
  SmallVector<BlockDecl::Capture, 8> captures;
  for (VarDecl *variable : captured)
    captures.emplace_back(variable, /*byRef=*/false, /*nested=*/false, /*copy=*/nullptr);
  code->setCaptures(context, captures, capturesThis);
  code->setBody(makeBody());
  function = around;
#if LLVM_VERSION_MAJOR >= 22
  auto *closure = new (context) BlockExpr(code, context.getBlockPointerType(type), /*containsUnexpandedPack=*/false);
#else
  auto *closure = new (context) BlockExpr(code, context.getBlockPointerType(type));
#endif
  return convert(closure, context.VoidPtrTy, CK_BitCast);
}

VarDecl *TreeBuilder::variableOfStruct(StringRef name, StringRef cleanup) {
  auto *type =
      cast<RecordDecl>(context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)).find_first<RecordDecl>());
  auto *zero = new (context) ImplicitValueInitExpr(context.VoidPtrTy);
  auto *value = new (context) InitListExpr(context, place, {zero}, place);
#if LLVM_VERSION_MAJOR >= 22
  QualType structType = context.getCanonicalTagType(type);
#else
  QualType structType = context.getRecordType(type);
#endif
  value->setType(structType);
  VarDecl *result = variable(structType, "__tactus_splice", value);
  result->setInitStyle(VarDecl::CInit);
  result->addAttr(CleanupAttr::CreateImplicit(context, find(cleanup), SourceRange(place)));
  return result;
}

VarDecl *TreeBuilder::site() {
  QualType words =
      context.getConstantArrayType(context.VoidPtrTy, llvm::APInt(64, 2), nullptr, ArraySizeModifier::Normal, 0);
  VarDecl *result = variable(words, "__tactus_splice_site");
  result->setStorageClass(SC_Static);
  return result;
}

FunctionDecl *TreeBuilder::find(StringRef name) {
  for (NamedDecl *declaration : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)))
    if (auto *found = dyn_cast<FunctionDecl>(declaration))
      return found;
  return nullptr; // of a word that the header has declared, or there would be no mark
}

} // namespace tactus::splice
