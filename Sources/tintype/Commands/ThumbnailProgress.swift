import Albums
import CursesTerminal
import Glibc
import Localization
import Pictures
import Screens
import Synchronization

/// The progress of making thumbnails, as a bar on a terminal or as lines elsewhere.
final class ThumbnailProgress: Sendable {
    private struct State {
        var made = 0
        var existing = 0
        var notNeeded = 0
        var failed = 0
        /// The number of videos without a frame.
        var videos = 0
        /// Why frames can't be read.
        var videoFailure: VideoFrameFailure?
        /// The numbers of photos done at the last moments, oldest first.
        var history: [(time: ContinuousClock.Instant, done: Int)] = []
        var lastLine: ContinuousClock.Instant

        var done: Int { made + existing + notNeeded + failed + videos }
    }

    private let total: Int
    private let isQuiet: Bool
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    private let state: Mutex<State>

    init(total: Int, isQuiet: Bool) {
        self.total = total
        self.isQuiet = isQuiet
        state = Mutex(State(lastLine: .now))
    }

    var done: Int { state.withLock { $0.done } }
    var failed: Int { state.withLock { $0.failed } }

    /// Counts a photo, and reports a failure.
    func add(_ outcome: ThumbnailFiller.Outcome, of path: [UInt8]) {
        state.withLock { state in
            switch outcome {
            case .made: state.made += 1
            case .exists: state.existing += 1
            case .notNeeded: state.notNeeded += 1
            case .failed, .truncated: state.failed += 1
            case .noVideoFrames(let failure):
                state.videos += 1
                state.videoFailure = failure
            // The reason is reported once, at the end.
            case .unwritable: break
            }
        }
        switch outcome {
        case .failed(let failure, _): report(path, UserFacingText.failure(failure))
        case .truncated: report(path, localized(UserFacingText.partiallyShown))
        default: break
        }
    }

    private func report(_ path: [UInt8], _ reason: String) {
        clear()
        StandardError.write(line: "tintype: \(String(decoding: path, as: UTF8.self)): \(reason)")
    }

    /// Shows the progress: the bar on a terminal, or a line once in a while.
    func show() {
        guard !isQuiet else { return }
        let (status, state, isDue) = state.withLock { state in
            let now = ContinuousClock.now
            state.history.append((now, state.done))
            state.history.removeAll { now - $0.time > Self.memory }
            let isDue = now - state.lastLine > Self.linePause
            if isDue { state.lastLine = now }
            return (text(of: state, now: now), state, isDue)
        }
        if isOnTerminal {
            let columns = (TerminalWindow(descriptor: STDERR_FILENO)?.size.columns ?? 80) - 1
            StandardError.write(status: Self.bar(state.done, of: total, before: status, columns: columns))
        } else if isDue {
            StandardError.write(line: status)
        }
    }

    /// Removes the bar.
    func clear() {
        if isOnTerminal, !isQuiet { StandardError.write(status: "") }
    }

    /// Describes the finished work.
    func summary(isDryRun: Bool) -> String {
        let state = state.withLock { $0 }
        return isDryRun
            ? localized(
                "\(state.made) to make, \(state.existing) already there, \(state.notNeeded) not needed, \(state.failed) failed"
            )
            : localized(
                "\(state.made) made, \(state.existing) already there, \(state.notNeeded) not needed, \(state.failed) failed"
            )
    }

    /// How many videos have no thumbnail, and why; nil if all have one.
    var videoSummary: String? {
        let state = state.withLock { $0 }
        return state.videoFailure.map { failure in
            let videos = localized(
                state.videos, one: "\(state.videos) video", other: "\(state.videos) videos")
            return "\(videos): \(UserFacingText.failure(PictureFailure.noVideoFrame(failure)))"
        }
    }

    /// The time over which the rate is measured.
    private static let memory = Duration.seconds(10)
    /// The time between two lines.
    private static let linePause = Duration.seconds(10)

    private func text(of state: State, now: ContinuousClock.Instant) -> String {
        let first = state.history.first ?? (now, state.done)
        let seconds = (now - first.time) / .seconds(1)
        let rate = seconds > 0 ? Double(state.done - first.done) / seconds : 0
        let remaining = rate > 0 ? Self.time(Double(total - state.done) / rate) : "?"
        let (done, failed) = (state.done, state.failed)
        let perSecond = rate < 10 ? "\((10 * rate).rounded() / 10)" : "\(Int(rate.rounded()))"
        return localized("\(done) of \(total), \(perSecond) per second, \(remaining) left, \(failed) failed")
    }

    /// Returns hours, minutes and seconds, such as `1:02:03` or `2:03`.
    static func time(_ seconds: Double) -> String {
        let seconds = Int(min(max(0, seconds), 1e6).rounded(.up))
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(digits(minutes)):\(digits(seconds % 60))" : "\(minutes):\(digits(seconds % 60))"
    }

    /// Returns a bar and a text that fit in a line.
    static func bar(_ done: Int, of total: Int, before text: String, columns: Int) -> String {
        let width = min(30, columns - text.count - 3)
        guard width >= 5, total > 0 else { return String(text.prefix(max(0, columns))) }
        let filled = width * min(done, total) / total
        return "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: width - filled))] \(text)"
    }
}
