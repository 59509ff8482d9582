import Localization
import TerminalUI

/// A link as a QR code, for scanning with a phone. Any key closes it.
struct LinkCode: Dialog {
    let link: String

    func screen(in context: ScreenContext, answer: @escaping (Never?) -> Void) -> any Screen {
        QRCodeScreen(link: link, context: context) { answer(nil) }
    }
}

/// The screen of a link as a QR code.
@MainActor
final class QRCodeScreen: ContextScreen {
    var onNeedsDisplay: () -> Void = {}

    private let link: String
    /// Nil if the link is too long.
    private let code: QRCode?
    private let goBack: () -> Void
    private(set) var context: ScreenContext

    init(link: String, context: ScreenContext, goBack: @escaping () -> Void) {
        self.link = link
        code = QRCode(link)
        self.goBack = goBack
        self.context = context
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
    }

    func handle(_ event: InputEvent) {
        if case .key = event { goBack() }
    }

    func handle(_ gesture: MouseGesture) {
        if case .click = gesture { goBack() }
    }

    func draw(on surface: inout Surface) {
        // The code may need all lines except the last.
        let area = Rect(column: 0, row: 0, columns: size.columns, rows: max(0, size.rows - 1))
        let drawing = code.map { QRCodeDrawing(code: $0, appearance: appearance) }
        if let drawing, drawing.size.columns <= area.columns, drawing.size.rows <= area.rows {
            drawing.draw(on: &surface, centeredIn: area)
        } else {
            explain(drawing?.size, area, on: &surface)
        }
        let back = Key(.escape).label
        let used = surface.write(back, column: 1, row: size.rows - 1, style: theme.accent)
        let label = " " + localized("back", context: "hint") + "  "
        let end = 1 + used + surface.write(label, column: 1 + used, row: size.rows - 1, style: theme.quiet)
        surface.write(link, column: end, row: size.rows - 1, style: theme.text, width: size.columns - end - 1)
    }

    /// Explains why the code doesn't fit; a partial code can't be scanned.
    private func explain(_ needed: Size?, _ area: Rect, on surface: inout Surface) {
        let reason =
            if let needed {
                localized(
                    """
                    The QR code needs \(needed.columns) \u{00D7} \(needed.rows + 1) cells, but the terminal has \
                    \(surface.size.columns) \u{00D7} \(surface.size.rows). Enlarge the window or use a smaller font.
                    """)
            } else {
                localized("The link is too long for a QR code.")
            }
        let lines = VisibleText(reason, repertoire: surface.repertoire)
            .wrapped(columns: area.columns - 2, rows: area.rows)
        for (row, line) in lines.enumerated() { surface.write(line, column: 1, row: row, style: theme.text) }
    }
}
