import Glibc

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

    /// Starts it in a session of its own, with nothing to read and nowhere to write: the screen is this program's.
    func open(_ target: [UInt8]) {
        // A shell in between ends at once, so that nobody has to wait for the program to end.
        let script = #""$0" "$1" </dev/null >/dev/null 2>&1 &"#
        let arguments = [Array("sh".utf8), Array("-c".utf8), Array(script.utf8), Array(program.utf8), target]
            .map { $0.filter { $0 != 0 }.map(CChar.init(bitPattern:)) + [0] }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | Self.newSession))
        var process: pid_t = 0
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        if posix_spawn(&process, "/bin/sh", nil, &attributes, pointers, environ) == 0 { waitpid(process, nil, 0) }
    }

    /// POSIX_SPAWN_SETSID, which glibc shows to GNU programs only.
    private static let newSession: Int32 = 0x80
}
