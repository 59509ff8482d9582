import TerminalUI
import Testing

@testable import Screens

extension TestStage {
    /// Returns a stage that has started on the demo library, for golden screens.
    static func demo(
        _ library: InMemoryLibrary = .demo, pictures: FakePictures = FakePictures(drawsInitials: true),
        copies: StubCopyPort = StubCopyPort(), favorites: InMemoryFavorites = InMemoryFavorites(),
        forReaders: Bool = false
    ) -> TestStage {
        let stage = TestStage(
            library: library, pictures: pictures, copies: copies, favorites: favorites,
            themes: ThemeSettings(isForReaders: forReaders))
        stage.coordinator.start()
        return stage
    }

    /// Opens the first album of the demo library.
    static func demoAlbum(
        pictures: FakePictures = FakePictures(drawsInitials: true), copies: StubCopyPort = StubCopyPort(),
        forReaders: Bool = false
    ) async -> TestStage {
        let stage = demo(pictures: pictures, copies: copies, forReaders: forReaders)
        await stage.see("Coast")
        stage.press(Key(.enter))
        await stage.see("Lighthouse")
        return stage
    }

    /// Starts, and opens the selection of each screen with Enter, until the last screen is shown.
    /// - Parameter texts: for each screen, a text that appears on it.
    @discardableResult
    func open(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) async -> TestStage {
        coordinator.start()
        for (index, text) in texts.enumerated() {
            if index > 0 { press(Key(.enter)) }
            await see(text, sourceLocation: sourceLocation)
        }
        return self
    }
}

extension Key {
    static let albumsTab = Key(.character("1"), .alt)
    static let feedTab = Key(.character("2"), .alt)
    static let favoritesTab = Key(.character("3"), .alt)
}
