import TerminalUI
import TestFixtures
import Testing

@testable import Screens

@MainActor
@Suite("Prompts", .timeLimit(.minutes(5)))
struct PromptTests {
    @Test("A check that ends after Tab keeps the folders that Tab has listed")
    func lateCheck() async throws {
        let gate = Gate()
        var answer: String?
        let prompt = Prompt<String>(
            title: "Move", label: "Folder: ", text: "~/P", hint: "choose",
            folders: { _ in ["~/Papers/", "~/Pictures/"] },
            reading: .whileTyping { text in
                await gate.pass()
                return .init(lines: [], answer: .success(text))
            })
        let viewModel = PromptViewModel(prompt, notices: Notices()) { answer = $0 }
        try await gate.arrivals(1)
        viewModel.press(Key(.tab))
        await until("the folders") { viewModel.state.lines.count == 2 }
        viewModel.press(Key(.enter))
        gate.open()
        await until("the end of the check") { answer != nil }
        #expect(viewModel.state.lines.map(\.text) == ["~/Papers/", "~/Pictures/"] && answer == "~/P")
    }
}
