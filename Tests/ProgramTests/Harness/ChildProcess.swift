import Foundation
import Synchronization

/// A child process in a new POSIX session.
final class ChildProcess {
    /// The way a program ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// The target of a standard stream.
    enum Stream {
        /// The session's terminal.
        case terminal
        /// A file; created or truncated for output.
        case file(String)
    }

    let id: pid_t
    private var ending: Ending?

    /// Starts a program with the terminal as its controlling terminal.
    init(
        arguments: [String], environment: [String: String], folder: String, terminal: String,
        input: Stream = .terminal, output: Stream = .terminal, error: Stream = .terminal
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session leader opens becomes its controlling terminal, even if no stream uses it.
        posix_spawn_file_actions_addopen(&actions, 3, terminal, O_RDWR, 0)
        for (descriptor, stream) in [input, output, error].enumerated() {
            switch stream {
            case .terminal:
                posix_spawn_file_actions_adddup2(&actions, 3, Int32(descriptor))
            case .file(let path):
                let mode = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
                posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, mode, 0o644)
            }
        }
        posix_spawn_file_actions_addclose(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var allSignals = sigset_t()
        sigfillset(&allSignals)
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigdefault(&attributes, &allSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        // POSIX_SPAWN_SETSID, which glibc declares only with _GNU_SOURCE.
        let newSession: Int32 = 0x80
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | newSession))

        var started: pid_t = 0
        let changingFolder = "/usr/bin/env"
        let code = Self.startLock.withLock { _ in
            Self.keepDescriptorsFromPrograms()
            return Self.withCStrings([changingFolder, "-C", folder] + arguments) { arguments in
                Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                    posix_spawn(&started, changingFolder, &actions, &attributes, arguments, environment)
                }
            }
        }
        guard code == 0 else { throw SystemError("start \(arguments.first ?? "nothing")", code: code) }
        id = started
    }

    deinit {
        end()
    }

    /// Kills the program, unless it has ended, and waits for its end.
    func end() {
        guard reap() == nil else { return }
        send(SIGKILL)
        send(SIGCONT)
        var status: Int32 = 0
        if waitpid(id, &status, 0) == id { ending = .killed(signal: SIGKILL) }
    }

    /// Sends a signal to the program, unless it has ended.
    func send(_ signal: Int32) {
        if ending == nil { kill(id, signal) }
    }

    /// Returns how the program ended, or nil while it runs.
    func reap() -> Ending? {
        if let ending { return ending }
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        let signal = status & 0x7F
        ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
        return ending
    }

    /// Held while a program starts or a terminal opens, so that no program inherits the terminal of another.
    static let startLock = Mutex(())

    /// Sets close-on-exec on all descriptors, since an inherited socket would outlive its server.
    private static func keepDescriptorsFromPrograms() {
        guard let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return }
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
    ) rethrows -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return try body(pointers + [nil])
    }
}
