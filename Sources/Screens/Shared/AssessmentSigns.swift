import Albums
import CellArt
import Localization
import TerminalUI

/// The signs of the user's assessment of a photo: stars, a flag and a color label.
struct AssessmentSigns {
    private let parts: [(text: String, style: Style)]

    init(_ assessment: Assessment, labels: LabelNames, theme: Theme) {
        let stars = assessment.isRejected ? nil : assessment.stars
        let flag: (String, Style)? =
            switch assessment.flag {
            case .rejected: ("\u{2717}", theme.failure)
            case .picked: ("\u{2691}", theme.accent)
            case nil: nil
            }
        let label = assessment.label.flatMap { ColorLabel(name: $0, names: labels) }
        parts = [
            stars.map { (UserFacingText.stars($0), theme.accent) }, flag,
            label.map { ($0.letter, theme.label($0)) },
        ].compactMap { $0 }
    }

    var isEmpty: Bool { parts.isEmpty }

    /// The width in columns, with a space between the signs.
    var width: Int { parts.reduce(max(0, parts.count - 1)) { $0 + VisibleText($1.text).width } }

    /// Draws the signs, and returns the width used.
    @discardableResult
    func draw(on surface: inout Surface, column: Int, row: Int) -> Int {
        var used = 0
        for part in parts {
            if used > 0 { used += surface.write(" ", column: column + used, row: row) }
            used += surface.write(part.text, column: column + used, row: row, style: part.style)
        }
        return used
    }
}

extension ColorLabel {
    /// The letter on the label, for color-blind users.
    fileprivate var letter: String {
        switch self {
        case .red: "R"
        case .yellow: "Y"
        case .green: "G"
        case .blue: "B"
        case .purple: "P"
        }
    }
}

extension Theme {
    /// The color of a label, as far as the terminal has colors.
    func color(of label: ColorLabel) -> Color {
        switch accent.foreground {
        case .terminal: .terminal
        case .palette:
            switch label {
            case .red: .palette(1)
            case .yellow: .palette(3)
            case .green: .palette(2)
            case .blue: .palette(4)
            case .purple: .palette(5)
            }
        case .rgb:
            switch label {
            case .red: .rgb(0xE0, 0x5A, 0x50)
            case .yellow: .rgb(0xE8, 0xC8, 0x3C)
            case .green: .rgb(0x5C, 0xB8, 0x5C)
            case .blue: .rgb(0x5A, 0x94, 0xE8)
            case .purple: .rgb(0xB0, 0x7C, 0xD8)
            }
        }
    }

    fileprivate func label(_ label: ColorLabel) -> Style {
        let color = color(of: label)
        return Style(foreground: color, background: Theme.labelText(on: color), attributes: [.bold, .reverse])
    }
}

extension UserFacingText {
    /// `rejected, label red`; nil without an assessment.
    static func assessment(_ assessment: Assessment) -> String? {
        let stars = assessment.isRejected ? nil : assessment.stars
        let texts = [
            stars.map { localized($0, one: "\($0) star", other: "\($0) stars") },
            assessment.isRejected ? localized("rejected") : assessment.isPicked ? localized("pick") : nil,
            assessment.label.map { localized("label \u{201C}\($0)\u{201D}") },
        ].compactMap { $0 }
        return texts.isEmpty ? nil : list(texts)
    }
}
