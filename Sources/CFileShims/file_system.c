#include "CFileShims.h"
#include <linux/magic.h>
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
