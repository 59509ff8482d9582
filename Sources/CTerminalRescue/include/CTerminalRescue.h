#pragma once
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Maximum number of bytes for `terminal_rescue_arm`.
#define TERMINAL_RESCUE_CAPACITY 512

/// Installs handlers for every catchable signal that ends the process and isn't ignored. They write `bytes` to the
/// terminal, restore its attributes and then raise the signal again with its previous action. If `count` exceeds the
/// capacity, no bytes are written.
///
/// Handlers run on an alternate stack of the thread, so they also work after a stack overflow. For this the module
/// defines `pthread_create`, which gives every thread of the process such a stack.
void terminal_rescue_arm(int descriptor, const struct termios *attributes, const uint8_t *bytes, size_t count);

/// Restores the previous signal handlers.
void terminal_rescue_disarm(void);

/// Captures standard error to keep it off the screen. The output is shown only after a crash. Does nothing if standard
/// error is not a terminal.
void terminal_rescue_hold_standard_error(void);

/// Restores standard error and discards the captured output.
void terminal_rescue_release_standard_error(void);
