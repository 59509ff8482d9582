import ArgumentParser
import Dispatch
import Screens

/// Opens a library and shows it on the terminal.
@main
struct Tintype: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tintype",
        abstract: "A photo album for the terminal.",
        discussion: """
            LIBRARY is a folder (every folder below it that has pictures is an album), a photo, the address of a \
            JSONPlaceholder-style service, unsplash: or unsplash:@USERNAME, or demo:, the built-in library. Without it \
            the library that was open last is opened again, the demo the first time.
            """,
        version: "tintype 0.1.0")

    @Argument(help: "A folder, a photo, http(s)://…, unsplash: or demo:")
    var library: String?

    @Option(
        help: ArgumentHelp(
            "Whose albums to list: a name, username or ID, random, or everyone.", valueName: "name"))
    var owner: String?

    @Option(help: ArgumentHelp("Another base of the Unsplash API.", valueName: "url"))
    var api: String?

    @Flag(help: "Draw everything in ASCII.")
    var ascii = false

    func run() throws {
        let session = try MainActor.assumeIsolated {
            let session = try Session(
                location: library.map(LibraryLocation.init), owner: owner.map(OwnerWish.init), api: api, isASCII: ascii)
            try session.start()
            return session
        }
        // The main queue is the main actor from here on; the program ends through the session.
        withExtendedLifetime(session) { dispatchMain() }
    }

    /// One line tells what is wrong; help and version go to standard output.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as StartFailure {
            StandardError.write(line: "tintype: \(failure.words)")
            Self.exit(withError: ExitCode.failure)
        } catch {
            guard exitCode(for: error) != .success else { exit(withError: error) }
            StandardError.write(line: "tintype: \(message(for: error)) (see tintype --help)")
            Self.exit(withError: exitCode(for: error))
        }
    }
}
