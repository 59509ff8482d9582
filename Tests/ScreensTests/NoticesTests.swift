import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Notices", .timeLimit(.minutes(5)))
struct NoticesTests {
    private func start() async -> TestStage {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        return stage
    }

    @Test("News goes after some seconds without a key, and what waits follows")
    func news() async {
        let stage = await start()
        stage.notices.post(.news("First"))
        stage.notices.post(.news("Second"))
        #expect(stage.row(23).hasPrefix(" First"))
        #expect(stage.row(23).hasSuffix("(1 more)"))
        await stage.seeSlowly(" Second")
        await stage.until("no notice") {
            stage.clock.advance(by: .seconds(1))
            return !stage.text.contains("Second")
        }
    }

    @Test("A failure stays until a key is pressed after it was seen")
    func failure() async {
        let stage = await start()
        stage.notices.post(.failure("No space left"))
        stage.press(Key(.down))
        #expect(stage.row(23).hasPrefix(" × No space left"))
        stage.clock.advance(by: .seconds(1000))
        try? await Task.sleep(for: .milliseconds(20))
        #expect(stage.row(23).hasPrefix(" × No space left"))
        stage.press(Key(.down))
        #expect(!stage.text.contains("No space left"))
    }

    @Test("A key ends the time of one notice, not of the next")
    func nextHasItsTime() async {
        let stage = await start()
        stage.notices.post(.news("First"))
        stage.notices.post(.news("Second"))
        #expect(stage.text.contains("First"))
        stage.clock.advance(by: .seconds(4))
        stage.press(Key(.down))
        #expect(stage.text.contains("Second"))
        stage.clock.advance(by: .seconds(2))
        try? await Task.sleep(for: .milliseconds(20))
        #expect(stage.text.contains("Second"))
    }
}
