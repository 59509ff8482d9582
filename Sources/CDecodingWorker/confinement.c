#define _GNU_SOURCE
#include "CDecodingWorker.h"
#include "kernel.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <malloc.h>
#if !__has_include(<seccomp.h>)
#error "libseccomp is missing: install libseccomp-dev"
#endif
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/// Denies every access that the kernel's version of Landlock knows.
static int deny_paths(void) {
    int set = landlock_create();
    if (set < 0) return errno;
    int error = landlock_restrict(set);
    close(set);
    return error;
}

/// The system calls that decoding needs. They reach nothing but the open descriptors and the memory.
static const char *const allowed[] = {
    "read", "pread64", "readv", "write", "writev", "recvmsg", "sendmsg", "lseek", "close", "poll", "ppoll",
    "munmap", "mremap", "madvise", "brk", "membarrier",
    "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "getcpu", "gettid", "getpid",
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "getrandom",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "exit", "exit_group",
};

static int allow(scmp_filter_ctx filter, const char *name, unsigned count, struct scmp_arg_cmp condition) {
    int call = seccomp_syscall_resolve_name(name);
    // Some calls don't exist on all architectures.
    return call < 0 ? 0 : seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, count, condition);
}

static int deny_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return ENOMEM;
    struct scmp_arg_cmp none = {0};
    int error = 0;
    for (size_t index = 0; error == 0 && index < sizeof allowed / sizeof *allowed; index++) {
        error = allow(filter, allowed[index], 0, none);
    }
    // Neither new code nor a new process: memory is never executable, and clone starts only threads. The flags of
    // clone3 are out of reach for a filter; without clone3, the C library uses clone.
    if (error == 0) error = allow(filter, "mmap", 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (error == 0) error = allow(filter, "mprotect", 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    if (error == 0) error = allow(filter, "clone", 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    if (error == 0) {
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), seccomp_syscall_resolve_name("clone3"), 0);
    }
    // For abort.
    if (error == 0) error = allow(filter, "tgkill", 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    // Logs denied calls, depending on kernel.seccomp.actions_logged.
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_LOG, 1);
    if (error == 0) error = seccomp_load(filter);
    seccomp_release(filter);
    return -error;
}

/// Returns the address space in use, in bytes; 0 if unknown.
static size_t address_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static int limit_resources(size_t memory) {
    // Each arena of malloc reserves 64 MB of address space.
    mallopt(M_ARENA_MAX, 1);
    size_t used = address_space();
    // Large enough for the descriptors of a request.
    int error = limit_resource(RLIMIT_NOFILE, 16);
    if (error == 0) error = limit_resource(RLIMIT_FSIZE, 0);
    if (error == 0) error = limit_resource(RLIMIT_CORE, 0);
    if (error == 0) error = limit_resource(RLIMIT_MEMLOCK, 0);
    if (error == 0 && used > 0) error = limit_resource(RLIMIT_AS, used + memory);
    return error != 0 ? error : used > 0 ? 0 : ENOSYS;
}

/// Programs crash if an allocation fails: abort in C++, a trap in Swift, a null pointer in careless C.
static void on_crash(int signal) {
    (void)signal;
    if (errno == ENOMEM) _exit(ENOMEM);
    // The default action follows: abort raises the signal again, and other instructions fault again.
}

static void report_exhaustion(void) {
    static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
}

struct worker_protections worker_confine(size_t memory) {
    struct worker_protections on;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    report_exhaustion();
    on.no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
    on.limits = limit_resources(memory);
    on.landlock = deny_paths();
    on.seccomp = deny_calls();
    return on;
}
