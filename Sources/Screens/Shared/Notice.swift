/// A short message for the person.
public enum Notice: Hashable, Sendable {
    /// What happened: gone after some seconds, or with a key.
    case news(String)
    /// What went wrong: stays until it has been seen and a key is pressed.
    case failure(String)

    var text: String {
        switch self {
        case .news(let text), .failure(let text): text
        }
    }

    var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
