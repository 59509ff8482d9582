#define _GNU_SOURCE
#include "CRoleProcess.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

static int spawn(
    const char *executable, const char *name, char *const environment[], const sigset_t *blocked, const int copies[],
    int count, pid_t *process) {
    char *arguments[] = {(char *)name, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // A Ctrl-Z that arrives before the process has left the group would stop it before it runs, and with it this thread,
    // which waits for that.
    sigset_t mask = *blocked;
    sigaddset(&mask, SIGTSTP);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    for (int number = 0; error == 0 && number < count; number++) {
        error = copies[number] < 0
            ? posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            : posix_spawn_file_actions_adddup2(&actions, copies[number], number);
    }
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
    if (error == 0) error = posix_spawn(process, executable, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int role_process_spawn(
    const char *executable, const char *name, char *const environment[], const sigset_t *blocked,
    const int descriptors[], int count, pid_t *process) {
    // Copies above the final numbers, or one descriptor could take the number of another before that is copied.
    int copies[count];
    int error = 0;
    for (int number = 0; number < count; number++) {
        copies[number] = descriptors[number] < 0 ? -1 : fcntl(descriptors[number], F_DUPFD_CLOEXEC, count);
        if (descriptors[number] >= 0 && copies[number] < 0) error = errno;
    }
    if (error == 0) error = spawn(executable, name, environment, blocked, copies, count, process);
    for (int number = 0; number < count; number++) {
        if (copies[number] >= 0) close(copies[number]);
    }
    return error;
}
