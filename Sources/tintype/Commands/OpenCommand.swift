import ArgumentParser
import Dispatch
import Screens
import Storage

/// Opens a library and shows it on the whole terminal.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a library and show it on the terminal.")

    @Argument(help: "A folder, a photo, http(s)://…, unsplash:, demo: or a name of the configuration.")
    var library: String?

    @Option(
        help: ArgumentHelp(
            "Whose albums to list, also the next time: a name, username or ID, random, or everyone.", valueName: "name")
    )
    var owner: String?

    @Option(help: ArgumentHelp("Another base of the Unsplash API.", valueName: "url"))
    var api: String?

    @Option(help: "The colors: auto takes those that go with the terminal's background.")
    var theme: ThemeChoice?

    @Flag(help: "Show text in lines in place of pictures, for screen readers and braille.")
    var reader = false

    @Flag(help: "Draw everything in ASCII.")
    var ascii = false

    @Flag(name: .customLong("no-animation"), help: "Let nothing move by itself.")
    var isStill = false

    @OptionGroup
    var language: LanguageOption

    func run() throws {
        let contents = ConfigurationFile.ofPerson.readWithKeys()
        language.choose(contents.configuration)
        let session = try MainActor.assumeIsolated {
            let session = try Session(
                location: (library ?? contents.configuration.library).map {
                    LibraryLocation($0, in: contents.configuration)
                }, owner: owner.map(OwnerWish.init), api: api,
                theme: theme, isForReaders: reader, isASCII: ascii, isStill: isStill, contents: contents)
            try session.start()
            return session
        }
        // The main queue is the main actor from here on; the program ends through the session.
        withExtendedLifetime(session) { dispatchMain() }
    }
}

extension ThemeChoice: ExpressibleByArgument {}
