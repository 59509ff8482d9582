import Albums
import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// Reads frames of videos with an installed program, and also size and length for containers without a reader of our
/// own. Caches recent results.
public final class VideoFrames: Sendable {
    /// A frame as an encoded picture.
    struct Key: Hashable {
        let video: OpenedSource.Identity
        /// The maximum width and height, in pixels.
        let side: Int
    }

    private struct State {
        /// The newest one last.
        var frames: [(key: Key, picture: [UInt8])] = []
        /// The videos without a readable frame.
        var failed: Set<OpenedSource.Identity> = []
        var infos: [OpenedSource.Identity: VideoInfo] = [:]
        var runningCount = 0
    }

    /// The width and height of a frame for tiles and for the cache of thumbnails.
    static let smallSide = 512
    /// The width and height of a frame for the viewer.
    static let largeSide = 4096

    private static let maxFrames = 4
    private static let maxInfos = 1000
    private static let maxBytes = 32 << 20
    /// The maximum number of tools that run at a time.
    static let maxTools = maxTools(cores: PictureLoader.coreCount)

    /// Leaves one core to photos, if there are several.
    static func maxTools(cores: Int) -> Int {
        min(2, max(1, cores - 1))
    }

    private let executable: String
    private let find: @Sendable () -> VideoTool?
    private let maxSeconds: Double
    private let maxOutputBytes: Int
    private let log = DecoderLog()
    private let state = Mutex(State())

    /// Uses a program of the system, or one in `PATH`.
    public convenience init() {
        let searchPath = ProcessInfo.processInfo.environment["PATH"]
        self.init { VideoTool.installed(searchPath: searchPath) }
    }

    /// - Parameters:
    ///   - executable: this program, which knows the role of a tool.
    ///   - maxSeconds: how long a tool may take.
    ///   - maxOutputBytes: the maximum size of a frame.
    ///   - find: returns the program; called for each frame, because the user may install one.
    init(
        executable: String = "/proc/self/exe", maxSeconds: Double = 10, maxOutputBytes: Int = 64 << 20,
        find: @escaping @Sendable () -> VideoTool?
    ) {
        self.executable = executable
        self.maxSeconds = maxSeconds
        self.maxOutputBytes = maxOutputBytes
        self.find = find
    }

    /// The last messages that tools have printed.
    public var messages: [DecoderMessage] { log.messages }

    /// Allows another attempt for videos without a readable frame.
    func forgetFailures() {
        state.withLock { $0.failed = [] }
    }

    /// Whether the installed program prints the size and length of videos.
    var hasInformation: Bool { find()?.informationCommand(.mpeg) != nil }

    /// Returns the size and length of a video; nil if the installed program doesn't print them or fails. Frames may be
    /// readable even then. Blocks.
    /// - Throws: `PictureFailure.noVideoFrame`, or `CancellationError`.
    func info(
        of video: OpenedSource, format: VideoFormat, cancellation: DecodeCancellation
    ) throws -> VideoInfo? {
        func known() -> VideoInfo? { state.withLock { $0.infos[video.identity] } }
        if let known = known() { return known }
        return try running(on: video, cancellation) { tool in
            // Another request may have read it in the meantime.
            if let known = known() { return known }
            guard let command = tool.informationCommand(format) else { return nil }
            let output: VideoToolProcess.Output
            do {
                output = try self.output(of: command, video, limits, cancellation)
            } catch VideoToolProcess.Failure.failed {
                try cancellation.checkCancellation()
                return nil
            }
            let info = VideoInfo(ffmpegMessages: output.messages)
            state.withLock { state in
                if state.infos.count >= Self.maxInfos { state.infos = [:] }
                state.infos[video.identity] = info
            }
            return info
        }
    }

    /// Returns a frame as an encoded picture. Blocks.
    /// - Parameters:
    ///   - duration: the length of the video in seconds; nil if unknown.
    ///   - side: the maximum width and height, in pixels.
    /// - Throws: `PictureFailure.noVideoFrame`, or `CancellationError`.
    func frame(
        of video: OpenedSource, format: VideoFormat, duration: Double?, side: Int, cancellation: DecodeCancellation
    ) throws -> [UInt8] {
        let key = Key(video: video.identity, side: side)
        if let known = known(key) { return known }
        return try running(on: video, cancellation) { tool in
            // Another request may have read it in the meantime.
            if let known = known(key) { return known }
            // A tenth of the way in, few videos show only a title or a black screen.
            let frame = VideoTool.Frame(
                format: format, time: duration.map { $0 / 10 } ?? 1, isKeyFrame: true, side: side)
            let picture = try read(frame, by: tool, of: video, cancellation)
            keep(picture, for: key)
            return picture
        }
    }

    /// Calls `body` with the program once a tool may start.
    private func running<Value>(
        on video: OpenedSource, _ cancellation: DecodeCancellation, _ body: (VideoTool) throws -> Value
    ) throws -> Value {
        let identity = video.identity
        guard !state.withLock({ $0.failed.contains(identity) }) else { throw PictureFailure.noVideoFrame(.failed) }
        guard let tool = find() else { throw PictureFailure.noVideoFrame(.noProgram) }
        try wait(cancellation)
        defer { endTool() }
        do {
            return try body(tool)
        } catch VideoToolProcess.Failure.unprotected {
            throw PictureFailure.noVideoFrame(.unprotected)
        } catch VideoToolProcess.Failure.notStarted {
            throw PictureFailure.noVideoFrame(.failed)
        } catch is VideoToolProcess.Failure {
            try cancellation.checkCancellation()
            state.withLock { _ = $0.failed.insert(identity) }
            throw PictureFailure.noVideoFrame(.failed)
        }
    }

    private var limits: VideoToolProcess.Limits {
        VideoToolProcess.Limits(deadline: .now + .seconds(maxSeconds), outputBytes: maxOutputBytes)
    }

    private func output(
        of command: [String], _ video: OpenedSource, _ limits: VideoToolProcess.Limits,
        _ cancellation: DecodeCancellation
    ) throws -> VideoToolProcess.Output {
        try VideoToolProcess.output(
            of: command, video: video, executable: executable, limits: limits, log: log, cancellation: cancellation)
    }

    private func read(
        _ frame: VideoTool.Frame, by tool: VideoTool, of video: OpenedSource, _ cancellation: DecodeCancellation
    ) throws -> [UInt8] {
        let limits = limits
        func picture(_ frame: VideoTool.Frame) throws -> [UInt8] {
            let picture = try output(of: tool.command(frame), video, limits, cancellation).bytes
            guard !picture.isEmpty else { throw VideoToolProcess.Failure.failed }
            return picture
        }
        do {
            return try picture(frame)
        } catch VideoToolProcess.Failure.failed where SuspendingClock.now < limits.deadline {
            // The video may be shorter, or may not mark the frames that don't depend on others.
            var first = frame
            first.time = 0
            first.isKeyFrame = false
            return try picture(first)
        }
    }

    /// Waits until a tool may start.
    private func wait(_ cancellation: DecodeCancellation) throws {
        while true {
            try cancellation.checkCancellation()
            let mayStart = state.withLock { state in
                guard state.runningCount < Self.maxTools else { return false }
                state.runningCount += 1
                return true
            }
            if mayStart { return }
            usleep(Self.waitMicroseconds)
        }
    }

    private static let waitMicroseconds: UInt32 = 5000

    private func endTool() {
        state.withLock { $0.runningCount -= 1 }
    }

    /// The number of tools that run.
    var runningCount: Int { state.withLock { $0.runningCount } }

    // MARK: Kept frames

    private func known(_ key: Key) -> [UInt8]? {
        state.withLock { state in
            guard let index = state.frames.firstIndex(where: { $0.key == key }) else { return nil }
            let found = state.frames.remove(at: index)
            state.frames.append(found)
            return found.picture
        }
    }

    private func keep(_ picture: [UInt8], for key: Key) {
        state.withLock { state in
            state.frames.removeAll { $0.key == key }
            state.frames.append((key, picture))
            while state.frames.count > Self.maxFrames
                || state.frames.count > 1 && state.frames.reduce(0, { $0 + $1.picture.count }) > Self.maxBytes
            {
                state.frames.removeFirst()
            }
        }
    }

    // MARK: Diagnosis

    /// The program that reads frames, and whether it can be confined.
    public enum Support: Hashable, Sendable {
        case missing
        /// The name and version of the program.
        case protected(String)
        /// The kernel refuses a protection; `reason` is its name and the system's message.
        case unprotected(String, reason: String)
        /// The program doesn't start, or fails; `reason` is the last line it has printed, nil for none.
        case failing(String, reason: String?)
    }

    /// Whether a program is installed.
    public var hasProgram: Bool { find() != nil }

    /// Starts the program to find out. Blocks.
    public func support() -> Support {
        guard let tool = find() else { return .missing }
        let limits = VideoToolProcess.Limits(deadline: .now + .seconds(maxSeconds), outputBytes: 64 << 10)
        // Other tools may run at the same time.
        let log = DecoderLog()
        do {
            let output = try VideoToolProcess.output(
                of: tool.versionCommand, video: nil, executable: executable, limits: limits, log: log,
                cancellation: DecodeCancellation())
            return .protected(tool.description(version: output.bytes))
        } catch VideoToolProcess.Failure.unprotected {
            return .unprotected(tool.kind.rawValue, reason: log.messages.last?.text ?? "")
        } catch {
            return .failing(tool.kind.rawValue, reason: log.messages.last?.text)
        }
    }
}

extension VideoTool {
    /// The name and the version in the output of `versionCommand`, such as `ffmpeg version 5.1.9-0+deb12u1 Copyright …`
    /// or `ffmpegthumbnailer version: 2.2.2`.
    fileprivate func description(version output: [UInt8]) -> String {
        let words = String(decoding: output.prefix(200), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let version = words.drop { !$0.hasPrefix("version") }.dropFirst().first
        return version.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue
    }
}
