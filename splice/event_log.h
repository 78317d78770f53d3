//===- event_log.h - TACTUS_SPLICE_EVENTS ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One line for each thing that the scheduler does. test/splice/model checks that the lines are a run of the model.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_EVENT_LOG_H
#define TACTUS_SPLICE_EVENT_LOG_H

#include "thread.h"

namespace tactus::splice {

/// Whether a log was asked for. Set before the first group runs.
extern bool loggingEvents;

/// `name group thread number`, and effects as r:first-last,… w:first-last,… for each given.
void writeEvent(const char *name, const Thread &thread, uint64_t number, const effects *first = nullptr,
                const effects *second = nullptr);

/// Looks whether there is to be a log.
void openEventLog();

inline void logEvent(const char *name, const Thread &thread, uint64_t number, const effects *first = nullptr,
                     const effects *second = nullptr) {
  if (loggingEvents) [[unlikely]]
    writeEvent(name, thread, number, first, second);
}

} // namespace tactus::splice

#endif // TACTUS_SPLICE_EVENT_LOG_H
