#define _GNU_SOURCE
#include "CFileShims.h"
#include <fcntl.h>
#include <stdio.h>

int file_rename_exclusively(int from_folder, const char *from, int to_folder, const char *to) {
    return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int file_exchange(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
