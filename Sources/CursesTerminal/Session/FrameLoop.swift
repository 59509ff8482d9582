import Dispatch
import TerminalUI

/// Draws when something has changed: at most one frame a turn of the main queue, and none while the last one is still
/// on its way to the terminal.
@MainActor
final class FrameLoop {
    /// Makes the surface that is to be shown.
    private let makeSurface: () -> Surface
    private let presenter: FramePresenter
    private let writer: FrameWriter
    /// The terminal takes no more output.
    private let onFailure: () -> Void
    private var pacing = FramePacing()
    private var isPaused = true
    private var needsDisplay = false
    private var isScheduled = false
    /// Pieces of output that are not yet with the terminal: a cut frame and what follows it can be two.
    private var writesUnderWay = 0
    /// Counts the frames drawn, so that a timer knows whether it still matters.
    private var frames = 0

    init(
        presenter: FramePresenter, writer: FrameWriter, makeSurface: @escaping () -> Surface,
        onFailure: @escaping () -> Void
    ) {
        self.presenter = presenter
        self.writer = writer
        self.makeSurface = makeSurface
        self.onFailure = onFailure
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
        write(bytes)
        redraw()
    }

    /// Writes bytes that change nothing on the screen, after the frame that is on its way.
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

    private func drawIfPossible() {
        guard needsDisplay, !isPaused, writesUnderWay == 0 else { return }
        needsDisplay = false
        let now = DispatchTime.now().uptimeNanoseconds
        let bytes = presenter.present(makeSurface(), joining: pacing.joining(at: now))
        frames += 1
        guard !bytes.isEmpty else { return refineAfterRest() }
        pacing.frameBegan(at: DispatchTime.now().uptimeNanoseconds)
        // Between these marks a terminal that knows them (mode 2026) shows nothing half done.
        write(Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8))
    }

    private func write(_ bytes: [UInt8]) {
        writesUnderWay += 1
        writer.write(bytes) { outcome in
            self.writesUnderWay -= 1
            self.pacing.frameEnded(at: DispatchTime.now().uptimeNanoseconds, bytes: bytes.count)
            switch outcome {
            case .failed where !self.isPaused: self.onFailure()
            case .failed, .cut: break
            case .written:
                self.drawIfPossible()
                self.refineAfterRest()
            }
        }
    }

    /// A coarse frame is followed by an exact one when nothing else came meanwhile.
    private func refineAfterRest() {
        guard pacing.isCoarse, writesUnderWay == 0 else { return }
        let now = frames
        DispatchQueue.main.asyncAfter(deadline: .now() + FramePacing.rest) {
            if self.frames == now { self.setNeedsDisplay() }
        }
    }
}
