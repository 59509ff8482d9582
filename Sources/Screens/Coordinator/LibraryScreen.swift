import TerminalUI

/// A screen that shows a library's contents and follows changes to them.
@MainActor
protocol LibraryScreen: Screen {
    func libraryChanged()
}
