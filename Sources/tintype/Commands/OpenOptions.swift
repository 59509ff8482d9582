import ArgumentParser
import Screens

/// Display options for opening a library.
struct OpenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whose albums to list, also the next time: a name, username or ID, random, or everyone.", valueName: "name")
    )
    var owner: String?

    @Option(help: ArgumentHelp("Another base of the Unsplash API.", valueName: "url"))
    var api: String?

    @Option(help: "The colors: auto takes those that go with the terminal's background.")
    var theme: ThemeChoice?

    @Option(help: "The colors that the terminal has; what it says, or the configuration, unless told.")
    var colors: ColorChoice?

    @Flag(help: "Show text in lines in place of pictures, for screen readers and braille.")
    var reader = false

    @Flag(help: "Draw everything in ASCII.")
    var ascii = false

    @Flag(name: .customLong("no-animation"), help: "Let nothing move by itself.")
    var isStill = false

    @Option(
        help: ArgumentHelp(
            "The speed of the line to the terminal in kilobits per second, instead of measuring it.", valueName: "kbit")
    )
    var linkSpeed: Int?

    @OptionGroup
    var language: LanguageOption

    func validate() throws {
        if let linkSpeed, linkSpeed < 1 { throw ValidationError("--link-speed must be at least 1.") }
    }
}

extension ThemeChoice: ExpressibleByArgument {}
