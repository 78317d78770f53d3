//===- doctor.h - is everything there? -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_DOCTOR_H
#define TACTUS_DRIVER_DOCTOR_H

namespace tactus::driver {

/// `tactus doctor`: tries the installation on this machine and prints a line for each part. Returns 0, or 1 if
/// something is missing without which programs cannot be compiled or run.
[[nodiscard]] int runDoctor();

} // namespace tactus::driver

#endif // TACTUS_DRIVER_DOCTOR_H
