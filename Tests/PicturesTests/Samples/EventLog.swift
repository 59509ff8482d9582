import Synchronization

/// The events of a test, in order.
final class EventLog: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func add(_ number: Int) {
        numbers.withLock { $0.append(number) }
    }
}
