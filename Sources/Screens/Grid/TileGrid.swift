import Albums

/// A list as a grid of tiles: the elements, their thumbnails and the tiles' size.
@MainActor
final class TileGrid<Element: Identifiable & Sendable, Query: Hashable & Sendable> where Element.ID: Sendable {
    let list: PagedGrid<Element, Query>
    let thumbnails: ThumbnailLoader
    private let shown: ShownLibrary
    private let preferences: any Preferences
    private let notices: Notices
    private var refreshing: Task<Void, Never>?

    /// - Parameter pictures: the source of the thumbnails, if it isn't that of the library.
    init(
        _ list: PagedGrid<Element, Query>, of shown: ShownLibrary, pictures: PicturePort? = nil,
        preferences: any Preferences, notices: Notices, clock: any Clock<Duration>
    ) {
        self.list = list
        self.shown = shown
        self.preferences = preferences
        self.notices = notices
        thumbnails = ThumbnailLoader(pictures: pictures ?? shown.pictures, clock: clock)
    }

    /// Retries failed loads and refreshes the library, to pick up changes made by other programs.
    ///
    /// - Parameters:
    ///   - hasOtherFailure: whether loads besides those of the list and its thumbnails have failed and are retried.
    ///   - reload: reloads the data of the screen.
    ///   - isStillEmpty: returns whether a list that was empty still is.
    func retry(
        hasOtherFailure: Bool, reload: @escaping @MainActor () -> Void,
        isStillEmpty: @escaping @MainActor (any PhotoLibrary) async -> Bool
    ) {
        let isEmpty = list.state.isEmpty
        let failures = [thumbnails.retryBroken(), list.retry(), hasOtherFailure]
        refreshing?.cancel()
        refreshing = Task { [weak self, shown, notices] in
            let hasRefreshed = await shown.refresh()
            guard !Task.isCancelled, let self else { return }
            guard hasRefreshed else {
                if !failures.contains(true) { notices.explain(.nothingToRetry) }
                return
            }
            thumbnails.reload()
            reload()
            guard isEmpty else { return notices.explain(.reloaded) }
            if await isStillEmpty(shown.library) { notices.explain(.stillNoPhotos) }
        }
    }

    /// Returns the size of tiles after one step in a view of `columns`, and stores the preferred width. Explains why there
    /// is none, and returns nil then.
    ///
    /// - Parameter canGrow: see `TileSize.change(by:columns:canGrow:)`.
    func size(after step: TileSize.Step, from size: TileSize, columns: Int, canGrow: Bool) -> TileSize? {
        var new = size
        guard new.change(by: step, columns: columns, canGrow: canGrow) else {
            notices.explain(step.noEffect)
            return nil
        }
        if new.width != size.width { preferences.tileWidth = new.width }
        return new
    }

    /// Cancels outstanding loads. The list's last change can start loads of thumbnails.
    func stop() {
        refreshing?.cancel()
        list.stop()
        thumbnails.stop()
    }
}
