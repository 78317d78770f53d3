//===- waiting_text.h - code that waits for the program ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Included behind all others by sources of which nothing is half done while they wait: a handler that has met them may
// do what it may do in the program that has called them (frames/interrupted.h).
//
//===----------------------------------------------------------------------===//
#if defined(__clang__)
#pragma clang section text = "tactus_waiting_text"
#endif
