#pragma once
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// The most bytes that `terminal_rescue_arm` keeps.
#define TERMINAL_RESCUE_CAPACITY 512

/// From now on SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT and SIGQUIT write these bytes to the terminal and set its
/// attributes before they do what they did before. More bytes than fit are not written at all.
void terminal_rescue_arm(int descriptor, const struct termios *attributes, const uint8_t *bytes, size_t count);

/// The signals leave the terminal alone again.
void terminal_rescue_disarm(void);
