import CellArt
import TerminalUI
import TestFixtures
import Testing

@testable import CursesTerminal

@Suite("Following the answers of a terminal", .timeLimit(.minutes(60)))
@MainActor
final class AnswerFollowerTests {
    private var background = Color.rgb(0, 0, 0)
    private var sent: [[UInt8]] = []
    private var changes = 0

    private func follower() -> AnswerFollower {
        AnswerFollower(
            state: {
                AnswerFollower.State(
                    appearance: TerminalAppearance(
                        colors: .trueColor, repertoire: .unicode, background: self.background),
                    graphics: .characters(.chosen))
            }, send: { self.sent.append($0) }, onChange: { self.changes += 1 })
    }

    @Test("The screen follows an answer once, and only if it changes something")
    func once() {
        let follower = follower()
        follower.follow()
        #expect(changes == 0)
        background = .rgb(255, 255, 255)
        follower.follow()
        follower.follow()
        #expect(changes == 1)
        background = .rgb(0, 0, 0)
        follower.didShowState()
        follower.follow()
        #expect(changes == 1 && sent.isEmpty)
    }

    @Test("Further queries are sent at once, but together in a flood of answers")
    func flood() async throws {
        let follower = follower()
        // More than are followed at once.
        let queries = (0..<200).map { [UInt8($0)] }
        for query in queries {
            follower.follow(with: query)
            follower.follow(with: query)
        }
        #expect(sent.first == queries[0] && !sent.contains(queries[199]))
        try await waitUntil { sent.contains(queries[199]) }
        #expect(Set(sent) == Set(queries) && sent.count { $0 == queries[199] } == 1)
    }
}
