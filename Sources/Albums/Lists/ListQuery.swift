/// A query for part of a list: the search that its elements match, and the order they are in.
public struct ListQuery: Hashable, Sendable {
    public var search: SearchQuery
    public var order: ListOrder

    /// The whole list in its original order.
    public static let everything = ListQuery()

    public init(search: SearchQuery = .everything, order: ListOrder = .original) {
        self.search = search
        self.order = order
    }

    /// Creates a query from the text of a search line; see `SearchQuery`.
    public init(
        _ typed: String, fields: Set<SearchField> = Set(SearchField.allCases), marked: Set<Photo.ID>? = nil,
        order: ListOrder = .original
    ) {
        self.init(search: SearchQuery(typed, fields: fields, marked: marked), order: order)
    }

    /// Returns the same search, in the original order unless `orders` contains its order.
    public func limited(to orders: Set<ListOrder>) -> ListQuery {
        orders.contains(order) ? self : ListQuery(search: search)
    }
}
