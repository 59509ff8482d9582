#include "CSocketQueue.h"
#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <net/if.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

int socket_queue_open(void) {
    return socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
}

/// Parses an IPv4 or IPv6 address; a scope such as `%eth0` gives the interface. Returns the family, or 0.
static int parse(const char *text, __be32 address[4], __u32 *interface) {
    char host[INET6_ADDRSTRLEN];
    size_t length = strcspn(text, "%");
    if (length >= sizeof host) return 0;
    memcpy(host, text, length);
    host[length] = 0;
    if (text[length] == '%') *interface = if_nametoindex(text + length + 1);
    memset(address, 0, 4 * sizeof *address);
    if (inet_pton(AF_INET, host, address) == 1) return AF_INET;
    return inet_pton(AF_INET6, host, address) == 1 ? AF_INET6 : 0;
}

/// Reads the attributes of the kernel's answer. Returns whether both are there.
static int read_attributes(struct rtattr *attribute, int length, struct socket_queue *queue) {
    int found = 0;
    for (; RTA_OK(attribute, length); attribute = RTA_NEXT(attribute, length)) {
        size_t size = RTA_PAYLOAD(attribute);
        if (attribute->rta_type == INET_DIAG_INFO) {
            size_t offset = offsetof(struct tcp_info, tcpi_bytes_acked);
            if (size < offset + sizeof queue->acknowledged) continue;
            memcpy(&queue->acknowledged, (char *)RTA_DATA(attribute) + offset, sizeof queue->acknowledged);
            found |= 1;
        } else if (attribute->rta_type == INET_DIAG_SKMEMINFO) {
            __u32 memory[SK_MEMINFO_WMEM_QUEUED + 1];
            if (size < sizeof memory) continue;
            memcpy(memory, RTA_DATA(attribute), sizeof memory);
            // The rule of sk_stream_is_writeable in the kernel.
            __u64 queued = memory[SK_MEMINFO_WMEM_QUEUED];
            queue->is_full = queued + queued / 2 > memory[SK_MEMINFO_SNDBUF];
            found |= 2;
        }
    }
    return found == 3;
}

int socket_queue_read(
    int netlink, const char *local, uint16_t local_port, const char *remote, uint16_t remote_port,
    struct socket_queue *queue) {
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 request;
    } message = {
        .header = {.nlmsg_len = sizeof message, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .request = {
            .sdiag_protocol = IPPROTO_TCP,
            .idiag_ext = 1 << (INET_DIAG_INFO - 1) | 1 << (INET_DIAG_SKMEMINFO - 1),
            .idiag_states = ~0U,
        },
    };
    struct inet_diag_sockid *id = &message.request.id;
    id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    id->idiag_sport = htons(local_port);
    id->idiag_dport = htons(remote_port);
    int family = parse(local, id->idiag_src, &id->idiag_if);
    // A lookup of IPv4 addresses also finds sockets of IPv6 with mapped addresses.
    message.request.sdiag_family = family;
    if (family == 0 || parse(remote, id->idiag_dst, &id->idiag_if) != family) return EINVAL;

    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    if (sendto(netlink, &message, sizeof message, 0, (struct sockaddr *)&kernel, sizeof kernel) < 0) return errno;
    // The kernel has answered before sendto returns.
    _Alignas(struct nlmsghdr) char buffer[2048];
    ssize_t length = recv(netlink, buffer, sizeof buffer, 0);
    if (length < 0) return errno;
    struct nlmsghdr *answer = (struct nlmsghdr *)buffer;
    if (!NLMSG_OK(answer, length)) return EPROTO;
    if (answer->nlmsg_type == NLMSG_ERROR) {
        struct nlmsgerr *error = NLMSG_DATA(answer);
        return answer->nlmsg_len >= NLMSG_LENGTH(sizeof *error) && error->error < 0 ? -error->error : EPROTO;
    }
    struct inet_diag_msg *state = NLMSG_DATA(answer);
    int attributes = (int)answer->nlmsg_len - (int)NLMSG_LENGTH(sizeof *state);
    if (answer->nlmsg_type != SOCK_DIAG_BY_FAMILY || attributes < 0) return EPROTO;
    queue->unacknowledged = state->idiag_wqueue;
    return read_attributes((struct rtattr *)(state + 1), attributes, queue) ? 0 : EPROTO;
}
