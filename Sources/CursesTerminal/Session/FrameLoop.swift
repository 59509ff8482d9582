import CellArt
import Dispatch
import TerminalUI

/// Draws when something has changed, as much at a time as the connection to the terminal carries.
///
/// Draws at most one frame per turn of the main queue, and none while output is being written or the connection has no
/// room. On a slow connection, a frame is sent in pieces, first with coarse pictures; when a new frame is requested, the unsent
/// rest of the old one is dropped.
@MainActor
final class FrameLoop {
    /// Creates the surface to show.
    private let makeSurface: () -> Surface
    private let presenter: FramePresenter
    private let writer: FrameWriter
    let pixels = PixelScheduler()
    /// Called when a frame has been written completely.
    private let onPresent: () -> Void
    /// Called when the set of items on the terminal changes: those of the last frame that has arrived, at least with
    /// coarse pictures.
    private let onDeliver: (Set<OpaqueID>) -> Void
    /// Called when output to the terminal fails.
    private let onFailure: () -> Void
    private(set) var link: LinkProgress
    /// Reads the queue of the SSH connection to the terminal; nil if it isn't observed.
    private var readConnection: (() -> SSHConnection.Queue?)?
    /// The items of the current frame, until its pictures have been sent at least in their coarse version.
    private var unsentItems: Set<OpaqueID>?
    /// The items of the last frame that has been sent, at least with coarse pictures.
    private var sentItems: Set<OpaqueID> = []
    /// The items of frames under way, each with the number of bytes of output up to its end.
    private var undelivered: [(end: Int, items: Set<OpaqueID>)] = []
    private var delivered: Set<OpaqueID> = []
    private var isObservationScheduled = false
    /// When the user last pressed a key, or used the mouse, and the time since the input before.
    private var input = (at: UInt64(0), interval: UInt64.max)
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
    /// The time between looks at the SSH connection while output is under way.
    private static let observationInterval: UInt64 = 5_000_000
    /// A frame whose pictures take longer is sent with coarse ones first.
    private static let maxSharpTime = 0.04
    /// The times that coarse pictures may take: for good ones, and in the quickest series of keys.
    private static let (coarseTime, minCoarseTime) = (0.05, 0.035)
    /// The time that drawing takes, and sending the texts.
    private static let drawingTime = 0.02
    /// The time that a piece of sharp pictures takes, and thus may delay the next frame.
    private static let sharpPieceTime = 0.016
    /// Keys that follow each other within this time are a series, in which sharp pictures wait for the delivery of the coarse
    /// ones.
    private static let maxSeriesInterval: UInt64 = 400_000_000

    init(
        presenter: FramePresenter, writer: FrameWriter, link: LinkProgress = LinkProgress(asking: .nobody),
        makeSurface: @escaping () -> Surface, onPresent: @escaping () -> Void = {},
        onDeliver: @escaping (Set<OpaqueID>) -> Void = { _ in }, onFailure: @escaping () -> Void
    ) {
        self.presenter = presenter
        self.writer = writer
        self.link = link
        self.makeSurface = makeSurface
        self.onPresent = onPresent
        self.onDeliver = onDeliver
        self.onFailure = onFailure
    }

    /// Changes who is asked for status reports.
    func ask(_ respondent: LinkProgress.Respondent) {
        link.ask(respondent, at: Self.now)
        observe()
    }

    /// Changes what is known about the connection to the terminal.
    /// - Parameter readConnection: reads the queue of the SSH connection; nil if it can't be observed.
    func setConnection(isRemote: Bool, _ readConnection: (() -> SSHConnection.Queue?)?) {
        self.readConnection = readConnection
        link.setConnection(isRemote: isRemote, isObserved: readConnection != nil, at: Self.now)
        observe()
    }

    /// The number of status reports that may still arrive, including overdue ones.
    var possibleReports: Int { link.possibleReports(at: Self.now) }

    /// The number of status reports to read at a time: enough to notice unrequested ones.
    var maxReports: Int { possibleReports + LinkProgress.maxUnaskedReports }

    /// The time until a frame in which every cell changes has been acknowledged.
    var quality: LinkQuality {
        LinkQuality(
            frameTime: link.estimate.time(for: presenter.wholeFrameBytes), isUnlimited: link.isUnlimited)
    }

    /// The rate of the connection once more output won't reveal a higher one; nil before, and if it is unlimited.
    var settledRate: Double? { link.estimate.isRampingUp ? nil : link.knownRate }

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
        link.restart()
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
        forgetItems()
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
        forgetItems()
        // The pixels belong to the screen that the program leaves, and the cut may have split a command.
        pixels.didPause()
        let deletions = removeImages()
        writer.cut(
            andWrite: (deletions.isEmpty ? [] : TerminalModes.abort + deletions) + bytes, within: 200)
    }

    /// Records that the user has pressed a key, or used the mouse. Calls `onDeliver` first for what had arrived by then.
    func didReceiveInput() {
        let now = Self.now
        observe(isScheduled: false)
        input = (now, now - min(now, input.at))
        pixels.didReceiveInput(at: now)
    }

    /// Handles a status report.
    func receiveReport() {
        link.didReceiveReport(at: Self.now)
        deliverItems()
        if pixels.didReceiveReport(over: link) { showNewPixels() }
        drawIfPossible()
    }

    /// Checks what has arrived, and repeats the check while output is under way.
    private func observe(isScheduled: Bool = true) {
        let now = Self.now
        if link.witness == .connection {
            if let queue = readConnection?() {
                link.didObserve(queue, at: now)
            } else {
                link.setConnection(isRemote: true, isObserved: false, at: now)
            }
        }
        link.advance(to: now)
        deliverItems()
        guard isScheduled, !isObservationScheduled, !isPaused else { return }
        let next = link.needsObservation ? now + Self.observationInterval : link.nextDelivery
        guard let next else { return }
        isObservationScheduled = true
        DispatchQueue.main.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: next)) {
            MainActor.assumeIsolated {
                self.isObservationScheduled = false
                self.observe()
                self.drawIfPossible()
            }
        }
    }

    private func deliverItems() {
        let count = undelivered.prefix { $0.end <= link.delivered }.count
        guard count > 0 else { return }
        let items = undelivered[count - 1].items
        undelivered.removeFirst(count)
        setDelivered(items)
    }

    private func forgetItems() {
        undelivered = []
        sentItems = []
        setDelivered([])
    }

    private func setDelivered(_ items: Set<OpaqueID>) {
        guard items != delivered else { return }
        delivered = items
        onDeliver(items)
    }

    /// Records that the output so far contains the items of the current frame.
    private func didSendItems() {
        guard let items = unsentItems, !presenter.isSendingFirst else { return }
        unsentItems = nil
        sentItems = items
        undelivered.append((link.written, items))
        deliverItems()
    }

    private func drawIfPossible() {
        guard !isPaused, writesInProgress == 0 else { return }
        guard needsDisplay || presenter.isInProgress else { return sendPixels() }
        let now = Self.now
        expireReports(at: now)
        guard link.canWrite(at: now) else { return checkLater(at: link.nextCheck(at: now)) }
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
                cells: lastSurface.cells.count, over: link, quality: quality, at: now)
        {
            return write(bytes, isFrame: false)
        }
        if let start = sharpStart(at: now) { return checkLater(at: start) }
        let bytes = presenter.next(limit: pieceLimit)
        guard !bytes.isEmpty else {
            didSendItems()
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

    /// The size of the next piece of a frame.
    private var pieceLimit: Int {
        guard presenter.isSharpening, isSeries(at: Self.now), let rate = link.knownRate else {
            return link.pieceBytes(ifUnlimited: Self.unlimitedPieceBytes)
        }
        return max(1, Int(rate * Self.sharpPieceTime))
    }

    /// Whether the next key of a series may follow at any moment.
    private func isSeries(at now: UInt64) -> Bool { now < input.at + Self.maxSeriesInterval }

    /// Returns when to check again whether sharp pictures may follow the coarse ones; nil if they may follow now.
    /// During a series of keys, sharp pictures wait until the coarse ones have arrived, and are then sent piece by
    /// piece, so that the connection stays free for the next frame.
    private func sharpStart(at now: UInt64) -> UInt64? {
        guard presenter.isSharpening, !needsDisplay, isSeries(at: now) else { return nil }
        if !undelivered.isEmpty, input.interval < Self.maxSeriesInterval { return input.at + Self.maxSeriesInterval }
        return link.leavesAtOnce(pieceLimit, at: now) ? nil : max(link.transmittedAt, now + Self.observationInterval)
    }

    /// The time that coarse pictures may take: in a series of keys, short enough to be seen before the next key.
    private func coarseTime(at now: UInt64) -> Double {
        let left = Double(min(input.interval, 1_000_000_000)) / 1e9 - Double(link.roundTrip) / 1e9
        return min(max(left - Self.drawingTime, Self.minCoarseTime), Self.coarseTime)
    }

    private func begin(_ surface: Surface, at now: UInt64) {
        needsDisplay = false
        frames += 1
        let surface = images?.arranged(surface, rate: link.knownRate) ?? surface
        pixels.show(surface, isNew: surface != lastSurface, over: link, quality: quality, at: now)
        presenter.images = pixels.shown
        let hasNewPicture = surface.hasOtherPicture(than: lastSurface)
        let isSlow = quality.frameTime ?? 0 > Self.maxSharpTime
        let joining = pacing.joining(at: now, over: quality, hasNewPicture: hasNewPicture)
        presenter.begin(
            surface, joining: joining, hasNewPicture: hasNewPicture,
            coarse: isSlow
                ? .init(
                    isNew: !surface.items.isSubset(of: sentItems),
                    maxBytes: (link.knownRate ?? 0) * coarseTime(at: now)) : nil)
        lastSurface = surface
        unsentItems = surface.items
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
            pixels.retry(lastSurface, over: link, at: now)
            return sendPixels()
        }
        expireReports(at: now)
        switch pixels.next(cells: lastSurface.cells.count, over: link, quality: quality, at: now) {
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
        link.expire(at: now)
        pixels.didExpireReports(of: link)
        deliverItems()
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
        guard link.isUnlimited else {
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
        observe(isScheduled: false)
        let now = Self.now
        let queries = link.shouldQuery(at: now)
        var output = bytes
        if queries {
            // A query before a long frame measures just the round trip.
            if link.respondent.isTerminal, presenter.isInProgress, link.bytesInFlight(at: now) == 0 {
                output = link.statusQuery + output
                link.didWrite(link.statusQuery.count, withQuery: true, at: now)
            }
            output += link.statusQuery
        }
        link.didWrite(bytes.count + (queries ? link.statusQuery.count : 0), withQuery: queries, at: now)
        if isFrame { didSendItems() }
        writesInProgress += 1
        writer.write(output) { outcome in
            self.writesInProgress -= 1
            if isFrame {
                self.pacing.didWrite(at: Self.now, isWhole: !self.presenter.isInProgress)
            } else if self.pixels.didWrite(over: self.link) {
                self.showNewPixels()
            }
            switch outcome {
            case .failed where !self.isPaused: self.onFailure()
            case .failed, .cut: break
            case .written(let blocked):
                self.link.didFlush(
                    output.count, blocked: blocked.bytes, for: blocked.duration, at: Self.now)
                self.observe()
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
