#define _GNU_SOURCE
#include "CFileShims.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#ifndef EXFAT_SUPER_MAGIC
#define EXFAT_SUPER_MAGIC 0x2011BAB0
#endif
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static int is_local(const struct statfs *status) {
    switch ((unsigned int)status->f_type) {
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

int file_system_is_local(const char *path) {
    struct statfs status;
    return statfs(path, &status) != 0 || is_local(&status);
}

int file_system_keeps_inodes(int file) {
    struct statfs status;
    if (fstatfs(file, &status) != 0) return 1;
    return status.f_type != MSDOS_SUPER_MAGIC && status.f_type != EXFAT_SUPER_MAGIC && is_local(&status);
}

int file_system_may_change_times(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 && (unsigned int)status.f_type == FUSE_SUPER_MAGIC;
}

int file_refresh(int folder, const char *name) {
    struct statx status;
    return statx(folder, name, AT_SYMLINK_NOFOLLOW | AT_STATX_FORCE_SYNC, STATX_BASIC_STATS, &status);
}

int file_sync_system(int file) {
    struct statfs status;
    if (fstatfs(file, &status) != 0) return -1;
    if (!is_local(&status)) {
        errno = ENOTSUP;
        return -1;
    }
    return syncfs(file);
}

int file_find_mount(int file, struct file_mount *mount) {
    struct statx status;
    if (statx(file, "", AT_EMPTY_PATH, STATX_TYPE | STATX_MNT_ID, &status) != 0) return -1;
    mount->device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
    mount->number = status.stx_mask & STATX_MNT_ID ? status.stx_mnt_id : 0;
    return 0;
}

int file_creation_time(const char *path, struct timespec *created) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME | STATX_MTIME, &status) != 0) return -1;
    struct statx_timestamp time = status.stx_mask & STATX_BTIME ? status.stx_btime : status.stx_mtime;
    created->tv_sec = time.tv_sec;
    created->tv_nsec = time.tv_nsec;
    return 0;
}

int64_t file_birth_time(const char *path) {
    struct statx status;
    if (statx(AT_FDCWD, path, 0, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME)) return 0;
    return (int64_t)((uint64_t)status.stx_btime.tv_sec * 1000000000u + status.stx_btime.tv_nsec);
}
