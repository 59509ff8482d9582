import Glibc

/// What a person wrote to say which library to open.
enum LibraryLocation {
    case demo
    /// A folder or a photo, in bytes, because a file name need not be UTF-8.
    case path([UInt8])
    /// A JSONPlaceholder-style service, such as `https://jsonplaceholder.typicode.com`.
    case service(String)
    /// `unsplash:` or `unsplash:@USERNAME`.
    case unsplash(String)
    /// An address of a kind that is not known, such as `gopher://host`.
    case unknown(String)

    init(_ argument: String) {
        if argument == "demo:" {
            self = .demo
        } else if argument.hasPrefix("unsplash:") {
            self = .unsplash(argument)
        } else if argument.hasPrefix("http://") || argument.hasPrefix("https://") {
            self = .service(argument)
        } else if argument.contains("://") {
            self = .unknown(argument)
        } else {
            self = .path(Self.bytes(ofArgument: argument))
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
