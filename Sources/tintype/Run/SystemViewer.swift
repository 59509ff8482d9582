import CursesTerminal
import Glibc
import Pictures

/// The program that a desktop has for a kind of file or link, started by xdg-open.
struct SystemViewer {
    private let program: String

    /// Nil without a window system or without xdg-open.
    init?(environment: [String: String]) {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        let programs = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/xdg-open" }
        guard let program = programs.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.program = program
    }

    /// Opens a picture with the program that the desktop has for pictures.
    func open(_ picture: ViewablePicture) {
        open(picture.path)
    }

    /// Opens a link with the program that the desktop has for its scheme.
    func open(link: String) {
        open(Array(link.utf8))
    }

    /// Starts it in a session of its own, with nothing to read and nowhere to write: the screen is this program's, and so
    /// is the key to Unsplash.
    private func open(_ target: [UInt8]) {
        // A shell in between ends at once, so that nobody has to wait for the program to end.
        let words = ["-c", #""$0" "$1" &"#, program].map { Array($0.utf8) }
        ChildProgram(
            "/bin/sh", arguments: words + [target],
            environment: ChildProgram.ownEnvironment(without: [LibraryOpening.keyVariable])
        ).run()
    }
}
