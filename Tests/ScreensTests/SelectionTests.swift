import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Selection without colors", .timeLimit(.minutes(5)))
struct SelectionTests {
    /// Whether the first occurrence of a text is drawn in reverse video.
    private func isReversed(_ text: String, on stage: TestStage) -> Bool {
        let surface = stage.surface
        for (row, line) in surface.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let column = line.distance(from: line.startIndex, to: range.lowerBound)
            return surface.cell(column: column, row: row)?.style.attributes.contains(.reverse) == true
        }
        return false
    }

    @Test("The selected tab, name, album, photo, owner or share command is in reverse video")
    func reversed() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("ada"), .named("bo")])
        let stage = TestStage(library: library, themes: ThemeSettings(choice: .mono))
        stage.coordinator.start()
        await stage.see("Album 2")
        #expect(isReversed("Albums", on: stage) && !isReversed("Feed", on: stage))
        #expect(isReversed("Album 1", on: stage) && !isReversed("Album 2", on: stage))
        stage.press(Key(.up))
        #expect(isReversed("Ada", on: stage) && !isReversed("Album 1", on: stage))
        stage.type("o")
        await stage.see("Show albums by")
        #expect(isReversed("Everyone", on: stage) && !isReversed("Bo", on: stage))
        stage.press(Key(.escape), Key(.down), Key(.enter))
        await stage.see("1/48")
        #expect(isReversed("Photo 1", on: stage) && !isReversed("Photo 2", on: stage))
        stage.type("s")
        await stage.see("Save the original")
        #expect(isReversed("Copy the path", on: stage) && !isReversed("Save the original", on: stage))
    }
}
