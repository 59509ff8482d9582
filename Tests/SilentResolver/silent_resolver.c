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

static struct {
    char name[64];
    char address[64];
} entries[32];

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
    char address[sizeof entries[0].address];
    pthread_mutex_lock(&lock);
    for (int i = 0; name && i < 32; i++) {
        if (!entries[i].name[0] || strcmp(entries[i].name, name) != 0) continue;
        name = strcpy(address, entries[i].address);
        break;
    }
    pthread_mutex_unlock(&lock);
    resolver *next = (resolver *)dlsym(RTLD_NEXT, "getaddrinfo");
    return next ? next(name, service, hints, result) : EAI_SYSTEM;
}

void silent_resolver_set(const char *name, const char *address) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 32; i++) {
        if (entries[i].name[0] && strcmp(entries[i].name, name) != 0) continue;
        strncpy(entries[i].name, name, sizeof entries[i].name - 1);
        strncpy(entries[i].address, address, sizeof entries[i].address - 1);
        break;
    }
    pthread_mutex_unlock(&lock);
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
