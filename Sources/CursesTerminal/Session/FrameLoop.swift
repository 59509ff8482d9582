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
    /// Nil unless the terminal shows pixels.
    var images: (any PixelDriver)? {
        didSet {
            send(removal(of: oldValue))
            images?.onReady = { [weak self] in
                guard let self else { return }
                // A picture that can't be sent after all no longer shows older pixels.
                if let images, presenter.images != images.shown { setNeedsDisplay() }
                drawIfPossible()
            }
        }
    }
    /// Called when a frame has been written completely.
    private let onPresent: () -> Void
    /// Called when output to the terminal fails.
    private let onFailure: () -> Void
    private var flow: FlowControl
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
    /// When the last frame was drawn.
    private var drawnAt: UInt64 = 0
    /// When the last frame began, whether or not it differed.
    private var begunAt: UInt64 = 0
    /// Whether an animation is on the screen. It changes all the time, and plays only on a quick connection.
    private var isAnimated = false
    /// When the user last pressed a key, or used the mouse.
    private var inputAt: UInt64 = 0
    /// When the frame that waits for its pixels is shown without them.
    private var heldUntil: UInt64?
    /// How often pixels have been tried again since the last change or input, and when.
    private var retries = 0
    private var retriedAt: UInt64 = 0
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

    /// In nanoseconds: the pause after input before pixels are sent, so that none are while keys arrive.
    private static let timeBeforeImages: UInt64 = 60_000_000
    /// In nanoseconds: how long the frame after a transition waits for its pixels.
    private static let maxWaitForPixels: UInt64 = 30_000_000
    /// In nanoseconds: the time between frames while pictures arrive in shared memory, so that a frame shows several.
    var timeBetweenFrames: UInt64 = 16_000_000
    /// In nanoseconds: the pauses before pixels that the connection was too slow for are tried again. The computer may have
    /// been busy.
    var pausesBeforeRetries: [UInt64] = [1_000_000_000, 3_000_000_000, 10_000_000_000]
    /// In nanoseconds: the pause between queries while tmux passes nothing on.
    private static let timeBetweenQueries: UInt64 = 2_000_000_000
    /// In bytes: the maximum size of a piece of an image if only back-pressure limits the output.
    private static let unlimitedImageBytes = 64 * 1024

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

    /// The estimate for the connection to the terminal.
    var line: LinkEstimate { flow.estimate }

    /// The number of outstanding status reports.
    var pendingReports: Int { flow.pendingReports }

    /// The number of status reports that may still arrive, including overdue ones.
    var possibleReports: Int { flow.possibleReports(at: Self.now) }

    /// The time in seconds until a frame in which every cell changes has been acknowledged; nil if unknown.
    var quality: LinkQuality { LinkQuality(frameTime: flow.estimate.time(for: presenter.wholeFrameBytes)) }

    /// Whether the terminal shows frames of an animation by pixels.
    var showsFramesByPixels: Bool { images?.showsFrames ?? false }

    /// Whether tmux passes status queries and images on to the terminal. It drops them while its window is hidden, and
    /// also if the terminal falls behind.
    var isThroughTmux = false
    /// Whether the last piece of an image, sent through tmux, still waits for its report.
    private var awaitsImageReport = false

    /// Whether to request status reports, which a multiplexer would answer in the terminal's place.
    var queriesTerminal: Bool {
        get { flow.queriesTerminal }
        set { flow.queriesTerminal = newValue }
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
        send(removal(of: images))
        setNeedsDisplay()
    }

    /// Forgets images, so that the next frame has their cells. Returns the commands that delete them.
    private func removal(of images: (any PixelDriver)?) -> [UInt8] {
        presenter.images = .none
        return images?.removeAll() ?? []
    }

    /// Stops drawing, abandons the current frame, and writes these bytes instead.
    func pause(with bytes: [UInt8]) {
        isPaused = true
        awaitsImageReport = false
        // The pixels belong to the screen that the program leaves. A cut may have been within a command.
        let deletions = removal(of: images)
        writer.cut(
            andWrite: (deletions.isEmpty ? [] : TerminalModes.abort + deletions) + bytes, within: 200)
    }

    /// Records that the user has pressed a key, or used the mouse.
    func didReceiveInput() {
        inputAt = Self.now
        retries = 0
        images?.didReceiveInput()
    }

    /// Handles a status report.
    func receiveReport() {
        flow.didReceiveReport(at: Self.now)
        if awaitsImageReport, flow.pendingReports == 0 {
            awaitsImageReport = false
            didWriteImage()
        }
        drawIfPossible()
    }

    private func drawIfPossible() {
        guard !isPaused, writesInProgress == 0 else { return }
        guard needsDisplay || presenter.isInProgress else { return sendImages() }
        let now = Self.now
        expireReports(at: now)
        guard flow.canWrite(at: now) else { return checkLater(at: flow.nextCheck(at: now)) }
        if needsDisplay {
            if collectsPixels(at: now) { return sendImages(isFrameHeld: true) }
            let surface = makeSurface()
            if waitsForPixels(of: surface, at: now) { return sendImages(isFrameHeld: true) }
            needsDisplay = false
            begunAt = now
            frames += 1
            if surface != lastSurface {
                drawnAt = now
                retries = 0
            }
            if let images {
                images.show(surface)
                presenter.images = images.shown
                isAnimated = surface.placements.contains { $0.picture.role == .frame }
                if now >= imagesFrom { images.prepare(rate: imageRate) }
            }
            let joining = pacing.joining(
                at: now, over: quality, hasNewPicture: surface.hasOtherPicture(than: lastSurface))
            presenter.begin(surface, joining: joining)
            lastSurface = surface
            isPresenting = true
        }
        let bytes = presenter.next(limit: flow.isUnlimited ? Self.unlimitedPieceBytes : max(1, flow.window / 4))
        guard !bytes.isEmpty else {
            finishFrame()
            sendImages()
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

    /// Sends pixels of the pictures on the screen, from a moment after the last input on.
    /// - Parameter isFrameHeld: whether the next frame waits for them.
    private func sendImages(isFrameHeld: Bool = false) {
        guard let images, !presenter.isInProgress, !needsDisplay || isFrameHeld else { return }
        guard images.isBusy else { return retryImages() }
        let now = Self.now
        expireReports(at: now)
        guard flow.canWrite(at: now) else { return checkLater(at: flow.nextCheck(at: now)) }
        guard now >= imagesFrom else { return checkLater(at: imagesFrom) }
        var limit = flow.isUnlimited ? Self.unlimitedImageBytes : max(1, flow.window / 4)
        if isThroughTmux {
            guard flow.reportStatus == .arriving else {
                if flow.pendingReports == 0 || flow.shouldQuery(at: now) && flow.reportStatus == .missing {
                    // Nothing but a query.
                    write([], isFrame: false)
                }
                return checkLater(at: now + Self.timeBetweenQueries)
            }
            guard flow.pendingReports == 0 else { return checkLater(at: flow.nextCheck(at: now)) }
            // tmux drops output if more than eight bytes a cell wait for the terminal.
            limit = min(limit, 4 * lastSurface.cells.count)
        }
        let bytes = images.next(limit: limit, rate: imageRate)
        takeOverwritten()
        if bytes.isEmpty { checkLater(at: images.startsAt) } else { write(bytes, isFrame: false) }
    }

    /// Returns whether to hold a frame for more pixels in shared memory, which come faster than frames are worth drawing.
    private func collectsPixels(at now: UInt64) -> Bool {
        let due = begunAt + timeBetweenFrames
        guard let images, !images.usesConnection, !presenter.isInProgress, now >= imagesFrom, now < due else {
            return false
        }
        checkLater(at: due)
        return true
    }

    /// Returns whether to hold the first frame after a transition until its pixels are ready, which takes a moment in shared
    /// memory. Its characters would take as long.
    private func waitsForPixels(of surface: Surface, at now: UInt64) -> Bool {
        guard let images, !images.usesConnection, now >= imagesFrom,
            !lastSurface.upcoming.isEmpty, surface.upcoming.isEmpty,
            images.isPreparing(anyOf: surface.placements.map(\.picture))
        else {
            heldUntil = nil
            return false
        }
        let end = heldUntil ?? now + Self.maxWaitForPixels
        heldUntil = end
        checkLater(at: end)
        return now < end
    }

    /// Sends pictures for which the connection was too slow, once it has been idle for a while.
    private func retryImages() {
        guard let images, images.hasCoarsePictures, retries < pausesBeforeRetries.count else { return }
        let due = max(inputAt, drawnAt, retriedAt) + pausesBeforeRetries[retries]
        guard Self.now >= due else { return checkLater(at: due) }
        retries += 1
        retriedAt = Self.now
        images.retryCoarse(rate: imageRate)
        images.show(lastSurface)
        sendImages()
    }

    /// When pixels may be sent.
    private var imagesFrom: UInt64 {
        let isQuick =
            flow.isUnlimited || isAnimated || images?.usesConnection == false
            || quality.frameTime != nil && quality.isSmooth
        return (isQuick ? inputAt : max(inputAt, drawnAt)) + Self.timeBeforeImages
    }

    /// The rate of the connection in bytes per second; nil if it is unlimited or unknown.
    private var imageRate: Double? {
        flow.isUnlimited || !flow.estimate.isRateKnown ? nil : flow.estimate.rate
    }

    /// The rate of the connection once more output won't reveal a higher one; nil before, and if it is unlimited.
    var settledRate: Double? { flow.estimate.isRampingUp ? nil : imageRate }

    /// Gives up on overdue reports. What they were to acknowledge may be lost.
    private func expireReports(at now: UInt64) {
        flow.expire(at: now)
        guard awaitsImageReport, flow.pendingReports == 0 else { return }
        awaitsImageReport = false
        images?.restart()
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
                output = statusQuery + output
                flow.didWrite(statusQuery.count, withQuery: true, at: now)
            }
            output += statusQuery
        }
        flow.didWrite(bytes.count + (queries ? statusQuery.count : 0), withQuery: queries, at: now)
        writesInProgress += 1
        writer.write(output) { outcome in
            self.writesInProgress -= 1
            if isFrame {
                self.pacing.didWrite(at: Self.now, isWhole: !self.presenter.isInProgress)
            } else if self.isThroughTmux, self.flow.pendingReports > 0 {
                self.awaitsImageReport = true
            } else {
                self.didWriteImage()
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

    private func didWriteImage() {
        guard let images, images.didWrite() else { return }
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

    private var statusQuery: [UInt8] {
        isThroughTmux ? FlowControl.statusQueryThroughTmux : FlowControl.statusQuery
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
