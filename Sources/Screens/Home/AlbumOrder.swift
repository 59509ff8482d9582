import Albums
import Localization

extension ListOrder {
    /// The label in the header; nil for the library's order.
    var name: Message? {
        switch self {
        case .title: Message("by title")
        case .photoCount: Message("by photo count")
        case .original, .newestFirst, .oldestFirst: nil
        }
    }

    /// Returns the next of the supported orders, in a cycle.
    func next(among supported: Set<ListOrder>) -> ListOrder {
        let orders = [ListOrder.original, .title, .photoCount].filter(supported.contains)
        let index = orders.firstIndex(of: self) ?? 0
        return orders[(index + 1) % orders.count]
    }
}
