import TerminalUI
import Testing

@testable import Screens

@Suite("Messages that are shortened to fit")
struct FittedMessageTests {
    @Test("A long failure is shortened, and the retry key stays visible", arguments: [30, 40, 80])
    func retriable(columns: Int) {
        let failure = String(repeating: "no route to host ", count: 40)
        for rows in 1...3 {
            let lines = UserFacingText.retriable(failure, with: "r", columns: columns, rows: rows, .unicode)
            #expect(lines.count <= rows && lines.allSatisfy { $0.count <= columns })
            #expect(lines.joined(separator: " ").hasSuffix("(press r to retry)"))
        }
        #expect(UserFacingText.retriable("lost", with: "r", columns: columns, .unicode) == ["lost (press r to retry)"])
    }
}
