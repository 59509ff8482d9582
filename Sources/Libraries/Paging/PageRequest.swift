import Albums

/// A page that a service is asked for.
struct PageRequest: Hashable, Sendable {
    /// How many elements the pages of a list have.
    static let standardSize = 30

    /// From 1 on.
    let number: Int
    var size = PageRequest.standardSize
    var priority = LoadPriority.visible
    /// Whether the service itself is to answer, because the user asked for that.
    var asksAgain = false
}
