import CursesTerminal
import Libraries
import Storage

/// Why the program cannot show anything, and the words for it.
enum StartFailure: Error {
    case library(_ path: String, FolderFailure)
    case unknownLibrary(String)
    case unsplashKeyMissing
    case unsplashKeyFile(KeyFile.Failure)
    case terminal(TerminalStartError)

    /// One line, safe to print: control characters in a path are escaped.
    var words: String {
        switch self {
        case .library(let path, .missing): "\(Self.printable(path)): no such file or folder"
        case .library(let path, .notAFolder): "\(Self.printable(path)): neither a folder nor a photo"
        case .library(let path, .unreadable(let reason)): "\(Self.printable(path)): \(reason)"
        case .unknownLibrary(let address): "\(Self.printable(address)): not a kind of library that can be opened"
        case .unsplashKeyMissing:
            "Unsplash needs an access key: get one at https://unsplash.com/developers and set UNSPLASH_ACCESS_KEY"
        case .unsplashKeyFile(.unreadable(let path)): "\(Self.printable(path)): the Unsplash key cannot be read"
        case .unsplashKeyFile(.readableByOthers(let path)):
            "\(Self.printable(path)): others can read the Unsplash key: chmod 600 it"
        case .unsplashKeyFile(.empty(let path)): "\(Self.printable(path)): there is no Unsplash key in it"
        case .terminal(.notATerminal): "standard input and output must be a terminal"
        case .terminal(.terminalUnnamed): "TERM is not set: the kind of terminal is not known"
        case .terminal(.cursorCannotMove(let name)):
            "TERM=\(Self.printable(name)): this terminal cannot place its cursor"
        case .terminal(.noMemoryFile(let number)): "no memory for frames (error \(number))"
        case .terminal(.cannotStart): "the terminal cannot be started"
        }
    }

    private static func printable(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }
}
