import CNcurses
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// A child process in a new session. It inherits no files, sockets, terminal, ignored signals or blocked signals, and
/// only the given environment.
public struct ChildProgram: Sendable {
    /// A path, or a name to look up in PATH.
    let name: String
    let arguments: [[UInt8]]
    /// Entries of the form `NAME=value`.
    let environment: [[UInt8]]

    /// - Parameter environment: entries of the form `NAME=value`, as bytes because they needn't be UTF-8.
    public init(_ name: String, arguments: [[UInt8]], environment: [[UInt8]]) {
        self.name = name
        self.arguments = arguments
        self.environment = environment
    }

    /// Returns an environment, by default that of this process, without the given variables.
    public static func environment(_ entries: [[UInt8]] = ownEnvironment, without names: [String]) -> [[UInt8]] {
        entries.filter { entry in !names.contains { entry.starts(with: "\($0)=".utf8) } }
    }

    /// The environment of this process.
    public static var ownEnvironment: [[UInt8]] {
        var entries: [[UInt8]] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
            next += 1
        }
        return entries
    }

    /// Runs the program and waits for it to exit, with standard streams on /dev/null.
    /// - Returns: whether it was started and succeeded.
    @discardableResult
    public func run() -> Bool {
        start().map { Self.exitStatus(of: $0) == 0 } ?? false
    }

    /// Passes a text to the program on standard input and waits for it to exit.
    /// - Returns: whether it was started and succeeded in time.
    func run(reading text: [UInt8], within milliseconds: Int) -> Bool {
        guard let file = try? MemoryFile(), fwrite(text, 1, text.count, file.stream) == text.count,
            fflush(file.stream) == 0, lseek(file.descriptor, 0, SEEK_SET) == 0
        else { return false }
        return withExtendedLifetime(file) {
            // Reading its output serves only to wait for its end.
            output(input: file.descriptor, within: milliseconds) != nil
        }
    }

    /// Returns the program's standard output.
    /// - Returns: nil if the program was not started, failed or timed out.
    func output(input: Int32? = nil, within milliseconds: Int) -> [UInt8]? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        let process = start(input: input, output: ends[1])
        close(ends[1])
        guard let process else { return nil }
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        var bytes: [UInt8] = []
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&ready, 1, Int32(left.rounded(.up))) > 0 else {
                kill(process, SIGKILL)
                _ = Self.exitStatus(of: process)
                return nil
            }
            let piece = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = max(0, read(ends[0], buffer.baseAddress, buffer.count))
            }
            guard !piece.isEmpty, bytes.count < 1 << 20 else { break }
            bytes += piece
        }
        return Self.exitStatus(of: process) == 0 ? bytes : nil
    }

    /// Runs the program and waits for it to exit. Cancelling the task ends the program and its children, if they are
    /// still in its session.
    ///
    /// - Parameters:
    ///   - maxBytes: The length of the output to pass on; the rest is discarded.
    ///   - onOutput: Called on another thread with pieces of standard output and standard error, as one.
    /// - Returns: the exit status as in a shell: 128 and the number of the signal that ended the program; nil if it
    ///   could not be started.
    public func run(maxBytes: Int, onOutput: @escaping @Sendable ([UInt8]) -> Void) async -> Int32? {
        let flag = CancellationFlag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    var ends: [Int32] = [-1, -1]
                    let process = pipe(&ends) == 0 ? start(output: ends[1], error: ends[1]) : nil
                    if ends[1] >= 0 { close(ends[1]) }
                    let status = process.flatMap {
                        Self.follow(
                            $0, output: ends[0], maxBytes: maxBytes, isCanceled: { flag.isCanceled },
                            onOutput: onOutput)
                    }
                    if ends[0] >= 0 { close(ends[0]) }
                    continuation.resume(returning: status)
                }
            }
        } onCancel: {
            flag.cancel()
        }
    }

    /// Reads the output until the program has exited; returns its status. A child of the program in the background may
    /// keep the pipe open, so the end of the output is not the end of the program.
    private static func follow(
        _ process: pid_t, output: Int32, maxBytes: Int, isCanceled: () -> Bool, onOutput: ([UInt8]) -> Void
    ) -> Int32? {
        var room = maxBytes
        var isOpen = true
        /// When to kill a canceled program; nil if it was not canceled.
        var killTime: ContinuousClock.Instant?
        /// Reads a piece of output; returns its length.
        func read(waiting milliseconds: Int32) -> Int {
            var ready = pollfd(fd: isOpen ? output : -1, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, milliseconds) > 0 else { return 0 }
            let piece = [UInt8](unsafeUninitializedCapacity: pipeCapacity) { buffer, count in
                count = max(0, Glibc.read(output, buffer.baseAddress, buffer.count))
            }
            isOpen = !piece.isEmpty
            guard isOpen, killTime == nil, room > 0 else { return piece.count }
            onOutput(Array(piece.prefix(room)))
            room -= min(room, piece.count)
            // A flood of small writes becomes few large pieces.
            usleep(10_000)
            return piece.count
        }
        while true {
            _ = read(waiting: 50)
            // The program stays a zombie until its group has been killed, so that no other group can take its number.
            var info = siginfo_t()
            let hasExited =
                waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == SIGCHLD
            // The program leads its own session and process group.
            if let killTime {
                guard hasExited && !isOpen || .now > killTime else { continue }
                kill(-process, SIGKILL)
                break
            } else if isCanceled() {
                kill(-process, SIGTERM)
                killTime = .now + .seconds(1)
            } else if hasExited {
                // All output of the program fits the pipe; a child in the background may print forever.
                var left = pipeCapacity
                while left > 0, isOpen {
                    let count = read(waiting: 0)
                    left = count == 0 ? 0 : left - count
                }
                break
            }
        }
        return exitStatus(of: process)
    }

    /// The default capacity of a pipe on Linux.
    private static let pipeCapacity = 1 << 16

    private func start(input: Int32? = nil, output: Int32? = nil, error: Int32? = nil) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, source, mode) in [(STDIN_FILENO, input, O_RDONLY), (STDOUT_FILENO, output, O_WRONLY)] {
            if let source {
                posix_spawn_file_actions_adddup2(&actions, source, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
            }
        }
        if let error {
            posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        // Not every library opens its sockets as close-on-exec.
        spawn_close_files(&actions, STDERR_FILENO + 1)
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
        // If the parent of this program ignored it, the system would discard the exit status.
        signal(SIGCHLD, SIG_DFL)
        var process: pid_t = 0
        let failure = Self.withCStrings([Array(name.utf8)] + arguments) { arguments in
            Self.withCStrings(environment) { environment in
                posix_spawnp(&process, name, &actions, &attributes, arguments, environment)
            }
        }
        return failure == 0 ? process : nil
    }

    /// Waits for a process to exit; returns its exit status as in a shell, or nil if there is no such process.
    private static func exitStatus(of process: pid_t) -> Int32? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func withCStrings<Result>(
        _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0.filter { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }

    /// POSIX_SPAWN_SETSID, which glibc declares only with _GNU_SOURCE.
    private static let newSession: Int32 = 0x80
}

/// Set when a program is to end.
private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isCanceled: Bool { flag.load(ordering: .acquiring) }

    func cancel() {
        flag.store(true, ordering: .releasing)
    }
}
