#pragma once
#include "CTerminalRescue.h"
#include <stdatomic.h>
#include <stdbool.h>

/// How to restore a terminal.
struct restoration {
    /// The attributes before the session.
    struct termios original;
    /// The attributes during the session, if known.
    struct termios session;
    bool has_session;
    uint8_t bytes[TERMINAL_RESCUE_CAPACITY];
    size_t count;
};

/// How far a signal handler has come that restores the terminal.
enum progress { NOT_BEGUN, RESTORING, RESTORED };

/// The state that the program shares with its watchdog.
struct rescue {
    /// The process to restore the terminal for.
    pid_t program;
    /// An `enum progress`. From the beginning on, the process is about to end.
    atomic_int progress;
    /// The number of the restoration, from 1; 0 if the terminal must be left alone.
    atomic_int armed;
    /// One is being written while the other is valid.
    struct restoration restorations[2];
};

/// In private memory until a watchdog has been started. Never null.
extern struct rescue *_Atomic terminal_rescue_state;

/// The terminal to restore.
extern int terminal_rescue_descriptor;

/// Restores a terminal. Calls only functions that POSIX lists as async-signal-safe. If the terminal accepts no output
/// for seconds, its pending output is discarded; if that doesn't help, SIGALRM ends the process.
void terminal_rescue_restore(int terminal, const struct restoration *restoration);
