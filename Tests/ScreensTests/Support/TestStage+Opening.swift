import TerminalUI
import Testing

extension TestStage {
    /// Starts at home, and opens the first album; `position` is seen there.
    func openFirstAlbum(_ position: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        coordinator.start()
        await see("Album 1", sourceLocation: sourceLocation)
        press(Key(.enter))
        await see(position, sourceLocation: sourceLocation)
    }
}
