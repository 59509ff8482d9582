import ArgumentParser
import CursesTerminal
import Screens

/// Display options for opening a library.
struct OpenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show this owner's albums: a name, username or ID, random, or everyone. Remembered.", valueName: "name")
    )
    var owner: String?

    @Option(help: ArgumentHelp("The base URL of the service's API, such as that of a proxy.", valueName: "url"))
    var api: String?

    @Option(help: "The color theme; auto matches the terminal's background.")
    var theme: ThemeChoice?

    @Option(help: "The colors the terminal supports; detected or configured by default.")
    var colors: ColorChoice?

    @Flag(help: "Show lines of text instead of pictures, for screen readers and braille displays.")
    var reader = false

    @Flag(help: "Draw everything in ASCII.")
    var ascii = false

    @Flag(name: .customLong("no-animation"), help: "Disable animation.")
    var isStill = false

    @Option(
        help: ArgumentHelp(
            "The speed of the connection to the terminal, in kilobits per second; measured by default.",
            valueName: "kbit")
    )
    var linkSpeed: Int?

    @Option(
        help:
            "How to show pictures: auto uses pixels on terminals that show them, kitty, iterm2 and sixel use that protocol on other terminals, too, none uses characters."
    )
    var graphics: GraphicsChoice?

    @OptionGroup
    var language: LanguageOption

    func validate() throws {
        if let linkSpeed, linkSpeed < 1 { throw ValidationError("--link-speed must be at least 1.") }
    }
}

extension ThemeChoice: ExpressibleByArgument {}

extension GraphicsChoice: ExpressibleByArgument {}
