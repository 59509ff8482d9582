#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

// Dispatch blocks most signals in its threads, SIGABRT among them. Since glibc 2.41, abort() raises it without unblocking
// it first, so the process ends without running the handler. So the program defines pthread_sigmask, which takes precedence
// over the C library's and never blocks SIGABRT.

// The sanitizers define pthread_sigmask themselves, and theirs must take precedence.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

__attribute__((visibility("default"))) int pthread_sigmask(int how, const sigset_t *signals, sigset_t *before) {
    sigset_t others;
    if (signals && how != SIG_UNBLOCK) {
        others = *signals;
        sigdelset(&others, SIGABRT);
        signals = &others;
    }
    int kept = errno;
    int error = sigprocmask(how, signals, before) == 0 ? 0 : errno;
    errno = kept;
    return error;
}

#endif
