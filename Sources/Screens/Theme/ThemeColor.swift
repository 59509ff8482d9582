import CellArt
import TerminalUI

/// The color roles of a theme.
public enum ThemeColor: String, CaseIterable, Sendable {
    case background, text
    /// Secondary text.
    case quiet
    /// Emphasis.
    case accent
    case failure

    /// Returns the dark or light theme's default colors for a color depth; missing roles use the text color.
    ///
    /// Text has a contrast ratio of at least 4.5 with its background.
    static func defaults(
        _ brightness: Brightness, _ depth: ColorDepth
    ) -> [ThemeColor: Color] {
        switch (depth, brightness) {
        case (.none, _): [:]
        case (.eight, .dark):
            // Red and magenta have too little contrast on black.
            [.background: .palette(0), .text: .palette(7), .accent: .palette(6), .failure: .palette(3)]
        case (.eight, .light):
            [.background: .palette(7), .text: .palette(0), .accent: .palette(4), .failure: .palette(1)]
        case (.sixteen, .dark):
            [.background: .palette(0), .text: .palette(7), .accent: .palette(6), .failure: .palette(9)]
        case (.sixteen, .light):
            [.background: .palette(15), .text: .palette(0), .accent: .palette(4), .failure: .palette(1)]
        case (.palette256, .dark):
            [
                .background: .palette(233), .text: .palette(254), .quiet: .palette(248), .accent: .palette(215),
                .failure: .palette(210),
            ]
        case (.palette256, .light):
            [
                .background: .palette(231), .text: .palette(235), .quiet: .palette(240), .accent: .palette(94),
                .failure: .palette(124),
            ]
        case (.trueColor, .dark):
            [
                .background: .rgb(0x16, 0x14, 0x12), .text: .rgb(0xE8, 0xE4, 0xDC), .quiet: .rgb(0xA8, 0xA2, 0x9A),
                .accent: .rgb(0xF2, 0xB6, 0x6D), .failure: .rgb(0xF4, 0x8C, 0x84),
            ]
        case (.trueColor, .light):
            [
                .background: .rgb(0xFA, 0xF7, 0xF2), .text: .rgb(0x2B, 0x28, 0x22), .quiet: .rgb(0x5A, 0x56, 0x50),
                .accent: .rgb(0x8A, 0x50, 0x10), .failure: .rgb(0xA8, 0x20, 0x20),
            ]
        }
    }
}
