#pragma once
#include <stdint.h>

/// The output queue of a TCP socket of this network namespace, which may belong to another process.
struct socket_queue {
    /// The bytes that the other end has acknowledged since the connection began.
    uint64_t acknowledged;
    /// The bytes written and not yet acknowledged.
    uint32_t unacknowledged;
    /// Whether poll(2) may call the socket not writable, so that its owner holds bytes back.
    int is_full;
};

/// Opens a netlink socket for `socket_queue_read`; returns -1 and sets errno if there is none.
int socket_queue_open(void);

/// Asks the kernel for the queue of the TCP connection between two addresses, such as `192.0.2.1` or `fe80::1%eth0`.
///
/// Needs no privileges, and doesn't block. Returns 0, or an error number: ENOENT without such a connection.
int socket_queue_read(
    int netlink, const char *local, uint16_t local_port, const char *remote, uint16_t remote_port,
    struct socket_queue *queue);
