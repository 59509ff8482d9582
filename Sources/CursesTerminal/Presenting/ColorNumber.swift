/// Color numbers within ncurses, which `DrawingEntry` turns into sequences: 1 is the terminal's own color, 2 to 257 are
/// its palette, and true colors start at 0x1000000. 0 means none, because tparm's variables are initially 0.
enum ColorNumber {
    static let terminal = 1
    static let firstOfPalette = 2
    static let firstTrueColor = 0x100_0000
    static let count = 0x200_0000
}
