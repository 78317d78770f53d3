//===- EmbeddedText.cpp - lines and bytes for tools, in the object file --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/EmbeddedText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace tactus {

/// Inside of a string of the assembler's.
static void printEscapedForAssembler(StringRef text, raw_ostream &output) {
  auto digit = [](int value) { return static_cast<char>('0' + value); };
  for (unsigned char byte : text)
    if (byte == '"' || byte == '\\')
      output << '\\' << byte;
    else if (isPrint(static_cast<char>(byte)))
      output << byte;
    else
      output << '\\' << digit(byte / 64) << digit(byte / 8 % 8) << digit(byte % 8);
}

/// PTX counts as ELF, but its assembler knows no sections.
static bool hasSections(const Module &module) {
  Triple target(module.getTargetTriple());
  return target.isOSBinFormatELF() && !target.isNVPTX();
}

void embedInObject(Module &module, StringRef section, StringRef line) {
  if (!hasSections(module))
    return;
  std::string text;
  raw_string_ostream assembly(text);
  assembly << ".pushsection " << section << ",\"MS\",%progbits,1\n.asciz \"";
  printEscapedForAssembler(line, assembly);
  assembly << "\"\n.popsection\n";
  module.appendModuleInlineAsm(text);
}

/// The directives begin and end with whole lines, and a string has none inside: see printEscapedForAssembler().
static std::string beginOfBytes(StringRef section) { return (".pushsection " + section + ",\"\",%progbits\n").str(); }

static constexpr StringLiteral EndOfBytes = ".popsection\n";

bool embedBytesInObject(Module &module, StringRef section, StringRef bytes, Align alignment) {
  if (!hasSections(module))
    return false;
  std::string text;
  raw_string_ostream assembly(text);
  assembly << beginOfBytes(section) << ".p2align " << Log2(alignment) << "\n.ascii \"";
  printEscapedForAssembler(bytes, assembly);
  assembly << "\"\n" << EndOfBytes;
  module.appendModuleInlineAsm(text);
  return true;
}

bool hasEmbeddedBytes(const Module &module, StringRef section) {
  return StringRef(module.getModuleInlineAsm()).contains(beginOfBytes(section));
}

void removeEmbeddedBytes(Module &module, StringRef section) {
  std::string text = module.getModuleInlineAsm(), begin = beginOfBytes(section);
  for (size_t at; (at = text.find(begin)) != std::string::npos;)
    text.erase(at, text.find(EndOfBytes, at) + EndOfBytes.size() - at);
  module.setModuleInlineAsm(text);
}

} // namespace tactus
