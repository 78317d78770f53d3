//===- EmbeddedText.cpp - lines for tools, in the object file ------------------===//
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

void embedInObject(Module &module, StringRef section, StringRef line) {
  if (!Triple(module.getTargetTriple()).isOSBinFormatELF())
    return;
  std::string text;
  raw_string_ostream assembly(text);
  assembly << ".pushsection " << section << ",\"MS\",%progbits,1\n.asciz \"";
  printEscapedForAssembler(line, assembly);
  assembly << "\"\n.popsection\n";
  module.appendModuleInlineAsm(text);
}

} // namespace tactus
