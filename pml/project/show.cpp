//===- show.cpp - what a program declares, as text --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------------------------------------------------===//
#include "show.h"

#include "pml/types/print_type.h"

#include <functional>

namespace tactus::pml {

namespace {

class BindingPrinter {
public:
  std::string out;

  void print(const Environment &environment, const std::string &indent) {
    for (const auto &[name, type] : environment.types())
      printType(name, *type, indent);
    for (const auto &[name, value] : environment.values())
      printValue(name, *value, indent);
    for (const auto &[name, structure] : environment.structures())
      printStructure("structure " + name.text() + " :", *structure, indent);
  }

  void printStructure(const std::string &head, const Environment &environment, const std::string &indent) {
    out += indent + head + " sig\n";
    print(environment, indent + "  ");
    out += indent + "end\n";
  }

  void printType(Symbol name, const TypeStructure &type, const std::string &indent) {
    TypePrinter printer;
    const TypeFunction &function = *type.function;
    std::string parameters;
    for (TypeVariable *parameter : function.parameters)
      parameters += (parameters.empty() ? "" : ", ") + printer.print(parameter);
    if (function.parameters.size() > 1)
      parameters = "(" + parameters + ")";
    out += indent + (type.constructors.empty() ? "type " : "datatype ") + parameters + (parameters.empty() ? "" : " ") +
           name.text();
    TypeName *own = nameOf(function);
    bool isOwn = own && own->name == name;
    if (!isOwn)
      out += " = " + printer.print(function.body);
    out += "\n";
  }

  void printValue(Symbol name, const ValueInfo &value, const std::string &indent) {
    if (value.status == ValueStatus::Exception) {
      auto *function = as<FunctionType>(value.scheme.type);
      out += indent + "exception " + name.text() + (function ? " of " + show(function->from) : "") + "\n";
      return;
    }
    const char *kind = value.status == ValueStatus::Constructor ? "con " : "val ";
    out += indent + kind + name.text() + " : " + show(value.scheme.type) + "\n";
  }

private:
  static std::string show(Type *type) { return tactus::pml::show(type); }
};

/// Calls something for the last entry of each name, in the order of the first ones.
template <typename Value>
void forEachName(const std::vector<std::pair<Symbol, Value>> &entries,
                 const std::function<void(Symbol, const Value &)> &action) {
  SymbolMap<const Value *> last;
  for (const auto &[name, value] : entries)
    last.set(name, &value);
  for (const auto &[name, value] : last)
    action(name, *value);
}

} // namespace

std::string show(const Bindings &bindings) {
  BindingPrinter printer;
  for (const auto &[name, fixity] : bindings.fixity)
    printer.out += (!fixity.isInfix  ? "nonfix "
                    : fixity.isRight ? "infixr "
                                     : "infix ") +
                   (fixity.isInfix ? std::to_string(fixity.precedence) + " " : "") + name.text() + "\n";
  forEachName<const TypeStructure *>(
      bindings.types, [&](Symbol name, const TypeStructure *type) { printer.printType(name, *type, ""); });
  forEachName<ValueEntry>(bindings.values,
                          [&](Symbol name, const ValueEntry &value) { printer.printValue(name, *value.info, ""); });
  forEachName<const Signature *>(bindings.signatures, [&](Symbol name, const Signature *signature) {
    printer.printStructure("signature " + name.text() + " =", *signature->environment, "");
  });
  forEachName<StructureEntry>(bindings.structures, [&](Symbol name, const StructureEntry &structure) {
    printer.printStructure("structure " + name.text() + " :", *structure.environment, "");
  });
  forEachName<const typed::FunctorVariable *>(bindings.functors,
                                              [&](Symbol name, const typed::FunctorVariable *functor) {
                                                printer.out += "functor " + name.text() + " (\n";
                                                printer.print(*functor->parameterSignature.environment, "  ");
                                                printer.out += ") :\n";
                                                printer.print(*functor->body->environment, "  ");
                                              });
  return printer.out;
}

} // namespace tactus::pml
