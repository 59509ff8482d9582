import CQREncode
import CellArt
import TerminalUI

/// A text encoded as a QR code, a square of dark and light modules (ISO/IEC 18004).
struct QRCode: Hashable, Sendable {
    /// The width in modules of the light margin around the code (ISO/IEC 18004, 6.3.8).
    static let quietZone = 4

    /// The number of modules per side, from 21 to 177, without the quiet zone.
    let width: Int
    private let dark: [Bool]

    /// Returns nil if the text exceeds the 2953 bytes that a QR code can hold.
    init?(_ text: String) {
        // Choose the smallest version for the text, then the highest error correction level at that size.
        guard let smallest = QRCode(text, QR_ECLEVEL_L) else { return nil }
        let robust = [QR_ECLEVEL_H, QR_ECLEVEL_Q, QR_ECLEVEL_M].lazy.compactMap { QRCode(text, $0) }
            .first { $0.width == smallest.width }
        self = robust ?? smallest
    }

    private init?(_ text: String, _ correction: QRecLevel) {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, correction) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        self.width = width
        // Bit 0 is the color; the other bits describe the module's function.
        dark = (0..<width * width).map { modules[$0] & 1 == 1 }
    }

    /// Whether a module is dark; modules outside the code are light.
    func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return dark[row * width + column]
    }
}

/// Draws a QR code with its quiet zone, black on white in every theme.
struct QRCodeDrawing {
    let code: QRCode
    let appearance: TerminalAppearance

    /// The size in cells.
    var size: Size {
        appearance.repertoire == .ascii
            ? Size(columns: 2 * side, rows: side) : Size(columns: side, rows: (side + 1) / 2)
    }

    /// Draws the code centered in a rectangle, which must be large enough.
    func draw(on surface: inout Surface, centeredIn rect: Rect) {
        let left = rect.column + (rect.columns - size.columns) / 2
        let top = rect.row + (rect.rows - size.rows) / 2
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                surface.put(cell(column: column, row: row), column: left + column, row: top + row)
            }
        }
    }

    /// With half blocks, a module is one column wide and half a row high. In ASCII it is two columns by one row.
    private func cell(column: Int, row: Int) -> Cell {
        guard appearance.repertoire == .unicode else {
            return Cell(" ", style: isLight(column / 2, row) ? light : dark)
        }
        // Use spaces where both halves are alike: some fonts leave seams between full blocks.
        return switch (isLight(column, 2 * row), isLight(column, 2 * row + 1)) {
        case (true, true): Cell(" ", style: light)
        case (true, false): Cell("\u{2580}", style: dark)
        case (false, true): Cell("\u{2584}", style: dark)
        case (false, false): Cell(" ", style: dark)
        }
    }

    /// In modules, with the quiet zone. It is always odd, so half a row at the bottom stays light.
    private var side: Int { code.width + 2 * QRCode.quietZone }

    private func isLight(_ column: Int, _ row: Int) -> Bool {
        let isDark = code.isDark(column: column - QRCode.quietZone, row: row - QRCode.quietZone)
        return isDark == isInverted
    }

    /// Without colors, the code uses the terminal's foreground and background, inverted on a light background.
    private var isInverted: Bool { appearance.colors == .none && appearance.brightness == .light }

    private var white: Color {
        switch appearance.colors {
        case .none: .terminal
        case .eight: .palette(7)
        case .sixteen: .palette(15)
        case .palette256: .palette(231)
        case .trueColor: .rgb(255, 255, 255)
        }
    }

    private var black: Color {
        switch appearance.colors {
        case .none: .terminal
        case .eight, .sixteen: .palette(0)
        case .palette256: .palette(16)
        case .trueColor: .rgb(0, 0, 0)
        }
    }

    private var light: Style {
        appearance.colors == .none ? Style(attributes: .reverse) : Style(foreground: black, background: white)
    }

    private var dark: Style {
        appearance.colors == .none ? .plain : Style(foreground: white, background: black)
    }
}
