import TerminalUI

/// A screen that lists what a library holds, and follows it while it grows.
@MainActor
protocol LibraryScreen: Screen {
    func libraryChanged()
}
