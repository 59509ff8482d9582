#pragma once
#include <signal.h>
#include <sys/types.h>

/// Starts an executable in a role, which its name selects; the name is its only argument. The process has its own process
/// group, so that keys that send signals to the foreground, such as Ctrl-C, are for the program alone. All signals have
/// their default action, and those in `blocked` are blocked.
///
/// `descriptors[n]` becomes descriptor `n` of the process, which inherits no others; -1 stands for /dev/null.
///
/// Returns 0 and sets `process`, or an errno value.
int role_process_spawn(
    const char *executable, const char *name, char *const environment[], const sigset_t *blocked,
    const int descriptors[], int count, pid_t *process);
