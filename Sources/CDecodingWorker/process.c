#define _GNU_SOURCE
#include "CDecodingWorker.h"
#include "CRoleProcess.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int worker_spawn(
    const char *executable, const char *name, int socket, int area, int log, pid_t *process) {
    char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
    sigset_t none;
    sigemptyset(&none);
    int descriptors[] = {
        [STDIN_FILENO] = -1, [STDOUT_FILENO] = -1, [STDERR_FILENO] = log, [WORKER_SOCKET] = socket,
        [WORKER_AREA] = area,
    };
    return role_process_spawn(
        executable, name, environment, &none, descriptors, sizeof descriptors / sizeof *descriptors, process);
}

int worker_make_sockets(int sockets[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0 ? 0 : errno;
}

int worker_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0 ? 0 : errno; }

int worker_send(int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(WORKER_MAX_DESCRIPTORS * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > WORKER_MAX_DESCRIPTORS) return EINVAL;
    if (descriptor_count > 0) {
        size_t size = descriptor_count * sizeof(int);
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    for (;;) {
        if (sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) return 0;
        if (errno != EINTR) return errno;
    }
}

ssize_t worker_receive(int socket, void *bytes, size_t capacity, int *descriptors, size_t max_descriptors) {
    // Room for one more than allowed, so that a packet with more of them is noticed.
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE((WORKER_MAX_DESCRIPTORS + 1) * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
        .msg_controllen = CMSG_SPACE((max_descriptors + 1) * sizeof(int)),
    };
    if (max_descriptors > WORKER_MAX_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    for (size_t index = 0; index < max_descriptors; index++) descriptors[index] = -1;
    ssize_t count;
    do {
        count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return -1;
    bool is_expected = !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC));
    size_t received = 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
            is_expected = false;
            continue;
        }
        size_t number = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < number; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
            if (received < max_descriptors) {
                descriptors[received++] = descriptor;
            } else {
                close(descriptor);
                is_expected = false;
            }
        }
    }
    if (is_expected) return count;
    for (size_t index = 0; index < received; index++) {
        close(descriptors[index]);
        descriptors[index] = -1;
    }
    errno = EBADMSG;
    return -1;
}

static int make_memory(size_t bytes) {
    int memory = memfd_create("tintype", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory >= 0 && ftruncate(memory, (off_t)bytes) != 0) {
        close(memory);
        return -1;
    }
    return memory;
}

static int seal(int memory, int seals) {
    if (memory < 0 || fcntl(memory, F_ADD_SEALS, seals | F_SEAL_SEAL) == 0) return memory;
    close(memory);
    return -1;
}

int worker_make_area(size_t bytes) { return seal(make_memory(bytes), F_SEAL_SHRINK | F_SEAL_GROW); }

int worker_make_copy(const void *bytes, size_t count) {
    int memory = make_memory(count);
    if (memory < 0) return -1;
    for (size_t done = 0; done < count;) {
        ssize_t written = pwrite(memory, (const char *)bytes + done, count - done, (off_t)done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            close(memory);
            return -1;
        }
        done += (size_t)written;
    }
    return seal(memory, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}
