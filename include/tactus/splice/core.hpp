//===- core.hpp - between the templates and the scheduler -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What <tactus/splice.hpp> asks of libtactus_splice. Not for programs.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_CORE_HPP
#define TACTUS_SPLICE_CORE_HPP

#include "effect.hpp"

#include <cstdint>
#include <source_location>

namespace tactus::splice::detail {

/// Where in the source a call or a step stands: for messages.
struct code_place {
  constexpr code_place(const std::source_location &place) noexcept // NOLINT: each of those is one of these
      : file(place.file_name()), line(static_cast<unsigned>(place.line())) {}
  constexpr code_place(const char *file_name, unsigned line_number) noexcept : file(file_name), line(line_number) {}
  const char *file;
  unsigned line;
};

/// Declared in a library, defined for its users too.
#define TACTUS_SPLICE_EXPORT [[gnu::visibility("default")]]

/// Whether a step was to run in parts, and whether there are several.
enum class division : unsigned char { whole, one_part, parts };

/// The code that the scheduler runs for a step, in one part or in many. Parts are run in order; between two of them
/// other threads may run, and after move_to_heap() the function that has made the step may have gone on.
class TACTUS_SPLICE_EXPORT step_body {
public:
  step_body() = default;
  step_body(const step_body &) = default;
  step_body &operator=(const step_body &) = delete;
  virtual ~step_body() = default;

  /// What the next part does.
  virtual void next_part(effects &into) const = 0;
  /// What all parts do that have not run, the next one included.
  virtual void all_parts(effects &into) const = 0;
  /// Runs the next part. There are more: true.
  virtual bool run() = 0;
  /// A copy on the heap that takes over the rest of the work.
  virtual step_body *move_to_heap() = 0;
  /// The next part alone, on the heap; what is left here begins behind it. Null, and no change, if it is the last one.
  virtual step_body *split_part() = 0;
  /// Before it runs.
  [[nodiscard]] virtual division divided() const { return division::whole; }
  [[nodiscard]] virtual std::size_t size() const = 0;
};

/// A call whose turn has not come: the function with its arguments.
class TACTUS_SPLICE_EXPORT pending_call {
public:
  pending_call() = default;
  pending_call(const pending_call &) = delete;
  pending_call &operator=(const pending_call &) = delete;
  virtual ~pending_call() = default;
  virtual void run() = 0;
};

struct frame_record;

/// The calls of a `finish` that are left while the first of them runs. Another worker may take them (§6).
class TACTUS_SPLICE_EXPORT rest_of_calls {
public:
  rest_of_calls() = default;
  rest_of_calls(const rest_of_calls &) = delete;
  rest_of_calls &operator=(const rest_of_calls &) = delete;

  /// Moves the calls to the heap, as one. The caller owns it.
  virtual pending_call *take() = 0;
  /// Takes back what take() has returned.
  virtual void give_back(pending_call &calls) noexcept = 0;

  /// Owned by the scheduler: the frame that it has been offered in, and whether somebody has taken the calls.
  frame_record *frame = nullptr;
  bool taken = false;

protected:
  ~rest_of_calls() = default;
};

struct site_record;

/// What the scheduler learns of the calls that one try_splice in the source makes.
struct TACTUS_SPLICE_EXPORT splice_site {
  constexpr explicit splice_site(const char *function_name) noexcept : function(function_name) {}
  const char *function;
  /// Owned by the scheduler (tuning.cpp).
  std::atomic<site_record *> record{nullptr};
};

/// How code is being run. There is none of these where nothing is spliced, which is what every call asks first.
enum class mode : std::uint8_t {
  /// In the body of try_splice: calls are collected.
  collecting,
  /// On a user-level thread.
  spliced,
};

struct context {
  mode running;
};

/// Of this thread. Code in a step has none: it is one piece.
TACTUS_SPLICE_EXPORT extern __thread context *current_context [[gnu::tls_model("initial-exec")]];

/// The continuation after a call or a step: everything that the function declares, nothing, or the given effects.
struct continuation {
  enum class kind : std::uint8_t { unknown, nothing, given } is = kind::unknown;
  effects rest;
};

/// Enters a call on a user-level thread: pushes its frame and lets the other threads come as far. The stack has no room
/// for more spliced calls: false, and it is to be a plain_call.
TACTUS_SPLICE_EXPORT bool enter_call(context &where, const effects &inclusive, const continuation &rest,
                                     const code_place &place);
/// Before the return: waits until the other threads want to return from here, too.
TACTUS_SPLICE_EXPORT void leave_call(context &where);
/// Behind a plain call.
TACTUS_SPLICE_EXPORT void leave_plain_call(context &where, const continuation &rest) noexcept;
/// The life of a plain call: nothing in it is spliced, and nothing that is pending interferes with it.
class plain_call {
public:
  plain_call(context &where, const continuation &rest) noexcept : where_(&where), rest_(&rest) {}
  plain_call(const plain_call &) = delete;
  plain_call &operator=(const plain_call &) = delete;
  ~plain_call() { leave_plain_call(*where_, *rest_); }

private:
  context *where_;
  const continuation *rest_;
};
/// Instead of leave_call, for an exception.
TACTUS_SPLICE_EXPORT void abandon_call(context &where) noexcept;

/// Before the first call of a `finish`: the others, whose effects are `behind`, may run elsewhere meanwhile if they do
/// not interfere with the first one.
TACTUS_SPLICE_EXPORT void offer_rest(context &where, rest_of_calls &rest, const effects &first, const effects &behind);
/// After it. True: the others have run, or are in hands that see to it.
TACTUS_SPLICE_EXPORT bool rest_has_run(context &where, rest_of_calls &rest);
/// At the end of its life, whatever has happened.
TACTUS_SPLICE_EXPORT void withdraw_rest(rest_of_calls &rest) noexcept;

/// A step, on a user-level thread or where calls are collected. It has run, or has been moved to the heap.
TACTUS_SPLICE_EXPORT void run_step(context &where, step_body &body, const continuation &rest, const code_place &place);
/// The same, but it has run at the return, and its exceptions are thrown from here.
TACTUS_SPLICE_EXPORT void run_step_now(context &where, step_body &body, const continuation &rest,
                                       const code_place &place);

/// Adds a call to those that are spliced together, and runs them all when there are enough. Owns `call` from here on.
TACTUS_SPLICE_EXPORT void collect_call(context &collector, effects inclusive, pending_call *call);

/// \param count   how many calls are spliced; 0: chosen from what has been measured at this site
/// \param place   where the site is: for statistics and traces
/// \param body    makes the calls
TACTUS_SPLICE_EXPORT void try_splice(unsigned count, splice_site &site, const code_place &place, void (*body)(void *),
                                     void *argument);

/// For `#pragma splice` (<tactus/splice.h>): adds to what is being said of the next call or step.
TACTUS_SPLICE_EXPORT void add_region(region some, int written);

} // namespace tactus::splice::detail

#endif // TACTUS_SPLICE_CORE_HPP
