import CellArt
import TerminalUI

/// Maps the colors of a surface to color numbers, reduced to the terminal's color depth.
struct ColorMapper {
    var depth: ColorDepth

    func number(of color: Color) -> Int32 {
        switch color {
        case .terminal: Int32(ColorNumber.terminal)
        case .palette(let index): number(ofPalette: index)
        case .rgb(let red, let green, let blue):
            switch depth {
            case .trueColor:
                Int32(ColorNumber.firstTrueColor) | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
            case .palette256: number(inPalette: XtermPalette.nearestOf240(red, green, blue))
            case .sixteen: number(inPalette: XtermPalette.nearest(ofFirst: 16, red, green, blue))
            case .eight: number(inPalette: XtermPalette.nearest(ofFirst: 8, red, green, blue))
            case .none: Int32(ColorNumber.terminal)
            }
        }
    }

    private func number(ofPalette index: UInt8) -> Int32 {
        switch depth {
        case .trueColor, .palette256: return number(inPalette: index)
        case .sixteen where index < 16, .eight where index < 8: return number(inPalette: index)
        case .eight where index < 16: return number(inPalette: index - 8)
        case .sixteen, .eight, .none:
            let color = XtermPalette.color(index)
            return number(of: .rgb(color.red, color.green, color.blue))
        }
    }

    /// The number of black on terminals of few colors, many of which show bold text in the bright color of the same hue,
    /// which for black is gray; nil on others.
    var grayWhenBold: Int32? {
        switch depth {
        case .sixteen, .eight: number(inPalette: 0)
        case .trueColor, .palette256, .none: nil
        }
    }

    private func number(inPalette index: UInt8) -> Int32 {
        Int32(ColorNumber.firstOfPalette) + Int32(index)
    }
}

/// Color numbers within ncurses, which `DrawingEntry` turns into sequences: 1 is the terminal's own color, 2 to 257 are
/// its palette, and true colors start at 0x1000000. 0 means none, because tparm's variables are initially 0.
enum ColorNumber {
    static let terminal = 1
    static let firstOfPalette = 2
    static let firstTrueColor = 0x100_0000
    static let count = 0x200_0000

    /// The color of the placeholders of an image.
    static func number(ofImage id: UInt32) -> Int32 {
        ImageIDs.paletteIndex(of: id).map { Int32(firstOfPalette) + Int32($0) } ?? Int32(firstTrueColor) | Int32(id)
    }
}
