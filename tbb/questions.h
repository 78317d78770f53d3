//===- questions.h - whether a program asks for indices ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_QUESTIONS_H
#define TACTUS_TBB_QUESTIONS_H

namespace tactus::onetbb {

/// Has threads' own arenas counted if a library that is loaded asks who is where.
void lookForQuestions();

} // namespace tactus::onetbb

#endif // TACTUS_TBB_QUESTIONS_H
