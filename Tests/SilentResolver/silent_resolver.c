#define _GNU_SOURCE
#include "SilentResolver.h"
#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static bool is_held;
static int waiting;

typedef int resolver(const char *, const char *, const struct addrinfo *, struct addrinfo **);

/// Comes before the C library's function, for libcurl too.
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    static const char silent[] = "silent.invalid";
    size_t length = name ? strlen(name) : 0;
    if (length >= sizeof silent - 1 && strcmp(name + length - (sizeof silent - 1), silent) == 0) {
        pthread_mutex_lock(&lock);
        waiting++;
        while (is_held) pthread_cond_wait(&released, &lock);
        waiting--;
        pthread_mutex_unlock(&lock);
        return EAI_NONAME;
    }
    resolver *next = (resolver *)dlsym(RTLD_NEXT, "getaddrinfo");
    return next ? next(name, service, hints, result) : EAI_SYSTEM;
}

void silent_resolver_hold(void) {
    pthread_mutex_lock(&lock);
    is_held = true;
    pthread_mutex_unlock(&lock);
}

int silent_resolver_waiting(void) {
    pthread_mutex_lock(&lock);
    int count = waiting;
    pthread_mutex_unlock(&lock);
    return count;
}

void silent_resolver_release(void) {
    pthread_mutex_lock(&lock);
    is_held = false;
    pthread_cond_broadcast(&released);
    pthread_mutex_unlock(&lock);
}
