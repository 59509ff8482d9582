#define _GNU_SOURCE
#include "rescue.h"
#include "CRoleProcess.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// No handler can catch SIGKILL, which the kernel also sends if the computer has no memory left. So a second process
// waits for the end of the first, at a pipe that the kernel closes before it notifies the shell. A shell that comes first
// sets its own attributes, and then the watchdog leaves the terminal alone.

/// The descriptors of a watchdog.
enum { TERMINAL = 3, PIPE, STATE, END };

/// 0 before the start, -1 if it has failed.
static pid_t watchdog;
/// Our end of the pipe, which carries no data.
static int program_end = -1;
static struct rescue *shared_state;
static int shared_memory = -1;

/// Moves the state into memory that a watchdog can map. Returns 0, or an errno value.
static int share_state(void) {
    if (shared_state) return 0;
    int memory = memfd_create("terminal", MFD_CLOEXEC);
    if (memory < 0) return errno;
    struct rescue *state = MAP_FAILED;
    if (ftruncate(memory, sizeof *state) == 0) {
        state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    }
    if (state == MAP_FAILED) {
        int error = errno;
        close(memory);
        return error;
    }
    state->program = getpid();
    struct rescue *own = atomic_load(&terminal_rescue_state);
    memcpy(state->restorations, own->restorations, sizeof state->restorations);
    atomic_store(&state->armed, atomic_load(&own->armed));
    atomic_store(&terminal_rescue_state, state);
    shared_state = state;
    shared_memory = memory;
    return 0;
}

int terminal_rescue_start_watchdog(const char *executable, const char *name, int terminal) {
    if (watchdog != 0) return 0;
    watchdog = -1;
    int ends[2];
    int error = share_state();
    if (error != 0) return error;
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    // If the parent of this program ignored it, the system would give the number of a dead watchdog to others.
    signal(SIGCHLD, SIG_DFL);
    char *environment[] = {NULL};
    // Only SIGKILL ends a watchdog early. With SIGTTOU blocked, it may change the terminal from the background.
    sigset_t all;
    sigfillset(&all);
    int descriptors[END] = {
        [STDIN_FILENO] = -1, [STDOUT_FILENO] = -1, [STDERR_FILENO] = -1, [TERMINAL] = terminal,
        [PIPE] = ends[0], [STATE] = shared_memory,
    };
    error = role_process_spawn(executable, name, environment, &all, descriptors, END, &watchdog);
    if (error != 0) watchdog = -1;
    close(ends[0]);
    if (error == 0) program_end = ends[1];
    else close(ends[1]);
    return error;
}

void terminal_rescue_stop_watchdog(void) {
    pid_t process = watchdog;
    watchdog = 0;
    if (process <= 0) return;
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    close(program_end);
    program_end = -1;
}

static bool has_attributes(int terminal, const struct termios *expected) {
    struct termios now;
    return tcgetattr(terminal, &now) == 0 && now.c_iflag == expected->c_iflag && now.c_oflag == expected->c_oflag
        && now.c_cflag == expected->c_cflag && now.c_lflag == expected->c_lflag
        && memcmp(now.c_cc, expected->c_cc, sizeof now.c_cc) == 0;
}

/// Removes the shared memory objects of a program, which a terminal may not have read (`SharedPixels`).
static void remove_shared_memory(pid_t program) {
    char prefix[32];
    size_t length = (size_t)snprintf(prefix, sizeof prefix, "tintype-%d-", (int)program);
    DIR *objects = opendir("/dev/shm");
    if (!objects) return;
    for (struct dirent *object; (object = readdir(objects));) {
        if (strncmp(object->d_name, prefix, length) == 0) unlinkat(dirfd(objects), object->d_name, 0);
    }
    closedir(objects);
}

void terminal_rescue_run_watchdog(void) {
    // Don't keep a file system busy.
    if (chdir("/") != 0) _exit(1);
    struct rescue *rescue = mmap(NULL, sizeof *rescue, PROT_READ | PROT_WRITE, MAP_SHARED, STATE, 0);
    if (rescue == MAP_FAILED) _exit(1);
    char byte;
    ssize_t count;
    do {
        count = read(PIPE, &byte, 1);
    } while (count > 0 || (count < 0 && errno == EINTR));
    int armed = atomic_load(&rescue->armed);
    int progress = atomic_load(&rescue->progress);
    if ((armed == 1 || armed == 2) && progress != RESTORED) {
        const struct restoration *restoration = &rescue->restorations[armed - 1];
        // Otherwise another program uses the terminal, or the terminal is gone. A handler restores the attributes first.
        if ((restoration->has_session && has_attributes(TERMINAL, &restoration->session))
            || (progress == RESTORING && has_attributes(TERMINAL, &restoration->original))) {
            terminal_rescue_restore(TERMINAL, restoration);
        }
    }
    remove_shared_memory(rescue->program);
    _exit(0);
}
