import Dispatch
import TerminalUI

/// Draws when something has changed, as much at a time as the connection to the terminal carries.
///
/// Draws at most one frame per turn of the main queue, and none while output is being written or the connection has no
/// room. On a slow connection, a frame is sent in pieces of a few rows; when a new frame is requested, the unsent rest
/// of the old one is dropped.
@MainActor
final class FrameLoop {
    /// Creates the surface to show.
    private let makeSurface: () -> Surface
    private let presenter: FramePresenter
    private let writer: FrameWriter
    let pixels = PixelScheduler()
    /// Called when a frame has been written completely.
    private let onPresent: () -> Void
    /// Called when output to the terminal fails.
    private let onFailure: () -> Void
    /// Limits the output in flight.
    var flow: FlowControl
    private var pacing = FramePacing()
    private var lastSurface = Surface(size: Size(columns: 0, rows: 0))
    private var isPaused = true
    private var needsDisplay = false
    /// Whether a frame has been drawn and not yet been written completely.
    private var isPresenting = false
    private var isScheduled = false
    /// The number of outstanding writes; the rest of a cut frame and its successor can be two.
    private var writesInProgress = 0
    /// The number of frames drawn, by which timers detect that they are outdated.
    private var frames = 0
    /// Whether a synchronized update is open, so that the terminal shows nothing until the frame is complete.
    private var isUpdateOpen = false
    /// The time at which a timer will check for room again.
    private var checkAt: UInt64?

    private static let beginSynchronizedUpdate = Array("\u{1B}[?2026h".utf8)
    private static let endSynchronizedUpdate = Array("\u{1B}[?2026l".utf8)
    /// A piece up to this size appears at once anyway.
    private static let maxUnsynchronizedBytes = 1024
    /// The size of a piece if only back-pressure limits the output.
    private static let unlimitedPieceBytes = 16 * 1024

    init(
        presenter: FramePresenter, writer: FrameWriter, flow: FlowControl = FlowControl(queriesTerminal: false),
        makeSurface: @escaping () -> Surface, onPresent: @escaping () -> Void = {}, onFailure: @escaping () -> Void
    ) {
        self.presenter = presenter
        self.writer = writer
        self.flow = flow
        self.makeSurface = makeSurface
        self.onPresent = onPresent
        self.onFailure = onFailure
    }

    /// The number of status reports that may still arrive, including overdue ones.
    var possibleReports: Int { flow.possibleReports(at: Self.now) }

    /// The time until a frame in which every cell changes has been acknowledged.
    var quality: LinkQuality {
        LinkQuality(
            frameTime: flow.estimate.time(for: presenter.wholeFrameBytes), isUnlimited: flow.isUnlimited)
    }

    /// The rate of the connection once more output won't reveal a higher one; nil before, and if it is unlimited.
    var settledRate: Double? { flow.estimate.isRampingUp ? nil : flow.knownRate }

    /// How pixels are sent; nil unless the terminal shows pixels.
    var images: (any PixelDriver)? {
        get { pixels.driver }
        set {
            send(removeImages())
            pixels.driver = newValue
            newValue?.onReady = { [weak self] in
                guard let self else { return }
                // A picture that can't be sent after all no longer shows older pixels.
                if presenter.images != pixels.shown { setNeedsDisplay() }
                drawIfPossible()
            }
        }
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
        isUpdateOpen = false
        flow.restart()
        write(bytes)
        redraw()
    }

    /// Writes bytes that don't affect the screen, after the piece of a frame being written.
    func send(_ bytes: [UInt8]) {
        if !isPaused, !bytes.isEmpty { write(bytes) }
    }

    /// Sends the whole screen with the next frame.
    func redraw() {
        presenter.forgetScreen()
        // The terminal may have lost the pixels of pictures, too.
        send(removeImages())
        setNeedsDisplay()
    }

    /// Forgets images, so that the next frame has their cells. Returns the commands that delete them.
    private func removeImages() -> [UInt8] {
        presenter.images = .none
        return images?.removeAll() ?? []
    }

    /// Stops drawing, abandons the current frame, and writes these bytes instead.
    func pause(with bytes: [UInt8]) {
        isPaused = true
        // The pixels belong to the screen that the program leaves. A cut may have been within a command.
        pixels.didPause()
        let deletions = removeImages()
        writer.cut(
            andWrite: (deletions.isEmpty ? [] : TerminalModes.abort + deletions) + bytes, within: 200)
    }

    /// Records that the user has pressed a key, or used the mouse.
    func didReceiveInput() { pixels.didReceiveInput(at: Self.now) }

    /// Handles a status report.
    func receiveReport() {
        flow.didReceiveReport(at: Self.now)
        if pixels.didReceiveReport(over: flow) { showNewPixels() }
        drawIfPossible()
    }

    private func drawIfPossible() {
        guard !isPaused, writesInProgress == 0 else { return }
        guard needsDisplay || presenter.isInProgress else { return sendPixels() }
        let now = Self.now
        expireReports(at: now)
        guard flow.canWrite(at: now) else { return checkLater(at: flow.nextCheck(at: now)) }
        if needsDisplay {
            if !presenter.isInProgress, let end = pixels.collectionEnd(over: quality, at: now) {
                return hold(until: end)
            }
            let surface = makeSurface()
            if let end = pixels.holdEnd(for: surface, after: lastSurface, over: quality, at: now) {
                return hold(until: end)
            }
            begin(surface, at: now)
        } else if presenter.isPastCenters,
            let bytes = pixels.nextOfCenter(
                cells: lastSurface.cells.count, over: flow, quality: quality, at: now)
        {
            return write(bytes, isFrame: false)
        }
        let bytes = presenter.next(limit: flow.pieceBytes(ifUnlimited: Self.unlimitedPieceBytes))
        guard !bytes.isEmpty else {
            finishFrame()
            sendPixels()
            return refineWhenIdle()
        }
        if presenter.hasDamagedRegions, let images {
            _ = images.removeAll()
            images.show(lastSurface)
            presenter.images = images.shown
            presenter.begin(lastSurface)
        }
        write(framed(bytes))
    }

    private func begin(_ surface: Surface, at now: UInt64) {
        needsDisplay = false
        frames += 1
        let surface = images?.arranged(surface, rate: flow.knownRate) ?? surface
        pixels.show(surface, isNew: surface != lastSurface, over: flow, quality: quality, at: now)
        presenter.images = pixels.shown
        let hasNewPicture = surface.hasOtherPicture(than: lastSurface)
        let joining = pacing.joining(at: now, over: quality, hasNewPicture: hasNewPicture)
        presenter.begin(surface, joining: joining, hasNewPicture: hasNewPicture)
        lastSurface = surface
        isPresenting = true
    }

    /// Sends pixels instead of the next frame, until that is due.
    private func hold(until end: UInt64) {
        checkLater(at: end)
        sendPixels(isFrameHeld: true)
    }

    /// Sends pixels of the pictures on the screen.
    /// - Parameter isFrameHeld: whether the next frame waits for them.
    private func sendPixels(isFrameHeld: Bool = false) {
        guard !presenter.isInProgress, !needsDisplay || isFrameHeld else { return }
        let now = Self.now
        guard pixels.isBusy else {
            guard let retryTime = pixels.retryTime else { return }
            guard now >= retryTime else { return checkLater(at: retryTime) }
            pixels.retry(lastSurface, over: flow, at: now)
            return sendPixels()
        }
        expireReports(at: now)
        switch pixels.next(cells: lastSurface.cells.count, over: flow, quality: quality, at: now) {
        case .wait(let time): checkLater(at: time)
        case .query(let time):
            write([], isFrame: false)
            checkLater(at: time)
        case .pixels(let bytes):
            takeOverwritten()
            if bytes.isEmpty { checkLater(at: images?.startsAt) } else { write(bytes, isFrame: false) }
        }
    }

    /// Gives up on overdue reports.
    private func expireReports(at now: UInt64) {
        flow.expire(at: now)
        pixels.didExpireReports(of: flow)
    }

    private func takeOverwritten() {
        guard let images else { return }
        for region in images.takeOverwritten() { presenter.overwrite(with: region) }
        presenter.images = images.shown
    }

    /// Wraps bytes of a frame in a synchronized update (mode 2026), so that terminals with that mode show no incomplete
    /// state.
    ///
    /// If only back-pressure limits the output, the update spans the whole frame; otherwise it spans a single piece,
    /// because some terminals answer no query until the update ends.
    private func framed(_ bytes: [UInt8]) -> [UInt8] {
        guard flow.isUnlimited else {
            let isSmall = bytes.count <= Self.maxUnsynchronizedBytes && !isUpdateOpen
            isUpdateOpen = false
            return isSmall ? bytes : Self.beginSynchronizedUpdate + bytes + Self.endSynchronizedUpdate
        }
        let isFirst = !isUpdateOpen
        isUpdateOpen = presenter.isInProgress
        if isFirst, !isUpdateOpen, bytes.count <= Self.maxUnsynchronizedBytes { return bytes }
        return (isFirst ? Self.beginSynchronizedUpdate : []) + bytes + (isUpdateOpen ? [] : Self.endSynchronizedUpdate)
    }

    /// - Parameter isFrame: whether the bytes belong to a frame, not to an image.
    private func write(_ bytes: [UInt8], isFrame: Bool = true) {
        let now = Self.now
        let queries = flow.shouldQuery(at: now)
        var output = bytes
        if queries {
            // A query before a long frame measures just the round trip.
            if presenter.isInProgress, flow.bytesInFlight(at: now) == 0 {
                output = flow.statusQuery + output
                flow.didWrite(flow.statusQuery.count, withQuery: true, at: now)
            }
            output += flow.statusQuery
        }
        flow.didWrite(bytes.count + (queries ? flow.statusQuery.count : 0), withQuery: queries, at: now)
        writesInProgress += 1
        writer.write(output) { outcome in
            self.writesInProgress -= 1
            if isFrame {
                self.pacing.didWrite(at: Self.now, isWhole: !self.presenter.isInProgress)
            } else if self.pixels.didWrite(over: self.flow) {
                self.showNewPixels()
            }
            switch outcome {
            case .failed where !self.isPaused: self.onFailure()
            case .failed, .cut: break
            case .written(let blocked):
                self.flow.didQueue(
                    output.count, blocked: blocked.bytes, for: blocked.duration, at: Self.now)
                self.finishFrame()
                self.drawIfPossible()
                self.refineWhenIdle()
            }
        }
    }

    private func finishFrame() {
        guard isPresenting, !presenter.isInProgress else { return }
        isPresenting = false
        onPresent()
    }

    /// Handles the terminal's report about an image. A picture without its image shows its cells, and is sent again.
    func receiveReport(ofImage id: UInt32, isAccepted: Bool) {
        guard let images, images.receiveReport(of: id, isAccepted: isAccepted) else { return }
        presenter.images = images.shown
        setNeedsDisplay()
    }

    private func showNewPixels() {
        takeOverwritten()
        setNeedsDisplay()
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

    /// Follows a coarse frame with an exact one, unless another frame is drawn first.
    private func refineWhenIdle() {
        guard pacing.isCoarse, writesInProgress == 0, !presenter.isInProgress else { return }
        let now = frames
        DispatchQueue.main.asyncAfter(deadline: .now() + FramePacing.idle) {
            if self.frames == now { self.setNeedsDisplay() }
        }
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension Surface {
    /// Returns whether more than an eighth of the cells are picture cells that differ from another surface.
    fileprivate func hasOtherPicture(than other: Surface) -> Bool {
        guard size == other.size else { return true }
        let changed = zip(cells, other.cells).count { $0.style.attributes.contains(.picture) && $0 != $1 }
        return changed > cells.count / 8
    }
}
