#define _GNU_SOURCE
#include "CFileShims.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/xattr.h>

static const char access_list[] = "system.posix_acl_access";

/// Whether an attribute is the file's own. Others are labels that the system gives to each file.
static int is_copied(const char *name) {
    return strncmp(name, "user.", 5) == 0 || strcmp(name, access_list) == 0;
}

static int copy_attribute(int from, int to, const char *name) {
    ssize_t size = fgetxattr(from, name, NULL, 0);
    if (size < 0) return -1;
    char *value = malloc((size_t)size + 1);
    if (!value) return -1;
    size = fgetxattr(from, name, value, (size_t)size);
    int result = size < 0 ? -1 : fsetxattr(to, name, value, (size_t)size, 0);
    free(value);
    return result;
}

int file_copy_attributes(int from, int to) {
    // The folder may have given the new file an access list that the old one doesn't have.
    if (fgetxattr(from, access_list, NULL, 0) < 0) fremovexattr(to, access_list);
    ssize_t size = flistxattr(from, NULL, 0);
    if (size < 0) return errno == ENOTSUP ? 0 : -1;
    char *names = malloc((size_t)size + 1);
    if (!names) return -1;
    size = flistxattr(from, names, (size_t)size);
    int result = size < 0 ? -1 : 0;
    for (ssize_t start = 0; result == 0 && start < size; start += (ssize_t)strlen(names + start) + 1) {
        if (is_copied(names + start)) result = copy_attribute(from, to, names + start);
    }
    free(names);
    return result;
}

int file_is_locked(int file) {
    if (flock(file, LOCK_SH | LOCK_NB) == 0) {
        flock(file, LOCK_UN);
    } else if (errno == EWOULDBLOCK) {
        return 1;
    }
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

void file_start_writing(int file) { sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE); }

int file_finish_writing(int file) {
    const unsigned int flags =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    // Other failures mean that it isn't supported, and the sync that follows writes the contents.
    return sync_file_range(file, 0, 0, flags) == 0 || (errno != EIO && errno != ENOSPC && errno != EDQUOT) ? 0 : -1;
}
