//===- operations.cpp - arithmetic, and the choice of what to emit ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "body.h"

namespace tactus::tpal::native {

namespace {

constexpr const char *NeedsIntegers = "the operands must be integers";
constexpr const char *NeedsFloats = "the operands must be floating-point numbers";
constexpr SortMask Comparable = LabelOnly | RecordOnly | AnyStack | HeapOnly;

} // namespace

void Body::emitInteger(const std::string &operation) {
  require(0, IntegerOnly, NeedsIntegers);
  require(1, IntegerOnly, NeedsIntegers);
  setInteger(define(operation + " i64 " + bits(0) + ", " + bits(1)));
}

void Body::emitShift(const std::string &operation) {
  require(0, IntegerOnly, NeedsIntegers);
  require(1, IntegerOnly, NeedsIntegers);
  setInteger(define(operation + " i64 " + bits(0) + ", " + define("and i64 " + bits(1) + ", 63")));
}

/// The result of an operation on integers, or whatever libtactus makes of other operands.
void Body::emitUnsureOperation(unsigned operation, const std::string &fast) {
  std::string number = std::to_string(++labels);
  Pair left = {bits(0), meta(0)}, right = {bits(1), meta(1)};
  std::string integer = plainMeta(Sort::Integer);
  std::string first = define("icmp eq i64 " + left.meta + ", " + integer);
  std::string second = define("icmp eq i64 " + right.meta + ", " + integer);
  line("br i1 " + define("and i1 " + first + ", " + second) + ", label %fast." + number + ", label %slow." + number);
  label("slow." + number);
  storePair("%left", left);
  storePair("%right", right);
  line("call void @tactus_tpal_operation(i64 " + std::to_string(operation) +
       ", ptr %left, ptr %right, ptr %result, ptr " + place() + ")");
  Pair result = loadPair("%result");
  setResult(result.bits, result.meta);
  line("br label %done." + number);
  label("fast." + number);
  std::string value = define(fast + " i64 " + left.bits + ", " + right.bits);
  if (fast.starts_with("icmp"))
    value = define("zext i1 " + value + " to i64");
  setInteger(value);
  line("br label %done." + number);
  label("done." + number);
}

void Body::emitComparison(const std::string &predicate, unsigned operation) {
  SortMask common = held(0).sorts & held(1).sorts & Comparable;
  // A stack of this task and one of another are of one sort.
  bool stacks = held(0).sorts & AnyStack && held(1).sorts & AnyStack;
  if (common || stacks) {
    emitUnsureOperation(operation, "icmp " + predicate);
    return;
  }
  require(0, IntegerOnly, NeedsIntegers);
  require(1, IntegerOnly, NeedsIntegers);
  std::string holds = define("icmp " + predicate + " i64 " + bits(0) + ", " + bits(1));
  setInteger(define("zext i1 " + holds + " to i64"));
}

/// Plus and minus, for integers and for heap pointers.
void Body::emitSum(bool addition) {
  SortMask left = held(0).sorts, right = held(1).sorts;
  std::string operation = addition ? "add" : "sub";
  if (!(left & HeapOnly) && !(right & HeapOnly)) {
    emitInteger(operation);
    return;
  }
  size_t pointer = left == HeapOnly ? 0 : 1;
  bool isOffset = (left == HeapOnly && !(right & HeapOnly)) || (addition && right == HeapOnly && !(left & HeapOnly));
  if (!isOffset) {
    emitUnsureOperation(addition ? abi::tpal::Add : abi::tpal::Subtract, operation);
    return;
  }
  require(1 - pointer, IntegerOnly, "an address and an integer are needed");
  std::string sum =
      define("call { i64, i1 } @llvm.s" + operation + ".with.overflow.i64(i64 " + bits(0) + ", i64 " + bits(1) + ")");
  std::string offset = define("extractvalue { i64, i1 } " + sum + ", 0");
  std::string overflows = define("extractvalue { i64, i1 } " + sum + ", 1");
  std::string narrow = define("sext i32 " + define("trunc i64 " + offset + " to i32") + " to i64");
  std::string fits = define("icmp eq i64 " + narrow + ", " + offset);
  check(define("and i1 " + fits + ", " + define("xor i1 " + overflows + ", true")), "the address is out of range");
  setResult(offset, meta(pointer));
}

void Body::emitDivision(bool remainder) {
  require(0, IntegerOnly, NeedsIntegers);
  require(1, IntegerOnly, NeedsIntegers);
  std::string left = bits(0), right = bits(1);
  check(define("icmp ne i64 " + right + ", 0"), "division by zero");
  // The one quotient that does not fit wraps around.
  std::string negates = define("icmp eq i64 " + right + ", -1");
  std::string divisor = define("select i1 " + negates + ", i64 1, i64 " + right);
  std::string result = define(std::string(remainder ? "srem" : "sdiv") + " i64 " + left + ", " + divisor);
  std::string special = remainder ? "0" : define("sub i64 0, " + left);
  setInteger(define("select i1 " + negates + ", i64 " + special + ", i64 " + result));
}

void Body::emitFloat(const std::string &operation) {
  require(0, FloatOnly, NeedsFloats);
  require(1, FloatOnly, NeedsFloats);
  setFloat(define(operation + " double " + number(0) + ", " + number(1)));
}

void Body::emitFloatComparison(const std::string &predicate) {
  require(0, FloatOnly, NeedsFloats);
  require(1, FloatOnly, NeedsFloats);
  std::string holds = define("fcmp " + predicate + " double " + number(0) + ", " + number(1));
  setInteger(define("zext i1 " + holds + " to i64"));
}

void Body::emitInstruction(const Instruction &instruction) {
  switch (instruction.opcode) {
  case Opcode::Move:
    requireDefined(0);
    setResult(bits(0), meta(0));
    return;
  case Opcode::Add:
    return emitSum(true);
  case Opcode::Subtract:
    return emitSum(false);
  case Opcode::Multiply:
    return emitInteger("mul");
  case Opcode::Divide:
    return emitDivision(false);
  case Opcode::Remainder:
    return emitDivision(true);
  case Opcode::And:
    return emitInteger("and");
  case Opcode::Or:
    return emitInteger("or");
  case Opcode::Xor:
    return emitInteger("xor");
  case Opcode::ShiftLeft:
    return emitShift("shl");
  case Opcode::ShiftRight:
    return emitShift("ashr");
  case Opcode::Less:
    return emitComparison("slt", abi::tpal::Less);
  case Opcode::LessEqual:
    return emitComparison("sle", abi::tpal::LessEqual);
  case Opcode::Greater:
    return emitComparison("sgt", abi::tpal::Greater);
  case Opcode::GreaterEqual:
    return emitComparison("sge", abi::tpal::GreaterEqual);
  case Opcode::Equal:
    return emitComparison("eq", abi::tpal::Equal);
  case Opcode::NotEqual:
    return emitComparison("ne", abi::tpal::NotEqual);
  case Opcode::FloatAdd:
    return emitFloat("fadd");
  case Opcode::FloatSubtract:
    return emitFloat("fsub");
  case Opcode::FloatMultiply:
    return emitFloat("fmul");
  case Opcode::FloatDivide:
    return emitFloat("fdiv");
  case Opcode::FloatLess:
    return emitFloatComparison("olt");
  case Opcode::FloatLessEqual:
    return emitFloatComparison("ole");
  case Opcode::FloatEqual:
    return emitFloatComparison("oeq");
  case Opcode::Minimum:
  case Opcode::Maximum: {
    require(0, IntegerOnly, NeedsIntegers);
    require(1, IntegerOnly, NeedsIntegers);
    const char *name = instruction.opcode == Opcode::Minimum ? "smin" : "smax";
    setInteger(define("call i64 @llvm." + std::string(name) + ".i64(i64 " + bits(0) + ", i64 " + bits(1) + ")"));
    return;
  }
  case Opcode::ToInteger:
    require(0, FloatOnly, "'int' needs a floating-point number");
    setInteger(define("call i64 @llvm.fptosi.sat.i64.f64(double " + number(0) + ")"));
    return;
  case Opcode::ToFloat:
    require(0, IntegerOnly, "'float' needs an integer");
    setFloat(define("sitofp i64 " + bits(0) + " to double"));
    return;
  case Opcode::SquareRoot:
    require(0, FloatOnly, "'sqrt' needs a floating-point number");
    setFloat(define("call double @llvm.sqrt.f64(double " + number(0) + ")"));
    return;
  case Opcode::IfJump:
    return emitConditional(true);
  case Opcode::IfNotJump:
    return emitConditional(false);
  case Opcode::JoinAllocate:
    setResult("%serial", define("call i64 @tactus_tpal_jralloc(ptr %task, i64 " + bits(0) + ", i64 " + meta(0) +
                                ", ptr " + place() + ")"));
    return;
  case Opcode::Fork:
    return emitFork();
  case Opcode::StackNew:
    setResult("0", define("call i64 @tactus_tpal_snew(ptr %task, ptr " + place() + ")"));
    return;
  case Opcode::StackAllocate:
    return emitStackAllocate();
  case Opcode::StackFree:
    return emitStackFree();
  case Opcode::MarkPush:
    return emitMarkPush();
  case Opcode::MarkPop:
    return emitMarkPop();
  case Opcode::MarkEmpty: {
    require(0, StackOnly, "a stack of this task is needed");
    std::string top = define("load ptr, ptr " + field(object(0), offsetof(Stack, markTop)) + ", !tbaa !4");
    std::string empty = define("icmp slt i64 " + define("load i64, ptr " + top + ", !tbaa !6") + ", 0");
    setInteger(define("zext i1 " + empty + " to i64"));
    return;
  }
  case Opcode::MarkSplit:
    require(0, StackOnly, "a stack of this task is needed");
    setInteger(define("call i64 @tactus_tpal_split(i64 " + meta(0) + ", i64 " + bits(0) + ", ptr " + place() + ")"));
    return;
  case Opcode::HeapAllocate:
    return emitHeapAllocate();
  case Opcode::Load:
    return emitLoad();
  case Opcode::Store:
    return emitStore();
  case Opcode::Jump:
    require(0, LabelOnly, "'jump' needs a label");
    emitTransfer(0);
    return;
  case Opcode::Halt:
    return emitHalt();
  case Opcode::Join:
    return emitJoin();
  }
}

} // namespace tactus::tpal::native
