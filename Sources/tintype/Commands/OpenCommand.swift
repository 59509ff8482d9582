import ArgumentParser
import Dispatch
import Libraries
import Screens
import Storage

/// Opens a library in the full-screen interface.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a library in the terminal.")

    @Argument(help: .library, completion: .library)
    var library: String?

    @OptionGroup
    var options: OpenOptions

    func run() throws {
        var contents = ConfigurationFile.ofUser.readAndCheck()
        if let colors = options.colors { contents.configuration.colors = colors.rawValue }
        options.language.choose(contents.configuration)
        try SystemResources.check()
        let session = try MainActor.assumeIsolated {
            let session = try Session(
                address: (library ?? contents.configuration.library).map {
                    LibraryAddress($0, in: contents.configuration)
                }, isNamed: library != nil, options: options, contents: contents)
            try session.start()
            return session
        }
        // From here on, the main queue runs the main actor. The session ends the program.
        withExtendedLifetime(session) { dispatchMain() }
    }
}
