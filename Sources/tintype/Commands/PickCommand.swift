import ArgumentParser
import CursesTerminal
import Dispatch
import Libraries
import Localization
import Screens
import Storage

/// Prints the paths of the photos that the user picks on the full screen.
struct PickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick",
        abstract: "Pick photos on the full screen, and print their paths.",
        discussion: """
            Enter prints the paths of the marked photos, or of the selected one if none is marked, one per line. Of a \
            picture with a RAW file or video of the same name, it prints all files; with --max, only the picture. A photo \
            of a service has a link instead of a path. v shows the selected photo. Esc or q on the first screen quits \
            without printing anything. \
            The screen is drawn on /dev/tty, so the command works in pipes: tintype pick -0 ~/Pictures | xargs -0 cp -t . \
            or find . -name '*.jpg' | tintype pick --from-stdin. The exit status is that of fzf: 0 after picking, 1 if \
            standard input lists no photos, 2 after an error, and 130 if no photo was picked.
            """)

    @Argument(help: .library, completion: .library)
    var library: String?

    @Flag(name: .customShort("0"), help: "Separate paths by NUL bytes instead of lines, in input and output.")
    var zero = false

    @Flag(help: "Print one picture or video of each photo: no sidecars, and no RAW file beside a JPEG.")
    var pictures = false

    @Option(help: ArgumentHelp("The maximum number of photos to pick.", valueName: "count"))
    var max: Int?

    @Flag(name: .customLong("from-stdin"), help: "Show the photos at the paths read from standard input.")
    var isFromStandardInput = false

    @OptionGroup
    var options: OpenOptions

    func validate() throws {
        if let max, max < 1 { throw ValidationError("--max must be at least 1.") }
        if isFromStandardInput, library != nil {
            throw ValidationError("--from-stdin and a library are mutually exclusive")
        }
    }

    func run() throws {
        var contents = ConfigurationFile.ofUser.readAndCheck()
        if let colors = options.colors { contents.configuration.colors = colors.rawValue }
        options.language.choose(contents.configuration)
        let separator = UInt8(ascii: zero ? "\0" : "\n")
        let session: Session
        do {
            try SystemResources.check()
            let given = isFromStandardInput ? try Self.libraryFromStandardInput(separator) : nil
            session = try MainActor.assumeIsolated {
                let session = try Session(
                    address: (library ?? contents.configuration.library).map {
                        LibraryAddress($0, in: contents.configuration)
                    }, given: given, isNamed: true, options: options, contents: contents,
                    picking: Picking(max: max, includesStacks: !pictures))
                session.onPick = { locations in
                    Self.printAndExit(locations, separator)
                }
                try session.start()
                return session
            }
        } catch let failure as StartFailure {
            StandardError.write(line: "tintype: \(failure.message)")
            throw Self.error
        }
        // From here on, the main queue runs the main actor. The session ends the program.
        withExtendedLifetime(session) { dispatchMain() }
    }

    // The exit statuses of fzf; after picking, it is 0.

    /// The exit status if standard input has no photos.
    private static let noPhotos = ExitCode(1)
    static let error = ExitCode(2)
    /// The exit status after Esc.
    static let nothingPicked = ExitCode(130)

    private static let maxInputBytes = 256 << 20

    private static func printAndExit(_ locations: [[UInt8]], _ separator: UInt8) -> Never {
        do {
            try StandardOutput.write(paths: locations, separator: separator)
            exit(withError: nil)
        } catch {
            StandardError.write(line: "tintype: standard output: \(error.reason)")
            exit(withError: Self.error)
        }
    }

    private static func libraryFromStandardInput(_ separator: UInt8) throws -> OpenedLibrary {
        let bytes: [UInt8]
        do {
            bytes = try StandardInput.read(atMost: maxInputBytes)
        } catch {
            StandardError.write(line: "tintype: \(UserFacingText.failure(error))")
            throw Self.error
        }
        let paths = bytes.split(separator: separator).map(Array.init)
        let library = PathListLibrary(paths: paths, title: localized("Standard input"))
        guard !library.isEmpty else {
            StandardError.write(line: "tintype: " + localized("no photos on standard input"))
            throw noPhotos
        }
        var opened = OpenedLibrary(library)
        opened.isRemembered = false
        return opened
    }
}
