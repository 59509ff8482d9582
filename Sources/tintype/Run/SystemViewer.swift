import CursesTerminal
import Glibc
import Pictures

/// Opens files and links with the desktop's default application, through xdg-open.
struct SystemViewer {
    private let program: String

    /// Finds xdg-open in `PATH`; returns nil if it is missing or no window system is running.
    init?(environment: [String: String]) {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        let programs = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/xdg-open" }
        guard let program = programs.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.program = program
    }

    /// Opens a file with the default application.
    func open(_ file: ViewableFile) {
        open(file.path)
    }

    /// Opens a link with the default application for its scheme.
    func open(link: String) {
        open(Array(link.utf8))
    }

    /// Starts xdg-open in a new session with its standard streams on /dev/null, so that it cannot write to the screen.
    /// Its environment omits secrets.
    private func open(_ target: [UInt8]) {
        // The shell in between exits at once, so `run` doesn't block until the application ends.
        let command = ["-c", #""$0" "$1" &"#, program].map { Array($0.utf8) }
        ChildProgram(
            "/bin/sh", arguments: command + [target],
            environment: ChildProgram.environment(without: LibraryOpener.secretVariables)
        ).run()
    }
}
