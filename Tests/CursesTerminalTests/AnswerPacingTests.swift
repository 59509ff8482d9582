import Testing

@testable import CursesTerminal

@Suite("Answer pacing")
struct AnswerPacingTests {
    /// The times at which answers are followed, if there is one each millisecond.
    private func followedTimes(_ pacing: inout AnswerPacing, from start: UInt64, for milliseconds: UInt64) -> [UInt64] {
        (0..<milliseconds).map { start + $0 }.filter { pacing.delay(at: $0 * 1_000_000) == 0 }
    }

    @Test("Answers at the start are followed at once, and those of a flood four times per second")
    func flood() {
        var pacing = AnswerPacing()
        let times = followedTimes(&pacing, from: 5000, for: 10_000)
        #expect(Array(times.prefix(10)) == Array(5000..<5010))
        #expect(times.count == 10 + 39)
        #expect(zip(times.dropFirst(9), times.dropFirst(10)).allSatisfy { 230...260 ~= $1 - $0 })
    }

    @Test("After a quiet time, answers are followed at once again")
    func afterFlood() {
        var pacing = AnswerPacing()
        _ = followedTimes(&pacing, from: 5000, for: 10_000)
        #expect(followedTimes(&pacing, from: 20_000, for: 10) == Array(20_000..<20_010))
    }

    @Test("The delay ends when the next answer may be followed")
    func delay() {
        var pacing = AnswerPacing()
        while pacing.delay(at: 7) == 0 {}
        let delay = pacing.delay(at: 7)
        #expect(pacing.delay(at: 7 + delay - 1) == 1)
        #expect(pacing.delay(at: 7 + delay) == 0)
        #expect(pacing.delay(at: 7 + delay) > 0)
    }
}
