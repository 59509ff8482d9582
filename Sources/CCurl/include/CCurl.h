#pragma once
#if !__has_include(<curl/curl.h>)
#error "libcurl is missing: install libcurl4-openssl-dev"
#endif
#include <curl/curl.h>
#include <stdbool.h>

// libcurl's functions, loaded at run time: linking libcurl and the 30 libraries it depends on would add 12 ms to every
// start. Variadic functions, which Swift cannot call, have one variant for each type of argument.

/// Loads libcurl.so.4 on first use and returns whether it is loaded. Thread-safe; a failed attempt is repeated on the
/// next call. All other functions require a successful call.
bool tintype_curl_load(void);

/// The file name of libcurl for the dynamic linker.
const char *_Nonnull tintype_curl_soname(void);

/// The version of the loaded libcurl, such as `7.88.1`; NULL if it is unavailable.
const char *_Nullable tintype_curl_version(void);

/// Creates a handle with the options common to all requests: no signals, and no waiting for name resolution when the
/// request is canceled. Returns NULL if out of memory.
CURL *_Nullable tintype_curl_easy_init(void);
void tintype_curl_easy_cleanup(CURL *_Nonnull handle);

void tintype_curl_set_long(CURL *_Nonnull handle, CURLoption option, long value);
/// Sets a string option. libcurl copies the string; NULL resets the option.
void tintype_curl_set_string(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value);
/// Sets a pointer option. The object must outlive the request, except for CURLOPT_COPYPOSTFIELDS.
void tintype_curl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable value);
/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
void tintype_curl_set_write_callback(CURL *_Nonnull handle, CURLoption option, curl_write_callback _Nonnull callback);
void tintype_curl_set_prerequest_callback(CURL *_Nonnull handle, curl_prereq_callback _Nonnull callback);
/// Sets the function that opens the socket of each connection, or refuses its address.
void tintype_curl_set_open_socket_callback(CURL *_Nonnull handle, curl_opensocket_callback _Nonnull callback);
/// Opens a socket that child processes don't inherit. The system closes its connection once sent data has been
/// unacknowledged for `unacknowledged_milliseconds`. Returns CURL_SOCKET_BAD on failure.
curl_socket_t tintype_curl_open_socket(const struct curl_sockaddr *_Nonnull address, int unacknowledged_milliseconds);
/// Returns the bytes of an IPv4 or IPv6 address and sets `count`; NULL for other families.
const unsigned char *_Nullable tintype_curl_address_bytes(
    const struct curl_sockaddr *_Nonnull address, long *_Nonnull count);

long tintype_curl_get_long(CURL *_Nonnull handle, CURLINFO info);
/// Returns the value of CURLOPT_PRIVATE.
void *_Nullable tintype_curl_get_private(CURL *_Nonnull handle);

/// Appends a copy of `text`. Returns the list, or NULL if out of memory; the old list then stays valid.
struct curl_slist *_Nullable tintype_curl_slist_append(struct curl_slist *_Nullable list, const char *_Nonnull text);
void tintype_curl_slist_free(struct curl_slist *_Nullable list);

/// Returns NULL if out of memory or file descriptors.
CURLM *_Nullable tintype_curl_multi_init(long max_idle_connections);
void tintype_curl_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode tintype_curl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull handle);
void tintype_curl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull handle);
void tintype_curl_multi_perform(CURLM *_Nonnull multi);
void tintype_curl_multi_poll(CURLM *_Nonnull multi, int milliseconds);
/// Ends the current or next poll; any thread may call it.
void tintype_curl_multi_wakeup(CURLM *_Nonnull multi);
/// Returns the next finished handle and sets `result`, or returns NULL.
CURL *_Nullable tintype_curl_multi_next_ended(CURLM *_Nonnull multi, CURLcode *_Nonnull result);

/// Blocks SIGPIPE in the calling thread. libcurl itself could only ignore it for the whole process.
void tintype_curl_block_broken_pipe_signal(void);
