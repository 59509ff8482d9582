/// What a person chose and finds again the next time.
@MainActor
public struct Preferences {
    /// How wide a thumbnail is, in columns; nil when it was never chosen.
    public var tileWidth: () -> Int?
    public var rememberTileWidth: (Int) -> Void
    /// Whose albums to list first.
    public var ownerWish: () -> OwnerWish
    public var rememberScope: (OwnerScope) -> Void
    public var albumOrder: () -> AlbumOrder
    public var rememberAlbumOrder: (AlbumOrder) -> Void
    /// Waits until all that was chosen is on the disk.
    public var settle: () async -> Void

    public init(
        tileWidth: @escaping () -> Int?, rememberTileWidth: @escaping (Int) -> Void,
        ownerWish: @escaping () -> OwnerWish, rememberScope: @escaping (OwnerScope) -> Void,
        albumOrder: @escaping () -> AlbumOrder, rememberAlbumOrder: @escaping (AlbumOrder) -> Void,
        settle: @escaping () async -> Void = {}
    ) {
        self.tileWidth = tileWidth
        self.rememberTileWidth = rememberTileWidth
        self.ownerWish = ownerWish
        self.rememberScope = rememberScope
        self.albumOrder = albumOrder
        self.rememberAlbumOrder = rememberAlbumOrder
        self.settle = settle
    }
}
