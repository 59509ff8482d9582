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
                localized("\(path): no such file or folder; for a service, use \(address.text)")
            } else {
                localized("\(path): no such file or folder")
            }
        case .library(let path, .notAFolder): localized("\(path): neither a folder nor a photo")
        case .library(let path, .unreadable(let reason)): "\(path): \(reason)"
        case .unknownLibrary(let address):
            localized("\(address): unknown kind of library")
        case .notAService:
            localized(
                "a service address is http:// or https:// and a host, with an optional port and path; no password, ? or #"
            )
        case .notOfUnsplash(let address):
            localized("\(address): for an Unsplash user, use unsplash:@USERNAME")
        case .unsplashKeyMissing:
            UserFacingText.unsplashKeyMissing
        case .unencryptedKey(let host):
            localized("the key would be sent to \(host) unencrypted; use https")
        case .serviceKey(.unreadable(let path)): localized("\(path): can't read the key")
        case .serviceKey(.readableByOthers(let path)):
            localized("\(path): other users can read the key; run chmod 600")
        case .serviceKey(.empty(let path)): localized("\(path): contains no key")
        case .unsplashKeyFile(.unreadable(let path)):
            localized("\(path): can't read the Unsplash key")
        case .unsplashKeyFile(.readableByOthers(let path)):
            localized("\(path): other users can read the Unsplash key; run chmod 600")
        case .unsplashKeyFile(.empty(let path)): localized("\(path): contains no Unsplash key")
        case .terminal(.notATerminal): localized("standard input and output must be a terminal")
        case .terminal(.terminalUnnamed): localized("TERM is not set; set it to your terminal's type")
        case .terminal(.cursorCannotMove(let name)):
            localized("TERM=\(name): this terminal has no cursor addressing")
        case .terminal(.noMemoryFile(let number)):
            localized("can't allocate screen memory (error \(ungrouped: Int(number)))")
        case .terminal(.cannotStart): localized("can't initialize the terminal")
        }
    }
}
