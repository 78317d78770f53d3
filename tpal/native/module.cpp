//===- module.cpp - a whole module, and the C header -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "context.h"
#include "emit.h"
#include "static_record.h"

#include "abi/forks.h"
#include "tpal/printer.h"

#include <algorithm>

namespace tactus::tpal::native {

Constant stringConstant(const std::string &content) {
  static constexpr char Digits[] = "0123456789ABCDEF";
  std::string text = "c\"";
  for (unsigned char byte : content) {
    if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\') {
      text += static_cast<char>(byte);
    } else {
      text += '\\';
      text += Digits[byte >> 4];
      text += Digits[byte & 15];
    }
  }
  return {text + "\\00\"", content.size() + 1};
}

std::string Context::string(const std::string &content) {
  auto [entry, isNew] = strings.try_emplace(content);
  if (isNew) {
    entry->second = "@s." + std::to_string(strings.size());
    Constant constant = stringConstant(content);
    globals += entry->second + " = private unnamed_addr constant [" + std::to_string(constant.length) + " x i8] " +
               constant.text + "\n";
  }
  return entry->second;
}

std::string Context::place(uint32_t block, size_t instruction) {
  const Block &where = program.blocks[block];
  return string(source.name() + ": " + where.label.text + ":" + std::to_string(instruction + 1) + " (" +
                print(where.instructions[instruction]) + ")");
}

std::string Context::forkDescriptor(uint32_t block, size_t instruction) {
  const Block &where = program.blocks[block];
  std::string name = "@fork." + std::to_string(descriptors++);
  uint32_t line = source.position(where.instructions[instruction].range.begin).line;
  using Fields = abi::ForkDescriptorFields;
  StaticRecord<Fields> record;
  record.set(Fields::run, "@tactus_tpal_run");
  record.set(Fields::file, string(source.name()));
  record.set(Fields::function, string(where.label.text));
  record.set(Fields::line, line);
  record.set(Fields::column, 1);
  record.set(Fields::environmentWords, 1);
  record.set(Fields::weight, TACTUS_UNKNOWN_WEIGHT);
  globals += name + " = internal global " + StaticRecord<Fields>::type() + " " + record.text() + "\n";
  return name;
}

namespace {

/// A lazily bound call clobbers registers that preserve_most keeps, so the poll is bound at once.
constexpr const char *Declarations = R"(
@tactus_credit = external thread_local(initialexec) global i64
declare preserve_mostcc i64 @tactus_handler_poll(ptr) #4
declare preserve_mostcc i64 @tactus_handler_beat(ptr) #4
declare i64 @tactus_handler_peek(ptr) #3
declare void @tactus_tpal_begin() #2
declare void @tactus_tpal_onward() #3
declare i64 @tactus_tpal_peek() #3
declare void @tactus_tpal_pass_beat(ptr) #3
declare ptr @llvm.addressofreturnaddress.p0()
declare void @tactus_tpal_spill(ptr, i64, i64) #3
declare i64 @tactus_tpal_resume(ptr, i64) #3
declare ptr @tactus_tpal_child(ptr, i64, i64, i64, i64, ptr) #2
declare void @tactus_tpal_run(ptr, ptr) #2
declare void @tactus_tpal_fork(ptr, ptr) #2
declare ptr @tactus_tpal_join(ptr, i64, i64, ptr) #2
declare void @tactus_tpal_met(ptr) #2
declare void @tactus_tpal_leave(ptr) #2
declare void @tactus_tpal_halt(ptr, ptr, ptr) #2
declare i64 @tactus_tpal_jralloc(ptr, i64, i64, ptr) #2
declare i64 @tactus_tpal_snew(ptr, ptr) #2
declare void @tactus_tpal_salloc(i64, i64, ptr) #2
declare void @tactus_tpal_grow(i64, i64, ptr) #3
declare i64 @tactus_tpal_split(i64, i64, ptr) #2
declare i64 @tactus_tpal_halloc(ptr, i64, i64, ptr) #2
declare i64 @tactus_tpal_localise(ptr, i64) #2
declare void @tactus_tpal_load(ptr, i64, i64, i64, ptr, ptr) #2
declare void @tactus_tpal_store(ptr, i64, i64, i64, ptr, ptr) #2
declare void @tactus_tpal_operation(i64, ptr, ptr, ptr, ptr) #2
declare void @tactus_tpal_trap(ptr, ptr) #1
declare void @tactus_tpal_call(ptr, ptr, ptr)
declare i32 @tactus_tpal_main(ptr, i32, ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare i64 @llvm.read_register.i64(metadata)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare double @llvm.sqrt.f64(double)
attributes #0 = { nounwind uwtable }
attributes #1 = { cold noreturn nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { nounwind }
attributes #3 = { cold nounwind }
attributes #4 = { nonlazybind nounwind }
attributes #5 = { noinline nounwind uwtable }
attributes #6 = { nounwind memory(none) }
attributes #7 = { cold nounwind memory(none) }
!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 100000}
!2 = !{!"branch_weights", i32 100000, i32 1}
!3 = !{!"tactus"}
!4 = !{!8, !8, i64 0}
!5 = !{!9, !9, i64 0}
!6 = !{!10, !10, i64 0}
!7 = !{!11, !11, i64 0}
!8 = !{!"stack", !3, i64 0}
!9 = !{!"stack cell", !3, i64 0}
!10 = !{!"mark", !3, i64 0}
!11 = !{!"heap cell", !3, i64 0}
!12 = !{!"rsp"}
)";

/// The name of an array of constants of one type; null for none.
std::string table(Context &context, const std::string &name, const std::string &type,
                  const std::vector<std::string> &elements) {
  if (elements.empty())
    return "null";
  std::string all;
  for (const std::string &element : elements)
    all += (all.empty() ? "" : ", ") + type + " " + element;
  context.globals +=
      name + " = internal constant [" + std::to_string(elements.size()) + " x " + type + "] [" + all + "]\n";
  return name;
}

/// The same for structures.
template <typename Fields>
std::string table(Context &context, const std::string &name, const std::vector<StaticRecord<Fields>> &rows) {
  std::vector<std::string> elements;
  elements.reserve(rows.size());
  for (const StaticRecord<Fields> &row : rows)
    elements.push_back(row.text());
  return table(context, name, StaticRecord<Fields>::type(), elements);
}

std::string bitsOf(const Literal &literal) {
  return std::to_string(literal.isFloat ? std::bit_cast<int64_t>(literal.number) : literal.integer);
}

Sort sortOf(const Literal &literal) { return literal.isFloat ? Sort::Float : Sort::Integer; }

std::string metaOf(const Literal &literal) { return plainMeta(sortOf(literal)); }

std::string emitInputs(Context &context) {
  using Fields = abi::tpal::InputFields;
  std::vector<StaticRecord<Fields>> rows;
  for (const Input &input : context.program.inputs) {
    Literal value = input.value.value_or(Literal{});
    StaticRecord<Fields> &row = rows.emplace_back();
    row.set(Fields::name, context.string(input.name.text));
    row.set(Fields::reg, input.name.index);
    row.set(Fields::bits, bitsOf(value));
    row.set(Fields::meta, metaOf(value));
    row.set(Fields::hasDefault, input.value.has_value());
  }
  return table(context, "@inputs", rows);
}

/// The sort that an array from C has.
Sort sortOf(const Data &data) {
  bool floats = std::ranges::any_of(data.values, [](const Literal &literal) { return literal.isFloat; });
  return floats ? Sort::Float : Sort::Integer;
}

std::string emitData(Context &context) {
  using Fields = abi::tpal::DataFields;
  std::vector<StaticRecord<Fields>> rows;
  for (size_t index = 0; index < context.program.data.size(); ++index) {
    const Data &data = context.program.data[index];
    bool isUniform = context.sorts.uniformSort(context.sorts.siteOfData(index)) != Sort::Undefined;
    std::vector<std::string> cells, metas;
    for (const Literal &literal : data.values) {
      cells.push_back(bitsOf(literal));
      metas.push_back(metaOf(literal));
    }
    if (cells.empty()) {
      cells.emplace_back("0");
      metas.emplace_back("0");
    }
    std::string number = std::to_string(index);
    StaticRecord<Fields> &row = rows.emplace_back();
    row.set(Fields::cells, table(context, "@cells." + number, "i64", cells));
    if (!isUniform)
      row.set(Fields::metas, table(context, "@metas." + number, "i64", metas));
    row.set(Fields::name, context.string(data.name.text));
    row.set(Fields::reg, data.name.index);
    row.set(Fields::uniformMeta, plainMeta(sortOf(data)));
    row.set(Fields::length, data.values.size());
    row.set(Fields::hasRange, context.indices.contains(data.name.index));
  }
  return table(context, "@data", rows);
}

std::string emitOutputs(Context &context) {
  using Fields = abi::tpal::OutputFields;
  std::vector<StaticRecord<Fields>> rows;
  for (const Output &output : context.program.outputs) {
    StaticRecord<Fields> &row = rows.emplace_back();
    row.set(Fields::name, context.string(output.name.text));
    row.set(Fields::isArray, output.length.has_value());
    row.set(Fields::length, output.length.value_or(1));
  }
  return table(context, "@outputs", rows);
}

std::string emitExpectations(Context &context) {
  using Fields = abi::tpal::ExpectationFields;
  using ValueFields = abi::tpal::ValueFields;
  std::vector<StaticRecord<Fields>> rows;
  for (const Expectation &expectation : context.program.expectations) {
    auto output = std::ranges::find_if(context.program.outputs,
                                       [&](const Output &found) { return found.name == expectation.name; });
    std::vector<StaticRecord<ValueFields>> values;
    for (const Literal &literal : expectation.values) {
      StaticRecord<ValueFields> &value = values.emplace_back();
      value.set(ValueFields::bits, bitsOf(literal));
      value.set(ValueFields::meta, metaOf(literal));
    }
    std::string expected = table(context, "@expected." + std::to_string(rows.size()), values);
    StaticRecord<Fields> &row = rows.emplace_back();
    row.set(Fields::output, output - context.program.outputs.begin());
    row.set(Fields::length, expectation.values.size());
    row.set(Fields::isArray, expectation.isArray);
    row.set(Fields::values, expected);
  }
  return table(context, "@expectations", rows);
}

void emitProgram(Context &context) {
  const Program &program = context.program;
  std::vector<std::string> labels, bodies, joinTargets;
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    labels.push_back(context.string(program.blocks[block].label.text));
    auto found = std::ranges::find(context.forked, block);
    bodies.push_back(found == context.forked.end() ? "null"
                                                   : "@body." + std::to_string(found - context.forked.begin() + 1));
    joinTargets.emplace_back(program.blocks[block].annotation.kind == Annotation::Kind::JoinTarget ? "1" : "0");
  }
  using Fields = abi::tpal::ProgramFields;
  StaticRecord<Fields> record;
  record.set(Fields::file, context.string(context.source.name()));
  record.set(Fields::body, "@body.0");
  record.set(Fields::labels, table(context, "@labels", "ptr", labels));
  record.set(Fields::bodies, table(context, "@bodies", "ptr", bodies));
  record.set(Fields::isJoinTarget, table(context, "@targets", "i8", joinTargets));
  record.set(Fields::registerCount, program.registers.size());
  record.set(Fields::inputCount, program.inputs.size());
  record.set(Fields::dataCount, program.data.size());
  record.set(Fields::outputCount, program.outputs.size());
  record.set(Fields::expectationCount, program.expectations.size());
  record.set(Fields::inputs, emitInputs(context));
  record.set(Fields::data, emitData(context));
  record.set(Fields::outputs, emitOutputs(context));
  record.set(Fields::expectations, emitExpectations(context));
  record.set(Fields::stacksAreShared, context.sorts.stacksAreShared());
  context.globals += "@program = internal constant " + StaticRecord<Fields>::type() + " " + record.text() + "\n";
}

} // namespace

std::string emitModule(const Program &program, const Source &source, const EmitOptions &options) {
  Context context(program, source, options.forInterrupts);
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    for (const Instruction &instruction : program.blocks[block].instructions)
      if (instruction.opcode == Opcode::Fork)
        for (uint32_t target : context.sorts.targetsOf(instruction.operands[1]))
          if (std::ranges::find(context.forked, target) == context.forked.end())
            context.forked.push_back(target);
    bool hasWeight = options.forInterrupts ? context.loops[block].has_value()
                                           : program.blocks[block].annotation.kind == Annotation::Kind::PromotionReady;
    int64_t weight = options.forInterrupts ? firstStrip(program.blocks[block]) : TACTUS_UNKNOWN_WEIGHT;
    if (hasWeight)
      context.globals += "@weight." + std::to_string(block) + " = internal global i64 " + std::to_string(weight) + "\n";
  }
  std::string bodies = emitBody(context, 0, 0);
  for (size_t index = 0; index < context.forked.size(); ++index)
    bodies += emitBody(context, index + 1, context.forked[index]);
  for (const auto &[block, procedure] : context.procedures.all())
    bodies += emitDirect(context, procedure);
  emitProgram(context);
  std::string entries;
  if (!options.exportName.empty())
    entries += "define void @" + options.exportName +
               "(ptr %inputs, ptr %outputs) {\n  call void @tactus_tpal_call(ptr @program, ptr %inputs, ptr %outputs)\n"
               "  ret void\n}\n";
  if (options.executable)
    entries += "define i32 @main(i32 %count, ptr %arguments) {\n  %status = call i32 @tactus_tpal_main(ptr @program, "
               "i32 %count, ptr %arguments)\n  ret i32 %status\n}\n";
  std::string direct = "@tactus_tpal_direct = external thread_local(initialexec) global " +
                       StaticRecord<abi::tpal::DirectStateFields>::type() + "\n";
  return "; " + source.name() + "\n" + direct + Declarations + "\n" + context.globals + "\n" + bodies + entries;
}

std::string emitHeader(const Program &program, const EmitOptions &options) {
  auto identifier = [](std::string name) {
    std::ranges::replace(name, '-', '_');
    return name;
  };
  const std::string &name = options.exportName;
  std::string guard = "TACTUS_TPAL_" + name + "_H";
  std::string text = "/* Generated by tactus tpal compile. */\n#ifndef " + guard + "\n#define " + guard +
                     "\n\n#include <tactus/tpal.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\nstruct " + name +
                     "_inputs {\n";
  for (const Input &input : program.inputs)
    text += std::string("  ") + (input.value && input.value->isFloat ? "double " : "int64_t ") +
            identifier(input.name.text) + ";\n";
  for (const Data &data : program.data)
    text += "  tactus_tpal_array " + identifier(data.name.text) + "; /* of " +
            (sortOf(data) == Sort::Float ? "double" : "int64_t") + " */\n";
  if (program.inputs.empty() && program.data.empty())
    text += "  char none;\n";
  text += "};\n\nstruct " + name + "_outputs {\n";
  for (const Output &output : program.outputs)
    text += "  tactus_tpal_value " + identifier(output.name.text) +
            (output.length ? "[" + std::to_string(*output.length) + "]" : "") + ";\n";
  if (program.outputs.empty())
    text += "  char none;\n";
  return text + "};\n\n/* NULL for the inputs means the program's own. */\nvoid " + name + "(const struct " + name +
         "_inputs *inputs, struct " + name + "_outputs *outputs);\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

} // namespace tactus::tpal::native
