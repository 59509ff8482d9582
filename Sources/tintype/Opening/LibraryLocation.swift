import Storage

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

    /// What a person means: a name of the configuration, or else where a library is.
    ///
    /// A folder that is called like a name is written `./name`.
    init(_ argument: String, in configuration: Configuration) {
        self.init(configuration.libraries[argument].map(UserFolder.inHome) ?? argument)
    }

    init(_ argument: String) {
        if argument == "demo:" {
            self = .demo
        } else if argument.hasPrefix("unsplash:") {
            self = .unsplash(argument)
        } else if ["http://", "https://"].contains(where: argument.lowercased().hasPrefix) {
            self = .service(argument)
        } else if argument.contains("://") {
            self = .unknown(argument)
        } else {
            self = .path([UInt8](argument: argument))
        }
    }
}
