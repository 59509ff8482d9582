#pragma once

/// Renames a file unless the new name already exists (renameat2 with RENAME_NOREPLACE). Returns 0, or -1 with errno
/// set. Needed because Swift's import of <stdio.h> lacks renameat2.
int file_rename_exclusively(const char *from, const char *to);
