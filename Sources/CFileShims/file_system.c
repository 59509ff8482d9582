#define _GNU_SOURCE
#include "CFileShims.h"
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

int file_system_is_local(const char *path) {
    struct statfs status;
    if (statfs(path, &status) != 0) return 1;
    switch ((unsigned int)status.f_type) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
    case AFS_SUPER_MAGIC:
    case AFS_FS_MAGIC:
    case CODA_SUPER_MAGIC:
    case CEPH_SUPER_MAGIC:
    case V9FS_MAGIC:
    case FUSE_SUPER_MAGIC: return 0;
    default: return 1;
    }
}

int file_creation_time(const char *path, struct timespec *created) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME | STATX_MTIME, &status) != 0) return -1;
    struct statx_timestamp time = status.stx_mask & STATX_BTIME ? status.stx_btime : status.stx_mtime;
    created->tv_sec = time.tv_sec;
    created->tv_nsec = time.tv_nsec;
    return 0;
}
