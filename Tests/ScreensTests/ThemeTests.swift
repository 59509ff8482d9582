import CellArt
import TerminalUI
import Testing

@testable import Screens

@Suite("Theme")
struct ThemeTests {
    static let depths: [ColorDepth] = [.eight, .sixteen, .palette256, .trueColor]

    private func appearance(
        _ colors: ColorDepth, on background: Color? = nil
    ) -> TerminalAppearance {
        TerminalAppearance(colors: colors, repertoire: .unicode, background: background)
    }

    /// Returns the contrast of each role; a role without a color has the terminal's own.
    private func contrasts(of theme: Theme, text: Color, background: Color) -> [Double] {
        [theme.text, theme.title, theme.quiet, theme.accent, theme.selected, theme.failure].compactMap { style in
            let own = theme.ground
            let foreground = [style.foreground, own.foreground].first { $0 != .terminal } ?? text
            return foreground.contrast(to: own.background == .terminal ? background : own.background)
        }
    }

    @Test("Without colors, the theme says whether a terminal is light that does not say so itself")
    func lightWithoutColors() {
        let settings = ThemeSettings(choice: .light)
        #expect(settings.appearance(on: appearance(.none)).background == .rgb(255, 255, 255))
        #expect(settings.appearance(on: appearance(.none, on: .rgb(0, 0, 0))).background == .rgb(0, 0, 0))
        #expect(ThemeSettings().appearance(on: appearance(.none)).background == nil)
    }

    @Test("A theme with a background is readable", arguments: depths, [ThemeChoice.dark, .light])
    func own(depth: ColorDepth, choice: ThemeChoice) {
        let theme = ThemeSettings(choice: choice).theme(on: appearance(depth))
        #expect(theme.ground.foreground != .terminal && theme.ground.background != .terminal)
        let contrasts = contrasts(of: theme, text: .terminal, background: .terminal)
        #expect(contrasts.count == 6)
        #expect(contrasts.allSatisfy { $0 >= 4.5 })
    }

    @Test(
        "Colored text is readable on any background the terminal reports", arguments: depths,
        [
            Color.rgb(0, 0, 0), .rgb(0x00, 0x2B, 0x36), .rgb(0x40, 0x40, 0x40), .rgb(0x80, 0x80, 0x80),
            .rgb(0xB0, 0xB0, 0xB0), .rgb(0xFD, 0xF6, 0xE3), .rgb(255, 255, 255),
        ])
    func reported(depth: ColorDepth, background: Color) {
        let theme = ThemeSettings().theme(on: appearance(depth, on: background))
        #expect(theme.ground == .plain)
        let contrasts = contrasts(of: theme, text: .terminal, background: background)
        #expect(contrasts.allSatisfy { $0 >= 4.5 })
    }

    @Test(
        "On an unknown background, which isn't painted, colored text is readable whether it is black or white",
        arguments: depths, [Color.rgb(0, 0, 0), .rgb(255, 255, 255)])
    func unknown(depth: ColorDepth, background: Color) {
        let theme = ThemeSettings().theme(on: appearance(depth))
        #expect(theme.ground == .plain)
        #expect(contrasts(of: theme, text: .terminal, background: background).allSatisfy { $0 >= 4.5 })
        #expect((theme.accent.foreground != .terminal) == (depth >= .palette256))
    }

    @Test(
        "Text in reverse video is readable without the terminal's own colors",
        arguments: [ColorDepth.palette256, .trueColor],
        [nil, Color.rgb(0, 0, 0), .rgb(255, 255, 255)])
    func reverse(depth: ColorDepth, background: Color?) throws {
        let style = ThemeSettings().theme(on: appearance(depth, on: background)).selected
        #expect(style.attributes == [.bold, .reverse])
        #expect(try #require(style.foreground.contrast(to: style.background)) >= 4.5)
    }

    @Test("Selected and failed items are recognizable without color", arguments: [.none] + depths)
    func withoutColor(depth: ColorDepth) {
        let theme = ThemeSettings().theme(on: appearance(depth))
        #expect(theme.selected.attributes.contains(.reverse))
        #expect(theme.failure.attributes.contains(.bold))
        #expect(theme.accent.attributes.contains(.bold))
        #expect(theme.text.attributes.isEmpty)
    }

    @Test("The mono theme has no color, not even in pictures")
    func mono() {
        let settings = ThemeSettings(choice: .mono, colors: [.accent: .rgb(1, 2, 3)])
        #expect(settings.theme(on: appearance(.trueColor)) == .mono)
        #expect(settings.appearance(on: appearance(.trueColor)).colors == .none)
        #expect(ThemeSettings(choice: .light).theme(on: appearance(.none)) == .mono)
    }

    @Test("User colors override the theme's")
    func ownColors() {
        let settings = ThemeSettings(colors: [.accent: .rgb(1, 2, 3)])
        let theme = settings.theme(on: appearance(.trueColor))
        #expect(theme.accent.foreground == .rgb(1, 2, 3))
        #expect(theme.quiet == ThemeSettings().theme(on: appearance(.trueColor)).quiet)
        #expect(theme.ground == .plain)
    }

    @Test("With a user-defined background, the other colors and pictures adapt to it")
    func ownBackground() {
        let settings = ThemeSettings(colors: [.background: .rgb(250, 250, 255)])
        let appearance = settings.appearance(on: appearance(.trueColor, on: .rgb(0, 0, 0)))
        #expect(appearance.brightness == .light && appearance.background == .rgb(250, 250, 255))
        let theme = settings.theme(on: appearance)
        #expect(theme.ground.background == .rgb(250, 250, 255))
        #expect(contrasts(of: theme, text: .terminal, background: .terminal).allSatisfy { $0 >= 4.5 })
    }
}
