import TerminalUI
import Testing

extension TestStage {
    /// Starts at home, opens the first album and waits for `position`.
    func openFirstAlbum(_ position: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        coordinator.start()
        await see("Album 1", sourceLocation: sourceLocation)
        press(Key(.enter))
        await see(position, sourceLocation: sourceLocation)
    }
}
