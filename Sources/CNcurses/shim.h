#pragma once
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#if !__has_include(<curses.h>)
#error "ncurses is missing: install libncurses-dev"
#endif
#include <curses.h>
#include <term.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

// ncurses' globals, its macros and what takes a FILE, as functions that Swift can call.

static inline WINDOW *curses_standard_window(void) { return stdscr; }

/// Whether the next doupdate clears the screen and draws everything.
static inline bool curses_clear_is_pending(void) { return is_cleared(curscr); }

static inline void curses_set_clear_pending(bool pending) { clearok(curscr, pending); }

/// Opens a screen that writes into a file and never reads.
static inline SCREEN *curses_open(const char *terminal, FILE *output) { return newterm(terminal, output, stdin); }

/// Evaluates `sgr` for plain text, for the static variables that it sets.
static inline void curses_evaluate_plain_attributes(void) {
    if (set_attributes) tiparm(set_attributes, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

static inline attr_t curses_bold(void) { return A_BOLD; }
static inline attr_t curses_underline(void) { return A_UNDERLINE; }
static inline attr_t curses_reverse(void) { return A_REVERSE; }

/// The part of a pair's number that goes into a cell's attributes.
static inline attr_t curses_pair_attribute(int pair) { return COLOR_PAIR(pair < 255 ? pair : 255); }

/// A nameless file in memory, closed when another program is run; -1 and errno when there is none. The C library hides
/// memfd_create from Swift.
static inline int memory_file_create(void) { return (int)syscall(SYS_memfd_create, "frame", 1U); }

// The C library shows it to GNU programs only.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/// A program that is started with these actions has no file open from this one on.
static inline int spawn_close_files(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
