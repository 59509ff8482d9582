#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

// After a stack overflow, a signal handler needs another stack. Only the thread itself can set its alternate stack, and
// many libraries start threads: Dispatch, Swift concurrency, libcurl, the decoders and their dependencies. So the
// program defines pthread_create, which takes precedence over the C library's. Without alternate stacks, the watchdog would
// restore the terminal after an overflow, too; but with exhausted memory, half of the runs ended by SIGSEGV when they got
// SIGTERM ("If memory and threads run out, quitting works").

#define ALTERNATE_STACK_BYTES 65536

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t stack_key;
static bool has_key;

static void free_alternate_stack(void *stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(stack, ALTERNATE_STACK_BYTES);
}

static void make_key(void) { has_key = pthread_key_create(&stack_key, free_alternate_stack) == 0; }

/// Gives the calling thread an alternate stack, unless it already has one. Returns the new stack, or null.
static void *add_alternate_stack(void) {
    stack_t current;
    if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return NULL;
    // Memory is committed only on first use.
    void *stack = mmap(
        NULL, ALTERNATE_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) return NULL;
    stack_t alternate = {.ss_sp = stack, .ss_size = ALTERNATE_STACK_BYTES};
    if (sigaltstack(&alternate, NULL) == 0) return stack;
    munmap(stack, ALTERNATE_STACK_BYTES);
    return NULL;
}

/// Gives the main thread a stack, since pthread_create doesn't start it. The stack is never freed: dispatchMain() runs
/// the destructors of the thread's keys, but the thread still handles signals.
__attribute__((constructor)) static void begin(void) { add_alternate_stack(); }

// The sanitizers define pthread_create themselves, and theirs must take precedence.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct start {
    void *(*routine)(void *);
    void *argument;
};

static void *start_with_alternate_stack(void *context) {
    struct start start = *(struct start *)context;
    free(context);
    void *stack = add_alternate_stack();
    pthread_once(&once, make_key);
    if (stack && (!has_key || pthread_setspecific(stack_key, stack) != 0)) free_alternate_stack(stack);
    return start.routine(start.argument);
}

/// Ends the program, and so restores the terminal, if Dispatch has got no thread for a while: it tries again each second,
/// without end, and meanwhile the screen may be frozen.
static void give_up_later(int error) {
    enum { MAX_SECONDS = 6 };
    static _Thread_local time_t first_failure;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (error == 0) {
        first_failure = 0;
    } else if (first_failure == 0) {
        first_failure = now.tv_sec;
    } else if (now.tv_sec - first_failure >= MAX_SECONDS) {
        static const char message[] = "tintype: can't start a thread\n";
        ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
        (void)written;
        abort();
    }
}

__attribute__((visibility("default"))) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
    static create_function *_Atomic next;
    if (!next) next = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
    struct start *start = malloc(sizeof *start);
    if (!next || !start) {
        free(start);
        if (attributes) give_up_later(EAGAIN);
        return EAGAIN;
    }
    *start = (struct start){.routine = routine, .argument = argument};
    int error = next(thread, attributes, start_with_alternate_stack, start);
    if (error != 0) free(start);
    // The program and other libraries, which go on without a thread, set no attributes.
    if (attributes) give_up_later(error);
    return error;
}

#endif
