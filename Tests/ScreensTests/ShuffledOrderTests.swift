import Testing

@testable import Screens

@Suite("Shuffled order")
struct ShuffledOrderTests {
    @Test("Every photo is shown once per round, and never twice in a row", arguments: [2, 3, 50])
    func rounds(count: Int) {
        var order = ShuffledOrder(from: 1, count: count)
        var indices = [1]
        for _ in 1..<3 * count {
            indices.append(order.next(among: count))
            order.advance()
        }
        for round in 0..<3 {
            #expect(Set(indices[round * count..<(round + 1) * count]).count == count)
        }
        #expect(zip(indices, indices.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("Peeking at the next photo does not advance")
    func peeking() {
        var order = ShuffledOrder(from: 0, count: 20)
        #expect(Set((0..<10).map { _ in order.next(among: 20) }).count == 1)
    }

    @Test("Photos added to the list join the current round")
    func growing() {
        var order = ShuffledOrder(from: 0, count: 3)
        var seen: Set<Int> = [0]
        for _ in 0..<9 {
            seen.insert(order.next(among: 10))
            order.advance()
        }
        #expect(seen == Set(0..<10))
    }

    @Test("Removed photos are no longer shown")
    func shrinking() {
        var order = ShuffledOrder(from: 0, count: 50)
        for _ in 0..<20 {
            #expect(order.next(among: 2) < 2)
            order.advance()
        }
    }

    @Test("Going back retraces the order")
    func back() {
        var order = ShuffledOrder(from: 4, count: 10)
        var indices = [4]
        for _ in 0..<5 {
            indices.append(order.next(among: 10))
            order.advance()
        }
        for index in indices.dropLast().reversed() { #expect(order.goBack() == index) }
        #expect(order.goBack() == nil)
    }

    @Test("A single photo repeats")
    func single() {
        var order = ShuffledOrder(from: 0, count: 1)
        #expect(order.next(among: 1) == 0)
        order.advance()
        #expect(order.next(among: 1) == 0)
    }
}
