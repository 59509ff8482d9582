import Albums
import CDecodingWorker
import Glibc

/// The role of a process that becomes a confined tool for videos.
public enum VideoToolRole {
    /// The name of the process. No command line starts it by accident.
    static let name = "tintype: video frame"

    /// Whether the program has started this process in the role.
    public static var isCurrentProcess: Bool { CommandLine.arguments == [name] }

    public static func run() -> Never {
        video_tool_run()
    }
}

/// A video tool in a separate process that can read only the video and the system's libraries.
struct VideoToolProcess {
    /// The limits of a run.
    struct Limits {
        /// When the process is stopped.
        var deadline = SuspendingClock.now + .seconds(10)
        /// The maximum size of the output, in bytes. Fits the pixels of the largest frames.
        var outputBytes = 64 << 20
    }

    enum Failure: Error {
        /// The kernel has refused a protection, so the tool wasn't started.
        case unprotected
        /// The tool couldn't be started, perhaps because the system has no processes or descriptors left.
        case notStarted
        /// The tool crashed, was stopped, or reported a failure.
        case failed
    }

    private let process: pid_t
    private let output: Int32
    private let standardError: Int32

    /// The output of a tool.
    struct Output {
        var bytes: [UInt8]
        /// The beginning of its standard error.
        var messages: [UInt8]
    }

    /// Runs a tool, and returns its output. Logs its messages, except for information. Blocks.
    /// - Parameters:
    ///   - executable: this program.
    ///   - video: its standard input; nil for none.
    /// - Throws: `Failure`, or `CancellationError`.
    static func output(
        of command: [String], video: OpenedSource?, executable: String, limits: Limits, log: DecoderLog,
        cancellation: DecodeCancellation
    ) throws -> Output {
        let tool = try VideoToolProcess(command, video: video?.descriptor, executable: executable)
        defer { tool.close() }
        let result = Result { try tool.read(limits, cancellation) }
        if case .failure = result { tool.kill() }
        let status = tool.end(by: limits.deadline, cancellation)
        let messages = tool.readMessages()
        let problems = messages.split(separator: UInt8(ascii: "\n")).filter { line in
            !VideoTool.harmlessLevels.contains { line.firstRange(of: Array($0.utf8)) != nil }
        }
        log.add(problems, file: video?.version, failure: status == 0 ? nil : .noVideoFrame(.failed))
        let bytes = try result.get()
        if status == 0 { return Output(bytes: bytes, messages: messages) }
        // A cancelled tool's exit status doesn't count as a failure of the video.
        try cancellation.checkCancellation()
        switch status {
        case VIDEO_TOOL_UNPROTECTED << 8: throw Failure.unprotected
        case VIDEO_TOOL_NOT_STARTED << 8: throw Failure.notStarted
        default: throw Failure.failed
        }
    }

    private init(_ command: [String], video: Int32?, executable: String) throws(Failure) {
        let text: [UInt8] = command.flatMap { Array($0.utf8) + [0] }
        let arguments = worker_make_copy(text, text.count)
        guard arguments >= 0 else { throw .notStarted }
        defer { Glibc.close(arguments) }
        var (outputs, logs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        defer {
            for descriptor in [outputs[1], logs[1]] where descriptor >= 0 { Glibc.close(descriptor) }
        }
        var process: pid_t = 0
        guard video_tool_make_pipe(&outputs) == 0, worker_make_pipe(&logs) == 0,
            video_tool_spawn(
                executable, VideoToolRole.name, video ?? -1, outputs[1], logs[1], arguments, &process) == 0
        else {
            for descriptor in [outputs[0], logs[0]] where descriptor >= 0 { Glibc.close(descriptor) }
            throw .notStarted
        }
        self.process = process
        output = outputs[0]
        standardError = logs[0]
    }

    private func close() {
        Glibc.close(output)
        Glibc.close(standardError)
    }

    /// Reads the output to its end.
    private func read(_ limits: Limits, _ cancellation: DecodeCancellation) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            try cancellation.checkCancellation()
            guard SuspendingClock.now < limits.deadline else { throw Failure.failed }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.checkMilliseconds) > 0 else { continue }
            let count = Glibc.read(output, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= limits.outputBytes else { throw Failure.failed }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Reads the pending standard error. Output beyond the capacity of the pipe is lost.
    private func readMessages() -> [UInt8] {
        var messages: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while messages.count < Self.maxMessageBytes {
            let count = Glibc.read(standardError, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            messages += buffer[..<count]
        }
        return messages
    }

    private static let maxMessageBytes = 64 << 10

    /// The time between checks of a tool that writes nothing.
    private static let checkMilliseconds: Int32 = 10

    /// Kills the process and its threads. It can't have started others.
    private func kill() {
        Glibc.kill(process, SIGKILL)
    }

    /// Waits for the end of the process, and removes it from the system's table. Returns its status; nil if it had to be
    /// killed.
    private func end(by deadline: SuspendingClock.Instant, _ cancellation: DecodeCancellation) -> Int32? {
        var status: Int32 = 0
        var usage = rusage()
        var killed: SuspendingClock.Instant?
        while true {
            let ended = wait4(process, &status, WNOHANG, &usage)
            if ended == process {
                let time = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
                cancellation.addUsed(seconds: time.reduce(0, +))
                return killed == nil ? status : nil
            }
            if ended < 0, errno != EINTR { return nil }
            if let killed {
                // A process that waits for a disk may die late.
                guard SuspendingClock.now - killed < .seconds(1) else {
                    WorkerProcess.reapLater(process)
                    return nil
                }
            } else if cancellation.isCancelled || SuspendingClock.now >= deadline {
                kill()
                killed = .now
            }
            usleep(500)
        }
    }
}
