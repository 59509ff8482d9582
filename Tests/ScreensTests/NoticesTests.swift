import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Notices", .timeLimit(.minutes(60)))
struct NoticesTests {
    private func start() async -> TestStage {
        await TestStage(library: InMemoryLibrary()).open("Album 1")
    }

    @Test("Information disappears after a few seconds without a key, and the next notice follows")
    func news() async {
        let stage = await start()
        stage.notices.post(.info("First"))
        stage.notices.post(.info("Second"))
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
        await settle()
        #expect(stage.row(23).hasPrefix(" × No space left"))
        stage.press(Key(.down))
        #expect(!stage.text.contains("No space left"))
    }

    @Test("A failure takes the place of the reason why a command had no effect, whichever is first")
    func reason() async {
        let stage = await start()
        for isFirst in [true, false] {
            if isFirst { stage.notices.post(.failure("The folder is gone"), about: .library) }
            stage.notices.post(.info("Nothing to retry"), about: .command)
            if !isFirst { stage.notices.post(.failure("The folder is gone"), about: .library) }
            #expect(stage.row(23) == " \u{D7} The folder is gone")
            stage.press(Key(.down))
            await stage.miss("is gone")
            #expect(!stage.text.contains("Nothing to retry"))
        }
    }

    @Test("Another screen has no notices of the one below, but those of the library stay")
    func anotherScreen() async {
        let stage = await start()
        stage.notices.post(.failure("Nothing to share"), about: .sharing)
        stage.notices.post(.failure("Can't read folder x"))
        stage.notices.post(.info("Added"), about: .changes)
        #expect(stage.text.contains("Nothing to share") && stage.text.contains("(2 more)"))
        stage.press(Key("?"))
        #expect(stage.row(23) == " × Can't read folder x")
        stage.press(Key(.escape))
        #expect(!stage.text.contains("Added"))
    }

    @Test("Drawing alone does not count a notice as seen")
    func drawing() async {
        let stage = await start()
        stage.notices.post(.failure("No space left"))
        var surface = Surface(size: Size(columns: 80, rows: 24))
        stage.stack.draw(on: &surface)
        #expect(surface.text.contains("No space left"))
        stage.press(Key(.down))
        #expect(stage.row(23).hasPrefix(" × No space left"))
        stage.press(Key(.down))
        #expect(!stage.text.contains("No space left"))
    }

    @Test("A long notice takes up to three lines and then gives them back")
    func long() async {
        let stage = await start()
        await stage.until("the line of the selection") { stage.row(22) == " Album 1 \u{00B7} 48 photos" }
        let reason = "Not saved: the disk of the computer that all of the photos are on is full, and so is the other"
        stage.notices.post(.failure(reason + " one"))
        #expect(
            [22, 23].map(stage.row) == [
                " × Not saved: the disk of the computer that all of the photos are on is full,",
                " and so is the other one",
            ])
        stage.press(Key(.right))
        await stage.until("the line of the selection") { stage.row(22) == " Album 2 \u{00B7} 48 photos" }
        stage.notices.post(.failure(Array(repeating: reason, count: 4).joined(separator: " ")))
        #expect(!stage.row(20).contains("disk"))
        #expect(stage.row(21).hasPrefix(" × Not saved") && stage.row(23).hasSuffix("\u{2026}"))
    }

    @Test("Failures beyond the queue limit are counted")
    func overflow() async {
        let stage = await start()
        for number in 1...12 { stage.notices.post(.failure("Failure \(number)")) }
        #expect(stage.row(23).hasPrefix(" × Failure 1") && stage.row(23).hasSuffix("(11 more)"))
        for number in 2...8 {
            stage.press(Key("x"))
            #expect(stage.row(23).hasPrefix(" × Failure \(number)"))
        }
        #expect(stage.row(23).hasSuffix("(4 more)"))
        stage.press(Key(.down))
        #expect(stage.row(23) == " × 4 more messages weren't shown")
        stage.notices.post(.failure("Failure 13"))
        #expect(stage.row(23).hasPrefix(" × Failure 13"))
        stage.press(Key(.right))
        #expect(stage.row(23).contains("4 more messages"))
        stage.press(Key(.left))
        #expect(stage.row(23).contains("Enter open"))
    }

    @Test("A newer notice replaces the older one on its subject, except a failure not yet seen")
    func subjects() {
        let notices = Notices()
        notices.post(.info("Added"), about: .changes)
        notices.post(.info("Something else"))
        notices.post(.info("Removed"), about: .changes)
        #expect(notices.current == .info("Removed") && notices.moreCount == 1)
        notices.post(.failure("Disk full"), about: .changes)
        #expect(notices.current == .failure("Disk full") && notices.moreCount == 1)
        notices.post(.info("Added"), about: .changes)
        #expect(notices.current == .failure("Disk full") && notices.moreCount == 2)
        notices.didPresent()
        notices.post(.info("Added again"), about: .changes)
        #expect(notices.current == .failure("Disk full") && notices.moreCount == 2)
        notices.dismiss()
        #expect(notices.current == .info("Something else"))
        notices.didPresent()
        notices.dismiss()
        #expect(notices.current == .info("Added again") && notices.moreCount == 0)
    }

    @Test("Adding and removing a favorite posts one notice")
    func favorite() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.press(Key("f"), Key("f"))
        await stage.see("Removed \u{201C}Photo 1\u{201D} from favorites")
        #expect(stage.notices.moreCount == 0)
    }

    @Test("On a narrow terminal, progress loses its speed first, then the time left, but not its verb")
    func narrowProgress() async {
        let stage = await start()
        stage.notices.show("moving\u{2026} 45%  12 MB/s  0:20 left (Esc cancels)", of: .files)
        #expect(stage.row(23).hasSuffix(" moving\u{2026} 45%  12 MB/s  0:20 left (Esc cancels)"))
        stage.resize(columns: 40, rows: 12)
        #expect(stage.row(11).hasSuffix(" moving\u{2026} 45%  0:20 left (Esc cancels)"))
        stage.notices.post(.info("Added the photo"))
        #expect(stage.row(11).hasPrefix(" Added the photo"))
        #expect(stage.row(11).hasSuffix(" moving\u{2026} 45%"))
    }

    @Test("A key dismisses one notice and leaves the next its full time")
    func nextHasItsTime() async {
        let stage = await start()
        stage.notices.post(.info("First"))
        stage.notices.post(.info("Second"))
        #expect(stage.text.contains("First"))
        stage.clock.advance(by: .seconds(4))
        stage.press(Key(.down))
        #expect(stage.text.contains("Second"))
        stage.clock.advance(by: .seconds(2))
        await settle()
        #expect(stage.text.contains("Second"))
    }
}
