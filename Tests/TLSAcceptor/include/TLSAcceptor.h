#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// The server's side of TLS.
struct tls_options {
    /// A PEM file with the certificate and its key.
    const char *file;
    /// The protocol offered in ALPN, such as `h2`, or null.
    const char *protocol;
    bool requires_client_certificate;
};

typedef struct tls_context tls_context;
typedef struct tls_session tls_session;

/// Returns null if the file cannot be used.
tls_context *tls_context_make(struct tls_options options);
void tls_context_free(tls_context *context);

/// Performs the handshake. Returns null if it fails. The descriptor stays open when the session is freed.
tls_session *tls_session_accept(tls_context *context, int descriptor);
/// Sends close_notify.
void tls_session_free(tls_session *session);

/// Waits for bytes and returns their number; 0 at the end and after a failure.
size_t tls_session_receive(tls_session *session, void *bytes, size_t capacity);
bool tls_session_send(tls_session *session, const void *bytes, size_t count);
