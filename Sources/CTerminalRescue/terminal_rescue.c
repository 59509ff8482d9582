#define _GNU_SOURCE
#include "CTerminalRescue.h"
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

// Catchable signals that end a process by default, except those that the session handles as events (SIGINT, SIGTERM and
// SIGHUP).
static const int fatal_signals[] = {
    SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGFPE,  SIGABRT,   SIGSYS, SIGQUIT,   SIGUSR1, SIGUSR2,
    SIGALRM, SIGXCPU, SIGXFSZ, SIGPROF, SIGPOLL, SIGVTALRM, SIGPWR, SIGSTKFLT, SIGPIPE,
};
#define FATAL_SIGNALS (sizeof fatal_signals / sizeof fatal_signals[0])

static struct {
    int descriptor;
    struct termios attributes;
    uint8_t bytes[TERMINAL_RESCUE_CAPACITY];
    size_t count;
} rescue;
static struct sigaction before[FATAL_SIGNALS];
static atomic_bool armed;

// The original standard error and the read end of the pipe that captures its output; -1 while nothing is captured.
static atomic_int standard_error = -1;
static atomic_int held_output = -1;

static void write_all(int descriptor, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

/// Writes the end of the captured output to standard error, such as the reason for the crash.
static void show_held_output(void) {
    int original = atomic_exchange(&standard_error, -1);
    if (original < 0) return;
    dup2(original, STDERR_FILENO);
    // The alternate stack is small.
    uint8_t last[2048];
    size_t count = 0;
    for (;;) {
        if (count == sizeof last) {
            memcpy(last, last + sizeof last / 2, sizeof last / 2);
            count = sizeof last / 2;
        }
        ssize_t more = read(held_output, last + count, sizeof last - count);
        if (more <= 0) break;
        count += (size_t)more;
    }
    write_all(STDERR_FILENO, last, count);
}

/// Calls only functions that POSIX lists as async-signal-safe.
static void restore_terminal_and_die(int number) {
    if (atomic_exchange(&armed, false)) {
        int terminal = dup(rescue.descriptor);
        // Another thread may be in the middle of writing a frame. Redirect the rest of it.
        int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (terminal >= 0 && nowhere >= 0) dup2(nowhere, rescue.descriptor);
        if (terminal < 0) terminal = rescue.descriptor;
        write_all(terminal, rescue.bytes, rescue.count);
        tcsetattr(terminal, TCSANOW, &rescue.attributes);
        show_held_output();
    }
    for (size_t index = 0; index < FATAL_SIGNALS; index++) {
        if (fatal_signals[index] == number) sigaction(number, &before[index], NULL);
    }
    raise(number);
}

void terminal_rescue_arm(int descriptor, const struct termios *attributes, const uint8_t *bytes, size_t count) {
    terminal_rescue_disarm();
    rescue.descriptor = descriptor;
    rescue.attributes = *attributes;
    rescue.count = count <= TERMINAL_RESCUE_CAPACITY ? count : 0;
    memcpy(rescue.bytes, bytes, rescue.count);
    atomic_store(&armed, true);
    for (size_t index = 0; index < FATAL_SIGNALS; index++) {
        struct sigaction action = {.sa_handler = restore_terminal_and_die, .sa_flags = SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(fatal_signals[index], NULL, &before[index]);
        // Signals that the parent process set to be ignored don't end this one.
        if (before[index].sa_handler != SIG_IGN) sigaction(fatal_signals[index], &action, NULL);
    }
}

void terminal_rescue_disarm(void) {
    if (!atomic_exchange(&armed, false)) return;
    for (size_t index = 0; index < FATAL_SIGNALS; index++) {
        sigaction(fatal_signals[index], &before[index], NULL);
    }
}

void terminal_rescue_hold_standard_error(void) {
    int ends[2];
    if (atomic_load(&standard_error) >= 0 || !isatty(STDERR_FILENO)) return;
    // Both ends are non-blocking: a full pipe drops further messages, and reading stops at an empty pipe.
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
    int original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (original < 0 || dup2(ends[1], STDERR_FILENO) < 0) {
        if (original >= 0) close(original);
        close(ends[0]);
    } else {
        atomic_store(&held_output, ends[0]);
        atomic_store(&standard_error, original);
    }
    close(ends[1]);
}

void terminal_rescue_release_standard_error(void) {
    int original = atomic_exchange(&standard_error, -1);
    if (original < 0) return;
    dup2(original, STDERR_FILENO);
    close(original);
    close(atomic_exchange(&held_output, -1));
}
