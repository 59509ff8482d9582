#pragma once
#include <errno.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Debian 12 has the headers of Linux 6.1, which knows only the first field.
struct landlock_rules {
    uint64_t file_system;
    uint64_t network;
    uint64_t scopes;
};

/// Creates a ruleset that denies every access that the kernel's version of Landlock knows. Returns its descriptor; -1
/// with errno if the kernel refuses.
static inline int landlock_create(void) {
    const int create_ruleset = 444, get_version = 1;
    long version = syscall(create_ruleset, NULL, 0, get_version);
    if (version < 0) return -1;
    int file_rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    struct landlock_rules rules = {
        .file_system = (1ull << file_rights) - 1,
        .network = version >= 4 ? 3 : 0,
        .scopes = version >= 6 ? 3 : 0,
    };
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(create_ruleset, &rules, size, 0);
}

/// Applies a ruleset to this process and those that it starts. Returns 0, or an errno value.
static inline int landlock_restrict(int ruleset) {
    const int restrict_self = 446;
    return syscall(restrict_self, ruleset, 0) == 0 ? 0 : errno;
}

/// Limits a resource for good. Returns 0, or an errno value.
static inline int limit_resource(int resource, rlim_t maximum) {
    struct rlimit limit = {.rlim_cur = maximum, .rlim_max = maximum};
    return setrlimit(resource, &limit) == 0 ? 0 : errno;
}
