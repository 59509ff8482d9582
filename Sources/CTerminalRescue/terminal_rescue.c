#define _GNU_SOURCE
#include "rescue.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static struct rescue own_state;
struct rescue *_Atomic terminal_rescue_state = &own_state;
int terminal_rescue_descriptor = -1;
static struct sigaction before[_NSIG];
static bool has_handlers;

// The original standard error and the read end of the pipe that captures its output; -1 while nothing is captured.
static atomic_int standard_error = -1;
static atomic_int held_output = -1;

/// Whether a signal ends a process by default and can be caught, except those that the session handles as events.
static bool is_fatal(int number) {
    switch (number) {
    case SIGKILL: case SIGSTOP:
    case SIGINT: case SIGTERM: case SIGHUP:
    case SIGCHLD: case SIGCONT: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGURG: case SIGWINCH: return false;
    // The C library reserves those between the standard and the real-time signals.
    default: return number < 32 || number >= SIGRTMIN;
    }
}

static void write_all(int descriptor, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
            poll(&ready, 1, 100);
        } else if (written == 0 || errno != EINTR) {
            return;
        }
    }
}

static volatile sig_atomic_t stuck_terminal;

/// Discards the pending output of a terminal, so that a blocked write can continue.
static void discard_output(int number) {
    (void)number;
    int error = errno;
    tcflush(stuck_terminal, TCOFLUSH);
    // On Linux, free buffer space alone doesn't wake a blocked writer; restarting stopped output does.
    tcflow(stuck_terminal, TCOOFF);
    tcflow(stuck_terminal, TCOON);
    // The next alarm ends the process.
    alarm(2);
    errno = error;
}

void terminal_rescue_restore(int terminal, const struct restoration *restoration) {
    // First, because it doesn't block.
    tcsetattr(terminal, TCSANOW, &restoration->original);
    struct sigaction action = {.sa_handler = discard_output, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    stuck_terminal = terminal;
    sigaction(SIGALRM, &action, NULL);
    sigprocmask(SIG_UNBLOCK, &alarms, NULL);
    alarm(2);
    write_all(
        terminal, restoration->bytes, restoration->count <= TERMINAL_RESCUE_CAPACITY ? restoration->count : 0);
    alarm(0);
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

/// Waits for the end of the process.
static void wait_for_end(void) {
    for (;;) pause();
}

/// Waits for the end of the process if a signal handler is restoring the terminal, which redirects its output.
static void wait_for_handler(void) {
    if (atomic_load(&atomic_load(&terminal_rescue_state)->progress) != NOT_BEGUN) wait_for_end();
}

/// Calls only functions that POSIX lists as async-signal-safe. No signals interrupt it but SIGALRM, and faults, which end
/// the process.
static void restore_terminal_and_die(int number) {
    struct rescue *rescue = atomic_load(&terminal_rescue_state);
    int armed = atomic_load(&rescue->armed);
    if (armed > 0) {
        // A second signal, on another thread, would end the process before the terminal is restored.
        int progress = NOT_BEGUN;
        if (!atomic_compare_exchange_strong(&rescue->progress, &progress, RESTORING)) wait_for_end();
        int terminal = dup(terminal_rescue_descriptor);
        // Another thread may be in the middle of writing a frame. Redirect the rest of it.
        int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (terminal >= 0 && nowhere >= 0) dup2(nowhere, terminal_rescue_descriptor);
        if (terminal < 0) terminal = terminal_rescue_descriptor;
        terminal_rescue_restore(terminal, &rescue->restorations[armed - 1]);
        atomic_store(&rescue->progress, RESTORED);
        // Standard error may be another terminal that accepts no output.
        signal(SIGALRM, SIG_DFL);
        alarm(2);
        show_held_output();
        alarm(0);
    }
    sigaction(number, &before[number], NULL);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, number);
    sigprocmask(SIG_UNBLOCK, &signals, NULL);
    raise(number);
    // The previous action may be a handler that returns, such as that of Swift's backtraces.
    signal(number, SIG_DFL);
    raise(number);
    // The first process of a container isn't ended by its own signals.
    _exit(128 + number);
}

void terminal_rescue_arm(
    int descriptor, const struct termios *original, const struct termios *session, const uint8_t *bytes, size_t count) {
    wait_for_handler();
    struct rescue *rescue = atomic_load(&terminal_rescue_state);
    int next = atomic_load(&rescue->armed) == 1 ? 2 : 1;
    struct restoration *restoration = &rescue->restorations[next - 1];
    terminal_rescue_descriptor = descriptor;
    restoration->original = *original;
    restoration->has_session = session || tcgetattr(descriptor, &restoration->session) == 0;
    if (session) restoration->session = *session;
    restoration->count = count <= TERMINAL_RESCUE_CAPACITY ? count : 0;
    memcpy(restoration->bytes, bytes, restoration->count);
    atomic_store(&rescue->armed, next);
    if (has_handlers) return;
    has_handlers = true;
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (!is_fatal(number)) continue;
        struct sigaction action = {.sa_handler = restore_terminal_and_die, .sa_flags = SA_ONSTACK};
        sigfillset(&action.sa_mask);
        sigaction(number, NULL, &before[number]);
        // Signals that the parent process set to be ignored don't end this one.
        if (before[number].sa_handler != SIG_IGN) sigaction(number, &action, NULL);
    }
}

void terminal_rescue_disarm(void) {
    wait_for_handler();
    atomic_store(&atomic_load(&terminal_rescue_state)->armed, 0);
    if (!has_handlers) return;
    has_handlers = false;
    for (int number = 1; number <= SIGRTMAX; number++) {
        if (is_fatal(number)) sigaction(number, &before[number], NULL);
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
