import CellArt
import TerminalUI

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
