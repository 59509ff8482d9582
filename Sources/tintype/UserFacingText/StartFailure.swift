import CursesTerminal
import Libraries
import Localization
import Screens
import Storage

/// The reason why the program cannot start, with its message.
enum StartFailure: Error {
    case library(_ address: String, LibraryOpenFailure)
    /// A path doesn't exist; `suggestion` is a library or command with a similar name.
    case missing(_ path: String, suggestion: String?)
    case unknownLibrary(String)
    case key(KeyFile.Failure)
    case terminal(TerminalStartError)
    case shortage(SystemResources.Shortage)

    /// One line.
    var message: String {
        switch self {
        case .library(let path, .folder(.missing)): StartFailure.missing(path, suggestion: nil).message
        case .missing(let path, let suggestion):
            if let suggestion {
                localized("\(path): no such file or folder; did you mean \u{201C}\(suggestion)\u{201D}?")
            } else if PhotoFileName(Array(path.utf8)).kind == nil, let address = GuessedServiceAddress(path) {
                localized("\(path): no such file or folder; for a service, use \(address.text)")
            } else {
                localized("\(path): no such file or folder")
            }
        case .library(let path, .folder(.notAFolder)): localized("\(path): neither a folder nor a photo")
        case .library(let path, .folder(.unreadable(let reason))): "\(path): \(reason)"
        case .library(let address, .malformedAddress(let example)):
            localized("\(address): invalid address; use \(example)")
        case .library(_, .malformedServiceAddress):
            localized(
                "a service address is http:// or https://, a host, and optionally a port and path; passwords, ? and # are not allowed"
            )
        case .library(_, .unencryptedKey(let host)):
            localized("the key would be sent to \(host) unencrypted; use https")
        case .library(_, .keyMissing(let key)): localized(UserFacingText.missing(key))
        case .unknownLibrary(let address):
            localized("\(address): unknown kind of library")
        case .key(.unreadable(let path)): localized("\(path): can't read the key")
        case .key(.ofAnotherUser(let path)): localized("\(path): the file with the key belongs to another user")
        case .key(.readableByOthers(let path)):
            localized("\(path): other users can read the key; run chmod 600")
        case .key(.empty(let path)): localized("\(path): contains no key")
        case .shortage(.files(let limit)):
            localized(
                "the limit of open files is \(limit); Tintype needs \(SystemResources.minFiles) (ulimit -n)")
        case .shortage(.addressSpace):
            localized(
                "the limit of memory is too low; Tintype needs \(SystemResources.minAddressSpace >> 20) MB more (ulimit -v)"
            )
        case .shortage(.threads): localized("the limit of processes and threads is too low (ulimit -u)")
        case .terminal(.notATerminal): localized("standard input and output must be a terminal")
        case .terminal(.noControllingTerminal): localized("there is no terminal: /dev/tty can't be opened")
        case .terminal(.terminalUnnamed): localized("TERM is not set; set it to your terminal's type")
        case .terminal(.cursorCannotMove(let name)):
            localized("TERM=\(name): this terminal has no cursor addressing")
        case .terminal(.noMemoryFile(let number)):
            localized("can't allocate screen memory (error \(ungrouped: Int(number)))")
        case .terminal(.cannotStart): localized("can't initialize the terminal")
        }
    }
}
