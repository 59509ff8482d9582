#ifndef C_DECODING_WORKER_H
#define C_DECODING_WORKER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptor of a worker's end of the socket.
#define WORKER_SOCKET 3
/// The descriptor of the first area, in which a worker answers.
#define WORKER_AREA 4

/// Starts an executable as a worker. It inherits only the three descriptors, and an environment without the user's
/// variables. Standard input and output are /dev/null.
///
/// Returns 0, or an errno value.
int worker_spawn(
    const char *_Nonnull executable, const char *_Nonnull name, int socket, int area, int log,
    pid_t *_Nonnull process);

/// Creates a pair of connected sockets for packets. Returns 0, or an errno value.
int worker_make_sockets(int sockets[_Nonnull 2]);

/// Creates a pipe with nonblocking ends. Returns 0, or an errno value.
int worker_make_pipe(int ends[_Nonnull 2]);

/// The maximum number of descriptors that come with a packet.
#define WORKER_MAX_DESCRIPTORS 8

/// Sends a packet, along with descriptors. Returns 0, or an errno value: EAGAIN if the other side doesn't read.
int worker_send(
    int socket, const void *_Nonnull bytes, size_t count, const int *_Nullable descriptors, size_t descriptor_count);

/// Receives a packet, and the descriptors that came with it; the others up to `max_descriptors` are -1. Returns the number
/// of bytes, 0 at the end, or -1. If the packet is longer than `capacity` or has more descriptors, all of them are closed,
/// and errno is EBADMSG.
ssize_t worker_receive(
    int socket, void *_Nonnull bytes, size_t capacity, int *_Nullable descriptors, size_t max_descriptors);

/// Creates memory that processes can share and that can neither grow nor shrink. Returns its descriptor, or -1.
int worker_make_area(size_t bytes);

/// Creates an immutable copy of bytes. Returns its descriptor, or -1.
int worker_make_copy(const void *_Nonnull bytes, size_t count);

/// The protections of a worker: 0 if one is on, otherwise the errno value of the system call that failed.
struct worker_protections {
    int32_t no_new_privileges;
    int32_t limits;
    int32_t landlock;
    int32_t seccomp;
};

/// Gives up all rights that decoding doesn't need, such as to open files, use the network, or start programs. The
/// address space may grow by `memory` bytes; if the worker crashes because it has none left, it exits with ENOMEM.
struct worker_protections worker_confine(size_t memory);

/// The processor time that a tool for videos may take, in seconds.
#define VIDEO_TOOL_SECONDS 10
/// The address space of such a tool, in bytes.
#define VIDEO_TOOL_MEMORY (1ull << 30)
/// The exit status of a tool that isn't started because the kernel refuses a protection. Standard error says which.
#define VIDEO_TOOL_UNPROTECTED 96
/// The exit status of a tool that can't be started.
#define VIDEO_TOOL_NOT_STARTED 97

/// Starts an executable in the role of a tool for videos. It inherits only the four descriptors. Without a video,
/// pass -1. `arguments` is a file with the path of the tool and its arguments, each terminated by a zero.
///
/// Returns 0, or an errno value.
int video_tool_spawn(
    const char *_Nonnull executable, const char *_Nonnull name, int video, int output, int log, int arguments,
    pid_t *_Nonnull process);

/// Creates a pipe with a nonblocking read end. Returns 0, or an errno value.
int video_tool_make_pipe(int ends[_Nonnull 2]);

/// Gives up all rights that a tool for videos doesn't need, and becomes the tool. If the kernel refuses one of the
/// protections, the tool isn't started.
_Noreturn void video_tool_run(void);

#endif
