/// The numbers that stand for colors inside ncurses, as `DrawingEntry` turns them into sequences: 1 is the terminal's
/// own color, 2 to 257 are its palette, and from 0x1000000 the true colors begin. 0, what tparm's variables hold at
/// first, is none.
enum ColorNumber {
    static let terminal = 1
    static let firstOfPalette = 2
    static let firstTrueColor = 0x100_0000
    static let count = 0x200_0000
}
