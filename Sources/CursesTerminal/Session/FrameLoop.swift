import Dispatch
import TerminalUI

/// Draws when something has changed, as much at a time as the line to the terminal carries.
///
/// At most one frame is drawn in a turn of the main queue, and none while the last piece of output is being written or
/// the line has no room. A frame goes out in pieces of a few rows where the line is slow; when another one is wanted
/// meanwhile, what has not been sent of the first is dropped.
@MainActor
final class FrameLoop {
    /// Makes the surface that is to be shown.
    private let makeSurface: () -> Surface
    private let presenter: FramePresenter
    private let writer: FrameWriter
    /// The terminal takes no more output.
    private let onFailure: () -> Void
    private var flow: FlowControl
    private var pacing = FramePacing()
    private var lastSurface = Surface(size: Size(columns: 0, rows: 0))
    private var isPaused = true
    private var needsDisplay = false
    private var isScheduled = false
    /// Pieces of output that are not yet with the terminal: a cut frame and what follows it can be two.
    private var writesUnderWay = 0
    /// Counts the frames drawn, so that a timer knows whether it still matters.
    private var frames = 0
    /// Whether the terminal has been told to show nothing until a frame is whole.
    private var isHoldingScreen = false
    /// The time to look for room again, for which a timer is set.
    private var checkAt: UInt64?
    /// The frame that is being written, for lines that only back-pressure tells about.
    private var current = (bytes: 0, writing: UInt64(0))

    private static let holdScreen = Array("\u{1B}[?2026h".utf8)
    private static let releaseScreen = Array("\u{1B}[?2026l".utf8)
    /// A piece this small is shown at once anyway.
    private static let smallPiece = 1024
    /// The size of a piece where only back-pressure limits them.
    private static let unlimitedPiece = 16 * 1024

    init(
        presenter: FramePresenter, writer: FrameWriter, flow: FlowControl = FlowControl(asksTerminal: false),
        makeSurface: @escaping () -> Surface, onFailure: @escaping () -> Void
    ) {
        self.presenter = presenter
        self.writer = writer
        self.flow = flow
        self.makeSurface = makeSurface
        self.onFailure = onFailure
    }

    /// The line to the terminal, as far as it is known.
    var line: LinkEstimate { flow.estimate }

    /// How many status reports are still to come.
    var pendingReports: Int { flow.pendingAnswers }

    /// The time in seconds until a frame comes back in which every cell changes; nil while that is unknown.
    var wholeFrameTime: Double? { flow.estimate.time(for: presenter.wholeFrameBytes) }

    /// Whether the terminal may be asked for status reports, and not a multiplexer in its place.
    var asksTerminal: Bool {
        get { flow.asksTerminal }
        set { flow.asksTerminal = newValue }
    }

    func setNeedsDisplay() {
        needsDisplay = true
        guard !isScheduled else { return }
        isScheduled = true
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                self.isScheduled = false
                self.drawIfPossible()
            }
        }
    }

    /// Writes these bytes and then the whole screen.
    func begin(with bytes: [UInt8]) {
        isPaused = false
        isHoldingScreen = false
        flow.restart()
        write(bytes)
        redraw()
    }

    /// Writes bytes that change nothing on the screen, after the piece of a frame that is on its way.
    func send(_ bytes: [UInt8]) {
        if !isPaused { write(bytes) }
    }

    /// Sends the whole screen with the next frame.
    func redraw() {
        presenter.forgetScreen()
        setNeedsDisplay()
    }

    /// Draws no more, gives up the frame that is on its way, and writes these bytes in its place.
    func pause(with bytes: [UInt8]) {
        isPaused = true
        writer.cut(andWrite: bytes, within: 200)
    }

    /// A status report has come.
    func receiveReport() {
        flow.answer(at: Self.now)
        drawIfPossible()
    }

    private func drawIfPossible() {
        guard !isPaused, writesUnderWay == 0, needsDisplay || presenter.isUnderWay else { return }
        let now = Self.now
        flow.expire(at: now)
        guard flow.hasRoom(at: now) else { return checkLater(at: flow.nextCheck(at: now)) }
        if needsDisplay {
            needsDisplay = false
            frames += 1
            let surface = makeSurface()
            let joining = pacing.joining(
                at: now, wholeFrameTime: wholeFrameTime, hasNewPicture: surface.hasOtherPicture(than: lastSurface))
            presenter.begin(surface, joining: joining)
            lastSurface = surface
            current = (0, 0)
        }
        let bytes = presenter.next(limit: flow.isUnlimited ? Self.unlimitedPiece : max(1, flow.window / 4))
        guard !bytes.isEmpty else { return refineWhenIdle() }
        write(framed(bytes))
    }

    /// Bytes of a frame between marks (mode 2026) between which a terminal that knows them shows nothing half done.
    ///
    /// Where only back-pressure limits the output, they stand around the whole frame. Else they stand around each piece:
    /// some terminals read no question before the second mark.
    private func framed(_ bytes: [UInt8]) -> [UInt8] {
        guard flow.isUnlimited else {
            let isSmall = bytes.count <= Self.smallPiece && !isHoldingScreen
            isHoldingScreen = false
            return isSmall ? bytes : Self.holdScreen + bytes + Self.releaseScreen
        }
        let isFirst = !isHoldingScreen
        isHoldingScreen = presenter.isUnderWay
        if isFirst, !isHoldingScreen, bytes.count <= Self.smallPiece { return bytes }
        return (isFirst ? Self.holdScreen : []) + bytes + (isHoldingScreen ? [] : Self.releaseScreen)
    }

    private func write(_ bytes: [UInt8]) {
        let now = Self.now
        let asks = flow.shouldAsk(at: now)
        var output = bytes
        if asks {
            // A question before a long frame measures the round trip alone.
            if presenter.isUnderWay, flow.unanswered(at: now) == 0 {
                output = FlowControl.question + output
                flow.wrote(FlowControl.question.count, asking: true, at: now)
            }
            output += FlowControl.question
        }
        flow.wrote(bytes.count + (asks ? FlowControl.question.count : 0), asking: asks, at: now)
        writesUnderWay += 1
        writer.write(output) { outcome in
            self.writesUnderWay -= 1
            self.wrote(bytes.count, since: now)
            switch outcome {
            case .failed where !self.isPaused: self.onFailure()
            case .failed, .cut: break
            case .written:
                self.drawIfPossible()
                self.refineWhenIdle()
            }
        }
    }

    private func wrote(_ bytes: Int, since began: UInt64) {
        let now = Self.now
        pacing.wrote(at: now, isWhole: !presenter.isUnderWay)
        current.bytes += bytes
        current.writing += now - began
        guard !presenter.isUnderWay else { return }
        flow.noteWrite(of: current.bytes, taking: current.writing, at: now)
        current = (0, 0)
    }

    private func checkLater(at time: UInt64?) {
        guard let time, checkAt.map({ time < $0 }) ?? true else { return }
        checkAt = time
        DispatchQueue.main.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) {
            MainActor.assumeIsolated {
                if self.checkAt == time { self.checkAt = nil }
                self.drawIfPossible()
            }
        }
    }

    /// A coarse frame is followed by an exact one when nothing else came meanwhile.
    private func refineWhenIdle() {
        guard pacing.isCoarse, writesUnderWay == 0, !presenter.isUnderWay else { return }
        let now = frames
        DispatchQueue.main.asyncAfter(deadline: .now() + FramePacing.idle) {
            if self.frames == now { self.setNeedsDisplay() }
        }
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension Surface {
    /// Whether more than an eighth of the cells belongs to pictures that another surface does not have.
    fileprivate func hasOtherPicture(than other: Surface) -> Bool {
        guard size == other.size else { return true }
        let changed = zip(cells, other.cells).count { $0.style.attributes.contains(.picture) && $0 != $1 }
        return changed > cells.count / 8
    }
}
