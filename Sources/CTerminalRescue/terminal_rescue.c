#include "CTerminalRescue.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT};
#define FATAL_SIGNALS (sizeof fatal_signals / sizeof fatal_signals[0])

static struct {
    int descriptor;
    struct termios attributes;
    uint8_t bytes[TERMINAL_RESCUE_CAPACITY];
    size_t count;
} rescue;
static struct sigaction before[FATAL_SIGNALS];
static atomic_bool armed;
// A handler needs room of its own when the stack has run over.
static uint8_t handler_stack[65536];

/// Calls nothing but what POSIX lists as async-signal-safe.
static void restore_terminal_and_die(int number) {
    if (atomic_exchange(&armed, false)) {
        size_t written = 0;
        while (written < rescue.count) {
            ssize_t count = write(rescue.descriptor, rescue.bytes + written, rescue.count - written);
            if (count <= 0) break;
            written += (size_t)count;
        }
        tcsetattr(rescue.descriptor, TCSANOW, &rescue.attributes);
    }
    for (size_t place = 0; place < FATAL_SIGNALS; place++) {
        if (fatal_signals[place] == number) sigaction(number, &before[place], NULL);
    }
    raise(number);
}

void terminal_rescue_arm(int descriptor, const struct termios *attributes, const uint8_t *bytes, size_t count) {
    terminal_rescue_disarm();
    rescue.descriptor = descriptor;
    rescue.attributes = *attributes;
    rescue.count = count <= TERMINAL_RESCUE_CAPACITY ? count : 0;
    memcpy(rescue.bytes, bytes, rescue.count);
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    atomic_store(&armed, true);
    for (size_t place = 0; place < FATAL_SIGNALS; place++) {
        struct sigaction action = {.sa_handler = restore_terminal_and_die, .sa_flags = SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(fatal_signals[place], &action, &before[place]);
    }
}

void terminal_rescue_disarm(void) {
    if (!atomic_exchange(&armed, false)) return;
    for (size_t place = 0; place < FATAL_SIGNALS; place++) {
        sigaction(fatal_signals[place], &before[place], NULL);
    }
}
