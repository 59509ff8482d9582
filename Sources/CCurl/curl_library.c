#define _GNU_SOURCE
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include "CLibraryLoading.h"
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#define EACH_FUNCTION(apply)                                                                                           \
    apply(curl_version_info) apply(curl_global_init)                                                                   \
    apply(curl_easy_init) apply(curl_easy_cleanup) apply(curl_easy_setopt)                                             \
    apply(curl_easy_getinfo) apply(curl_slist_append) apply(curl_slist_free_all) apply(curl_multi_init)                \
    apply(curl_multi_cleanup) apply(curl_multi_setopt) apply(curl_multi_add_handle) apply(curl_multi_remove_handle)    \
    apply(curl_multi_perform) apply(curl_multi_poll) apply(curl_multi_wakeup) apply(curl_multi_info_read)

TINTYPE_DEFINE_LOADED_FUNCTIONS

// From <openssl/crypto.h>, so that building needs no headers of OpenSSL.
#define OPENSSL_INIT_NO_ATEXIT 0x00080000L
typedef int openssl_init(uint64_t options, const void *settings);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;

static bool load(void) {
    void *library = load_functions(tintype_curl_soname());
    if (!library) return false;
    // OpenSSL would free its state in exit() while the thread of the requests may still use it.
    openssl_init *init = (openssl_init *)dlsym(library, "OPENSSL_init_crypto");
    if (init) init(OPENSSL_INIT_NO_ATEXIT, NULL);
    return loaded_curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const char *tintype_curl_soname(void) { return "libcurl.so.4"; }

const char *tintype_curl_version(void) {
    return tintype_curl_load() ? loaded_curl_version_info(CURLVERSION_NOW)->version : NULL;
}

bool tintype_curl_load(void) {
    pthread_mutex_lock(&lock);
    if (!is_loaded) is_loaded = load();
    bool result = is_loaded;
    pthread_mutex_unlock(&lock);
    return result;
}

curl_socket_t tintype_curl_open_socket(const struct curl_sockaddr *address, int unacknowledged_milliseconds) {
    int descriptor = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (descriptor < 0) return CURL_SOCKET_BAD;
    // Fails for sockets other than TCP.
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &unacknowledged_milliseconds,
               sizeof unacknowledged_milliseconds);
    return descriptor;
}

const unsigned char *tintype_curl_address_bytes(const struct curl_sockaddr *address, long *count) {
    if (address->family == AF_INET) {
        *count = sizeof(struct in_addr);
        return (const unsigned char *)&((const struct sockaddr_in *)&address->addr)->sin_addr;
    }
    if (address->family == AF_INET6) {
        *count = sizeof(struct in6_addr);
        return (const unsigned char *)&((const struct sockaddr_in6 *)&address->addr)->sin6_addr;
    }
    return NULL;
}

CURL *tintype_curl_easy_init(void) {
    CURL *handle = loaded_curl_easy_init();
    if (!handle) return NULL;
    loaded_curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
    loaded_curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
    return handle;
}

void tintype_curl_easy_cleanup(CURL *handle) { loaded_curl_easy_cleanup(handle); }

void tintype_curl_set_long(CURL *handle, CURLoption option, long value) {
    loaded_curl_easy_setopt(handle, option, value);
}

void tintype_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    loaded_curl_easy_setopt(handle, option, value);
}

void tintype_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    loaded_curl_easy_setopt(handle, option, value);
}

void tintype_curl_set_write_callback(CURL *handle, CURLoption option, curl_write_callback callback) {
    loaded_curl_easy_setopt(handle, option, callback);
}

void tintype_curl_set_prerequest_callback(CURL *handle, curl_prereq_callback callback) {
    loaded_curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}

void tintype_curl_set_open_socket_callback(CURL *handle, curl_opensocket_callback callback) {
    loaded_curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}

long tintype_curl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    loaded_curl_easy_getinfo(handle, info, &value);
    return value;
}

void *tintype_curl_get_private(CURL *handle) {
    char *value = NULL;
    loaded_curl_easy_getinfo(handle, CURLINFO_PRIVATE, &value);
    return value;
}

struct curl_slist *tintype_curl_slist_append(struct curl_slist *list, const char *text) {
    return loaded_curl_slist_append(list, text);
}

void tintype_curl_slist_free(struct curl_slist *list) { loaded_curl_slist_free_all(list); }

CURLM *tintype_curl_multi_init(long max_idle_connections) {
    CURLM *multi = loaded_curl_multi_init();
    if (multi) loaded_curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, max_idle_connections);
    return multi;
}

void tintype_curl_multi_cleanup(CURLM *multi) { loaded_curl_multi_cleanup(multi); }

CURLMcode tintype_curl_multi_add(CURLM *multi, CURL *handle) { return loaded_curl_multi_add_handle(multi, handle); }

void tintype_curl_multi_remove(CURLM *multi, CURL *handle) { loaded_curl_multi_remove_handle(multi, handle); }

void tintype_curl_multi_perform(CURLM *multi) {
    int running = 0;
    loaded_curl_multi_perform(multi, &running);
}

void tintype_curl_multi_poll(CURLM *multi, int milliseconds) {
    loaded_curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

void tintype_curl_multi_wakeup(CURLM *multi) { loaded_curl_multi_wakeup(multi); }

CURL *tintype_curl_multi_next_ended(CURLM *multi, CURLcode *result) {
    int remaining = 0;
    CURLMsg *message;
    while ((message = loaded_curl_multi_info_read(multi, &remaining))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

void tintype_curl_block_broken_pipe_signal(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}
