#pragma once

/// Renames a file unless the new name is taken (renameat2 with RENAME_NOREPLACE); 0, or -1 with errno set.
/// Swift's view of <stdio.h> leaves renameat2 out.
int file_rename_exclusively(const char *from, const char *to);
