#define _GNU_SOURCE
#include "CDecodingWorker.h"
#include "CRoleProcess.h"
#include "kernel.h"
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/sockios.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

// The tool is a program of the system that links hundreds of libraries, so a list of allowed calls would break with their
// updates. Instead, calls that reach beyond its own memory and its files are denied.

enum { VIDEO = STDIN_FILENO, ARGUMENTS = 3, END };

int video_tool_spawn(
    const char *executable, const char *name, int video, int output, int log, int arguments, pid_t *process) {
    char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
    sigset_t none;
    sigemptyset(&none);
    int descriptors[END] = {
        [VIDEO] = video, [STDOUT_FILENO] = output, [STDERR_FILENO] = log, [ARGUMENTS] = arguments,
    };
    return role_process_spawn(executable, name, environment, &none, descriptors, END, process);
}

int video_tool_make_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    // Only our end: the tool writes to an ordinary pipe.
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
}

// MARK: Files

// The rights of Landlock.
enum { EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2 };

/// Allows accesses to an open file, or to everything in an open folder. Returns 0, or an errno value.
static int allow_access(int ruleset, int descriptor, uint64_t rights) {
    const int add_rule = 445, path_beneath = 1;
    struct {
        uint64_t rights;
        int32_t descriptor;
    } __attribute__((packed)) rule = {.rights = rights, .descriptor = descriptor};
    return syscall(add_rule, ruleset, path_beneath, &rule, 0) == 0 ? 0 : errno;
}

static int allow_path(int ruleset, const char *path, uint64_t rights) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    // Not every system has all folders.
    if (descriptor < 0) return 0;
    int error = allow_access(ruleset, descriptor, rights);
    close(descriptor);
    return error;
}

/// Allows reading the video, and the system's programs and libraries.
static int restrict_files(const char *tool) {
    static const char *const folders[] = {
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
    };
    int ruleset = landlock_create();
    if (ruleset < 0) return errno;
    // Bytes in memory have no path, and need no rule.
    int error = allow_access(ruleset, VIDEO, READ_FILE);
    if (error == EBADFD) error = 0;
    for (size_t index = 0; error == 0 && index < sizeof folders / sizeof *folders; index++) {
        error = allow_path(ruleset, folders[index], READ_FILE | EXECUTE);
    }
    if (error == 0) error = allow_path(ruleset, tool, READ_FILE | EXECUTE);
    if (error == 0) error = allow_path(ruleset, "/etc/ld.so.cache", READ_FILE);
    if (error == 0) error = allow_path(ruleset, "/dev/null", READ_FILE | WRITE_FILE);
    if (error == 0) error = landlock_restrict(ruleset);
    close(ruleset);
    return error;
}

// MARK: System calls

static const char *const denied[] = {
    // The network, and other processes.
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg",
    "fork", "vfork", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
    "process_mrelease", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "tkill", "rt_sigqueueinfo",
    "rt_tgsigqueueinfo", "setpgid", "setsid", "setpriority", "ioprio_set", "sched_setscheduler", "sched_setparam",
    "sched_setattr", "sched_setaffinity", "migrate_pages", "move_pages", "shmget", "shmat", "shmctl", "semget",
    "semop", "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink",
    // Changes of files that Landlock doesn't know, or not in its first versions, and other ways to files.
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "lchown", "utime", "utimes",
    "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
    "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr", "truncate", "rename",
    "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "flock", "inotify_init",
    "inotify_init1", "inotify_add_watch", "fanotify_init", "fanotify_mark", "name_to_handle_at",
    "open_by_handle_at", "memfd_create", "memfd_secret", "mount", "umount", "umount2", "pivot_root", "chroot",
    "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "quotactl", "quotactl_fd",
    "swapon", "swapoff", "acct",
    // The kernel, and rights.
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "add_key",
    "keyctl", "request_key", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load",
    "reboot", "syslog", "settimeofday", "stime", "clock_settime", "clock_settime64", "clock_adjtime",
    "clock_adjtime64", "adjtimex", "sethostname", "setdomainname", "unshare", "setns", "iopl", "ioperm",
    "modify_ldt", "vhangup", "lookup_dcookie", "personality", "setuid", "setgid", "setreuid", "setregid",
    "setrlimit", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups", "capset",
};

// Calls that older versions of libseccomp can't name. Above a base, all architectures number them the same way.
static const int denied_new[] = {
    452, /* fchmodat2 */ 463, /* setxattrat */ 464, /* getxattrat */ 465, /* listxattrat */
    466, /* removexattrat */ 469, /* file_setattr */
};

static int deny(scmp_filter_ctx filter, int error, const char *name, unsigned count, struct scmp_arg_cmp condition) {
    int call = seccomp_syscall_resolve_name(name);
    // Some calls don't exist on all architectures, or are newer than the library.
    return call < 0 ? 0 : seccomp_rule_add(filter, SCMP_ACT_ERRNO(error), call, count, condition);
}

/// Denies a call with a value of an argument of 32 bits. The kernel ignores the upper half of its register.
static int deny_value(scmp_filter_ctx filter, const char *name, unsigned argument, uint32_t value) {
    return deny(filter, EPERM, name, 1, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, value));
}

/// Denies sending signals to other processes through a descriptor, and outliving the program.
static int restrict_signals(scmp_filter_ctx filter) {
    static const uint32_t commands[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG}, requests[] = {FIOSETOWN, SIOCSPGRP};
    int error = 0;
    for (size_t index = 0; error == 0 && index < sizeof commands / sizeof *commands; index++) {
        error = deny_value(filter, "fcntl", 1, commands[index]);
        if (error == 0) error = deny_value(filter, "fcntl64", 1, commands[index]);
    }
    for (size_t index = 0; error == 0 && index < sizeof requests / sizeof *requests; index++) {
        error = deny_value(filter, "ioctl", 1, requests[index]);
    }
    return error == 0 ? deny_value(filter, "prctl", 0, PR_SET_PDEATHSIG) : error;
}

static int restrict_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter) return ENOMEM;
    struct scmp_arg_cmp none = {0};
    scmp_datum_t self = (scmp_datum_t)getpid();
    int error = 0;
    for (size_t index = 0; error == 0 && index < sizeof denied / sizeof *denied; index++) {
        error = deny(filter, EPERM, denied[index], 0, none);
    }
    const int base = SYS_openat2 - 437;
    for (size_t index = 0; error == 0 && index < sizeof denied_new / sizeof *denied_new; index++) {
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), base + denied_new[index], 0);
    }
    // Threads, but no processes. A filter can't see the flags of clone3; without it, the C library uses clone.
    if (error == 0) error = deny(filter, EPERM, "clone", 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    if (error == 0) error = deny(filter, ENOSYS, "clone3", 0, none);
    // Only for abort.
    if (error == 0) error = deny(filter, EPERM, "kill", 1, SCMP_A0(SCMP_CMP_NE, self));
    if (error == 0) error = deny(filter, EPERM, "tgkill", 1, SCMP_A0(SCMP_CMP_NE, self));
    // Limits may be read. Root could raise them.
    if (error == 0) error = deny(filter, EPERM, "prlimit64", 1, SCMP_A2(SCMP_CMP_NE, 0));
    if (error == 0) error = restrict_signals(filter);
    // Logs denied calls, depending on kernel.seccomp.actions_logged.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_LOG, 1);
    if (error == 0) error = seccomp_load(filter);
    seccomp_release(filter);
    return -error;
}

// MARK: The role

static int limit_resources(void) {
    int error = limit_resource(RLIMIT_CPU, VIDEO_TOOL_SECONDS);
    if (error == 0) error = limit_resource(RLIMIT_AS, VIDEO_TOOL_MEMORY);
    // The output is a pipe.
    if (error == 0) error = limit_resource(RLIMIT_FSIZE, 0);
    if (error == 0) error = limit_resource(RLIMIT_NOFILE, 64);
    if (error == 0) error = limit_resource(RLIMIT_CORE, 0);
    if (error == 0) error = limit_resource(RLIMIT_MEMLOCK, 0);
    return error;
}

static void require(int error, const char *protection) {
    if (error == 0) return;
    dprintf(STDERR_FILENO, "%s: %s\n", protection, strerror(error));
    _exit(VIDEO_TOOL_UNPROTECTED);
}

/// Splits arguments that each end with a zero. Returns whether there are any, and all of them fit.
static int split(char *text, size_t length, char *arguments[], size_t capacity) {
    size_t count = 0;
    for (size_t start = 0; start < length && count + 1 < capacity; start += strlen(text + start) + 1) {
        arguments[count++] = text + start;
    }
    arguments[count] = NULL;
    return count > 0 && length > 0 && text[length - 1] == 0;
}

void video_tool_run(void) {
    static char text[4096];
    char *arguments[64];
    char *environment[] = {"LC_ALL=C", NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ssize_t length = pread(ARGUMENTS, text, sizeof text, 0);
    close(ARGUMENTS);
    if (length <= 0 || !split(text, (size_t)length, arguments, sizeof arguments / sizeof *arguments)
        || chdir("/") != 0) {
        _exit(VIDEO_TOOL_NOT_STARTED);
    }
    // The first argument is a path: no search, and no shell.
    require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno, "no_new_privs");
    require(limit_resources(), "rlimits");
    require(restrict_files(arguments[0]), "Landlock");
    // Last, because it denies calls that the previous steps make.
    require(restrict_calls(), "seccomp");
    execve(arguments[0], arguments, environment);
    dprintf(STDERR_FILENO, "%s: %s\n", arguments[0], strerror(errno));
    _exit(VIDEO_TOOL_NOT_STARTED);
}
