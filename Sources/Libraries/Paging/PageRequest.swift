import Albums

/// A request for a page of a list.
struct PageRequest: Hashable, Sendable {
    /// The number of elements per page.
    static let defaultSize = 30

    /// Starting at 1.
    let number: Int
    var size = PageRequest.defaultSize
    var priority = LoadPriority.visible
    /// Whether to bypass the cache, because the user asked for a reload.
    var isReload = false
}
