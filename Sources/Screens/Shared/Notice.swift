/// A short message for the person.
public enum Notice: Hashable, Sendable {
    /// What happened: gone after some seconds, or with a key.
    case news(String)
    /// What went wrong: stays until it has been seen and a key is pressed.
    case failure(String)

    /// Something that has one state at a time, of which only the latest is news.
    public enum Subject: Hashable, Sendable {
        /// Which photos are favorites.
        case favorites
        /// Which characters pictures are drawn with.
        case symbols
        /// Why the last command had no effect.
        case command
        /// Whether the library can be read to its end.
        case library
        /// How long a host asks to wait.
        case host(String)
    }

    var text: String {
        switch self {
        case .news(let text), .failure(let text): text
        }
    }

    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
