#define _GNU_SOURCE
#include "CDecodingWorker.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static int spawn(
    const char *executable, const char *name, int socket, int area, int log, pid_t *process) {
    char *arguments[] = {(char *)name, NULL};
    char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // Keys that send signals to the foreground, such as Ctrl-C, are for the program alone.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int steps[] = {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0),
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0),
        posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO),
        posix_spawn_file_actions_adddup2(&actions, socket, WORKER_SOCKET),
        posix_spawn_file_actions_adddup2(&actions, area, WORKER_AREA),
        posix_spawn_file_actions_addclosefrom_np(&actions, WORKER_AREA + 1),
    };
    for (size_t index = 0; error == 0 && index < sizeof steps / sizeof *steps; index++) error = steps[index];
    if (error == 0) error = posix_spawn(process, executable, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int worker_spawn(
    const char *executable, const char *name, int socket, int area, int log, pid_t *process) {
    // Copies above the final numbers, or one descriptor could take the number of another before that is copied.
    int copies[] = {
        fcntl(socket, F_DUPFD_CLOEXEC, WORKER_AREA + 1),
        fcntl(area, F_DUPFD_CLOEXEC, WORKER_AREA + 1),
        fcntl(log, F_DUPFD_CLOEXEC, WORKER_AREA + 1),
    };
    int error = copies[0] < 0 || copies[1] < 0 || copies[2] < 0 ? errno : 0;
    if (error == 0) error = spawn(executable, name, copies[0], copies[1], copies[2], process);
    for (size_t index = 0; index < sizeof copies / sizeof *copies; index++) {
        if (copies[index] >= 0) close(copies[index]);
    }
    return error;
}

int worker_make_sockets(int sockets[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0 ? 0 : errno;
}

int worker_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0 ? 0 : errno; }

int worker_send(int socket, const void *bytes, size_t count, int descriptor) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    for (;;) {
        if (sendmsg(socket, &message, MSG_NOSIGNAL) >= 0) return 0;
        if (errno != EINTR) return errno;
    }
}

ssize_t worker_receive(int socket, void *bytes, size_t capacity, int *descriptor) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
    };
    *descriptor = -1;
    ssize_t count;
    do {
        count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return -1;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
            && header->cmsg_len == CMSG_LEN(sizeof(int))) {
            memcpy(descriptor, CMSG_DATA(header), sizeof(int));
        }
    }
    return count;
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
