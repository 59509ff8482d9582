#pragma once
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Maximum number of bytes for `terminal_rescue_arm`.
#define TERMINAL_RESCUE_CAPACITY 512

/// Installs handlers for every catchable signal that ends the process and isn't ignored, except SIGINT, SIGTERM and
/// SIGHUP. They restore the attributes of the terminal, write `bytes` to it, and then raise the signal again with its
/// previous action. The first signal ends the process: others wait for that. If `count` exceeds the capacity, no bytes are
/// written. May be called again with other bytes.
///
/// Handlers run on an alternate stack of the thread, so they also work after a stack overflow. For this the module
/// defines `pthread_create`, which gives every thread of the process such a stack.
///
/// The watchdog acts only if the terminal has the attributes of the session; null for the present ones. A terminal device may
/// not accept all attributes, so call this before they are set, with the attributes, and again afterwards, with null.
void terminal_rescue_arm(
    int descriptor, const struct termios *original, const struct termios *session, const uint8_t *bytes, size_t count);

/// Restores the previous signal handlers; the watchdog does nothing until the next call of `terminal_rescue_arm`. Doesn't
/// return if a handler is running, because that ends the process.
void terminal_rescue_disarm(void);

/// Starts an executable as a watchdog, unless that has been tried: a process that restores the terminal if this one
/// ends while it is armed, for example by SIGKILL. To leave no gap, call this before `terminal_rescue_arm`. The executable
/// must call `terminal_rescue_run_watchdog`. The name is its only argument.
///
/// Returns 0, or an errno value.
int terminal_rescue_start_watchdog(const char *executable, const char *name, int terminal);

/// Ends the watchdog, so that another can be started.
void terminal_rescue_stop_watchdog(void);

/// Waits in a watchdog until the program has ended, then restores the terminal if it is still armed.
_Noreturn void terminal_rescue_run_watchdog(void);

/// Captures standard error to keep it off the screen. The output is shown only after a crash. Does nothing if standard
/// error is not a terminal.
void terminal_rescue_hold_standard_error(void);

/// Restores standard error and discards the captured output.
void terminal_rescue_release_standard_error(void);
