/// What a person chose and finds again the next time.
@MainActor
public struct Preferences {
    /// How wide a thumbnail is, in columns; nil when it was never chosen.
    public var tileWidth: () -> Int?
    public var rememberTileWidth: (Int) -> Void

    public init(tileWidth: @escaping () -> Int?, rememberTileWidth: @escaping (Int) -> Void) {
        self.tileWidth = tileWidth
        self.rememberTileWidth = rememberTileWidth
    }
}
