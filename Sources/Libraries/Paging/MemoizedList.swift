import Albums
import Synchronization

/// Memoizes the last list, with its cached search, while its source stays the same.
final class MemoizedList<Source: Equatable & Sendable, Element: Sendable>: Sendable {
    private let latest = Mutex<(source: Source, list: SearchableList<Element>)?>(nil)

    func list(from source: Source, make: () -> SearchableList<Element>) -> SearchableList<Element> {
        latest.withLock { latest in
            if let latest, latest.source == source { return latest.list }
            let list = make()
            latest = (source, list)
            return list
        }
    }
}
