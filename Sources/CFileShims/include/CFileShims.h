#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
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

/// Returns whether files keep their inode numbers while they exist: 0 for FAT and exFAT, which invent them, and for file
/// systems that aren't local.
int file_system_keeps_inodes(int file);

/// Returns whether the file system of an open file is that of a program (FUSE), some of which give a file the time at which
/// it was renamed.
int file_system_may_change_times(int file);

/// Has the kernel ask a file system for the state of a file or link, instead of answering the next calls from its cache. Returns
/// 0, or -1 with errno set.
int file_refresh(int folder, const char *name);

/// A mounted file system, or a subvolume of one. Files are renamed only within it.
struct file_mount {
    uint64_t device;
    /// 0 if the kernel doesn't report it.
    uint64_t number;
};

/// Returns where an open file is mounted. A bind mount differs from its original only in its number. Returns 0, or -1 with
/// errno set. Needed because Swift's Glibc module lacks statx.
int file_find_mount(int file, struct file_mount *mount);

/// Returns when a file, or the link itself if it is one, was created; if the file system doesn't record that, when it was
/// last modified. Returns 0, or -1 with errno set. Needed because Swift's Glibc module lacks statx.
int file_creation_time(const char *path, struct timespec *created);

/// Returns when a file or folder that a path leads to was created, in nanoseconds since 1970; 0 if its file system doesn't
/// record that. Needed because a new folder may have the inode of a deleted one.
int64_t file_birth_time(const char *path);

/// Copies the extended attributes of users and the access list from an open file to another. Returns 0, or -1 with errno
/// set. Needed because Swift's Glibc module lacks <sys/xattr.h>.
int file_copy_attributes(int from, int to);

/// Returns whether another process has locked an open file (flock, fcntl), or a part of it. Needed because Swift can't
/// distinguish the function from the structure `flock`.
int file_is_locked(int file);

/// Has the system start writing an open file to the disk, so that the next fsync of several files has less to wait for.
void file_start_writing(int file);

/// Waits until the contents of an open file have been written, but not its attributes, nor the data in the disk's own
/// cache. Returns 0, or -1 with errno set if that failed.
int file_finish_writing(int file);

/// Syncs the file system of an open file (syncfs), with all written files in it. Returns 0, or -1 with
/// errno set: to ENOTSUP for network file systems and those of programs, where only fsync of each file is sure to reach
/// the disk. Needed because Swift's Glibc module lacks syncfs.
int file_sync_system(int file);

/// Copies at most `count` bytes from the position of an open file to that of another, within the kernel if it can. Returns
/// the number of bytes, 0 at the end, or -1 with errno set. Needed because copy_file_range falls back to other calls.
ssize_t file_copy_bytes(int from, int to, size_t count);
