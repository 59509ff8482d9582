#include "TLSAcceptor.h"
#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

struct tls_context {
    SSL_CTX *ssl;
    unsigned char protocol[32];
};

struct tls_session {
    SSL *ssl;
};

static int select_protocol(
    SSL *ssl, const unsigned char **selected, unsigned char *length, const unsigned char *offered,
    unsigned offered_length, void *context) {
    (void)ssl;
    const unsigned char *protocol = ((tls_context *)context)->protocol;
    int result = SSL_select_next_proto(
        (unsigned char **)selected, length, protocol, 1u + protocol[0], offered, offered_length);
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

/// Trusts no client.
static int refuse(int is_verified, X509_STORE_CTX *chain) {
    (void)is_verified;
    (void)chain;
    return 0;
}

tls_context *tls_context_make(struct tls_options options) {
    // As the program does: the first initialization decides, and other threads may use OpenSSL in exit().
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
    tls_context *context = calloc(1, sizeof *context);
    if (!context) return NULL;
    context->ssl = SSL_CTX_new(TLS_server_method());
    if (!context->ssl) {
        free(context);
        return NULL;
    }
    bool is_ready = SSL_CTX_use_certificate_chain_file(context->ssl, options.file) == 1 &&
                    SSL_CTX_use_PrivateKey_file(context->ssl, options.file, SSL_FILETYPE_PEM) == 1;
    if (options.requires_client_certificate) {
        SSL_CTX_set_verify(context->ssl, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, refuse);
    }
    if (options.protocol) {
        size_t length = strlen(options.protocol);
        is_ready = is_ready && length < sizeof context->protocol;
        if (is_ready) {
            context->protocol[0] = (unsigned char)length;
            memcpy(context->protocol + 1, options.protocol, length);
            SSL_CTX_set_alpn_select_cb(context->ssl, select_protocol, context);
        }
    }
    if (is_ready) return context;
    tls_context_free(context);
    return NULL;
}

void tls_context_free(tls_context *context) {
    SSL_CTX_free(context->ssl);
    free(context);
}

tls_session *tls_session_accept(tls_context *context, int descriptor) {
    tls_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->ssl = SSL_new(context->ssl);
    if (session->ssl && SSL_set_fd(session->ssl, descriptor) == 1 && SSL_accept(session->ssl) == 1) return session;
    SSL_free(session->ssl);
    free(session);
    return NULL;
}

void tls_session_free(tls_session *session) {
    SSL_shutdown(session->ssl);
    SSL_free(session->ssl);
    free(session);
}

size_t tls_session_receive(tls_session *session, void *bytes, size_t capacity) {
    size_t count = 0;
    return SSL_read_ex(session->ssl, bytes, capacity, &count) == 1 ? count : 0;
}

bool tls_session_send(tls_session *session, const void *bytes, size_t count) {
    size_t sent = 0;
    return count == 0 || (SSL_write_ex(session->ssl, bytes, count, &sent) == 1 && sent == count);
}
