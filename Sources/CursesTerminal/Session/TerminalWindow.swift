import Glibc
import TerminalUI

/// How large a terminal is.
public struct TerminalWindow: Hashable, Sendable {
    /// The most cells that are drawn on; a larger terminal is left empty beyond them.
    static let maxSize = Size(columns: 1000, rows: 500)

    /// In cells, from 1 x 1 to `maxSize`.
    public let size: Size
    /// In which directions the terminal has more cells than that.
    let cropping: Cropping
    /// Nil where the terminal does not tell, or tells what cannot be.
    public let cell: CellSize?

    /// The directions in which a terminal is larger than what is drawn on it.
    struct Cropping: Hashable {
        var columns = false
        var rows = false
    }

    /// How many times as high as wide a cell is; the usual where the terminal does not tell.
    public var cellAspect: Double {
        cell.map { Double($0.height) / Double($0.width) } ?? TerminalAppearance.usualCellAspect
    }

    /// Asks the terminal behind a descriptor; nil when there is none.
    public init?(descriptor: Int32) {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
        self.init(
            columns: Int(window.ws_col), rows: Int(window.ws_row), width: Int(window.ws_xpixel),
            height: Int(window.ws_ypixel))
    }

    /// - Parameters:
    ///   - columns: in cells, as `rows`; 0 where the terminal does not know.
    ///   - width: of the whole in pixels, as `height`; 0 where the terminal does not know.
    init(columns: Int, rows: Int, width: Int, height: Int) {
        size = Size(
            columns: min(max(1, columns), Self.maxSize.columns), rows: min(max(1, rows), Self.maxSize.rows))
        cropping = Cropping(columns: columns > size.columns, rows: rows > size.rows)
        let cell = CellSize(width: width / max(1, columns), height: height / max(1, rows))
        self.cell = cell.isBelievable ? cell : nil
    }
}

/// The size of a terminal's cell in pixels.
public struct CellSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Some terminals tell the pixels of the whole screen, or of a window that has long changed.
    fileprivate var isBelievable: Bool {
        width >= 3 && height >= width && height <= 3 * width && height <= 400
    }
}
