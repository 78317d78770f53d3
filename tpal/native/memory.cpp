//===- memory.cpp - stacks and the heap ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Offsets of fields are those of Stack and Allocation in abi/tpal.h. TBAA, in module.cpp: !4 the header of a stack,
// !5 a stack cell, !6 a mark, !7 a heap cell.
//
//===----------------------------------------------------------------------===//
#include "body.h"

namespace tactus::tpal::native {

static constexpr const char *NeedsStack = "a stack of this task is needed";
static constexpr const char *NeedsInteger = "an integer is needed";
static constexpr const char *OutOfRange = "the address is outside of the allocation";

/// The address of the cell of the instruction's operands 0 and 1.
std::string Body::stackCell(const std::string &stack) {
  std::string below = define("sub i64 " + bits(0) + ", 1");
  std::string index = define("sub i64 " + below + ", " + bits(1));
  std::string height = define("load i64, ptr " + field(stack, offsetof(Stack, height)) + ", !tbaa !4");
  // In this form LLVM sees that the cells of a fresh frame exist. A pointer above the top may still reach below it.
  std::string number = std::to_string(++labels);
  std::string reaches = define("icmp ult i64 " + bits(1) + ", " + bits(0));
  std::string isBelow = define("icmp ule i64 " + bits(0) + ", " + height);
  line("br i1 " + define("and i1 " + reaches + ", " + isBelow) + ", label %cell." + number + ", label %far." + number +
       ", !prof !2");
  label("far." + number);
  check(define("icmp ult i64 " + index + ", " + height), "the address is outside of the stack");
  line("br label %cell." + number);
  label("cell." + number);
  std::string cells = define("load ptr, ptr " + stack + ", !tbaa !4");
  return cellAt(cells, index);
}

void Body::requireStackTop(const std::string &stack, std::string &height) {
  height = define("load i64, ptr " + field(stack, offsetof(Stack, height)) + ", !tbaa !4");
  check(define("icmp eq i64 " + height + ", " + bits(0)), "the stack pointer is not at the top of the stack");
}

void Body::emitStackAllocate() {
  require(0, StackOnly, NeedsStack);
  require(1, IntegerOnly, NeedsInteger);
  std::string stack = object(0), height;
  requireStackTop(stack, height);
  const Operand &count = here.instruction->operands[1];
  uint32_t reg = here.instruction->operands[0].name.index;
  std::string cells = bits(1);
  std::string top = define("add i64 " + height + ", " + cells);
  // More cells are cleared in a loop, by libtactus.
  constexpr int64_t Unrolled = 8;
  if (count.isRegister() || count.integer < 0 || count.integer > Unrolled) {
    line("call void @tactus_tpal_salloc(i64 " + meta(0) + ", i64 " + cells + ", ptr " + place() + ")");
    line("store i64 " + top + ", ptr %b" + std::to_string(reg));
    return;
  }
  std::string number = std::to_string(++labels);
  std::string capacity = define("load i64, ptr " + field(stack, offsetof(Stack, capacity)) + ", !tbaa !4");
  line("br i1 " + define("icmp ugt i64 " + top + ", " + capacity) + ", label %grow." + number + ", label %grown." +
       number + ", !prof !1");
  label("grow." + number);
  line("call void @tactus_tpal_grow(i64 " + meta(0) + ", i64 " + cells + ", ptr " + place() + ")");
  line("br label %grown." + number);
  label("grown." + number);
  std::string first = cellAt(define("load ptr, ptr " + stack + ", !tbaa !4"), height);
  for (int64_t cell = 0; cell < count.integer; ++cell) {
    line("store <2 x i64> <i64 0, i64 " + plainMeta(Sort::Integer) + ">, ptr " + field(first, sizeof(Cell) * cell) +
         ", align 16, !tbaa !5");
  }
  // Room has been made, so the sum does not overflow.
  std::string exact = define("add nuw nsw i64 " + height + ", " + cells);
  line("store i64 " + exact + ", ptr " + field(stack, offsetof(Stack, height)) + ", !tbaa !4");
  line("store i64 " + exact + ", ptr %b" + std::to_string(reg));
}

void Body::emitStackFree() {
  require(0, StackOnly, NeedsStack);
  require(1, IntegerOnly, NeedsInteger);
  std::string stack = object(0), height;
  requireStackTop(stack, height);
  std::string cells = bits(1);
  check(define("icmp ule i64 " + cells + ", " + height), "the stack has not so many cells");
  std::string top = define("sub i64 " + height + ", " + cells);
  std::string newest = define("load ptr, ptr " + field(stack, offsetof(Stack, markTop)) + ", !tbaa !4");
  check(define("icmp slt i64 " + define("load i64, ptr " + newest + ", !tbaa !6") + ", " + top),
        "the cells to free hold a promotion-ready mark");
  line("store i64 " + top + ", ptr " + field(stack, offsetof(Stack, height)) + ", !tbaa !4");
  line("store i64 " + top + ", ptr %b" + std::to_string(here.instruction->operands[0].name.index));
}

void Body::emitMarkPush() {
  require(0, StackOnly, NeedsStack);
  require(1, IntegerOnly, NeedsInteger);
  std::string stack = object(0);
  std::string cell = stackCell(stack);
  std::string position = define("sub i64 " + define("sub i64 " + bits(0) + ", 1") + ", " + bits(1));
  std::string topAt = field(stack, offsetof(Stack, markTop));
  std::string top = define("load ptr, ptr " + topAt + ", !tbaa !4");
  check(define("icmp slt i64 " + define("load i64, ptr " + top + ", !tbaa !6") + ", " + position),
        "a newer mark stands above this cell");
  std::string next = define("getelementptr i8, ptr " + top + ", i64 8");
  line("store i64 " + position + ", ptr " + next + ", !tbaa !6");
  line("store ptr " + next + ", ptr " + topAt + ", !tbaa !4");
  line("store i64 " + plainMeta(Sort::Mark) + ", ptr " + field(cell, offsetof(Cell, meta)) + ", !tbaa !5");
}

void Body::emitMarkPop() {
  require(0, StackOnly, NeedsStack);
  require(1, IntegerOnly, NeedsInteger);
  std::string stack = object(0);
  std::string cell = stackCell(stack);
  std::string position = define("sub i64 " + define("sub i64 " + bits(0) + ", 1") + ", " + bits(1));
  std::string topAt = field(stack, offsetof(Stack, markTop));
  std::string top = define("load ptr, ptr " + topAt + ", !tbaa !4");
  check(define("icmp eq i64 " + define("load i64, ptr " + top + ", !tbaa !6") + ", " + position),
        "this cell does not hold the newest promotion-ready mark");
  line("store ptr " + define("getelementptr i8, ptr " + top + ", i64 -8") + ", ptr " + topAt + ", !tbaa !4");
  line("store i64 0, ptr " + cell + ", !tbaa !5");
  line("store i64 " + plainMeta(Sort::Integer) + ", ptr " + field(cell, offsetof(Cell, meta)) + ", !tbaa !5");
}

void Body::emitHeapAllocate() {
  require(0, IntegerOnly, NeedsInteger);
  Sort sort = context.sorts.uniformSort(context.sorts.siteOfInstruction(here.block, here.index));
  setResult("0", define("call i64 @tactus_tpal_halloc(ptr %task, i64 " + bits(0) + ", i64 " + plainMeta(sort) +
                        ", ptr " + place() + ")"));
}

/// The index of the cell of operands 0 and 1, which exists.
std::string Body::heapIndex(const std::string &allocation) {
  std::string index = define("add i64 " + bits(0) + ", " + bits(1));
  const Name &base = here.instruction->operands[0].name;
  if (isInRange)
    return index;
  bool isKnown = arraysAtEntry.contains(base.index);
  if (auto group = neighbours.find(here.index); isKnown && group != neighbours.end())
    checkNeighbours(group->second, index, "%length." + std::to_string(base.index));
  else
    check(define("icmp ult i64 " + index + ", " +
                 (isKnown ? "%length." + std::to_string(base.index)
                          : define("load i64, ptr " + allocation + ", !invariant.load !0"))),
          OutOfRange);
  return index;
}

/// The cells of a load and its neighbours exist, or it gets stuck at the first that does not.
void Body::checkNeighbours(const std::vector<Neighbour> &group, const std::string &index, const std::string &length) {
  std::string number = std::to_string(++labels);
  // 0 if the array is shorter.
  std::string limit =
      define("call i64 @llvm.usub.sat.i64(i64 " + length + ", i64 " + std::to_string(group.back().distance) + ")");
  line("br i1 " + define("icmp ult i64 " + index + ", " + limit) + ", label %go." + number + ", label %group." +
       number + ", !prof !2");
  // No distance is so great that one of the later ones could be in range if the first is not.
  std::string hot;
  hot.swap(out);
  label("group." + number);
  check(define("icmp ult i64 " + index + ", " + length), OutOfRange);
  Here first = here;
  for (const Neighbour &neighbour : group) {
    here.index = neighbour.access;
    check(define("icmp ult i64 " + define("add i64 " + index + ", " + std::to_string(neighbour.distance)) + ", " +
                 length),
          OutOfRange);
    inRange.insert(neighbour.access);
  }
  here = first;
  line("unreachable");
  hot.swap(out);
  cold += hot;
  label("go." + number);
}

void Body::requireUnmarked(const std::string &cellMeta) {
  check(define("icmp ne i64 " + cellMeta + ", " + plainMeta(Sort::Mark)), "the cell holds a promotion-ready mark");
}

void Body::emitLoad() {
  require(0, StackOnly | HeapOnly, "an address is needed, of the heap or of a stack of this task");
  require(1, IntegerOnly, "the offset of an address must be an integer");
  Held base = held(0);
  Sort uniform = Sort::Undefined;
  Cells cells = cellsOf(context.sorts, base, uniform);
  SortMask possible = base.sorts & (StackOnly | HeapOnly);
  if (possible == StackOnly) {
    Pair value;
    std::string cell = stackCell(object(0));
    value.bits = define("load i64, ptr " + cell + ", !tbaa !5");
    value.meta = define("load i64, ptr " + field(cell, offsetof(Cell, meta)) + ", !tbaa !5");
    requireUnmarked(value.meta);
    setResult(value.bits, value.meta);
    return;
  }
  if (possible == HeapOnly && cells != Cells::Unsure) {
    std::string allocation = object(0);
    std::string index = heapIndex(allocation);
    std::string first = field(allocation, sizeof(Allocation));
    std::string cell = define("getelementptr i64, ptr " + first + ", i64 " + index);
    if (cells == Cells::Uniform) {
      // Racing programs read one of the values; only those of doubles are at the mercy of the compiler.
      if (uniform == Sort::Float)
        setFloat(define("load double, ptr " + cell + ", !tbaa !7"));
      else
        setInteger(define("load atomic i64, ptr " + cell + " unordered, align 8, !tbaa !7"));
      return;
    }
    std::string metas =
        define("load ptr, ptr " + field(allocation, offsetof(Allocation, metas)) + ", !invariant.load !0");
    std::string value = define("load atomic i64, ptr " + cell + " unordered, align 8, !tbaa !7");
    std::string valueMeta =
        define("load atomic i64, ptr " + define("getelementptr i64, ptr " + metas + ", i64 " + index) +
               " unordered, align 8, !tbaa !7");
    if (context.sorts.stacksAreShared())
      valueMeta = define("call i64 @tactus_tpal_localise(ptr %task, i64 " + valueMeta + ")");
    setResult(value, valueMeta);
    return;
  }
  line("call void @tactus_tpal_load(ptr %task, i64 " + bits(0) + ", i64 " + meta(0) + ", i64 " + bits(1) + ", ptr " +
       place() + ", ptr %result)");
  Pair value = loadPair("%result");
  setResult(value.bits, value.meta);
}

void Body::emitStore() {
  require(0, StackOnly | HeapOnly, "an address is needed, of the heap or of a stack of this task");
  require(1, IntegerOnly, "the offset of an address must be an integer");
  requireDefined(2);
  Held base = held(0);
  Sort uniform = Sort::Undefined;
  Cells cells = cellsOf(context.sorts, base, uniform);
  SortMask possible = base.sorts & (StackOnly | HeapOnly);
  if (possible == StackOnly) {
    std::string cell = stackCell(object(0));
    std::string metaAt = field(cell, offsetof(Cell, meta));
    requireUnmarked(define("load i64, ptr " + metaAt + ", !tbaa !5"));
    line("store i64 " + bits(2) + ", ptr " + cell + ", !tbaa !5");
    line("store i64 " + meta(2) + ", ptr " + metaAt + ", !tbaa !5");
    return;
  }
  if (possible == HeapOnly && cells != Cells::Unsure) {
    std::string allocation = object(0);
    std::string index = heapIndex(allocation);
    std::string first = field(allocation, sizeof(Allocation));
    std::string cell = define("getelementptr i64, ptr " + first + ", i64 " + index);
    if (cells == Cells::Mixed) {
      std::string metas =
          define("load ptr, ptr " + field(allocation, offsetof(Allocation, metas)) + ", !invariant.load !0");
      line("store atomic i64 " + meta(2) + ", ptr " + define("getelementptr i64, ptr " + metas + ", i64 " + index) +
           " unordered, align 8, !tbaa !7");
    }
    if (uniform == Sort::Float)
      line("store double " + number(2) + ", ptr " + cell + ", !tbaa !7");
    else
      line("store atomic i64 " + bits(2) + ", ptr " + cell + " unordered, align 8, !tbaa !7");
    return;
  }
  storePair("%left", {bits(2), meta(2)});
  line("call void @tactus_tpal_store(ptr %task, i64 " + bits(0) + ", i64 " + meta(0) + ", i64 " + bits(1) + ", ptr " +
       place() + ", ptr %left)");
}

} // namespace tactus::tpal::native
