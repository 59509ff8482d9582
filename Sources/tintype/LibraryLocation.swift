import Albums
import Glibc
import Libraries

/// What a person wrote to say which library to open.
enum LibraryLocation {
    case demo
    /// A folder or a photo, in bytes, because a file name need not be UTF-8.
    case path([UInt8])
    /// An address of a kind that is not known, such as `gopher://host`.
    case unknown(String)

    init(_ argument: String) {
        if argument == "demo:" {
            self = .demo
        } else if argument.contains("://") {
            self = .unknown(argument)
        } else {
            self = .path(Self.bytes(ofArgument: argument))
        }
    }

    func open() throws(StartFailure) -> OpenedLibrary {
        switch self {
        case .demo:
            return .demo
        case .path(let path):
            do {
                let library = try FolderLibrary(path: path)
                return OpenedLibrary(library: library, photo: library.namedPhoto)
            } catch {
                throw .library(String(decoding: path, as: UTF8.self), error)
            }
        case .unknown(let address):
            throw .unknownLibrary(address)
        }
    }

    /// The argument as the program was given it: Swift's strings have lost bytes that are not UTF-8.
    private static func bytes(ofArgument argument: String) -> [UInt8] {
        for pointer in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst() {
            if let pointer, String(cString: pointer) == argument {
                return Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
            }
        }
        return Array(argument.utf8)
    }
}
