#pragma once
#include <time.h>

/// Renames a file unless the new name already exists (renameat2 with RENAME_NOREPLACE). Names are relative to open
/// folders, as for renameat. Returns 0, or -1 with errno set. Needed because Swift's import of <stdio.h> lacks renameat2.
int file_rename_exclusively(int from_folder, const char *from, int to_folder, const char *to);

/// Exchanges the names of two files at once (renameat2 with RENAME_EXCHANGE). Returns 0, or -1 with errno set; some file
/// systems can't do it.
int file_exchange(const char *one, const char *other);

/// Returns whether only this computer changes the files of a file system: 0 for network file systems, and for those of
/// programs (FUSE), which may be such. Needed because Swift's Glibc module lacks statfs.
int file_system_is_local(const char *path);

/// Returns when a file, or the link itself if it is one, was created; if the file system doesn't record that, when it was
/// last modified. Returns 0, or -1 with errno set. Needed because Swift's Glibc module lacks statx.
int file_creation_time(const char *path, struct timespec *created);

/// Copies the extended attributes of users and the access list from an open file to another. Returns 0, or -1 with errno
/// set. Needed because Swift's Glibc module lacks <sys/xattr.h>.
int file_copy_attributes(int from, int to);

/// Returns whether another process has locked an open file (flock, fcntl), or a part of it. Needed because Swift can't
/// tell the function from the structure `flock`.
int file_is_locked(int file);

/// Has the system start writing an open file to the disk, so that the next fsync of several files has less to wait for.
void file_start_writing(int file);
