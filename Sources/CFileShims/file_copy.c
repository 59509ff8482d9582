#define _GNU_SOURCE
#include "CFileShims.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <unistd.h>

/// Whether the kernel can't copy between these files without the program.
static int is_unsupported(int error) {
    return error == EXDEV || error == EINVAL || error == ENOSYS || error == EOPNOTSUPP || error == EPERM;
}

static ssize_t copy_through_memory(int from, int to, size_t count) {
    const size_t capacity = 1 << 20;
    char *buffer = malloc(capacity);
    if (!buffer) return -1;
    ssize_t size = read(from, buffer, count < capacity ? count : capacity);
    for (ssize_t start = 0; start < size;) {
        ssize_t written = write(to, buffer + start, (size_t)(size - start));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            size = -1;
            break;
        }
        start += written;
    }
    free(buffer);
    return size;
}

ssize_t file_copy_bytes(int from, int to, size_t count) {
    while (1) {
        ssize_t copied = copy_file_range(from, NULL, to, NULL, count, 0);
        if (copied < 0 && is_unsupported(errno)) copied = sendfile(to, from, NULL, count);
        if (copied < 0 && is_unsupported(errno)) copied = copy_through_memory(from, to, count);
        if (copied >= 0 || errno != EINTR) return copied;
    }
}
