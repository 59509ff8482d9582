#pragma once
#include <time.h>

/// Renames a file unless the new name already exists (renameat2 with RENAME_NOREPLACE). Returns 0, or -1 with errno
/// set. Needed because Swift's import of <stdio.h> lacks renameat2.
int file_rename_exclusively(const char *from, const char *to);

/// Returns whether only this computer changes the files of a file system: 0 for network file systems, and for those of
/// programs (FUSE), which may be such. Needed because Swift's Glibc module lacks statfs.
int file_system_is_local(const char *path);

/// Returns when a file, or the link itself if it is one, was created; if the file system doesn't record that, when it was
/// last modified. Returns 0, or -1 with errno set. Needed because Swift's Glibc module lacks statx.
int file_creation_time(const char *path, struct timespec *created);
