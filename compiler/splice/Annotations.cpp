//===- Annotations.cpp - which functions have effects, and where marks are -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Annotations.h"

#include "Accesses.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace tactus::splice {

namespace {

const CallExpr *markIn(const IfStmt *statement) {
  return dyn_cast<CallExpr>(statement->getCond()->IgnoreParenImpCasts());
}

Mark markNamed(Stmt *statement, StringRef name) {
  auto *choice = dyn_cast_or_null<IfStmt>(statement);
  const CallExpr *call = choice ? markIn(choice) : nullptr;
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  bool isMark = callee && callee->getIdentifier() && callee->getName() == name;
  return isMark ? Mark{choice} : Mark();
}

/// What the expressions say of the function's parameters, they shall say of these.
void replaceParameters(Stmt *code, const FunctionDecl *from, const FunctionDecl *to) {
  if (!code)
    return;
  if (auto *reference = dyn_cast<DeclRefExpr>(code))
    if (auto *parameter = dyn_cast<ParmVarDecl>(reference->getDecl()); parameter && parameter->getDeclContext() == from)
      reference->setDecl(const_cast<ParmVarDecl *>(to->getParamDecl(parameter->getFunctionScopeIndex())));
  for (Stmt *child : code->children())
    replaceParameters(child, from, to);
}

} // namespace

Expr *Mark::count() const { return const_cast<Expr *>(markIn(statement)->getArg(0)); }
SourceLocation Mark::place() const { return statement->getIfLoc(); }
Stmt *Mark::marked() const {
  SliceMark slice = sliceMark(*this);
  return (slice ? slice.statement : statement)->getElse();
}

Stmt *SliceMark::inner(unsigned index) const { return cast<CompoundStmt>(statement->getThen())->body_begin()[index]; }
VarDecl *SliceMark::part() const {
  auto *size = cast<UnaryExprOrTypeTraitExpr>(markIn(statement)->getArg(0)->IgnoreParenImpCasts());
  auto *named = dyn_cast<DeclRefExpr>(size->getArgumentExpr()->IgnoreParens());
  auto *variable = named ? dyn_cast<VarDecl>(const_cast<ValueDecl *>(named->getDecl())) : nullptr;
  return variable && variable->hasLocalStorage() ? variable : nullptr;
}

Mark funcMark(Stmt *statement) { return markNamed(statement, "__tactus_splice_mark_func"); }
Mark stepMark(Stmt *statement) { return markNamed(statement, "__tactus_splice_mark_step"); }
Mark restMark(Stmt *statement) { return markNamed(statement, "__tactus_splice_mark_rest"); }
Mark tryMark(Stmt *statement) { return markNamed(statement, "__tactus_splice_mark_try"); }
SliceMark sliceMark(Mark step) {
  return {markNamed(step.statement->getElse(), "__tactus_splice_mark_slice").statement};
}

static constexpr StringRef EffectsPrefix = "__tactus_splice_effects_of_";
static constexpr StringRef ReliancePrefix = "__tactus_splice_reliance_of_";

FunctionDecl *Annotations::makeFunction(const FunctionDecl *function, StringRef prefix, bool isLike) {
  ASTContext &context = tree.context;
  std::string name = prefix.str() + ASTNameGenerator(context).getName(function);
  ArrayRef<ParmVarDecl *> originals = function->parameters().take_front(isLike ? function->getNumParams() : 0);
  SmallVector<QualType, 8> types;
  for (const ParmVarDecl *parameter : originals)
    types.push_back(parameter->getType().getUnqualifiedType());
  auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!isLike || (method && method->isStatic()))
    method = nullptr;
  FunctionProtoType::ExtProtoInfo information;
  if (method)
    information.TypeQuals = method->getMethodQualifiers();
  QualType type = context.getFunctionType(context.VoidTy, types, information);
  SourceLocation place = function->getLocation();
  StorageClass storage = function->isExternallyVisible() || method ? SC_None : SC_Static;
  IdentifierInfo *identifier = &context.Idents.get(name);
  TypeSourceInfo *written = context.getTrivialTypeSourceInfo(type, place);
  FunctionDecl *result = nullptr;
  if (method) {
    auto *record = const_cast<CXXRecordDecl *>(method->getParent());
    result = CXXMethodDecl::Create(context, record, place, DeclarationNameInfo(identifier, place), type, written,
                                   storage, false, false, ConstexprSpecKind::Unspecified, place);
    result->setAccess(AS_public);
  } else {
    result = FunctionDecl::Create(context, context.getTranslationUnitDecl(), place, place, identifier, type, written,
                                  storage);
  }
  SmallVector<ParmVarDecl *, 8> parameters;
  for (const ParmVarDecl *original : originals) {
    auto *parameter = ParmVarDecl::Create(context, result, place, place, original->getIdentifier(),
                                          types[parameters.size()], nullptr, SC_None, nullptr);
    parameter->setScopeInfo(0, parameters.size());
    parameters.push_back(parameter);
  }
  result->setParams(parameters);
  result->setImplicit();
  // Its name is the other's, mangled, already.
#if LLVM_VERSION_MAJOR >= 22
  result->addAttr(AsmLabelAttr::CreateImplicit(context, name));
#else
  result->addAttr(AsmLabelAttr::CreateImplicit(context, name, /*IsLiteralLabel=*/false));
#endif
  if (function->isExternallyVisible() && (function->isInlined() || function->isTemplateInstantiation()))
    result->addAttr(WeakAttr::CreateImplicit(context));
  return result;
}

FunctionDecl *Annotations::effectsOf(const FunctionDecl *function) {
  if (!function)
    return nullptr;
  if (auto known = effects.find(function->getCanonicalDecl()); known != effects.end())
    return known->second;
  // An instance of a template whose body has the mark, and comes later than this call.
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  auto *body = pattern ? dyn_cast_or_null<CompoundStmt>(pattern->getBody()) : nullptr;
  if (!body || body->body_empty() || !funcMark(*body->body_begin()))
    return nullptr;
  return effects[function->getCanonicalDecl()] = makeFunction(function, EffectsPrefix, /*isLike=*/true);
}

FunctionDecl *Annotations::relianceOf(const FunctionDecl *function) {
  FunctionDecl *&known = reliance[function->getCanonicalDecl()];
  if (!known)
    known = makeFunction(function, ReliancePrefix, /*isLike=*/false);
  return known;
}

void Annotations::declare(FunctionDecl *function) {
  bool isAnnotated = false;
  if (function->hasAttrs()) {
    AttrVec &attributes = function->getAttrs();
    llvm::erase_if(attributes, [&](const Attr *attribute) {
      auto *annotation = dyn_cast<AnnotateAttr>(attribute);
      bool isOurs = annotation && annotation->getAnnotation() == "tactus-splice";
      isAnnotated |= isOurs;
      return isOurs;
    });
    if (attributes.empty())
      function->dropAttrs();
  }
  if (!isAnnotated)
    return;
  FunctionDecl *&known = effects[function->getCanonicalDecl()];
  if (!known)
    known = makeFunction(function, EffectsPrefix, /*isLike=*/true);
}

Stmt *Annotations::takeMark(FunctionDecl *function) {
  auto *body = dyn_cast_or_null<CompoundStmt>(function->getBody());
  Mark mark = body && !body->body_empty() ? funcMark(*body->body_begin()) : Mark();
  if (!mark)
    return nullptr;
  SmallVector<Stmt *, 16> rest(body->body_begin() + 1, body->body_end());
  function->setBody(CompoundStmt::Create(
      tree.context, rest, body->hasStoredFPFeatures() ? body->getStoredFPFeatures() : FPOptionsOverride(),
      body->getLBracLoc(), body->getRBracLoc()));
  return mark.effects();
}

void Annotations::define(FunctionDecl *function, Stmt *what) {
  FunctionDecl *&known = effects[function->getCanonicalDecl()];
  if (!known)
    known = makeFunction(function, EffectsPrefix, /*isLike=*/true);
  defined.insert(function);
  replaceParameters(what, function, known);
  tree.setPlace(what->getBeginLoc(), known);
  known->setBody(tree.effects(what));
  // The code generator takes it like any other function.
  generator.HandleTopLevelDecl(DeclGroupRef(known));
}

/// What `relies` says of each use, which is what the library reads (splice/reliance.h).
static unsigned useOf(const VarDecl *variable, unsigned use) {
  constexpr unsigned Scalar = 8;
  return (use & (Read | Written)) | (variable->getType()->isScalarType() ? Scalar : 0);
}

void Annotations::defineReliance(FunctionDecl *function, const Summary &summary) {
  constexpr unsigned Decisive = 4;
  FunctionDecl *result = relianceOf(function);
  tree.setPlace(function->getLocation(), result);
  Uses all;
  for (auto [variable, use] : summary.globals)
    all[variable] |= useOf(variable, use);
  for (auto [variable, use] : summary.decisive)
    all[variable] |= useOf(variable, Read) | Decisive;
  bool callsUnknown = summary.callsUnknown;
  Statements says;
  for (auto [variable, use] : all) {
    if (variable->getType()->isIncompleteType()) {
      callsUnknown = true; // its size is not known
      continue;
    }
    uint64_t size = tree.context.getTypeSizeInChars(variable->getType()).getQuantity();
    says.push_back(tree.call("__tactus_splice_rely",
                             {tree.addressOf(const_cast<VarDecl *>(variable)), tree.integer(size), tree.integer(use)}));
  }
  for (const FunctionDecl *foreign : summary.foreign)
    says.push_back(tree.call(relianceOf(foreign), {}));
  if (callsUnknown)
    says.push_back(tree.call("__tactus_splice_relies_on_unknown", {}));
  Expr *begins = tree.call("__tactus_splice_relies", tree.text(result->getName()));
  result->setBody(tree.compound(tree.ifTrue(begins, tree.compound(says))));
  generator.HandleTopLevelDecl(DeclGroupRef(result));
}

} // namespace tactus::splice
