import CellArt
import Glibc
import TerminalUI

/// The size of a terminal's window.
public struct TerminalWindow: Hashable, Sendable {
    /// The maximum size of the drawing area; the rest of a larger terminal stays empty.
    ///
    /// A terminal may claim 65,535 by 65,535 cells, and ncurses takes about 100 bytes for each.
    static let maxSize = Size(columns: 1000, rows: 500)

    /// In cells, from 1 x 1 to `maxSize`.
    public let size: Size
    /// The directions in which the terminal extends beyond `size`.
    let cropping: Cropping
    /// Nil if the terminal doesn't report its pixel size, or reports an implausible one.
    public let cell: CellSize?

    /// The directions in which a terminal is larger than the drawing area.
    struct Cropping: Hashable {
        var columns = false
        var rows = false
    }

    /// The height of a cell divided by its width; a default if the terminal doesn't report it.
    public var cellAspect: Double {
        cell.map { Double($0.height) / Double($0.width) } ?? TerminalAppearance.defaultCellAspect
    }

    /// Queries the terminal at a descriptor; nil if it isn't a terminal.
    public init?(descriptor: Int32) {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
        self.init(
            columns: Int(window.ws_col), rows: Int(window.ws_row), width: Int(window.ws_xpixel),
            height: Int(window.ws_ypixel))
    }

    /// - Parameters:
    ///   - columns: the width in cells, like `rows` for the height; 0 if unknown.
    ///   - width: the total width in pixels, like `height`; 0 if unknown.
    init(columns: Int, rows: Int, width: Int, height: Int) {
        size = Size(
            columns: min(max(1, columns), Self.maxSize.columns), rows: min(max(1, rows), Self.maxSize.rows))
        cropping = Cropping(columns: columns > size.columns, rows: rows > size.rows)
        let cell = CellSize(width: width / max(1, columns), height: height / max(1, rows))
        self.cell = cell.isPlausible ? cell : nil
    }
}

extension CellSize {
    /// Some terminals report the pixels of the whole screen, or outdated ones.
    var isPlausible: Bool {
        (3...400).contains(width) && (width...400).contains(height) && height <= 3 * width
    }
}
