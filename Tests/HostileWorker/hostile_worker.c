// A decoder that has been taken over: it speaks the protocol of a worker, and runs the "picture" of a task as a script, a
// command on each line:
//
//   send DESCRIPTORS HEX    sends a message, with descriptors of new memory
//   receive                 waits for a message, and leaves its descriptors open
//   fill                    writes to all memory that has come
//   sleep MS                waits
//   burn MS                 uses the processor
//   loop N                  starts again, up to N times
//   exit STATUS             ends
#define _GNU_SOURCE
#include "CDecodingWorker.h"
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SENT = 250, MAX_KEPT = 64, MAX_SCRIPT = 1 << 20, MAX_MESSAGE = 256 << 10 };

static int kept[MAX_KEPT];
static size_t kept_count;

static void keep(const int descriptors[], size_t count) {
    for (size_t index = 0; index < count && kept_count < MAX_KEPT; index++) {
        if (descriptors[index] >= 0) kept[kept_count++] = descriptors[index];
    }
}

/// Returns the descriptor of the picture if the message is a task, or -1.
static int receive_message(void) {
    static unsigned char message[MAX_MESSAGE];
    int descriptors[WORKER_MAX_DESCRIPTORS];
    ssize_t count = worker_receive(WORKER_SOCKET, message, sizeof message, descriptors, WORKER_MAX_DESCRIPTORS);
    if (count <= 0) exit(0);
    bool is_task = message[0] == 0;
    keep(descriptors + (is_task ? 1 : 0), WORKER_MAX_DESCRIPTORS - (is_task ? 1 : 0));
    return is_task ? descriptors[0] : -1;
}

static void send_message(const unsigned char *bytes, size_t count, size_t descriptor_count) {
    static union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(MAX_SENT * sizeof(int))];
    } control;
    int descriptors[MAX_SENT];
    size_t made = 0;
    while (made < descriptor_count && made < MAX_SENT) {
        int memory = memfd_create("hostile", MFD_CLOEXEC);
        if (memory < 0) break;
        descriptors[made++] = memory;
    }
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (made > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(made * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        *header = (struct cmsghdr){
            .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(made * sizeof(int)),
        };
        memcpy(CMSG_DATA(header), descriptors, made * sizeof(int));
    }
    if (sendmsg(WORKER_SOCKET, &message, MSG_NOSIGNAL) < 0) exit(0);
    for (size_t index = 0; index < made; index++) close(descriptors[index]);
}

static void send_line(const char *arguments) {
    static unsigned char message[MAX_MESSAGE];
    char *hex;
    size_t descriptors = strtoul(arguments, &hex, 10);
    size_t count = 0;
    unsigned byte;
    while (*hex == ' ') hex++;
    while (count < sizeof message && sscanf(hex, "%2x", &byte) == 1 && hex[0] > ' ' && hex[1] > ' ') {
        message[count++] = (unsigned char)byte;
        hex += 2;
    }
    send_message(message, count, descriptors);
}

static void fill(void) {
    for (size_t index = 0; index < kept_count; index++) {
        struct stat status;
        if (fstat(kept[index], &status) != 0 || status.st_size <= 0) continue;
        void *memory = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, kept[index], 0);
        if (memory == MAP_FAILED) continue;
        memset(memory, 0x5A, (size_t)status.st_size);
        munmap(memory, (size_t)status.st_size);
    }
}

static long limited(const char *number, long most) {
    long value = strtol(number, NULL, 10);
    return value < 0 ? 0 : value > most ? most : value;
}

static void burn(long milliseconds) {
    clock_t end = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
    while (clock() < end) {}
}

static void run(const char *script) {
    long repeats = 0;
    for (const char *line = script; *line;) {
        const char *end = strchrnul(line, '\n');
        const char *next = *end ? end + 1 : end;
        if (strncmp(line, "send ", 5) == 0) send_line(line + 5);
        else if (strncmp(line, "receive", 7) == 0) (void)receive_message();
        else if (strncmp(line, "fill", 4) == 0) fill();
        else if (strncmp(line, "sleep ", 6) == 0) usleep((useconds_t)(1000 * limited(line + 6, 60000)));
        else if (strncmp(line, "burn ", 5) == 0) burn(limited(line + 5, 60000));
        else if (strncmp(line, "exit ", 5) == 0) exit((int)limited(line + 5, 255));
        else if (strncmp(line, "loop ", 5) == 0 && repeats++ < limited(line + 5, 100000)) next = script;
        line = next;
    }
}

int main(void) {
    static char script[MAX_SCRIPT + 1];
    // Four protections that are on, and no libraries.
    static const unsigned char ready[6 * 8];
    send_message(ready, sizeof ready, 0);
    for (;;) {
        int picture = receive_message();
        if (picture < 0) continue;
        ssize_t count = pread(picture, script, MAX_SCRIPT, 0);
        close(picture);
        script[count < 0 ? 0 : count] = 0;
        run(script);
    }
}
