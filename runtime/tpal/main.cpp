//===- main.cpp - calling compiled TPAL, from C and from the shell -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/exported.h"
#include "os/thread_stack.h"
#include "tpal/run.h"

#include <algorithm>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

using namespace tactus::abi::tpal;

namespace {

uint64_t cellsOf(const Program &program) {
  uint64_t cells = 0;
  for (uint64_t index = 0; index < program.outputCount; ++index)
    cells += program.outputs[index].length;
  return cells;
}

/// Writes a number as the abstract machine does: the fewest digits that read back the same, in the shorter notation.
void formatFloat(double number, char (&text)[64]) {
  if (isnan(number) || isinf(number)) {
    snprintf(text, sizeof text, "%s", isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
    return;
  }
  char scientific[64];
  int precision = 0;
  do
    snprintf(scientific, sizeof scientific, "%.*e", precision, number);
  while (strtod(scientific, nullptr) != number && ++precision < 17);
  int exponent = atoi(strchr(scientific, 'e') + 1);
  // Fixed notation needs more than the exponent's four characters only outside of this.
  if (exponent < -8 || exponent > 40) {
    snprintf(text, sizeof text, "%s", scientific);
    return;
  }
  snprintf(text, sizeof text, "%.*f", std::max(precision - exponent, 0), number);
  if (strlen(text) > strlen(scientific))
    snprintf(text, sizeof text, "%s", scientific);
  if (!strpbrk(text, ".e"))
    strncat(text, ".0", sizeof text - strlen(text) - 1);
}

void formatValue(const Program &program, const tactus_tpal_value &value, char (&text)[64], const char *&shown) {
  shown = text;
  if (value.sort == TACTUS_TPAL_FLOAT)
    formatFloat(value.number, text);
  else if (value.sort == TACTUS_TPAL_LABEL)
    shown = program.labels[value.integer];
  else
    snprintf(text, sizeof text, "%lld", static_cast<long long>(value.integer));
}

void printValues(FILE *file, const Program &program, const tactus_tpal_value *values, uint64_t count, bool isArray) {
  char text[64];
  const char *shown;
  if (isArray)
    fputs(count ? "{ " : "{}", file);
  for (uint64_t index = 0; index < count; ++index) {
    formatValue(program, values[index], text, shown);
    fprintf(file, "%s%s", index ? ", " : "", shown);
  }
  if (isArray && count)
    fputs(" }", file);
}

/// Parses `name=value` into the words of the inputs; false after a message.
bool readArgument(const Program &program, const char *argument, uint64_t *words, bool *given) {
  const char *equals = strchr(argument, '=');
  char *end = nullptr;
  if (!equals || !equals[1]) {
    fprintf(stderr, "tactus: error: argument '%s' is not of the form name=number\n", argument);
    return false;
  }
  auto length = static_cast<size_t>(equals - argument);
  for (uint64_t index = 0; index < program.inputCount; ++index) {
    const InputDescriptor &input = program.inputs[index];
    if (strlen(input.name) != length || strncmp(input.name, argument, length) != 0)
      continue;
    bool isFloat = sortOf(input.meta) == Sort::Float;
    errno = 0;
    if (isFloat) {
      double number = strtod(equals + 1, &end);
      memcpy(&words[index], &number, sizeof number);
    } else {
      words[index] = static_cast<uint64_t>(strtoll(equals + 1, &end, 10));
    }
    if (*end || errno) {
      fprintf(stderr, "tactus: error: argument '%s': '%s' takes %s\n", argument, input.name,
              isFloat ? "a number such as 0.5" : "a 64-bit integer");
      return false;
    }
    given[index] = true;
    return true;
  }
  fprintf(stderr, "tactus: error: '%.*s' is no input of the program; declare it with '.input %.*s'\n",
          static_cast<int>(length), argument, static_cast<int>(length), argument);
  return false;
}

/// Prints each output that is not what the program expects; returns how many.
unsigned reportUnmet(const Program &program, const tactus_tpal_value *outputs) {
  unsigned unmet = 0;
  for (uint64_t index = 0; index < program.expectationCount; ++index) {
    const ExpectationDescriptor &expected = program.expectations[index];
    const tactus_tpal_value *found = outputs;
    for (uint64_t output = 0; output < expected.output; ++output)
      found += program.outputs[output].length;
    const OutputDescriptor &output = program.outputs[expected.output];
    bool same = output.length == expected.length && output.isArray == expected.isArray;
    for (uint64_t cell = 0; same && cell < expected.length; ++cell)
      same = static_cast<uint64_t>(found[cell].integer) == expected.values[cell].bits &&
             metaOf(static_cast<Sort>(found[cell].sort)) == expected.values[cell].meta;
    if (same)
      continue;
    ++unmet;
    fprintf(stderr, "tactus: error: %s is ", output.name);
    printValues(stderr, program, found, output.length, output.isArray);
    fputs(", but ", stderr);
    for (uint64_t cell = 0; cell < expected.length; ++cell) {
      tactus_tpal_value value;
      value.integer = static_cast<int64_t>(expected.values[cell].bits);
      value.sort = static_cast<uint64_t>(sortOf(expected.values[cell].meta));
      fputs(cell ? ", " : expected.isArray ? "{ " : "", stderr);
      printValues(stderr, program, &value, 1, false);
    }
    fprintf(stderr, "%s is expected\n", expected.isArray ? expected.length ? " }" : "{}" : "");
  }
  return unmet;
}

/// In the order of the abstract machine, by name.
void printOutputs(const Program &program, const tactus_tpal_value *outputs) {
  auto *order = static_cast<uint64_t *>(allocateOrTrap((program.outputCount + 1) * sizeof(uint64_t), program.file));
  for (uint64_t index = 0; index < program.outputCount; ++index)
    order[index] = index;
  std::sort(order, order + program.outputCount, [&](uint64_t left, uint64_t right) {
    return strcmp(program.outputs[left].name, program.outputs[right].name) < 0;
  });
  for (uint64_t index = 0; index < program.outputCount; ++index) {
    const tactus_tpal_value *first = outputs;
    for (uint64_t output = 0; output < order[index]; ++output)
      first += program.outputs[output].length;
    const OutputDescriptor &output = program.outputs[order[index]];
    printf("%s = ", output.name);
    printValues(stdout, program, first, output.length, output.isArray);
    putchar('\n');
  }
  free(order);
}

void findRange(Allocation &allocation) {
  if (allocation.length == 0)
    return;
  int64_t least = INT64_MAX, greatest = INT64_MIN;
  for (uint64_t cell = 0; cell < allocation.length; ++cell) {
    auto number = static_cast<int64_t>(allocation.cells()[cell]);
    least = std::min(least, number);
    greatest = std::max(greatest, number);
  }
  allocation.least = least;
  allocation.greatest = greatest;
}

} // namespace

TACTUS_EXPORT void tactus_tpal_call(const Program *program, const void *inputs, tactus_tpal_value *outputs) {
  Run run;
  run.program = program;
  run.outputs = outputs;
  Task *task = makeTask(run, program->body);
  for (uint64_t index = 0; index < program->registerCount; ++index)
    task->registers()[index] = {0, 0};
  auto *words = static_cast<const uint64_t *>(inputs);
  for (uint64_t index = 0; index < program->inputCount; ++index) {
    const InputDescriptor &input = program->inputs[index];
    task->registers()[input.reg] = {words ? words[index] : input.bits, input.meta};
  }
  auto *arrays = words ? reinterpret_cast<const tactus_tpal_array *>(words + program->inputCount) : nullptr;
  for (uint64_t index = 0; index < program->dataCount; ++index) {
    const DataDescriptor &data = program->data[index];
    bool replaced = arrays && arrays[index].cells;
    uint64_t length = replaced ? arrays[index].length : data.length;
    uint64_t meta = makeAllocation(run, length, data.metas ? 0 : data.uniformMeta, program->file);
    auto *allocation = reinterpret_cast<Allocation *>(meta & AddressMask);
    if (length)
      memcpy(allocation->cells(), replaced ? arrays[index].cells : data.cells, length * sizeof(uint64_t));
    if (data.hasRange)
      findRange(*allocation);
    if (data.metas) // the sort that all cells begin with, or one for each
      for (uint64_t cell = 0; cell < length; ++cell)
        allocation->metas[cell] = replaced ? data.uniformMeta : data.metas[cell];
    task->registers()[data.reg] = {0, meta};
  }
  task->body(task);
  tactus_tpal_met(task);
  releaseMemory(run);
  if (!run.halted.load(std::memory_order_relaxed))
    tactus_tpal_trap(program->file, "no task has halted");
}

/// Arguments of tactus_tpal_call().
struct Call {
  const Program *program;
  const uint64_t *inputs;
  tactus_tpal_value *outputs;
};

static void *runOnOwnStack(void *argument) {
  tactus::watchStack(tactus::ThreadUse::Member);
  auto &call = *static_cast<Call *>(argument);
  tactus_tpal_call(call.program, call.inputs, call.outputs);
  return nullptr;
}

/// A program joins as deeply as it likes. So it runs on a thread whose stack has a size that users can choose, and
/// whose overflow is reported: the initial thread's is neither.
static void run(Call call) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  tactus::chooseStack(attributes, tactus::ThreadUse::Member);
  int status = pthread_create(&thread, &attributes, runOnOwnStack, &call);
  pthread_attr_destroy(&attributes);
  if (status == 0)
    pthread_join(thread, nullptr);
  else
    tactus_tpal_call(call.program, call.inputs, call.outputs);
}

TACTUS_EXPORT int tactus_tpal_main(const Program *program, int argc, char **argv) {
  uint64_t words = program->inputCount + 2 * program->dataCount;
  auto *inputs = static_cast<uint64_t *>(calloc(words + 1, sizeof(uint64_t)));
  auto *given = static_cast<bool *>(calloc(program->inputCount + 1, sizeof(bool)));
  auto *outputs = static_cast<tactus_tpal_value *>(calloc(cellsOf(*program) + 1, sizeof(tactus_tpal_value)));
  if (!inputs || !given || !outputs)
    tactus_tpal_trap(program->file, "out of memory; give the program smaller inputs");
  for (int index = 1; index < argc; ++index)
    if (!readArgument(*program, argv[index], inputs, given))
      return 2;
  for (uint64_t index = 0; index < program->inputCount; ++index) {
    const InputDescriptor &input = program->inputs[index];
    if (given[index])
      continue;
    if (!input.hasDefault) {
      fprintf(stderr, "tactus: error: input '%s' has no value; give one with the argument %s=NUMBER\n", input.name,
              input.name);
      return 2;
    }
    inputs[index] = input.bits;
  }
  run({program, inputs, outputs});
  printOutputs(*program, outputs);
  // Expectations are about the program's own inputs.
  unsigned unmet = argc > 1 ? 0 : reportUnmet(*program, outputs);
  free(inputs);
  free(given);
  free(outputs);
  return unmet ? 1 : 0;
}
