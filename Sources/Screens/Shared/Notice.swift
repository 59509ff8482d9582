/// A short message for the user.
public enum Notice: Hashable, Sendable {
    /// Information: disappears after a few seconds, or when a key is pressed.
    case info(String)
    /// An error: stays until it has been seen and a key is pressed.
    case failure(String)

    /// A topic of which only the latest notice matters.
    public enum Subject: Hashable, Sendable {
        /// The set of favorites.
        case favorites
        /// The characters for drawing pictures.
        case symbols
        /// The reason why the last command had no effect.
        case command
        /// Whether the library loaded completely.
        case library
        /// How long a host asks clients to wait.
        case host(String)
    }

    var text: String {
        switch self {
        case .info(let text), .failure(let text): text
        }
    }

    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
