import CursesTerminal
import Libraries
import Localization
import Screens
import Storage

/// The reason why the program cannot start, with its message.
enum StartFailure: Error {
    case library(_ path: String, FolderFailure)
    case unknownLibrary(String)
    /// An invalid service address. The message doesn't repeat it, since it may contain a password.
    case notAService
    case notOfUnsplash(String)
    case unsplashKeyMissing
    /// A key or password would go to this host over plain http.
    case unencryptedKey(host: String)
    case serviceKey(KeyFile.Failure)
    case unsplashKeyFile(KeyFile.Failure)
    case terminal(TerminalStartError)

    /// One line.
    var words: String {
        switch self {
        case .library(let path, .missing):
            if !PictureFileName(Array(path.utf8)).isPicture, let address = GuessedServiceAddress(path) {
                localized("\(path): no such file or folder; a service is written \(address.text)")
            } else {
                localized("\(path): no such file or folder")
            }
        case .library(let path, .notAFolder): localized("\(path): neither a folder nor a photo")
        case .library(let path, .unreadable(let reason)): "\(path): \(reason)"
        case .unknownLibrary(let address):
            localized("\(address): not a kind of library that can be opened")
        case .notAService:
            localized(
                "the address of a service is http:// or https://, a host and perhaps a port and a path: no password, no ? and no #"
            )
        case .notOfUnsplash(let address):
            localized("\(address): a person on Unsplash is written unsplash:@USERNAME")
        case .unsplashKeyMissing:
            Words.unsplashKeyMissing
        case .unencryptedKey(let host):
            localized("the key would reach \(host) unencrypted: use https")
        case .serviceKey(.unreadable(let path)): localized("\(path): the key cannot be read")
        case .serviceKey(.readableByOthers(let path)):
            localized("\(path): others can read the key: chmod 600 it")
        case .serviceKey(.empty(let path)): localized("\(path): there is no key in it")
        case .unsplashKeyFile(.unreadable(let path)):
            localized("\(path): the Unsplash key cannot be read")
        case .unsplashKeyFile(.readableByOthers(let path)):
            localized("\(path): others can read the Unsplash key: chmod 600 it")
        case .unsplashKeyFile(.empty(let path)): localized("\(path): there is no Unsplash key in it")
        case .terminal(.notATerminal): localized("standard input and output must be a terminal")
        case .terminal(.terminalUnnamed): localized("TERM is not set: the kind of terminal is not known")
        case .terminal(.cursorCannotMove(let name)):
            localized("TERM=\(name): this terminal cannot place its cursor")
        case .terminal(.noMemoryFile(let number)): localized("no memory for frames (error \(ungrouped: Int(number)))")
        case .terminal(.cannotStart): localized("the terminal cannot be started")
        }
    }
}
