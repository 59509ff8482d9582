/// Facts about a service and the user's key, for the doctor's report.
public struct ServiceReport: Hashable, Sendable {
    public let service: String
    public let version: String
    /// The user's name; nil if the key may not read it.
    public let user: String?
    /// The permissions of the key that commands need, as the service names them; nil if it doesn't report them.
    public let permissions: [String]?
    /// The commands that the service refuses.
    public let refused: [Refusal]

    /// A group of commands.
    public enum Command: Hashable, Sendable {
        case account, albums, photos, pictures, bursts, people, rating, rejecting, tags, turning, trash
        case originals, changingAlbums, links
    }

    /// Commands that the service refuses, and what they need: a permission or a later version.
    public struct Refusal: Hashable, Sendable {
        public let command: Command
        public let need: String
    }
}
