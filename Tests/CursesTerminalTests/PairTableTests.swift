import SeededGenerator
import Testing

@testable import CursesTerminal

@Suite("Color pair table")
struct PairTableTests {
    @Test("Equal colors share a pair that is defined once")
    func equalColors() {
        var table = PairTable(capacity: 10)
        let first = table.pair(5, 6)
        let again = table.pair(5, 6)
        let other = table.pair(6, 5)
        #expect(first?.number == 1 && first?.isNew == true)
        #expect(again?.number == 1 && again?.isNew == false)
        #expect(other?.number == 2 && other?.isNew == true)
    }

    @Test(
        "A pair used by the current or previous frame is never reassigned",
        arguments: UInt64(0)..<20)
    func twoFrames(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var table = PairTable(capacity: 200)
        var last: [Int32: [Int32]] = [:]
        var known: [Int32: [Int32]] = [:]
        for _ in 0..<50 {
            table.beginFrame()
            for colors in last.values {
                let kept = table.pair(colors[0], colors[1])
                #expect(kept?.isNew == false)
            }
            var current: [Int32: [Int32]] = [:]
            for _ in 0..<100 {
                let colors = [Int32.random(in: 1...40, using: &random), Int32.random(in: 1...40, using: &random)]
                let found = table.pair(colors[0], colors[1])
                let pair = try #require(found)
                if pair.isNew {
                    #expect(current[pair.number] == nil)
                    #expect(last[pair.number] == nil || last[pair.number] == colors)
                    known[pair.number] = colors
                }
                #expect(known[pair.number] == colors)
                #expect((1...200).contains(pair.number))
                current[pair.number] = colors
            }
            last = current
        }
    }

    @Test("When all pairs are in use, none is available until the next frame")
    func exhausted() {
        var table = PairTable(capacity: 3)
        for color in Int32(1)...3 { #expect(isThere(color, 1, in: &table) == true) }
        #expect(isThere(4, 1, in: &table) == false)
        table.beginFrame()
        #expect(isThere(4, 1, in: &table) == true)
    }

    @Test("Growing the table preserves existing pairs")
    func growing() {
        var table = PairTable(capacity: 2)
        let first = table.pair(1, 2)?.number
        table.grow(to: 5000)
        #expect(table.capacity == 5000)
        let again = table.pair(1, 2)?.number
        #expect(again == first)
        for color in Int32(1)...4000 { #expect(isThere(color, 9, in: &table) == true) }
        table.grow(to: 10)
        #expect(table.capacity == 5000)
    }

    private func isThere(_ foreground: Int32, _ background: Int32, in table: inout PairTable) -> Bool {
        table.pair(foreground, background) != nil
    }
}
