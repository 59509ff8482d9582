/// A query for part of a list: the search that its elements match, and the order they are in.
public struct ListQuery: Hashable, Sendable {
    public var search: SearchQuery
    public var order: ListOrder
    /// Whether one photo stands for each burst; see `Photo.burst`. Only in lists that `PhotoLibrary.foldsBursts` names.
    ///
    /// The library folds bursts, so that counts, months, pages and the viewer's steps work as in any other list.
    public var foldsBursts = false

    /// The whole list in its original order.
    public static let everything = ListQuery()

    public init(search: SearchQuery = .everything, order: ListOrder = .original) {
        self.search = search
        self.order = order
    }

    /// Creates a query from the text of a search line; see `SearchQuery`.
    public init(
        _ typed: String, in capabilities: Capabilities? = nil, marked: Set<Photo.ID>? = nil, months: [String] = [],
        order: ListOrder = .original
    ) {
        self.init(search: SearchQuery(typed, in: capabilities, marked: marked, months: months), order: order)
    }

    /// Returns the same query, in the original order unless `orders` contains its order.
    public func limited(to orders: Set<ListOrder>) -> ListQuery {
        orders.contains(order) ? self : with(.original)
    }

    /// Returns the same query in another order.
    public func with(_ order: ListOrder) -> ListQuery {
        var query = self
        query.order = order
        return query
    }

    /// The same query with all photos of bursts.
    public var unfolded: ListQuery {
        var query = self
        query.foldsBursts = false
        return query
    }
}
