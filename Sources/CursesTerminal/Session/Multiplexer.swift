/// A program that stands between this one and the terminal that a person looks at.
public enum Multiplexer: String, Sendable {
    case tmux
    case screen
    case zellij

    /// The one whose variables are in the environment.
    public init?(environment: [String: String]) {
        if environment["TMUX"] != nil {
            self = .tmux
        } else if environment["ZELLIJ"] != nil {
            self = .zellij
        } else if environment["STY"] != nil {
            self = .screen
        } else {
            return nil
        }
    }
}
