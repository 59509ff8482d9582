#pragma once
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// The most bytes that `terminal_rescue_arm` keeps.
#define TERMINAL_RESCUE_CAPACITY 512

/// Arms the rescue: every signal that ends the process and can be caught, and that is not ignored, first writes these
/// bytes to the terminal and sets its attributes. After that the signal does what it did before.
///
/// Handlers run on an alternate stack of the thread, so a stack overflow is rescued as well: this module defines
/// `pthread_create`, through which every thread of the process gets such a stack. More bytes than fit are not written at all.
void terminal_rescue_arm(int descriptor, const struct termios *attributes, const uint8_t *bytes, size_t count);

/// Leaves the signals to what handled them before.
void terminal_rescue_disarm(void);

/// Keeps standard error away from the screen: what is written there from now on is held back, and shown after a crash
/// only. Does nothing where standard error is not a terminal.
void terminal_rescue_hold_standard_error(void);

/// Gives standard error back, and drops what was held back.
void terminal_rescue_release_standard_error(void);
